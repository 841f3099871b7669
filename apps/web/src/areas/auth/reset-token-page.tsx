import { resetActivationToken } from '@depotwerk/api/auth/account';
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
import { HouseContact } from './house-contact.tsx';
import { usePasswordHelp } from './password-help.ts';

/** Sends a new SMS code to whoever holds the code of an invitation. */
export function ResetTokenPage() {
  const search = useSearch({ from: '/auth/activation/reset-token' });
  const [guid, setGuid] = useState(search.guid ?? '');
  const [isSubmitted, setSubmitted] = useState(false);
  const request = useMutation({
    mutationFn: () => callApi(resetActivationToken, { body: { guid: guid.trim() } }),
  });
  const isValid = isActivationGuid(guid);
  const help = usePasswordHelp();
  const isTexted = help.data?.isTexted !== false;
  if (help.isPending) return <AuthTitle>{t('auth.activation.resetTitle')}</AuthTitle>;
  return (
    <>
      <div>
        <AuthTitle>{t('auth.activation.resetTitle')}</AuthTitle>
        {isTexted ? <p className="auth__lead">{t('auth.activation.resetHint')}</p> : null}
      </div>
      <ErrorBanner error={request.error} />
      {!isTexted ? (
        <Banner tone="info">
          <div>{t('auth.activation.noSms')}</div>
          <HouseContact />
        </Banner>
      ) : request.isSuccess ? (
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
