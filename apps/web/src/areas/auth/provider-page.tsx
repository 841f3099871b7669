import type { ProviderSignInAnswer } from '@depotwerk/api/users/identity-provider';
import { continueProviderSignIn, finishProviderSignIn } from '@depotwerk/api/users/identity-provider';
import { useMutation } from '@tanstack/react-query';
import { Link, useNavigate, useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { callApi } from '../../platform/api-client.ts';
import { errorMessageOf } from '../../platform/error-texts.ts';
import { loadUser } from '../../platform/load-user.ts';
import { queryOfWayBack, safeReturnUrl } from '../../platform/return-url.ts';
import { storeTokens, useSession } from '../../platform/session.ts';
import { t } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Banner, ErrorBanner } from '../../ui/feedback.tsx';
import { PlainForm } from '../../ui/field.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { PasswordField } from '../../ui/text-field.tsx';
import { AuthTitle } from './auth-title.tsx';
import type { Factor } from './sign-in.ts';
import { continueAfterSignIn, deviceName, usePendingSignIn } from './sign-in.ts';

/** What the provider sent back stands in the address; it is handed in once, so only the first look counts. */
function readAddress() {
  const search = new URLSearchParams(window.location.search);
  const textOf = (name: string) => search.get(name) ?? undefined;
  return { state: textOf('state') ?? '', code: textOf('code'), iss: textOf('iss'), error: textOf('error') };
}

const device = () => deviceName(navigator.userAgent);

/** `/auth/oidc`: back from the provider; signs in, asks for the own factor, or for the password an account is linked with. */
export function ProviderPage() {
  const router = useRouter();
  const navigate = useNavigate();
  const [linking, setLinking] = useState<{ userName: string } | null>(null);
  const hasBegun = useRef(false);

  /** One step further. True when signed in, false when a factor is still to be shown. */
  const take = async (answer: ProviderSignInAnswer, shown: { password?: string }): Promise<boolean> => {
    if ('signedIn' in answer) {
      usePendingSignIn.setState({ pending: null });
      storeTokens(answer.signedIn);
      await loadUser();
      return true;
    }
    if ('linking' in answer) {
      setLinking(answer.linking);
      return false;
    }
    const confirm = async (factor: Factor) => {
      const { pending } = usePendingSignIn.getState();
      const { tokenProviderId, token, passkey } = factor;
      const body = {
        ...shown,
        ...(pending && { challengeId: pending.challenge.challengeId }),
        tokenProviderId,
        ...(token === undefined ? {} : { token }),
        ...(passkey && { passkey }),
        deviceName: device(),
      };
      return take(await callApi(continueProviderSignIn, { body }), shown);
    };
    usePendingSignIn.setState({ pending: { challenge: answer.secondFactor, confirm } });
    return false;
  };
  const goOn = async (answer: ProviderSignInAnswer, shown: { password?: string }) => {
    const returnUrl = safeReturnUrl(answer.returnUrl ?? undefined);
    if (await take(answer, shown))
      router.history.replace(continueAfterSignIn(returnUrl, useSession.getState().user));
    else if ('secondFactor' in answer)
      await navigate({
        to: '/auth/second-factor',
        search: { returnUrl: queryOfWayBack(returnUrl) },
        hash: returnUrl?.split('#')[1] ?? '',
        replace: true,
      });
  };
  const finish = useMutation({
    mutationFn: async () => {
      const { state, code, iss, error } = readAddress();
      // Used up by this look, so it does not stay in the address and the history.
      window.history.replaceState(window.history.state, '', window.location.pathname);
      const body = {
        state,
        ...(code === undefined ? {} : { code }),
        ...(iss === undefined ? {} : { iss }),
        ...(error === undefined ? {} : { error }),
        deviceName: device(),
      };
      await goOn(await callApi(finishProviderSignIn, { body }), {});
    },
  });
  const link = useMutation({
    mutationFn: async (password: string) => {
      const body = { password, deviceName: device() };
      await goOn(await callApi(continueProviderSignIn, { body }), { password });
    },
  });
  const { mutate } = finish;
  useEffect(() => {
    if (hasBegun.current) return;
    hasBegun.current = true;
    mutate();
  }, [mutate]);

  if (linking) {
    return (
      <LinkForm
        userName={linking.userName}
        error={link.error}
        isBusy={link.isPending}
        onSubmit={(password) => link.mutate(password)}
      />
    );
  }
  return (
    <>
      <AuthTitle>{t('auth.provider.title')}</AuthTitle>
      {finish.error ? (
        <>
          <Banner tone="bad" role="alert">
            {errorMessageOf(finish.error)}
          </Banner>
          <Link to="/auth/login" className="auth__link">
            {t('auth.secondFactor.restart')}
          </Link>
        </>
      ) : (
        <Spinner size={32} label={t('auth.provider.running')} />
      )}
    </>
  );
}

function LinkForm({
  userName,
  error,
  isBusy,
  onSubmit,
}: {
  userName: string;
  error: unknown;
  isBusy: boolean;
  onSubmit: (password: string) => void;
}) {
  const [password, setPassword] = useState('');
  const [isSubmitted, setSubmitted] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  return (
    <>
      <div>
        <AuthTitle>{t('auth.provider.link')}</AuthTitle>
        <p className="auth__lead">{t('auth.provider.linkHint', { userName })}</p>
      </div>
      <ErrorBanner error={error} />
      <PlainForm
        onSubmit={() => {
          setSubmitted(true);
          if (password === '') field.current?.focus();
          else onSubmit(password);
        }}
      >
        <PasswordField
          label={t('auth.login.password')}
          value={password}
          onChange={setPassword}
          ref={field}
          autoComplete="current-password"
          maxLength={256}
          error={isSubmitted && password === '' ? t('auth.login.passwordMissing') : null}
        />
        <Button type="submit" kind="primary" isFullWidth isBusy={isBusy}>
          {t('auth.provider.linkSubmit')}
        </Button>
      </PlainForm>
      <nav className="auth__links" aria-label={t('auth.login.further')}>
        <Link to="/auth/login">{t('auth.forgotPassword.backToLogin')}</Link>
        <Link to="/auth/forgot-password">{t('auth.login.forgotPassword')}</Link>
      </nav>
    </>
  );
}
