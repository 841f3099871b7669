import { Link, useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useRef, useState } from 'react';
import { errorMessageOf } from '../../platform/error-texts.ts';
import { safeReturnUrl } from '../../platform/return-url.ts';
import { useSession } from '../../platform/session.ts';
import { mayRegister, useWhiteLabel } from '../../platform/white-label.ts';
import { allTexts, t } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Banner } from '../../ui/feedback.tsx';
import { PlainForm } from '../../ui/field.tsx';
import { PasswordField, TextField } from '../../ui/text-field.tsx';
import { AuthTitle } from './auth-title.tsx';
import { chosenName, noteChosenName } from './public/chosen-name.ts';
import { continueAfterSignIn, signIn } from './sign-in.ts';
import { targetName } from './target-name.ts';

const reasonTexts = {
  requested: 'auth.login.loggedOut',
  sessionLost: 'auth.login.sessionLost',
  otherTab: 'auth.login.loggedOutElsewhere',
  analysisClosed: 'auth.login.analysisClosed',
  invitationClosed: 'auth.login.invitationClosed',
} as const;

/** Not needed before the form stands there. */
const DemoSignIns = lazy(async () => ({ default: (await import('./demo-sign-ins.tsx')).DemoSignIns }));
const HouseContact = lazy(async () => ({ default: (await import('./house-contact.tsx')).HouseContact }));
const OtherSignIns = lazy(async () => ({ default: (await import('./other-sign-ins.tsx')).OtherSignIns }));

/** Sign-in with user name and password; says where it continues. */
export function LoginPage() {
  const search = useSearch({ from: '/auth/login' });
  const navigate = useNavigate();
  const router = useRouter();
  const passwordField = useRef<HTMLInputElement>(null);
  const userNameField = useRef<HTMLInputElement>(null);
  const [userName, setUserName] = useState(chosenName);
  const [password, setPassword] = useState('');
  const [isSubmitted, setSubmitted] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const returnUrl = safeReturnUrl(search.returnUrl);
  const { registrationMode, loginHint, isDemo } = useWhiteLabel();

  const submit = async () => {
    setSubmitted(true);
    setFailure(null);
    if (userName.trim() === '') return userNameField.current?.focus();
    if (password === '') return passwordField.current?.focus();
    setBusy(true);
    // The pages behind the sign-in need them; a failure is told there.
    void allTexts().catch(() => undefined);
    try {
      const isDone = await signIn(userName.trim(), password);
      noteChosenName('');
      if (isDone) {
        router.history.replace(continueAfterSignIn(returnUrl, useSession.getState().user));
      } else {
        await navigate({ to: '/auth/second-factor', search: { returnUrl }, hash: true });
      }
    } catch (error) {
      setFailure(error);
      passwordField.current?.focus();
    } finally {
      setBusy(false);
    }
    return undefined;
  };

  const target = returnUrl ? targetName(returnUrl) : null;
  return (
    <>
      <div>
        <AuthTitle>{t('auth.login.title')}</AuthTitle>
        {target === null ? null : <p className="auth__lead">{t('auth.login.continueTo', { target })}</p>}
      </div>
      {failure ? (
        <Banner tone="bad" role="alert">
          {errorMessageOf(failure)}
        </Banner>
      ) : search.reason ? (
        <Banner tone="info" role="status">
          <div>{t(reasonTexts[search.reason])}</div>
          {search.reason.endsWith('Closed') ? (
            <Suspense fallback={null}>
              <HouseContact />
            </Suspense>
          ) : null}
        </Banner>
      ) : null}
      {loginHint ? <Banner tone="info">{loginHint}</Banner> : null}
      <PlainForm onSubmit={() => void submit()}>
        <TextField
          label={t('auth.login.userName')}
          hint={t('auth.login.userNameHint')}
          value={userName}
          onChange={setUserName}
          ref={userNameField}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          inputMode="email"
          maxLength={100}
          error={isSubmitted && userName.trim() === '' ? t('auth.login.userNameMissing') : null}
        />
        <PasswordField
          label={t('auth.login.password')}
          value={password}
          onChange={setPassword}
          ref={passwordField}
          autoComplete="current-password"
          maxLength={256}
          error={isSubmitted && password === '' ? t('auth.login.passwordMissing') : null}
        />
        <Button type="submit" kind="primary" isFullWidth isBusy={isBusy}>
          {t('auth.login.submit')}
        </Button>
      </PlainForm>
      <Suspense fallback={null}>
        <OtherSignIns
          returnUrl={returnUrl}
          onDone={() => router.history.replace(continueAfterSignIn(returnUrl, useSession.getState().user))}
        />
      </Suspense>
      <nav className="auth__links" aria-label={t('auth.login.further')}>
        <Link to="/auth/forgot-password">{t('auth.login.forgotPassword')}</Link>
        {mayRegister(registrationMode) ? (
          <Link to="/auth/registration">{t('auth.login.register')}</Link>
        ) : null}
        <Link to="/auth/activation">{t('auth.login.activate')}</Link>
        {isDemo ? <Link to="/demo/outbox">{t('auth.login.demoOutbox')}</Link> : null}
      </nav>
      {isDemo ? (
        <Suspense fallback={null}>
          <DemoSignIns
            onUse={(name, demoPassword) => {
              setUserName(name);
              setPassword(demoPassword);
            }}
          />
        </Suspense>
      ) : null}
    </>
  );
}
