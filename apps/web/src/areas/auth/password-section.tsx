import { changePassword } from '@depotwerk/api/auth/account';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi } from '../../platform/api-client.ts';
import { useSession } from '../../platform/session.ts';
import { t } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { CodeField } from '../../ui/code-field.tsx';
import { Banner, ErrorBanner } from '../../ui/feedback.tsx';
import { PlainForm } from '../../ui/field.tsx';
import { Card } from '../../ui/layout.tsx';
import { PasswordField } from '../../ui/text-field.tsx';
import { ProviderLinkCard } from './provider-link-card.tsx';
import { emptyNewPassword, NewPasswordFields, newPasswordFault } from './public/new-password.tsx';

/** How the user signs in: the own password (a change ends every other session) and the provider of the house. */
export function PasswordSection() {
  return (
    <>
      <ChangePassword />
      <ProviderLinkCard />
    </>
  );
}

function ChangePassword() {
  const user = useSession((state) => state.user);
  const [oldPassword, setOldPassword] = useState('');
  const [newPassword, setNewPassword] = useState(emptyNewPassword);
  const [token, setToken] = useState('');
  const [isSubmitted, setSubmitted] = useState(false);
  const change = useMutation({
    mutationFn: () =>
      callApi(changePassword, {
        body: {
          oldPassword,
          newPassword: newPassword.password,
          ...(token.trim() === '' ? {} : { token: token.trim() }),
        },
      }),
    onSuccess: () => {
      setOldPassword('');
      setNewPassword(emptyNewPassword);
      setToken('');
      setSubmitted(false);
      if (user) useSession.setState({ user: { ...user, mustChangePassword: false } });
    },
  });
  return (
    <Card title={t('settings.password.title')}>
      {change.isSuccess ? (
        <Banner tone="ok" role="status">
          {t('settings.password.done')}
        </Banner>
      ) : null}
      <ErrorBanner error={change.error} />
      <PlainForm
        onSubmit={() => {
          setSubmitted(true);
          if (oldPassword !== '' && newPasswordFault(newPassword) === null) change.mutate();
          // What the server said was about what stood here before.
          else change.reset();
        }}
      >
        <PasswordField
          label={t('settings.password.old')}
          value={oldPassword}
          onChange={setOldPassword}
          autoComplete="current-password"
          maxLength={256}
          isRequired
          error={isSubmitted && oldPassword === '' ? t('validators.required') : null}
        />
        <NewPasswordFields
          label={t('settings.password.new')}
          value={newPassword}
          onChange={setNewPassword}
          isSubmitted={isSubmitted}
        />
        <CodeField
          takesRecoveryCode
          label={t('settings.password.token')}
          hint={t('settings.password.tokenHint')}
          value={token}
          onChange={setToken}
        />
        <div>
          <Button type="submit" kind="primary" isBusy={change.isPending}>
            {t('settings.password.submit')}
          </Button>
        </div>
      </PlainForm>
    </Card>
  );
}
