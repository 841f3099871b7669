import { formatNumber } from '@depotwerk/domain/number-text';
import type { ReactNode } from 'react';
import { t } from '../texts/texts.ts';
import { PageHeader } from './layout.tsx';
import { EmptyList, ListResults } from './list-results.tsx';
import type { VirtualTableProps } from './virtual-table.tsx';

export interface ListPageProps<Row extends { id: string }, SortKey extends string>
  extends VirtualTableProps<Row, SortKey> {
  title: string;
  /** "12 Versicherer"; where the total is only a lower bound, the frame says "mehr als" before it. */
  countText: (total: number, shown: string) => string;
  /** Main actions of the page. */
  actions?: ReactNode;
  /** Between title and table: search, filters and what else belongs there. */
  tools: ReactNode;
  loadFailed: string;
  /** These three only where the page has a search or filters. */
  searchText?: string | undefined;
  isFiltered?: boolean;
  onReset?: () => void;
  /** Stands in place of the usual word for nothing found or nothing there yet. */
  empty?: ReactNode;
  /** In an empty list that was never filled: the way to its first entry. */
  emptyAction?: ReactNode;
  /** Panels and dialogs of the page. */
  children?: ReactNode;
}

/**
 * The one frame of pages that are a list: title with the number of hits, actions, what the page filters by, the table,
 * and what it shows when there is nothing, nothing found, or no answer.
 */
export function ListPage<Row extends { id: string }, SortKey extends string>({
  title,
  countText,
  actions,
  tools,
  loadFailed,
  searchText,
  isFiltered = false,
  onReset = () => {},
  empty,
  emptyAction,
  children,
  ...table
}: ListPageProps<Row, SortKey>) {
  const { total, error, isTotalExact } = table.rows;
  const text = total === undefined ? null : countText(total, formatNumber(total));
  const count = text === null || isTotalExact ? text : t('common.moreThan', { count: text });
  return (
    <div className="stack">
      <PageHeader title={title} subtitle={count ?? (error ? null : t('common.loading'))} actions={actions} />
      {tools}
      <ListResults
        loadFailed={loadFailed}
        empty={
          empty ?? (
            <EmptyList
              searchText={searchText}
              isFiltered={isFiltered}
              onReset={onReset}
              emptyAction={emptyAction}
            />
          )
        }
        {...table}
      />
      {children}
    </div>
  );
}
