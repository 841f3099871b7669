import type { Challenge } from '@depotwerk/api/challenge';
import { useMutation } from '@tanstack/react-query';
import { Link, useRouter, useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { ApiError } from '../../platform/api-error.ts';
import { errorMessageOf } from '../../platform/error-texts.ts';
import { safeReturnUrl } from '../../platform/return-url.ts';
import { useSession } from '../../platform/session.ts';
import { useWhiteLabel } from '../../platform/white-label.ts';
import { t } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { CodeField } from '../../ui/code-field.tsx';
import { Banner } from '../../ui/feedback.tsx';
import { PlainForm } from '../../ui/field.tsx';
import { NewWindow } from '../../ui/new-window.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { AuthTitle } from './auth-title.tsx';
import { HouseContact } from './house-contact.tsx';
import { passkeyErrorOf, stopAskingPasskey } from './public/use-passkey.ts';
import { continueAfterSignIn, usePendingSignIn } from './sign-in.ts';
import { confirmByPasskey } from './sign-in-by-passkey.ts';

type Provider = Challenge['tokenProviders'][number];

/** Second step of signing in: a code from the app, by SMS, or a recovery code. */
export function SecondFactorPage() {
  const pending = usePendingSignIn((state) => state.pending);
  const { returnUrl } = useSearch({ from: '/auth/second-factor' });
  const router = useRouter();
  const { isDemo } = useWhiteLabel();
  const [chosenId, setChosenId] = useState<string | null>(null);
  const [token, setToken] = useState('');
  const [isSubmitted, setSubmitted] = useState(false);
  const [lastLeft, setLeft] = useState<number | null>(null);
  const codeField = useRef<HTMLInputElement>(null);
  useEffect(() => codeField.current?.focus(), []);

  const confirm = useMutation({
    mutationFn: async (code: string | undefined) => {
      if (!pending || !provider) throw new Error('There is no sign-in to confirm');
      if (isPasskey) return confirmByPasskey(pending, provider.tokenProviderId);
      return pending.confirm({ tokenProviderId: provider.tokenProviderId, token: code });
    },
    onSuccess: (isDone) => {
      if (!isDone) return;
      router.history.replace(continueAfterSignIn(safeReturnUrl(returnUrl), useSession.getState().user));
    },
    onError: (error) => {
      setToken('');
      // An answer that names no number takes none away.
      setLeft((known) => attemptsLeftIn(error) ?? known);
    },
  });

  // Signing in clears what is pending while the next page is still loading.
  if (!pending) return confirm.isSuccess ? null : <NothingToConfirm />;
  const { tokenProviders, selectedTokenProviderId, attemptsLeft } = pending.challenge;
  const provider =
    tokenProviders.find((candidate) => candidate.tokenProviderId === (chosenId ?? selectedTokenProviderId)) ??
    tokenProviders[0];
  const isPasskey = provider?.tokenProviderType === 'passkey';
  const choose = (value: string) => {
    // What became of one method says nothing of another, and none waits for a passkey that is not at hand.
    if (isPasskey && confirm.isPending) void stopAskingPasskey();
    confirm.reset();
    setSubmitted(false);
    setChosenId(value === '' ? null : value);
  };
  const left = lastLeft ?? attemptsLeft;

  return (
    <>
      <div>
        <AuthTitle>{t('auth.secondFactor.title')}</AuthTitle>
        <p className="auth__lead">{t('auth.secondFactor.hint')}</p>
      </div>
      {confirm.error ? (
        <Banner tone="bad" role="alert">
          <div>{isPasskey ? passkeyErrorOf(confirm.error) : errorMessageOf(confirm.error)}</div>
          <div>{t('auth.secondFactor.attemptsLeft', { count: left })}</div>
        </Banner>
      ) : confirm.data === false && !isPasskey ? (
        <Banner tone="ok" role="status">
          {t('auth.secondFactor.smsRequested')}
        </Banner>
      ) : null}
      <PlainForm
        onSubmit={() => {
          setSubmitted(true);
          if (isPasskey) confirm.mutate(undefined);
          else if (token.trim() !== '') confirm.mutate(token.trim());
        }}
      >
        {tokenProviders.length > 1 ? (
          <SelectField
            label={t('auth.secondFactor.method')}
            value={provider?.tokenProviderId ?? ''}
            options={tokenProviders.map((candidate) => ({
              value: candidate.tokenProviderId,
              label: providerLabel(candidate),
            }))}
            onChange={choose}
          />
        ) : null}
        {provider?.tokenProviderType === 'sms' ? (
          <Button isBusy={confirm.isPending} onClick={() => confirm.mutate(undefined)}>
            {t('auth.secondFactor.requestSms')}
          </Button>
        ) : null}
        {isPasskey ? null : (
          <CodeField
            label={t('auth.secondFactor.code')}
            hint={provider ? codeHint(provider) : undefined}
            value={token}
            onChange={setToken}
            ref={codeField}
            takesRecoveryCode={provider?.tokenProviderType === 'recoveryCode'}
            error={
              isSubmitted && token.trim() === '' && !confirm.error ? t('auth.secondFactor.codeMissing') : null
            }
          />
        )}
        <Button type="submit" kind="primary" isFullWidth isBusy={confirm.isPending}>
          {isPasskey ? t('auth.passkey.prove') : t('auth.secondFactor.submit')}
        </Button>
      </PlainForm>
      <LostFactor
        hasRecoveryCodes={tokenProviders.some(({ tokenProviderType: type }) => type === 'recoveryCode')}
      />
      <nav className="auth__links" aria-label={t('auth.login.further')}>
        <Link to="/auth/login" search={{ returnUrl }} hash={true}>
          {t('auth.secondFactor.restart')}
        </Link>
        {isDemo ? (
          <a href="/demo/outbox" target="_blank" rel="noopener">
            {t('auth.login.demoOutbox')}
            <NewWindow />
          </a>
        ) : null}
      </nav>
    </>
  );
}

/** What helps whoever has neither telephone nor passkey at hand. */
function LostFactor({ hasRecoveryCodes }: { hasRecoveryCodes: boolean }) {
  return (
    <details className="auth__help">
      <summary>{t('auth.secondFactor.lost')}</summary>
      <p>{t(hasRecoveryCodes ? 'auth.secondFactor.lostWithCodes' : 'auth.secondFactor.lostWithoutCodes')}</p>
      <HouseContact />
    </details>
  );
}

function NothingToConfirm() {
  return (
    <>
      <AuthTitle>{t('auth.secondFactor.title')}</AuthTitle>
      <Banner tone="info">{t('auth.secondFactor.noChallenge')}</Banner>
      <Link to="/auth/login" className="auth__link">
        {t('auth.secondFactor.restart')}
      </Link>
    </>
  );
}

function providerLabel(provider: Provider): string {
  switch (provider.tokenProviderType) {
    case 'sms':
      return provider.maskedTarget
        ? t('auth.secondFactor.smsTo', { target: provider.maskedTarget })
        : t('auth.secondFactor.sms');
    case 'passkey':
      return t('auth.passkey.title');
    case 'totp':
      return t('auth.secondFactor.totp');
    case 'recoveryCode':
      return t('auth.secondFactor.recoveryCode');
    case 'email':
      return t('auth.secondFactor.email');
    default:
      return provider.description || t('auth.secondFactor.other');
  }
}

function codeHint(provider: Provider): string | undefined {
  if (provider.tokenProviderType === 'totp') return t('auth.secondFactor.codeHintTotp');
  if (provider.tokenProviderType === 'sms') return t('auth.secondFactor.codeHintSms');
  return provider.tokenProviderType === 'recoveryCode' ? t('auth.secondFactor.codeHintRecovery') : undefined;
}

/** Tries the server says are left, when its error names them. */
function attemptsLeftIn(error: unknown): number | undefined {
  const left = error instanceof ApiError ? error.problem?.params?.['attemptsLeft'] : undefined;
  return typeof left === 'number' ? left : undefined;
}
