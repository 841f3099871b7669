import { forgotPassword } from '@depotwerk/api/auth/account';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { callApi } from '../../platform/api-client.ts';
import { t } from '../../texts/texts.ts';
import { Arrival } from '../../ui/arrival.tsx';
import { Button } from '../../ui/button.tsx';
import { Banner, ErrorBanner } from '../../ui/feedback.tsx';
import { PlainForm } from '../../ui/field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { AuthTitle } from './auth-title.tsx';
import { HouseContact } from './house-contact.tsx';
import { usePasswordHelp } from './password-help.ts';

/**
 * Asks for a reset link. The answer is the same whether the user name exists or not; a house without mail server says at
 * once that no link can come, and who helps instead.
 */
export function ForgotPasswordPage() {
  const [userName, setUserName] = useState('');
  const [isSubmitted, setSubmitted] = useState(false);
  const request = useMutation({
    mutationFn: (name: string) => callApi(forgotPassword, { body: { userName: name } }),
  });
  const help = usePasswordHelp();
  const name = userName.trim();
  const isMailed = help.data?.isMailed !== false;
  // Whoever has begun to read a form must not see it go.
  if (help.isPending) return <AuthTitle>{t('auth.forgotPassword.title')}</AuthTitle>;
  return (
    <>
      <div>
        <AuthTitle>{t('auth.forgotPassword.title')}</AuthTitle>
        {isMailed ? <p className="auth__lead">{t('auth.forgotPassword.hint')}</p> : null}
      </div>
      <ErrorBanner error={request.error} />
      {!isMailed ? (
        <Banner tone="info">
          <div>{t('auth.forgotPassword.noMail')}</div>
          <HouseContact />
        </Banner>
      ) : request.isSuccess ? (
        <Arrival>
          <Banner tone="ok" role="status" title={t('auth.forgotPassword.sentTitle')}>
            {t('auth.forgotPassword.sent', { userName: request.variables })}
          </Banner>
        </Arrival>
      ) : (
        <PlainForm
          onSubmit={() => {
            setSubmitted(true);
            if (name !== '') request.mutate(name);
          }}
        >
          <TextField
            label={t('auth.login.userName')}
            hint={t('auth.login.userNameHint')}
            value={userName}
            onChange={setUserName}
            autoComplete="username"
            autoCapitalize="none"
            inputMode="email"
            maxLength={100}
            error={isSubmitted && name === '' ? t('auth.login.userNameMissing') : null}
          />
          <Button type="submit" kind="primary" isFullWidth isBusy={request.isPending}>
            {t('auth.forgotPassword.submit')}
          </Button>
        </PlainForm>
      )}
      <Link to="/auth/login" className="auth__link">
        {t('auth.forgotPassword.backToLogin')}
      </Link>
    </>
  );
}
