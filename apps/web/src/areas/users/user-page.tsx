import type { User } from '@depotwerk/api/users';
import { inviteUser } from '@depotwerk/api/users';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { callApi } from '../../platform/api-client.ts';
import { showApiError } from '../../platform/error-texts.ts';
import { loadUser } from '../../platform/load-user.ts';
import { t } from '../../texts/texts.ts';
import { Switch } from '../../ui/checkbox.tsx';
import { Breadcrumbs } from '../../ui/layout.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { EntityPage } from '../master-data/entity-page.tsx';
import { FormField } from '../master-data/form-field.tsx';
import { InactiveSwitch } from '../master-data/inactive-switch.tsx';
import { PhoneField } from '../master-data/phone-field.tsx';
import { StepPage } from '../master-data/step-page.tsx';
import type { Invitation } from './invitation-dialog.tsx';
import { InvitationDialog, tellInvitation } from './invitation-dialog.tsx';
import { SignInCard } from './sign-in-card.tsx';
import { userKind } from './user-kind.ts';
import { rolesQuery } from './user-queries.ts';
import './permission-checks.css';

/** `/user-management/users/{userId}/info`: one person. */
export function UserPage() {
  const { userId } = useParams({ from: '/shell/user-management/users/$userId/info' });
  const id = userId === 'new' ? null : userId;
  const roles = useQuery(rolesQuery).data;
  const kind = useMemo(
    () => userKind((roleId) => roles?.find((role) => role.id === roleId)?.roleName ?? '…'),
    [roles],
  );
  return (
    <StepPage
      key={userId}
      kind={kind}
      id={id}
      breadcrumbs={
        <Breadcrumbs>
          {[
            <Link key="list" to="/user-management/users">
              {t('userManagement.users')}
            </Link>,
          ]}
        </Breadcrumbs>
      }
      tabs={null}
    >
      {(user) =>
        user === null ? (
          <UserInfo kind={kind} user={null} />
        ) : (
          <div className="user-columns">
            <UserInfo kind={kind} user={user} />
            <div className="user-columns__side">
              <SignInCard user={user} />
              <Link
                to="/user-management/effective-rights"
                search={{ userId: user.id } as never}
                className="ui-button ui-button--secondary ui-button--medium"
              >
                {t('userManagement.rights.ofUser')}
              </Link>
            </div>
          </div>
        )
      }
    </StepPage>
  );
}

function UserInfo({ kind, user }: { kind: ReturnType<typeof userKind>; user: User | null }) {
  const navigate = useNavigate();
  const [isInviting, setInviting] = useState(true);
  const [invitation, setInvitation] = useState<{ user: User; invitation: Invitation } | null>(null);
  const roles = useQuery(rolesQuery);
  // Inactive roles are no choice, unless somebody has one already.
  const choices = (roles.data ?? []).filter(({ id, isInactive }) => !isInactive || id === user?.roleId);
  const open = (saved: User) =>
    void navigate({ to: '/user-management/users/$userId/info', params: { userId: saved.id }, replace: true });
  const invite = useMutation({
    mutationFn: (saved: User) => callApi(inviteUser, { params: { id: saved.id } }),
    onSuccess: (sent, saved) => {
      if (sent.link === null) {
        tellInvitation(sent);
        open(saved);
      } else setInvitation({ user: saved, invitation: sent });
    },
    onError: (error, saved) => {
      showApiError(error);
      open(saved);
    },
  });
  return (
    <>
      <EntityPage
        kind={kind}
        entity={user}
        title={t('userManagement.user.info')}
        onSaved={(saved) => {
          // It may be the one who changes it.
          void loadUser();
          if (user !== null) return;
          if (isInviting && !saved.isInactive) invite.mutate(saved);
          else open(saved);
        }}
        onRemoved={() => {}}
        renderFields={({ draft, change, errorOf }) => (
          <>
            <FormField path="fullName">
              <TextField
                label={t('userManagement.user.fullName')}
                isRequired
                autoComplete="off"
                value={draft.fullName}
                error={errorOf('fullName')}
                onChange={(fullName) => change((before) => ({ ...before, fullName }))}
              />
            </FormField>
            <FormField path="userName">
              <TextField
                label={t('userManagement.user.userName')}
                hint={t('userManagement.user.userNameHint')}
                isRequired
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
                inputMode="email"
                value={draft.userName}
                error={errorOf('userName')}
                onChange={(userName) => change((before) => ({ ...before, userName }))}
              />
            </FormField>
            <div className="entity-form__row">
              <FormField path="company">
                <TextField
                  label={t('userManagement.user.company')}
                  autoComplete="off"
                  value={draft.company}
                  error={errorOf('company')}
                  onChange={(company) => change((before) => ({ ...before, company }))}
                />
              </FormField>
              <FormField path="phoneNumber">
                <PhoneField
                  value={draft.phoneNumber}
                  error={errorOf('phoneNumber')}
                  change={(next) =>
                    change((before) => ({ ...before, phoneNumber: next(before.phoneNumber) }))
                  }
                />
              </FormField>
            </div>
            <FormField path="roleId">
              <SelectField
                label={t('userManagement.user.role')}
                isRequired
                value={draft.roleId}
                emptyLabel={t('masterData.noChoice')}
                lookup={roles}
                options={choices.map(({ id, roleName }) => ({ value: id, label: roleName }))}
                error={errorOf('roleId')}
                onChange={(roleId) => change((before) => ({ ...before, roleId }))}
              />
            </FormField>
            <InactiveSwitch
              isInactive={draft.isInactive}
              hint={t('userManagement.user.inactiveHint')}
              onChange={(isInactive) => change((before) => ({ ...before, isInactive }))}
            />
            {user === null && !draft.isInactive ? (
              <div>
                <Switch
                  label={t('userManagement.user.inviteAtOnce')}
                  isChecked={isInviting}
                  onChange={setInviting}
                />
                <p className="hint">{t('userManagement.user.inviteHint')}</p>
              </div>
            ) : null}
          </>
        )}
      />
      {invitation === null ? null : (
        <InvitationDialog invitation={invitation.invitation} onClose={() => open(invitation.user)} />
      )}
    </>
  );
}
