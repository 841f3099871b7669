import { confirmTotp, removeTotp, startTotp } from '@depotwerk/api/auth/second-factor';
import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { callApi } from '../../platform/api-client.ts';
import { t } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { CodeField } from '../../ui/code-field.tsx';
import { ErrorBanner } from '../../ui/feedback.tsx';
import { PlainForm } from '../../ui/field.tsx';
import { showToast } from '../../ui/toast.tsx';
import type { PasswordAndCode } from './confirm-by-password.tsx';
import { ConfirmByPassword } from './confirm-by-password.tsx';
import { FactorCard } from './factor-card.tsx';
import { useFormFocus } from './form-focus.ts';
import { type FactorLoss, LastFactorBanner } from './last-factor-banner.tsx';
import { QrCode } from './qr-code.tsx';

interface TotpFactorProps extends FactorLoss {
  isActive: boolean;
  /** Any second factor: then setting up this one asks for a code of it. */
  hasFactor: boolean;
  onRecoveryCodes: (codes: readonly string[]) => void;
  onChange: () => void;
}

/** Authenticator app: set up by QR code, remove. */
export function TotpFactor({
  isActive,
  hasFactor,
  isLast,
  isMandatory,
  onRecoveryCodes,
  onChange,
}: TotpFactorProps) {
  const [step, setStep] = useState<'closed' | 'start' | 'remove'>('closed');
  const close = () => setStep('closed');
  const remove = useMutation({
    mutationFn: ({ password, token }: PasswordAndCode) =>
      callApi(removeTotp, { body: { password, ...(token !== '' && { token }) } }),
    onSuccess: () => {
      close();
      showToast(t('settings.secondFactor.removed'));
      onChange();
    },
  });
  const open = (next: 'start' | 'remove') => {
    remove.reset();
    setStep(next);
  };

  return (
    <FactorCard title={t('settings.secondFactor.totp')} isActive={isActive}>
      <p>{isActive ? t('settings.secondFactor.totpOnHint') : t('settings.secondFactor.totpOffHint')}</p>
      {step === 'closed' ? (
        <div className="row">
          {isActive ? (
            <Button kind="danger" onClick={() => open('remove')}>
              {t('settings.secondFactor.totpRemove')}
            </Button>
          ) : (
            <Button kind="primary" onClick={() => open('start')}>
              {t('settings.secondFactor.totpStart')}
            </Button>
          )}
        </div>
      ) : null}
      {step === 'start' ? (
        <TotpSetUp
          hasFactor={hasFactor}
          onCancel={close}
          onDone={(codes) => (close(), onRecoveryCodes(codes))}
        />
      ) : null}
      {step === 'remove' ? (
        <ConfirmByPassword
          submitLabel={t('settings.secondFactor.totpRemove')}
          isTokenShown
          isBusy={remove.isPending}
          error={remove.error}
          onSubmit={remove.mutate}
          onCancel={close}
        >
          <LastFactorBanner isLast={isLast} isMandatory={isMandatory} />
        </ConfirmByPassword>
      ) : null}
    </FactorCard>
  );
}

/** Password, then seed as QR code and text, then the first code. */
function TotpSetUp({
  hasFactor,
  onCancel,
  onDone,
}: {
  hasFactor: boolean;
  onCancel: () => void;
  onDone: (codes: readonly string[]) => void;
}) {
  const start = useMutation({
    mutationFn: ({ password, token: code }: PasswordAndCode) =>
      callApi(startTotp, { body: { password, ...(code === '' ? {} : { token: code }) } }),
  });

  if (!start.data) {
    return (
      <ConfirmByPassword
        submitLabel={t('common.next')}
        isTokenShown={hasFactor}
        isBusy={start.isPending}
        error={start.error}
        onSubmit={start.mutate}
        onCancel={onCancel}
      />
    );
  }
  return <TotpConfirmation {...start.data} onCancel={onCancel} onDone={onDone} />;
}

/** Seed as QR code and text, then the first code. */
function TotpConfirmation({
  otpauthUri,
  secret,
  onCancel,
  onDone,
}: {
  otpauthUri: string;
  secret: string;
  onCancel: () => void;
  onDone: (codes: readonly string[]) => void;
}) {
  const [token, setToken] = useState('');
  const formId = useId();
  useFormFocus(formId);
  const confirm = useMutation({
    mutationFn: (code: string) => callApi(confirmTotp, { body: { token: code } }),
    onSuccess: ({ recoveryCodes }) => onDone(recoveryCodes),
  });
  return (
    <PlainForm
      id={formId}
      onSubmit={() => {
        if (token.trim() !== '') confirm.mutate(token.trim());
      }}
    >
      <p>{t('settings.secondFactor.scan')}</p>
      <QrCode text={otpauthUri} label={t('settings.secondFactor.qrLabel')} />
      <div>
        <div className="hint">{t('settings.secondFactor.secret')}</div>
        <div className="settings__secret">{secret}</div>
      </div>
      <ErrorBanner error={confirm.error} />
      <CodeField
        label={t('settings.secondFactor.confirmCode')}
        hint={t('auth.secondFactor.codeHintTotp')}
        value={token}
        onChange={setToken}
        isRequired
      />
      <div className="row">
        <Button type="submit" kind="primary" isBusy={confirm.isPending}>
          {t('settings.secondFactor.confirm')}
        </Button>
        <Button onClick={onCancel}>{t('common.cancel')}</Button>
      </div>
    </PlainForm>
  );
}
