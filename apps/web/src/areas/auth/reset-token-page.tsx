import { resetActivationToken } from '@depotwerk/api/auth';
import { useMutation } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { callApi } from '../../platform/api-client.ts';
import { errorMessageOf } from '../../platform/error-texts.ts';
import { t } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Banner } from '../../ui/feedback.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { AuthTitle } from './auth-title.tsx';

/** Sends a new SMS code for an invitation or a forgotten password. */
export function ResetTokenPage() {
  const search = useSearch({ from: '/auth/activation/reset-token' });
  const [userName, setUserName] = useState(search.userName ?? '');
  const [isSubmitted, setSubmitted] = useState(false);
  const request = useMutation({
    mutationFn: () =>
      callApi(resetActivationToken, {
        body: search.guid ? { guid: search.guid } : { userName: userName.trim() },
      }),
  });
  const isMissing = !search.guid && userName.trim() === '';
  return (
    <>
      <div>
        <AuthTitle>{t('auth.activation.resetTitle')}</AuthTitle>
        <p className="auth__lead">{t('auth.activation.resetHint')}</p>
      </div>
      {request.error ? (
        <Banner tone="bad" role="alert">
          {errorMessageOf(request.error)}
        </Banner>
      ) : null}
      {request.isSuccess ? (
        <Banner tone="ok" role="status">
          {t('auth.activation.resetSent')}
        </Banner>
      ) : (
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            setSubmitted(true);
            if (!isMissing) request.mutate();
          }}
        >
          {search.guid ? null : (
            <TextField
              label={t('auth.login.userName')}
              value={userName}
              onChange={setUserName}
              autoComplete="username"
              autoCapitalize="none"
              inputMode="email"
              maxLength={100}
              error={isSubmitted && isMissing ? t('auth.login.userNameMissing') : null}
            />
          )}
          <Button type="submit" kind="primary" isFullWidth isBusy={request.isPending}>
            {t('auth.activation.resetSubmit')}
          </Button>
        </form>
      )}
      <nav className="auth__links" aria-label={t('auth.login.further')}>
        <Link to="/auth/activation/credentials" search={search}>
          {t('auth.activation.enterCredentials')}
        </Link>
        <Link to="/auth/login">{t('auth.forgotPassword.backToLogin')}</Link>
      </nav>
    </>
  );
}
