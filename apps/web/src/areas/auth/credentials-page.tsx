import { activateCredentials, getActivationState, resetActivationToken } from '@depotwerk/api/auth/account';
import { mailAddressShape } from '@depotwerk/domain/mail-address';
import { fieldIssueText } from '@depotwerk/domain/master-data/field-issue-text';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { callApi } from '../../platform/api-client.ts';
import { ApiError } from '../../platform/api-error.ts';
import { errorMessageOf } from '../../platform/error-texts.ts';
import { said, t } from '../../texts/texts.ts';
import { Arrival } from '../../ui/arrival.tsx';
import { Button } from '../../ui/button.tsx';
import { CodeField } from '../../ui/code-field.tsx';
import { Banner, Skeleton } from '../../ui/feedback.tsx';
import { PlainForm } from '../../ui/field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { AuthTitle } from './auth-title.tsx';
import { HouseContact } from './house-contact.tsx';
import { noteChosenName } from './public/chosen-name.ts';
import { emptyNewPassword, NewPasswordFields, newPasswordFault } from './public/new-password.tsx';

/** Whether the account has a number, so that a code sent to it is asked for. */
const asksForCode = (error: unknown) =>
  error instanceof ApiError && error.code === 'auth.secondFactorRequired';

/** Whether the link leads nowhere any more, so that another one is needed. */
const isLinkOver = (error: unknown) => error instanceof ApiError && error.code === 'auth.activationInvalid';

/** Second step of an invitation or a reset: name and password, and the SMS code where the server asks for one. */
export function CredentialsPage() {
  const search = useSearch({ from: '/auth/activation/credentials' });
  const [userName, setUserName] = useState(search.userName ?? '');
  const [newPassword, setNewPassword] = useState(emptyNewPassword);
  const [token, setToken] = useState('');
  const [needsCode, setNeedsCode] = useState(false);
  const [isSubmitted, setSubmitted] = useState(false);
  const isKnown = search.userName !== undefined && userName.trim() === search.userName;
  const nameFault =
    userName.trim() === ''
      ? t('auth.login.userNameMissing')
      : isKnown || mailAddressShape.test(userName.trim())
        ? null
        : said(fieldIssueText({ path: 'userName', code: 'mailAddress' }));
  const activate = useMutation({
    mutationFn: (guid: string) =>
      callApi(activateCredentials, {
        body: {
          guid,
          userName: userName.trim(),
          password: newPassword.password,
          ...(token.trim() === '' ? {} : { token: token.trim() }),
        },
      }),
    onSuccess: () => noteChosenName(userName.trim()),
    onError: (error) => {
      if (asksForCode(error)) setNeedsCode(true);
    },
  });

  const request = useMutation({
    mutationFn: (guid: string) => callApi(resetActivationToken, { body: { guid } }),
  });

  const { guid: linkGuid, userName: linkName } = search;
  const link = useQuery({
    queryKey: ['activation', linkGuid, linkName],
    queryFn: ({ signal }) =>
      callApi(getActivationState, { body: { guid: linkGuid ?? '', userName: linkName ?? '' } }, { signal }),
    // A link made at the command line names nobody; what it is worth is said once it is used.
    enabled: linkGuid !== undefined && linkName !== undefined && !activate.isSuccess,
    retry: false,
    refetchOnWindowFocus: false,
  });

  if (activate.isSuccess) {
    return (
      <>
        <AuthTitle>{t('auth.credentials.doneTitle')}</AuthTitle>
        <Arrival>
          <Banner tone="ok" role="status">
            {t('auth.credentials.done')}
          </Banner>
        </Arrival>
        <Link to="/auth/login" className="ui-button ui-button--primary ui-button--medium">
          {t('auth.login.submit')}
        </Link>
      </>
    );
  }
  // Without an answer the form is shown: sending it says the same.
  if (link.isLoading) return <Skeleton height={320} />;
  if (link.data?.isOpen === false && activate.isIdle) return <LinkOver />;
  return (
    <>
      <AuthTitle>{t('auth.credentials.title')}</AuthTitle>
      {search.guid ? null : (
        <Banner tone="warn" actions={<Link to="/auth/activation">{t('auth.activation.title')}</Link>}>
          {t('auth.activation.hint')}
        </Banner>
      )}
      {activate.error ? (
        <Banner
          tone={asksForCode(activate.error) ? 'info' : 'bad'}
          role="alert"
          actions={
            isLinkOver(activate.error) ? (
              <Link to="/auth/forgot-password">{t('auth.forgotPassword.submit')}</Link>
            ) : null
          }
        >
          {asksForCode(activate.error) ? t('auth.credentials.tokenNeeded') : errorMessageOf(activate.error)}
        </Banner>
      ) : null}
      <PlainForm
        onSubmit={() => {
          setSubmitted(true);
          if (search.guid && nameFault === null && newPasswordFault(newPassword) === null) {
            activate.mutate(search.guid);
          } else {
            // What the server said was about what stood here before.
            activate.reset();
          }
        }}
      >
        <TextField
          label={t('auth.credentials.userName')}
          value={userName}
          onChange={setUserName}
          autoComplete="username"
          autoCapitalize="none"
          inputMode="email"
          maxLength={100}
          isRequired
          hint={t('auth.credentials.userNameHint')}
          error={isSubmitted ? nameFault : null}
        />
        <NewPasswordFields
          label={t('auth.credentials.password')}
          value={newPassword}
          onChange={setNewPassword}
          isSubmitted={isSubmitted}
        />
        {needsCode ? (
          <>
            <CodeField label={t('auth.credentials.token')} value={token} onChange={setToken} />
            {request.error ? (
              <Banner tone="bad" role="alert">
                {errorMessageOf(request.error)}
              </Banner>
            ) : request.isSuccess ? (
              <Banner tone="ok" role="status">
                {t('auth.activation.resetSent')}
              </Banner>
            ) : null}
            <Button
              isBusy={request.isPending}
              onClick={() => {
                if (search.guid) request.mutate(search.guid);
              }}
            >
              {t('auth.credentials.requestToken')}
            </Button>
          </>
        ) : null}
        <Button type="submit" kind="primary" isFullWidth isBusy={activate.isPending}>
          {t('auth.credentials.submit')}
        </Button>
      </PlainForm>
      <nav className="auth__links" aria-label={t('auth.login.further')}>
        <Link to="/auth/login">{t('auth.forgotPassword.backToLogin')}</Link>
      </nav>
    </>
  );
}

/** Said before anybody thinks up a password for a link that was used, is over or was taken back. */
function LinkOver() {
  return (
    <>
      <AuthTitle>{t('errors.auth.activationInvalid.title')}</AuthTitle>
      <Banner
        tone="bad"
        role="alert"
        actions={<Link to="/auth/forgot-password">{t('auth.forgotPassword.submit')}</Link>}
      >
        <div>{t('errors.auth.activationInvalid.message')}</div>
        <HouseContact />
      </Banner>
      <nav className="auth__links" aria-label={t('auth.login.further')}>
        <Link to="/auth/login">{t('auth.forgotPassword.backToLogin')}</Link>
      </nav>
    </>
  );
}
