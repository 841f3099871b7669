import { requestSms, setSmsFactor, validateToken } from '@depotwerk/api/auth/second-factor';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useId, useState } from 'react';
import { callApi } from '../../platform/api-client.ts';
import { useWhiteLabel } from '../../platform/white-label.ts';
import { t } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { CodeField } from '../../ui/code-field.tsx';
import { Banner, ErrorBanner } from '../../ui/feedback.tsx';
import { PlainForm } from '../../ui/field.tsx';
import { NewWindow } from '../../ui/new-window.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { showToast } from '../../ui/toast.tsx';
import type { PasswordAndCode } from './confirm-by-password.tsx';
import { ConfirmByPassword } from './confirm-by-password.tsx';
import { FactorCard } from './factor-card.tsx';
import { useFormFocus } from './form-focus.ts';
import { FactorCodeField, OwnPasswordField } from './identity-fields.tsx';
import { type FactorLoss, LastFactorBanner } from './last-factor-banner.tsx';

interface SmsFactorProps extends FactorLoss {
  isActive: boolean;
  /** Any second factor: then another number needs it. */
  hasFactor: boolean;
  maskedPhoneNumber: string | null;
  onChange: () => void;
}

/** Codes by SMS: confirm a number by a code, then use it at sign-in or not. */
export function SmsFactor({
  isActive,
  hasFactor,
  isLast,
  isMandatory,
  maskedPhoneNumber,
  onChange,
}: SmsFactorProps) {
  const [step, setStep] = useState<'closed' | 'number' | 'switch'>('closed');
  const close = () => setStep('closed');
  const toggle = useMutation({
    mutationFn: ({ password, token }: PasswordAndCode) =>
      callApi(setSmsFactor, { body: { isActive: !isActive, password, ...(token === '' ? {} : { token }) } }),
    onSuccess: () => {
      close();
      showToast(t('settings.secondFactor.changed'));
      onChange();
    },
  });
  const switchLabel = isActive ? t('settings.secondFactor.smsOff') : t('settings.secondFactor.smsOn');
  return (
    <FactorCard title={t('settings.secondFactor.sms')} isActive={isActive}>
      <p>{isActive ? t('settings.secondFactor.smsOnHint') : t('settings.secondFactor.smsOffHint')}</p>
      <p className="hint">
        {maskedPhoneNumber
          ? t('settings.secondFactor.smsNumber', { phone: maskedPhoneNumber })
          : t('settings.secondFactor.smsNone')}
      </p>
      {step === 'closed' ? (
        <div className="row">
          <Button onClick={() => setStep('number')}>
            {maskedPhoneNumber
              ? t('settings.secondFactor.changeNumber')
              : t('settings.secondFactor.addNumber')}
          </Button>
          {maskedPhoneNumber ? (
            <Button
              onClick={() => {
                toggle.reset();
                setStep('switch');
              }}
            >
              {switchLabel}
            </Button>
          ) : null}
        </div>
      ) : null}
      {step === 'number' ? (
        <PhoneNumberSetUp
          isConfirmed={hasFactor || maskedPhoneNumber !== null}
          isTokenShown={hasFactor}
          onClose={close}
          onConfirmed={() => (close(), onChange())}
        />
      ) : null}
      {step === 'switch' ? (
        <ConfirmByPassword
          submitLabel={switchLabel}
          isTokenShown={hasFactor}
          isBusy={toggle.isPending}
          error={toggle.error}
          onSubmit={toggle.mutate}
          onCancel={close}
        >
          {isActive ? <LastFactorBanner isLast={isLast} isMandatory={isMandatory} /> : null}
        </ConfirmByPassword>
      ) : null}
    </FactorCard>
  );
}

interface PhoneNumberSetUpProps {
  /** Whether password and, where there is one, a factor come first. */
  isConfirmed: boolean;
  isTokenShown: boolean;
  onClose: () => void;
  onConfirmed: () => void;
}

/** Number, then the code that was sent to it. */
function PhoneNumberSetUp({ isConfirmed, isTokenShown, onClose, onConfirmed }: PhoneNumberSetUpProps) {
  const { isDemo } = useWhiteLabel();
  const [phoneNumber, setPhoneNumber] = useState('');
  const [password, setPassword] = useState('');
  const [factorToken, setFactorToken] = useState('');
  const [token, setToken] = useState('');
  const request = useMutation({
    mutationFn: (number: string) =>
      callApi(requestSms, {
        body: {
          tokenProviderType: 'sms',
          tokenProviderId: number,
          description: '',
          ...(isConfirmed && { password }),
          ...(factorToken.trim() !== '' && { token: factorToken.trim() }),
        },
      }),
    // A code works once; for the next five minutes none is needed.
    onSuccess: () => setFactorToken(''),
  });
  const validate = useMutation({
    mutationFn: (code: string) => callApi(validateToken, { body: { token: code } }),
    onSuccess: () => {
      showToast(t('settings.secondFactor.smsConfirmed'));
      onConfirmed();
    },
  });
  const error = validate.error ?? request.error;
  const formId = useId();
  useFormFocus(formId);
  // The fields that were typed into give way to the one for the code.
  useEffect(() => {
    if (!request.isSuccess) return;
    [...(document.getElementById(formId)?.querySelectorAll('input') ?? [])].at(-1)?.focus();
  }, [request.isSuccess, formId]);
  return (
    <PlainForm
      id={formId}
      onSubmit={() => {
        if (request.isSuccess && token.trim() !== '') validate.mutate(token.trim());
        else if (!request.isSuccess && phoneNumber.trim() !== '' && (!isConfirmed || password !== ''))
          request.mutate(phoneNumber.trim());
      }}
    >
      <ErrorBanner error={error} />
      <TextField
        label={t('settings.secondFactor.phoneNumber')}
        hint={t('settings.secondFactor.phoneNumberHint')}
        value={phoneNumber}
        onChange={(number) => {
          setPhoneNumber(number);
          request.reset();
        }}
        type="tel"
        autoComplete="tel"
        maxLength={40}
        isRequired
      />
      {isConfirmed && !request.isSuccess ? (
        <OwnPasswordField value={password} onChange={setPassword} />
      ) : null}
      {isTokenShown && !request.isSuccess ? (
        <FactorCodeField value={factorToken} onChange={setFactorToken} />
      ) : null}
      {request.isSuccess ? (
        <>
          <Banner
            tone="ok"
            role="status"
            actions={
              isDemo ? (
                <a href="/demo/outbox" target="_blank" rel="noopener">
                  {t('auth.login.demoOutbox')}
                  <NewWindow />
                </a>
              ) : null
            }
          >
            {t('auth.secondFactor.smsRequested')}
          </Banner>
          <CodeField
            label={t('settings.secondFactor.smsToken')}
            hint={t('auth.secondFactor.codeHintSms')}
            value={token}
            onChange={setToken}
            isRequired
          />
        </>
      ) : null}
      <div className="row">
        <Button type="submit" kind="primary" isBusy={request.isPending || validate.isPending}>
          {request.isSuccess ? t('settings.secondFactor.smsConfirm') : t('settings.secondFactor.smsRequest')}
        </Button>
        <Button onClick={onClose}>{t('common.cancel')}</Button>
      </div>
    </PlainForm>
  );
}
