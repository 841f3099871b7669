import { resetActivationToken } from '@depotwerk/api/account';
import { useMutation } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { callApi } from '../../platform/api-client.ts';
import { t } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Banner, ErrorBanner } from '../../ui/feedback.tsx';
import { PlainForm } from '../../ui/field.tsx';
import { ActivationCodeField } from './activation-code-field.tsx';
import { isActivationGuid } from './activation-guid.ts';
import { AuthTitle } from './auth-title.tsx';

/** Sends a new SMS code to whoever holds the code of an invitation. */
export function ResetTokenPage() {
  const search = useSearch({ from: '/auth/activation/reset-token' });
  const [guid, setGuid] = useState(search.guid ?? '');
  const [isSubmitted, setSubmitted] = useState(false);
  const request = useMutation({
    mutationFn: () => callApi(resetActivationToken, { body: { guid: guid.trim() } }),
  });
  const isValid = isActivationGuid(guid);
  return (
    <>
      <div>
        <AuthTitle>{t('auth.activation.resetTitle')}</AuthTitle>
        <p className="auth__lead">{t('auth.activation.resetHint')}</p>
      </div>
      <ErrorBanner error={request.error} />
      {request.isSuccess ? (
        <Banner tone="ok" role="status">
          {t('auth.activation.resetSent')}
        </Banner>
      ) : (
        <PlainForm
          onSubmit={() => {
            setSubmitted(true);
            if (isValid) request.mutate();
          }}
        >
          {search.guid ? null : (
            <ActivationCodeField value={guid} onChange={setGuid} isSubmitted={isSubmitted} />
          )}
          <Button type="submit" kind="primary" isFullWidth isBusy={request.isPending}>
            {t('auth.activation.resetSubmit')}
          </Button>
        </PlainForm>
      )}
      <nav className="auth__links" aria-label={t('auth.login.further')}>
        <Link
          to="/auth/activation/credentials"
          search={{ guid: isValid ? guid.trim() : undefined, userName: search.userName }}
        >
          {t('auth.activation.enterCredentials')}
        </Link>
        <Link to="/auth/login">{t('auth.forgotPassword.backToLogin')}</Link>
      </nav>
    </>
  );
}
