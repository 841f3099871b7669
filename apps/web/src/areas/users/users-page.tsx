import type { SignInState, User } from '@depotwerk/api/users/users';
import { listUsers } from '@depotwerk/api/users/users';
import { formatInstantDay } from '@depotwerk/domain/date-text';
import { labelOf } from '@depotwerk/domain/master-data/field-table';
import { userFields } from '@depotwerk/domain/users/user-fields';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { listKey } from '../../forms/entity-kind.ts';
import { fieldColumns } from '../../lists/field-columns.tsx';
import { exportList, flagOf, loadListPage, stateFilter } from '../../lists/list-calls.ts';
import { SavedViewsButton } from '../../lists/saved-views-button.tsx';
import { useListAddress } from '../../lists/use-list-address.ts';
import { mayChange, useSession } from '../../platform/session.ts';
import { said, t } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { ColourLabel } from '../../ui/cells.tsx';
import { ExportMenu } from '../../ui/export-menu.tsx';
import { fileKeys, groupedSort, rowGroupsOf, withGroupColumn } from '../../ui/grouping.ts';
import { ListFrame } from '../../ui/list-frame.tsx';
import { usePagedRows } from '../../ui/paged-rows.ts';
import { RowLink } from '../../ui/row-link.tsx';
import { sortOrderText } from '../../ui/sort-order.ts';
import { useChosenColumns } from '../../ui/use-chosen-columns.ts';
import type { ListColumn } from '../../ui/virtual-table.tsx';
import { userSortKeys, validateUsersSearch } from './user-address.ts';
import { rolesQuery } from './user-queries.ts';

type SortKey = (typeof userSortKeys)[number];

const linkOf = (row: User) => (
  <RowLink path={`/user-management/users/${row.id}/info`}>{row.fullName}</RowLink>
);

const tones = {
  active: 'ok',
  invited: 'info',
  invitationExpired: 'warn',
  notInvited: 'warn',
  inactive: 'neutral',
} as const satisfies Record<SignInState, string>;

/** How far somebody is with his account. */
export const SignInStateLabel = ({ state }: { state: SignInState }) => (
  <ColourLabel tone={tones[state]}>{t(`userManagement.user.state.${state}`)}</ColourLabel>
);

/** `/user-management/users`: the people of the house. */
export function UsersPage() {
  const control = useListAddress(validateUsersSearch, userSortKeys, 'fullName');
  const { address, order } = control;
  const navigate = useNavigate();
  const mayEdit = useSession((state) => mayChange(state.user, 'userManagement.editUsers'));
  const roles = useQuery(rolesQuery).data ?? [];
  const query = {
    search: address.search,
    roleId: address.roleId,
    groupId: address.groupId,
    isInactive: flagOf(address.isInactive),
  };
  const { open: _open, sort: _sort, columns: names, groupBy, viewId: _viewId, ...filter } = address;
  const all = useMemo(() => userColumns(), []);
  const { columns, onResize } = useChosenColumns(names, all, control.onColumns);
  const groups = useMemo(() => rowGroupsOf(all, groupBy), [all, groupBy]);
  const sort = groupedSort(all, groupBy, sortOrderText(order));
  const rows = usePagedRows<User>([...listKey('users'), filter, sort], (page, pageSize, signal) =>
    loadListPage(listUsers, { query: { ...query, sort, page, pageSize } }, signal),
  );
  const fileColumns =
    names === undefined ? {} : { columns: fileKeys(withGroupColumn(columns, all, groupBy), exportedAs) };
  const open = (userId: string) =>
    void navigate({ to: '/user-management/users/$userId/info', params: { userId } });
  const create = mayEdit ? (
    <Button kind="primary" icon={<IconPlus size={18} aria-hidden="true" />} onClick={() => open('new')}>
      {t('userManagement.user.create')}
    </Button>
  ) : null;
  return (
    <ListFrame<User, SortKey, 'roleId' | 'groupId' | 'isInactive'>
      title={t('userManagement.users')}
      countText={(count, number) => t('userManagement.user.count', { count, number })}
      loadFailed={t('userManagement.user.listFailed')}
      searchLabel={t('userManagement.user.search')}
      searchText={address.search}
      onSearch={control.onSearch}
      filters={[
        {
          name: 'roleId',
          label: said(labelOf(userFields, 'roleId')),
          options: roles.map(({ id, roleName }) => ({ value: id, label: roleName })),
          value: address.roleId,
        },
        stateFilter(address.isInactive),
      ]}
      onFilter={control.onFilter}
      onReset={control.onReset}
      views={<SavedViewsButton screenKey="users" address={address} columns={all} />}
      emptyAction={create}
      actions={
        <>
          <ExportMenu
            isDisabled={!rows.total}
            load={(format) =>
              exportList(
                listUsers,
                { query: { ...query, sort, ...fileColumns, format } },
                t('userManagement.users'),
                format,
              )
            }
          />
          {mayEdit ? (
            <Button onClick={() => void navigate({ to: '/user-management/users/import' })}>
              {t('userManagement.import.open')}
            </Button>
          ) : null}
          {create}
        </>
      }
      label={t('userManagement.users')}
      columns={columns}
      rows={rows}
      order={order}
      onSort={control.onSort}
      groups={groups}
      onResize={onResize}
      onOpen={(row) => open(row.id)}
      renderCard={(row) => (
        <>
          {linkOf(row)}
          <SignInStateLabel state={row.signInState} />
          <span className="hint">{row.userName}</span>
          <span className="hint">{row.roleName}</span>
        </>
      )}
      rowLabel={(row) => row.fullName}
    />
  );
}

/** A file names the groups somebody is in; when she was last here it leaves out. */
const exportedAs = { groupCount: 'groupNames', lastLogin: '' };

const userColumns = (): ListColumn<User, SortKey>[] => [
  ...fieldColumns<typeof userFields, User>(userFields, { fullName: linkOf }),
  {
    key: 'roleName',
    header: said(labelOf(userFields, 'roleId')),
    minWidth: 172,
    grow: 0.7,
    priority: 1,
    sortKey: 'roleName',
    groupText: ({ roleName }) => roleName,
    render: (row) => row.roleName,
  },
  {
    key: 'groupCount',
    header: t('userManagement.groups'),
    minWidth: 90,
    grow: 0.3,
    priority: 6,
    isNumeric: true,
    sortKey: 'groupCount',
    startsDescending: true,
    render: (row) => row.groupCount,
  },
  {
    key: 'lastLogin',
    header: t('userManagement.user.lastLogin'),
    minWidth: 130,
    grow: 0.4,
    priority: 4,
    sortKey: 'lastLogin',
    startsDescending: true,
    render: (row) =>
      row.lastLogin === null ? <span className="hint">–</span> : formatInstantDay(row.lastLogin),
  },
  {
    key: 'isInactive',
    header: t('masterData.state'),
    minWidth: 150,
    grow: 0.1,
    priority: 3,
    sortKey: 'isInactive',
    render: (row) => <SignInStateLabel state={row.signInState} />,
  },
];
