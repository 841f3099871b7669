import type { ReactNode } from 'react';
import { t } from '../texts/texts.ts';
import { Button } from './button.tsx';
import { EmptyState, emptyListText, LoadError } from './feedback.tsx';
import type { VirtualTableProps } from './virtual-table.tsx';
import { VirtualTable } from './virtual-table.tsx';

export interface ListResultsProps<Row extends { id: string }, SortKey extends string>
  extends VirtualTableProps<Row, SortKey> {
  loadFailed: string;
  /** Retries the rows where nothing else is given. */
  onRetry?: (() => void) | undefined;
  /** Stands in place of a table without rows. */
  empty: ReactNode;
}

/** What a list found: its table, the word that there is nothing, or that there was no answer. */
export function ListResults<Row extends { id: string }, SortKey extends string>({
  loadFailed,
  onRetry,
  empty,
  ...table
}: ListResultsProps<Row, SortKey>) {
  const { rows } = table;
  return (
    <>
      {rows.error ? (
        <LoadError
          title={loadFailed}
          error={rows.error}
          isRetrying={rows.isRetrying}
          onRetry={onRetry ?? rows.retry}
        />
      ) : null}
      {rows.total === 0 && !rows.isOutdated ? (
        <div className="ui-card">{empty}</div>
      ) : rows.error && rows.total === undefined ? null : (
        <VirtualTable {...table} />
      )}
    </>
  );
}

/** Nothing found, with the way back to all entries; or nothing there yet, with the way to a first one. */
export function EmptyList({
  searchText,
  isFiltered,
  onReset,
  emptyAction,
}: {
  searchText: string | undefined;
  isFiltered: boolean;
  onReset: () => void;
  emptyAction?: ReactNode;
}) {
  return (
    <EmptyState
      title={emptyListText(searchText, isFiltered)}
      action={
        isFiltered || searchText !== undefined ? (
          <Button onClick={onReset}>{t('common.resetFilters')}</Button>
        ) : (
          emptyAction
        )
      }
    />
  );
}
