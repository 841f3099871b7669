import type { TreeGroup } from '@depotwerk/api/users/groups';
import { getGroupTree } from '@depotwerk/api/users/groups';
import { formatNumber } from '@depotwerk/domain/number-text';
import { IconPlus } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import type { CSSProperties } from 'react';
import { useMemo } from 'react';
import { listKey } from '../../forms/entity-kind.ts';
import { StateLabel } from '../../forms/state-label.tsx';
import { flagOf, loadListPage, stateFilter } from '../../lists/list-calls.ts';
import { SavedViewsButton } from '../../lists/saved-views-button.tsx';
import { stateColumn } from '../../lists/shared-columns.tsx';
import { useListAddress } from '../../lists/use-list-address.ts';
import { mayChange, useSession } from '../../platform/session.ts';
import { t } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { ListFrame } from '../../ui/list-frame.tsx';
import { usePagedRows } from '../../ui/paged-rows.ts';
import { RowLink } from '../../ui/row-link.tsx';
import { useChosenColumns } from '../../ui/use-chosen-columns.ts';
import type { ListColumn } from '../../ui/virtual-table.tsx';
import { validateGroupsSearch } from './user-address.ts';
import './public/permission-checks.css';

const pathOf = (row: TreeGroup) => `/user-management/groups/${row.id}/info`;

/** `/user-management/groups`: the tree of groups. */
export function GroupsPage() {
  const control = useListAddress(validateGroupsSearch, [], 'groupName' as never);
  const { address } = control;
  const navigate = useNavigate();
  const mayEdit = useSession((state) => mayChange(state.user, 'userManagement.editGroups'));
  const query = { search: address.search, isInactive: flagOf(address.isInactive) };
  const rows = usePagedRows<TreeGroup>([...listKey('groups'), 'tree', query], (page, pageSize, signal) =>
    loadListPage(getGroupTree, { query: { ...query, page, pageSize } }, signal),
  );
  const all = useMemo(() => groupColumns(), []);
  const { columns, onResize } = useChosenColumns(address.columns, all, control.onColumns);
  const open = (groupId: string) =>
    void navigate({ to: '/user-management/groups/$groupId/$step', params: { groupId, step: 'info' } });
  const create = mayEdit ? (
    <Button kind="primary" icon={<IconPlus size={18} aria-hidden="true" />} onClick={() => open('new')}>
      {t('userManagement.group.create')}
    </Button>
  ) : null;
  return (
    <ListFrame
      title={t('userManagement.groups')}
      countText={(count, number) => t('userManagement.group.count', { count, number })}
      loadFailed={t('userManagement.group.listFailed')}
      searchLabel={t('userManagement.group.search')}
      searchText={address.search}
      onSearch={control.onSearch}
      filters={[stateFilter(address.isInactive)]}
      onFilter={control.onFilter}
      onReset={control.onReset}
      views={<SavedViewsButton screenKey="groups" address={address} columns={all} />}
      emptyAction={create}
      actions={create}
      label={t('userManagement.groups')}
      columns={columns}
      rows={rows}
      onResize={onResize}
      onOpen={(row) => open(row.id)}
      renderCard={(row) => (
        <>
          <GroupName row={row} />
          <StateLabel isInactive={row.isInactive} />
          <span className="hint">
            {t('userManagement.group.customers')}: {formatNumber(row.customerCount)}
          </span>
          <span className="hint">
            {t('userManagement.users')}: {formatNumber(row.userCount)}
          </span>
        </>
      )}
      rowLabel={(row) => row.groupName}
    />
  );
}

/** Name of a group, indented by its level in the tree. */
function GroupName({ row }: { row: TreeGroup }) {
  // A custom property: the indentation is a rule of the style sheet.
  const style = { '--level': row.level } as CSSProperties;
  return (
    <span className="group-level" style={style}>
      <RowLink path={pathOf(row)}>{row.groupName}</RowLink>
    </span>
  );
}

const groupColumns = (): ListColumn<TreeGroup, never>[] => [
  {
    key: 'groupName',
    header: t('userManagement.group.name'),
    minWidth: 240,
    grow: 1.6,
    priority: 0,
    render: (row) => <GroupName row={row} />,
  },
  {
    key: 'customerCount',
    header: t('userManagement.group.customers'),
    minWidth: 90,
    grow: 0.4,
    priority: 1,
    isNumeric: true,
    render: (row) => formatNumber(row.customerCount),
  },
  {
    key: 'userCount',
    header: t('userManagement.users'),
    minWidth: 90,
    grow: 0.4,
    priority: 2,
    isNumeric: true,
    render: (row) => formatNumber(row.userCount),
  },
  { ...stateColumn<TreeGroup>(), sortKey: undefined },
];
