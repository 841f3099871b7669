import type { Call } from '@depotwerk/api/call';
import { IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { callFile, callWithHeaders } from '../../platform/api-client.ts';
import type { CallArguments, CallResult } from '../../platform/api-request.ts';
import { hasPermission, useSession } from '../../platform/session.ts';
import { t } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { ExportMenu } from '../../ui/export-menu.tsx';
import type { ListFilter } from '../../ui/list-frame.tsx';
import { ListFrame } from '../../ui/list-frame.tsx';
import type { RowPage } from '../../ui/paged-rows.ts';
import { usePagedRows } from '../../ui/paged-rows.ts';
import { sortOrderText } from '../../ui/sort-order.ts';
import type { ListColumn } from '../../ui/virtual-table.tsx';
import { listKey } from './entity-kind.ts';
import type { ListControl } from './use-list-address.ts';

/** A row as tables want it: its id as text. */
export type Listed<Item extends { id: number }> = Omit<Item, 'id'> & { id: string };

export interface MasterListProps<Item extends { id: number }, SortKey extends string, Name extends string> {
  /** Part of the query keys. */
  listName: string;
  control: ListControl<SortKey, Name>;
  /** A page of the list in the order given. */
  load: (
    query: { sort: string; page: number; pageSize: number },
    signal: AbortSignal,
  ) => Promise<RowPage<Item>>;
  /** The whole list as a file. */
  exportAs: (query: { sort: string; format: 'csv' | 'xlsx' }) => Promise<{ fileName: string; blob: Blob }>;
  editPermission: string;
  words: {
    title: string;
    count: (total: number, shown: string) => string;
    create: string;
    search: string;
    loadFailed: string;
  };
  filters: readonly ListFilter<Name>[];
  columns: readonly ListColumn<Listed<Item>, SortKey>[];
  renderCard: (row: Listed<Item>) => ReactNode;
  rowLabel: (row: Listed<Item>) => string;
  /** The side panel; closed while undefined. */
  panel: ReactNode;
}

/** A list of master data with its export, the button for a new one and the side panel. */
export function MasterListPage<Item extends { id: number }, SortKey extends string, Name extends string>({
  listName,
  control,
  load,
  exportAs,
  editPermission,
  words,
  filters,
  columns,
  renderCard,
  rowLabel,
  panel,
}: MasterListProps<Item, SortKey, Name>) {
  const { address, order } = control;
  const { open: _open, sort: _sort, ...filter } = address;
  const sort = sortOrderText(order);
  const mayEdit = useSession((state) => hasPermission(state.user, editPermission));
  const rows = usePagedRows<Listed<Item>>(
    [...listKey(listName), filter, sort],
    async (page, pageSize, signal) => {
      const loaded = await load({ sort, page, pageSize }, signal);
      return { ...loaded, rows: loaded.rows.map((row) => ({ ...row, id: String(row.id) })) };
    },
  );
  const create = mayEdit ? (
    <Button
      kind="primary"
      icon={<IconPlus size={18} aria-hidden="true" />}
      onClick={() => control.onOpen('new')}
    >
      {words.create}
    </Button>
  ) : null;
  return (
    <>
      <ListFrame<Listed<Item>, SortKey, Name>
        title={words.title}
        countText={words.count}
        loadFailed={words.loadFailed}
        searchLabel={words.search}
        searchText={address.search}
        onSearch={control.onSearch}
        filters={filters}
        onFilter={control.onFilter}
        onReset={control.onReset}
        emptyAction={create}
        actions={
          <>
            <ExportMenu isDisabled={!rows.total} load={(format) => exportAs({ sort, format })} />
            {create}
          </>
        }
        label={words.title}
        columns={columns}
        rows={rows}
        order={order}
        onSort={control.onSort}
        onOpen={(row) => control.onOpen(row.id)}
        renderCard={renderCard}
        rowLabel={rowLabel}
      />
      {panel}
    </>
  );
}

/** One page of a list call, as tables want it. */
export async function loadListPage<C extends Call>(
  call: C,
  input: CallArguments<C>,
  signal: AbortSignal,
): Promise<{ rows: CallResult<C>['answer']; total: number; isTotalExact: boolean }> {
  const { answer, totalCount, isTotalExact } = await callWithHeaders(call, input, { signal });
  return { rows: answer, total: totalCount ?? 0, isTotalExact };
}

/** The list as a file under its German name. */
export const exportList = <C extends Call>(
  call: C,
  input: CallArguments<C>,
  name: string,
  format: 'csv' | 'xlsx',
) => callFile(call, input, `${name}.${format}`);

/** Choices of a yes-or-no filter. */
export const yesOrNo = () => [
  { value: 'true', label: t('common.yes') },
  { value: 'false', label: t('common.no') },
];
/** Choices of the filter by state. */
export const activeOrNot = () => [
  { value: 'false', label: t('common.active') },
  { value: 'true', label: t('common.inactive') },
];
/** The value of a yes-or-no filter as calls take it; left out when it is not set. */
export const flagOf = (value: string | undefined): boolean | undefined =>
  value === undefined ? undefined : value === 'true';
