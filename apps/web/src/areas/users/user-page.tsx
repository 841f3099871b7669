import type { User } from '@depotwerk/api/users/users';
import { inviteUser } from '@depotwerk/api/users/users';
import { labelOf } from '@depotwerk/domain/master-data/field-table';
import { type UserDraft, userFields } from '@depotwerk/domain/users/user-fields';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { EntityPage } from '../../forms/entity-page.tsx';
import { FieldLines } from '../../forms/field-lines.tsx';
import { FormField } from '../../forms/form-field.tsx';
import { InactiveSwitch } from '../../forms/inactive-switch.tsx';
import { PhoneOfForm } from '../../forms/phone-field.tsx';
import { StepPage } from '../../forms/step-page.tsx';
import type { EntityForm } from '../../forms/use-entity-form.ts';
import { callApi } from '../../platform/api-client.ts';
import { showApiError } from '../../platform/error-texts.ts';
import { loadUser } from '../../platform/load-user.ts';
import { useSession } from '../../platform/session.ts';
import { said, t } from '../../texts/texts.ts';
import { Switch } from '../../ui/checkbox.tsx';
import { crumb } from '../../ui/layout.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import type { Invitation } from './invitation-dialog.tsx';
import { InvitationDialog, tellInvitation } from './invitation-dialog.tsx';
import { NoGroupNotice } from './no-group-notice.tsx';
import { SignInCard } from './sign-in-card.tsx';
import { userKind } from './user-kind.ts';
import { rolesQuery } from './user-queries.ts';
import './public/permission-checks.css';

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
      breadcrumbs={[crumb('/user-management/users', t('userManagement.users'))]}
      tabs={null}
    >
      {(user) =>
        user === null ? (
          <UserInfo kind={kind} user={null} />
        ) : (
          <div className="user-columns">
            <UserInfo kind={kind} user={user} />
            <div className="user-columns__side">
              <NoGroupNotice user={user} />
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
  // What one signs in with, and what one may, somebody else changes: the server refuses it of oneself.
  const isSelf = useSession((state) => user !== null && state.user?.id === user.id);
  const [isInviting, setInviting] = useState(true);
  const [invitation, setInvitation] = useState<{ user: User; invitation: Invitation } | null>(null);
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
        renderFields={(form) => (
          <>
            {isSelf ? (
              <p className="hint">
                {t('userManagement.user.ownHint')} <Link to="/settings">{t('shell.settings')}</Link>
              </p>
            ) : null}
            <FieldLines
              rows={userFields}
              form={form}
              inputs={{
                ...(isSelf && { userName: <OwnUserName form={form} /> }),
                phoneNumber: <PhoneOfForm form={form} isDisabled={isSelf} />,
                roleId: <RoleField form={form} user={user} isDisabled={isSelf} />,
                isInactive: (
                  <InactiveSwitch
                    isDisabled={isSelf}
                    isInactive={form.draft.isInactive}
                    hint={t('userManagement.user.inactiveHint')}
                    onChange={(isInactive) => form.change((before) => ({ ...before, isInactive }))}
                  />
                ),
              }}
            />
            {user === null && !form.draft.isInactive ? (
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

type Form = EntityForm<User, UserDraft>;

function OwnUserName({ form: { draft } }: { form: Form }) {
  return (
    <FormField path="userName">
      <TextField
        label={said(labelOf(userFields, 'userName'))}
        value={draft.userName}
        disabled
        onChange={() => {}}
      />
    </FormField>
  );
}

function roleHint(user: User | null): string | undefined {
  if (user === null) return t('userManagement.user.clientRoleHint');
  return user.isOfCustomer === true ? t('userManagement.user.customerAccessHint') : undefined;
}

function RoleField({
  form: { draft, change, errorOf },
  user,
  isDisabled,
}: {
  form: Form;
  user: User | null;
  isDisabled: boolean;
}) {
  const roles = useQuery(rolesQuery);
  // Inactive roles are no choice, unless somebody has one already; nor are those of customers, whose access is made with
  // the customer it belongs to.
  const choices = (roles.data ?? []).filter(
    ({ id, isInactive, isClientRole }) =>
      (!isInactive && isClientRole === (user?.isOfCustomer ?? false)) || id === user?.roleId,
  );
  return (
    <FormField path="roleId">
      <SelectField
        label={said(labelOf(userFields, 'roleId'))}
        isRequired
        isDisabled={isDisabled}
        hint={roleHint(user)}
        value={draft.roleId}
        emptyLabel={t('masterData.noChoice')}
        lookup={roles}
        options={choices.map(({ id, roleName }) => ({ value: id, label: roleName }))}
        error={errorOf('roleId')}
        onChange={(roleId) => change((before) => ({ ...before, roleId }))}
      />
    </FormField>
  );
}
