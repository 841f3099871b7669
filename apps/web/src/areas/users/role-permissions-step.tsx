import type { Role } from '@depotwerk/api/users/roles';
import { getRolePermissions, putRolePermissions } from '@depotwerk/api/users/roles';
import type { PermissionCode } from '@depotwerk/domain/permissions';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { entityKey } from '../../forms/entity-kind.ts';
import { LeaveGuard } from '../../forms/leave-guard.tsx';
import { callApi, callWithHeaders } from '../../platform/api-client.ts';
import { ApiError } from '../../platform/api-error.ts';
import { errorMessageOf } from '../../platform/error-texts.ts';
import { loadUser } from '../../platform/load-user.ts';
import { hasPermission, mayChange, useSession } from '../../platform/session.ts';
import { t } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Banner, LoadError, Skeleton } from '../../ui/feedback.tsx';
import { Card } from '../../ui/layout.tsx';
import { showToast } from '../../ui/toast.tsx';
import {
  countOwnChanges,
  noOwnChanges,
  type OwnChanges,
  ownChangesTo,
  withOwnChanges,
} from './own-changes.ts';
import type { PermissionGroup } from './public/permission-checks.tsx';
import { PermissionChecks } from './public/permission-checks.tsx';
import { permissionsQuery } from './user-queries.ts';

/** Step "Berechtigungen": what a role permits, by category. */
export function RolePermissionsStep({ role }: { role: Role }) {
  const client = useQueryClient();
  const user = useSession((state) => state.user);
  const mayEdit = mayChange(user, 'userManagement.editRoles');
  const [draft, setDraft] = useState<OwnChanges<PermissionCode>>(noOwnChanges);
  const all = useQuery(permissionsQuery);
  const stored = useQuery({
    queryKey: ['masterData', 'roles', 'permissions', role.id],
    queryFn: ({ signal }) => callWithHeaders(getRolePermissions, { params: { id: role.id } }, { signal }),
  });
  const save = useMutation({
    mutationFn: (permissionIds: PermissionCode[]) =>
      callApi(
        putRolePermissions,
        { params: { id: role.id }, body: { permissionIds } },
        { ifMatch: stored.data?.etag ?? `"${role.rowVersion}"` },
      ),
    onSuccess: async (saved) => {
      client.setQueryData(entityKey({ key: 'roles' }, saved.id), saved);
      showToast(t('common.saved'));
      await client.invalidateQueries({ queryKey: ['masterData', 'roles', 'permissions'] });
      setDraft(noOwnChanges);
      void client.invalidateQueries({ queryKey: ['masterData', 'roles', 'list'] });
      // It may be the role of the one who changes it: menus follow at once.
      void loadUser();
    },
    onError: (error) => {
      if (isStale(error)) void stored.refetch();
    },
  });
  const failed = all.error ?? stored.error;
  if (failed)
    return (
      <LoadError
        error={failed}
        onRetry={() => {
          void all.refetch();
          void stored.refetch();
        }}
      />
    );
  if (!all.data || !stored.data) return <Skeleton lines={10} />;
  const before = stored.data.answer;
  const selected = withOwnChanges(before, draft);
  const { added, removed } = countOwnChanges(before, draft);
  const isDirty = added + removed > 0;
  const isAbove = before.some((id) => !hasPermission(user, id));
  return (
    <Card title={t('userManagement.role.step.permissions')}>
      <div className="pending">
        {mayEdit && isAbove ? <Banner tone="info">{t('errors.users.aboveOwnRights.message')}</Banner> : null}
        <PermissionChecks
          // The server names exactly the codes of the product.
          categories={all.data as PermissionGroup<PermissionCode>[]}
          selected={selected}
          isDisabled={!mayEdit || isAbove}
          mayGive={(id) => hasPermission(user, id)}
          onChange={(next) => setDraft(ownChangesTo(next, before, draft))}
        />
        {save.error ? (
          <Banner tone={isStale(save.error) ? 'warn' : 'bad'} role="alert">
            {isStale(save.error) ? t('userManagement.stale') : errorMessageOf(save.error)}
          </Banner>
        ) : null}
        {mayEdit && !isAbove ? (
          <div className="pending__save">
            <span className="hint" role="status">
              {isDirty
                ? t('userManagement.pendingChanges', { added, removed })
                : t('userManagement.noChanges')}
            </span>
            <span className="row">
              {isDirty ? <Button onClick={() => setDraft(noOwnChanges)}>{t('common.discard')}</Button> : null}
              <Button
                kind="primary"
                disabled={!isDirty}
                isBusy={save.isPending}
                onClick={() => save.mutate([...selected])}
              >
                {t('common.save')}
              </Button>
            </span>
          </div>
        ) : null}
        <LeaveGuard isDirty={isDirty} />
      </div>
    </Card>
  );
}

const isStale = (error: unknown) => error instanceof ApiError && error.status === 412;
