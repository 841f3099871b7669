import type { Role } from '@depotwerk/api/users/roles';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { EntityPage } from '../../forms/entity-page.tsx';
import { FormField } from '../../forms/form-field.tsx';
import { InactiveSwitch } from '../../forms/inactive-switch.tsx';
import { StepPage } from '../../forms/step-page.tsx';
import { loadUser } from '../../platform/load-user.ts';
import type { RawSearch } from '../../platform/search-params.ts';
import { mayChange, useSession } from '../../platform/session.ts';
import { t } from '../../texts/texts.ts';
import { Banner } from '../../ui/feedback.tsx';
import { crumb } from '../../ui/layout.tsx';
import { tabLinkClass } from '../../ui/tabs.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { RoleComparison } from './role-comparison.tsx';
import { roleKind } from './role-kind.ts';
import { RolePermissionsStep } from './role-permissions-step.tsx';
import { RoleUsersStep } from './role-users-step.tsx';
import { roleStepOf, roleSteps, validateRoleSearch } from './user-address.ts';
import { rolesQuery } from './user-queries.ts';

/** `/user-management/roles/{roleId}/{step}`: one role, what it permits, who has it, how it differs from another. */
export function RolePage() {
  const { roleId, step } = useParams({ from: '/shell/user-management/roles/$roleId/$step' });
  const raw: RawSearch = useSearch({ strict: false });
  const { copyOf } = validateRoleSearch(raw);
  const id = roleId === 'new' ? null : roleId;
  const kind = useMemo(() => roleKind(id === null ? (copyOf ?? null) : null), [id, copyOf]);
  const shown = roleStepOf(step);
  return (
    <StepPage
      key={`${roleId} ${copyOf ?? ''}`}
      kind={kind}
      id={id}
      breadcrumbs={[crumb('/user-management/roles', t('userManagement.roles'))]}
      tabs={roleSteps.map((name) => (
        <Link
          key={name}
          to="/user-management/roles/$roleId/$step"
          params={{ roleId, step: name }}
          className={tabLinkClass}
        >
          {t(`userManagement.role.step.${name}`)}
        </Link>
      ))}
    >
      {(role) =>
        role === null || shown === 'info' ? (
          <RoleInfo kind={kind} role={role} copyOf={copyOf} />
        ) : shown === 'permissions' ? (
          <RolePermissionsStep role={role} />
        ) : shown === 'users' ? (
          <RoleUsersStep role={role} />
        ) : (
          <RoleComparison role={role} />
        )
      }
    </StepPage>
  );
}

function RoleInfo({
  kind,
  role,
  copyOf,
}: {
  kind: ReturnType<typeof roleKind>;
  role: Role | null;
  copyOf: string | undefined;
}) {
  const navigate = useNavigate();
  const roles = useQuery(rolesQuery).data ?? [];
  const mayEdit = useSession((state) => mayChange(state.user, 'userManagement.editRoles'));
  // Nobody shuts herself out: the server refuses it.
  const isOwn = useSession((state) => role !== null && !role.isInactive && state.user?.roleId === role.id);
  const source = roles.find(({ id }) => id === copyOf);
  return (
    <>
      {role === null && source !== undefined ? (
        <Banner tone="info">{t('userManagement.role.copyHint', { name: source.roleName })}</Banner>
      ) : null}
      <EntityPage
        kind={kind}
        entity={role}
        title={t('userManagement.role.step.info')}
        onSaved={(saved) => {
          // It may be the role of the one who changes it.
          void loadUser();
          if (role !== null) return;
          void navigate({
            to: '/user-management/roles/$roleId/$step',
            params: { roleId: saved.id, step: 'permissions' },
            replace: true,
          });
        }}
        onRemoved={() => void navigate({ to: '/user-management/roles' })}
        renderFields={({ draft, change, errorOf }) => (
          <>
            <FormField path="roleName">
              <TextField
                label={t('userManagement.role.name')}
                isRequired
                autoComplete="off"
                value={draft.roleName}
                error={errorOf('roleName')}
                onChange={(roleName) => change((before) => ({ ...before, roleName }))}
              />
            </FormField>
            <InactiveSwitch
              isDisabled={isOwn}
              hint={isOwn ? t('userManagement.role.ownHint') : undefined}
              isInactive={draft.isInactive}
              onChange={(isInactive) => change((before) => ({ ...before, isInactive }))}
            />
            {draft.isInactive ? <Banner tone="warn">{t('userManagement.role.inactiveHint')}</Banner> : null}
          </>
        )}
      />
      {role !== null && mayEdit ? (
        <p>
          <Link
            to="/user-management/roles/$roleId/$step"
            params={{ roleId: 'new', step: 'info' }}
            search={{ copyOf: role.id } as never}
          >
            {t('userManagement.role.copy')}
          </Link>
        </p>
      ) : null}
    </>
  );
}
