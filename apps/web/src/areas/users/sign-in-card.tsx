import type { User } from '@depotwerk/api/users/users';
import { inviteUser, resetUserPassword, resetUserSecondFactor, unlockUser } from '@depotwerk/api/users/users';
import { formatInstantDay } from '@depotwerk/domain/date-text';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { AgreedTerms } from '../../forms/agreed-terms.tsx';
import { AskDialog } from '../../forms/ask-dialog.tsx';
import { entityKey } from '../../forms/entity-kind.ts';
import { callApi } from '../../platform/api-client.ts';
import { showApiError } from '../../platform/error-texts.ts';
import { mayChange, useSession } from '../../platform/session.ts';
import { t } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Card, FactList } from '../../ui/layout.tsx';
import { showToast } from '../../ui/toast.tsx';
import type { Invitation, LinkPurpose } from './invitation-dialog.tsx';
import { InvitationDialog, tellInvitation } from './invitation-dialog.tsx';
import { ProviderLinkFacts } from './provider-link-facts.tsx';
import { UndeliveredMail } from './undelivered-mail.tsx';
import { SignInStateLabel } from './users-page.tsx';
import { ViewAsButton } from './view-as-button.tsx';

/** How somebody signs in, and the help an administrator can give. */
export function SignInCard({ user }: { user: User }) {
  const client = useQueryClient();
  const mayEdit = useSession((state) => mayChange(state.user, 'userManagement.editUsers'));
  // One's own factor is changed in the settings, with the factor that holds.
  const isSelf = useSession((state) => state.user?.id === user.id);
  const [handed, setHanded] = useState<{ link: Invitation; purpose: LinkPurpose } | null>(null);
  const [asksForPassword, setAsksForPassword] = useState(false);
  const [isResetting, setResetting] = useState(false);
  const reload = () =>
    Promise.all([
      client.invalidateQueries({ queryKey: entityKey({ key: 'users' }, user.id) }),
      client.invalidateQueries({ queryKey: ['masterData', 'users', 'list'] }),
    ]);
  const tell = (link: Invitation, purpose: LinkPurpose) => {
    if (link.link === null) tellInvitation(link, purpose);
    else setHanded({ link, purpose });
  };
  const invite = useMutation({
    mutationFn: () => callApi(inviteUser, { params: { id: user.id } }),
    onSuccess: async (sent) => {
      tell(sent, 'invitation');
      await reload();
    },
    onError: showApiError,
  });
  const newPassword = useMutation({
    mutationFn: () => callApi(resetUserPassword, { params: { id: user.id } }),
    onSuccess: (sent) => {
      setAsksForPassword(false);
      tell(sent, 'newPassword');
    },
  });
  const reset = useMutation({
    mutationFn: () => callApi(resetUserSecondFactor, { params: { id: user.id } }),
    onSuccess: async () => {
      setResetting(false);
      showToast(t('userManagement.user.resetDone'));
      await reload();
    },
    onError: showApiError,
  });
  const unlock = useMutation({
    mutationFn: () => callApi(unlockUser, { params: { id: user.id } }),
    onSuccess: () => showToast(t('userManagement.user.unlocked')),
    onError: showApiError,
  });
  const isWaiting = ['invited', 'invitationExpired', 'notInvited'].includes(user.signInState);
  return (
    <Card title={t('userManagement.user.signIn')}>
      <div className="pending">
        <FactList
          facts={[
            {
              key: 'state',
              label: t('masterData.state'),
              value: <SignInStateLabel state={user.signInState} />,
            },
            {
              key: 'factor',
              label: t('settings.section.second-factor'),
              value: t(
                user.hasSecondFactor ? 'userManagement.user.factorOn' : 'userManagement.user.factorOff',
              ),
            },
            {
              key: 'lastLogin',
              label: t('userManagement.user.lastLogin'),
              value:
                user.lastLogin === null ? t('userManagement.user.never') : formatInstantDay(user.lastLogin),
            },
            {
              key: 'terms',
              label: t('settings.privacy.terms'),
              value: <AgreedTerms agreed={user} />,
            },
          ]}
        />
        {mayEdit && isWaiting ? <UndeliveredMail recipient={user.userName} /> : null}
        <ProviderLinkFacts userId={user.id} mayEdit={mayEdit && !isSelf} />
        {mayEdit && isWaiting ? (
          <Button kind="primary" isBusy={invite.isPending} onClick={() => invite.mutate()}>
            {t(
              user.signInState === 'notInvited'
                ? 'userManagement.user.invite'
                : 'userManagement.user.inviteAgain',
            )}
          </Button>
        ) : null}
        {mayEdit && user.signInState === 'active' && user.hasPassword !== false && !isSelf ? (
          <Button onClick={() => setAsksForPassword(true)}>{t('userManagement.user.newPassword')}</Button>
        ) : null}
        {mayEdit && user.hasSecondFactor && !isSelf ? (
          <Button onClick={() => setResetting(true)}>{t('userManagement.user.resetFactor')}</Button>
        ) : null}
        {mayEdit && user.signInState === 'active' && !isSelf ? (
          <Button isBusy={unlock.isPending} onClick={() => unlock.mutate()}>
            {t('userManagement.user.unlock')}
          </Button>
        ) : null}
        {user.isInactive ? null : <ViewAsButton userId={user.id} />}
      </div>
      {handed === null ? null : (
        <InvitationDialog invitation={handed.link} purpose={handed.purpose} onClose={() => setHanded(null)} />
      )}
      {asksForPassword ? (
        <AskDialog
          size="small"
          title={t('userManagement.user.newPassword')}
          onClose={() => setAsksForPassword(false)}
          submit={t('userManagement.user.newPasswordConfirm')}
          isBusy={newPassword.isPending}
          failure={newPassword.error}
          onSubmit={() => newPassword.mutate()}
        >
          <p>{t('userManagement.user.newPasswordQuestion', { name: user.fullName })}</p>
        </AskDialog>
      ) : null}
      {isResetting ? (
        <AskDialog
          size="small"
          title={t('userManagement.user.resetFactor')}
          onClose={() => setResetting(false)}
          submit={t('userManagement.user.resetConfirm')}
          kind="danger"
          isBusy={reset.isPending}
          onSubmit={() => reset.mutate()}
        >
          <p>{t('userManagement.user.resetQuestion', { name: user.fullName })}</p>
        </AskDialog>
      ) : null}
    </Card>
  );
}
