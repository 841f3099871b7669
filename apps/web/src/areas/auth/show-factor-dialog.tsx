import { provePasskey, startPasskeyProof } from '@depotwerk/api/auth/passkeys';
import { getSecondFactor, requestSms, validateToken } from '@depotwerk/api/auth/second-factor';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { callApi } from '../../platform/api-client.ts';
import { errorMessageOf } from '../../platform/error-texts.ts';
import { useSession } from '../../platform/session.ts';
import { t } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { CodeField } from '../../ui/code-field.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Banner, QueryError, Skeleton } from '../../ui/feedback.tsx';
import { PlainForm } from '../../ui/field.tsx';
import { askPasskey, canUsePasskeys, passkeyErrorOf } from './public/use-passkey.ts';

interface ShowFactorDialogProps {
  onAnswer: (isShown: boolean) => void;
}

/** Asks for the second factor before a sensitive change: a code, or a passkey. It counts for the next five minutes. */
export function ShowFactorDialog({ onAnswer }: ShowFactorDialogProps) {
  const phoneNumber = useSession((state) => state.user?.phoneNumber ?? null);
  const [token, setToken] = useState('');
  const [isSubmitted, setSubmitted] = useState(false);
  const codeField = useRef<HTMLInputElement>(null);
  const factors = useQuery({
    queryKey: ['auth', 'second-factor'],
    queryFn: ({ signal }) => callApi(getSecondFactor, {}, { signal }),
    staleTime: 0,
  });
  const confirm = useMutation({
    mutationFn: (code: string) => callApi(validateToken, { body: { token: code } }),
    onSuccess: () => onAnswer(true),
    onError: () => {
      setToken('');
      setSubmitted(false);
      codeField.current?.focus();
    },
  });
  const sms = useMutation({
    mutationFn: (number: string) =>
      callApi(requestSms, {
        body: { tokenProviderType: 'sms', tokenProviderId: number, description: '' },
      }),
  });
  const passkey = useMutation({
    mutationFn: async () => {
      const response = await askPasskey(await callApi(startPasskeyProof, {}));
      await callApi(provePasskey, { body: { response } });
    },
    onSuccess: () => onAnswer(true),
  });
  const { isTotpActive, isSmsActive, passkeyCount, recoveryCodesLeft } = factors.data ?? {};
  const hasCode = isTotpActive === true || isSmsActive === true;
  const error = confirm.error ?? sms.error;
  return (
    <Dialog title={t('errors.auth.secondFactorRequired.title')} size="small" onClose={() => onAnswer(false)}>
      <PlainForm
        className="stack"
        onSubmit={() => {
          setSubmitted(true);
          if (hasCode && token.trim() !== '') confirm.mutate(token.trim());
        }}
      >
        <p>{t('auth.showFactor.hint')}</p>
        {factors.isPending ? <Skeleton lines={2} /> : null}
        {factors.error ? <QueryError query={factors} /> : null}
        {(error ?? passkey.error) ? (
          <Banner tone="bad" role="alert">
            {error ? errorMessageOf(error) : passkeyErrorOf(passkey.error)}
          </Banner>
        ) : null}
        {sms.isSuccess && !confirm.error ? (
          <Banner tone="ok" role="status">
            {t('auth.secondFactor.smsRequested')}
          </Banner>
        ) : null}
        {isSmsActive && phoneNumber !== null ? (
          <Button isBusy={sms.isPending} onClick={() => sms.mutate(phoneNumber)}>
            {t('auth.secondFactor.requestSms')}
          </Button>
        ) : null}
        {passkeyCount !== undefined && passkeyCount > 0 && canUsePasskeys() ? (
          <Button isBusy={passkey.isPending} onClick={() => passkey.mutate()}>
            {t('auth.passkey.prove')}
          </Button>
        ) : null}
        {passkeyCount !== undefined && passkeyCount > 0 && !hasCode ? (
          <p className="hint">
            {recoveryCodesLeft === undefined || recoveryCodesLeft === 0
              ? t('auth.showFactor.noPasskeyNoCode')
              : t('auth.showFactor.noPasskey', { count: recoveryCodesLeft })}
          </p>
        ) : null}
        {hasCode ? (
          <CodeField
            takesRecoveryCode
            ref={codeField}
            label={t('auth.secondFactor.code')}
            hint={t(isTotpActive ? 'settings.secondFactor.tokenHint' : 'auth.secondFactor.codeHintSms')}
            value={token}
            onChange={setToken}
            isRequired
            error={isSubmitted && token.trim() === '' ? t('auth.secondFactor.codeMissing') : null}
          />
        ) : null}
        <div className="row">
          {hasCode ? (
            <Button type="submit" kind="primary" isBusy={confirm.isPending}>
              {t('auth.secondFactor.submit')}
            </Button>
          ) : null}
          <Button onClick={() => onAnswer(false)}>{t('common.cancel')}</Button>
        </div>
      </PlainForm>
    </Dialog>
  );
}
