import { IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useMemo } from 'react';
import type { EntityKind } from '../forms/entity-kind.ts';
import { listKey, useMayEdit } from '../forms/entity-kind.ts';
import type { EntityPanelProps } from '../forms/entity-panel.tsx';
import { EntityPanel } from '../forms/entity-panel.tsx';
import { t } from '../texts/texts.ts';
import { Button } from '../ui/button.tsx';
import { ExportMenu } from '../ui/export-menu.tsx';
import { fileKeys, groupedSort, rowGroupsOf, withGroupColumn } from '../ui/grouping.ts';
import type { ListFilter } from '../ui/list-frame.tsx';
import { ListFrame } from '../ui/list-frame.tsx';
import type { RowPage } from '../ui/paged-rows.ts';
import { usePagedRows } from '../ui/paged-rows.ts';
import { sortOrderText } from '../ui/sort-order.ts';
import { useChosenColumns } from '../ui/use-chosen-columns.ts';
import type { ListColumn } from '../ui/virtual-table.tsx';
import { SavedViewsButton } from './saved-views-button.tsx';
import type { ListControl } from './use-list-address.ts';

export interface MasterListProps<
  Row extends { id: string },
  Entity,
  Draft extends object,
  SortKey extends string,
  Name extends string,
> extends Pick<EntityPanelProps<Entity, Draft>, 'renderFields' | 'renderView' | 'renderFacts'> {
  /** Its place among the texts. */
  name: 'insurers' | 'issuers' | 'fundCategories' | 'peergroups' | 'costModels' | 'funds' | 'tags';
  kind: EntityKind<Entity, Draft>;
  control: ListControl<SortKey, Name>;
  /** A page of the list in the order given. */
  load: (
    query: { sort: string; page: number; pageSize: number },
    signal: AbortSignal,
  ) => Promise<RowPage<Row>>;
  /** The whole list as a file. */
  exportAs: (query: {
    sort: string;
    format: 'csv' | 'xlsx';
    columns?: string;
  }) => Promise<{ fileName: string; blob: Blob }>;
  /** Columns that stand in a file under another name than they are sorted by, as two, or not at all (''). */
  exportedAs?: Readonly<Record<string, string>>;
  filters: readonly ListFilter<Name>[];
  columns: readonly ListColumn<Row, SortKey>[];
  renderCard: (row: Row) => ReactNode;
  rowLabel: (row: Row) => string;
}

/** A list of master data with its export, the button for a new one and the side panel. */
export function MasterListPage<
  Row extends { id: string },
  Entity,
  Draft extends object,
  SortKey extends string,
  Name extends string,
>({
  name,
  kind,
  control,
  load,
  exportAs,
  exportedAs = {},
  filters,
  columns: all,
  renderCard,
  rowLabel,
  ...fields
}: MasterListProps<Row, Entity, Draft, SortKey, Name>) {
  const { address, order } = control;
  const title = t(`admin.${name}`);
  const { open, sort: _sort, columns: chosen, groupBy, viewId: _viewId, ...filter } = address;
  const { columns, onResize } = useChosenColumns(chosen, all, control.onColumns);
  const groups = useMemo(() => rowGroupsOf(all, groupBy), [all, groupBy]);
  const sort = groupedSort(all, groupBy, sortOrderText(order));
  const fileColumns =
    chosen === undefined ? {} : { columns: fileKeys(withGroupColumn(columns, all, groupBy), exportedAs) };
  const mayEdit = useMayEdit(kind);
  const rows = usePagedRows<Row>([...listKey(kind.key), filter, sort], (page, pageSize, signal) =>
    load({ sort, page, pageSize }, signal),
  );
  const create = mayEdit ? (
    <Button
      kind="primary"
      icon={<IconPlus size={18} aria-hidden="true" />}
      onClick={() => control.onOpen('new')}
    >
      {t(`masterData.${name}.create`)}
    </Button>
  ) : null;
  return (
    <>
      <ListFrame<Row, SortKey, Name>
        title={title}
        countText={(count, number) => t(`masterData.${name}.count`, { count, number })}
        loadFailed={t(`masterData.${name}.loadFailed`)}
        searchLabel={t(`masterData.${name}.search`)}
        searchText={address.search}
        onSearch={control.onSearch}
        filters={filters}
        onFilter={control.onFilter}
        onReset={control.onReset}
        views={<SavedViewsButton screenKey={name} address={address} columns={all} />}
        emptyAction={create}
        actions={
          <>
            <ExportMenu
              isDisabled={!rows.total}
              load={(format) => exportAs({ sort, format, ...fileColumns })}
            />
            {create}
          </>
        }
        label={title}
        columns={columns}
        rows={rows}
        order={order}
        groups={groups}
        onResize={onResize}
        onSort={control.onSort}
        onOpen={(row) => control.onOpen(row.id)}
        renderCard={renderCard}
        rowLabel={rowLabel}
      />
      {open === undefined ? null : (
        <EntityPanel key={open} kind={kind} open={open} onClose={control.onClose} {...fields} />
      )}
    </>
  );
}
