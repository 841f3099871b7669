import type { Role } from '@depotwerk/api/users/roles';
import { formatNumber } from '@depotwerk/domain/number-text';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { StateLabel } from '../../forms/state-label.tsx';
import { stateFilter } from '../../lists/list-calls.ts';
import { SavedViewsButton } from '../../lists/saved-views-button.tsx';
import { stateColumn } from '../../lists/shared-columns.tsx';
import { useListAddress } from '../../lists/use-list-address.ts';
import { mayChange, useSession } from '../../platform/session.ts';
import { t } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { ListFrame } from '../../ui/list-frame.tsx';
import { RowLink } from '../../ui/row-link.tsx';
import { useChosenColumns } from '../../ui/use-chosen-columns.ts';
import type { ListColumn } from '../../ui/virtual-table.tsx';
import { validateRolesSearch } from './user-address.ts';
import { rolesQuery } from './user-queries.ts';
import { isAskedFor, useWholeRows } from './whole-rows.ts';

const linkOf = (row: Role) => (
  <RowLink path={`/user-management/roles/${row.id}/permissions`}>{row.roleName}</RowLink>
);

/** `/user-management/roles`: the roles of the house. */
export function RolesPage() {
  const control = useListAddress(validateRolesSearch, [], 'roleName' as never);
  const { address } = control;
  const navigate = useNavigate();
  const mayEdit = useSession((state) => mayChange(state.user, 'userManagement.editRoles'));
  const keep = useCallback(
    (rows: Role[]) => rows.filter((row) => isAskedFor(address, row.roleName, row.isInactive)),
    [address],
  );
  const rows = useWholeRows(useQuery(rolesQuery), JSON.stringify(address), keep);
  const all = useMemo(() => roleColumns(), []);
  const { columns, onResize } = useChosenColumns(address.columns, all, control.onColumns);
  const open = (roleId: string, step: string) =>
    void navigate({ to: '/user-management/roles/$roleId/$step', params: { roleId, step } });
  const create = mayEdit ? (
    <Button
      kind="primary"
      icon={<IconPlus size={18} aria-hidden="true" />}
      onClick={() => open('new', 'info')}
    >
      {t('userManagement.role.create')}
    </Button>
  ) : null;
  return (
    <ListFrame
      title={t('userManagement.roles')}
      countText={(count, number) => t('userManagement.role.count', { count, number })}
      loadFailed={t('userManagement.role.listFailed')}
      searchLabel={t('userManagement.role.search')}
      searchText={address.search}
      onSearch={control.onSearch}
      filters={[stateFilter(address.isInactive)]}
      onFilter={control.onFilter}
      onReset={control.onReset}
      views={<SavedViewsButton screenKey="roles" address={address} columns={all} />}
      emptyAction={create}
      actions={create}
      label={t('userManagement.roles')}
      columns={columns}
      rows={rows}
      onResize={onResize}
      onOpen={(row) => open(row.id, 'permissions')}
      renderCard={(row) => (
        <>
          {linkOf(row)}
          <StateLabel isInactive={row.isInactive} />
          <span className="hint">
            {t('userManagement.users')}: {formatNumber(row.userCount)}
          </span>
          <span className="hint">
            {t('userManagement.role.permissions')}: {formatNumber(row.permissionCount)}
          </span>
        </>
      )}
      rowLabel={(row) => row.roleName}
    />
  );
}

const roleColumns = (): ListColumn<Role, never>[] => [
  {
    key: 'roleName',
    header: t('userManagement.role.name'),
    minWidth: 200,
    grow: 1.6,
    priority: 0,
    render: linkOf,
  },
  {
    key: 'permissionCount',
    header: t('userManagement.role.permissions'),
    minWidth: 120,
    grow: 0.4,
    priority: 2,
    isNumeric: true,
    render: (row) => formatNumber(row.permissionCount),
  },
  {
    key: 'userCount',
    header: t('userManagement.users'),
    minWidth: 90,
    grow: 0.4,
    priority: 1,
    isNumeric: true,
    render: (row) => formatNumber(row.userCount),
  },
  { ...stateColumn<Role>(), sortKey: undefined },
];
