import type { QueryKey } from '@tanstack/react-query';
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import { useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { pagesOfRows, placeOfRow, scrollableRows } from './page-window.ts';

/** One server page of a list, as the cache keeps it. */
export interface RowPage<Row> {
  rows: Row[];
  /** Hits of the whole list. */
  total: number;
  /** False when there are at least so many. */
  isTotalExact: boolean;
}

/** A list of any length of which only the pages in sight are loaded. */
export interface PagedRows<Row> {
  /** Rows that can be scrolled through; undefined until the first answer. */
  count: number | undefined;
  /** All hits, also those beyond the scrollable ones. */
  total: number | undefined;
  /** False when there are more hits than were counted. */
  isTotalExact: boolean;
  /** Undefined while its page is loading. */
  rowAt: (row: number) => Row | undefined;
  /** Tells which rows are in sight; their pages are then loaded. */
  showRows: (first: number, last: number) => void;
  /** The rows shown still belong to the previous filter. */
  isOutdated: boolean;
  error: unknown;
  isRetrying: boolean;
  retry: () => void;
  /** Changes when the list as a whole changes (filter, order): the view then starts at its top. */
  listKey: string;
}

const pageSize = 100;
/** Rows beyond the visible ones that are fetched in advance. */
const lookahead = 40;
const firstPageOnly: readonly number[] = [1];
/** A fling passes thousands of rows; only where it rests are pages asked for. */
const restMilliseconds = 60;

/**
 * Loads a list page by page as it scrolls into sight. `loadPage` counts from 1 and gets a signal, so that pages
 * nobody waits for any more are cancelled. `queryKey` names filter and order.
 */
export function usePagedRows<Row>(
  queryKey: QueryKey,
  loadPage: (page: number, pageSize: number, signal: AbortSignal) => Promise<RowPage<Row>>,
): PagedRows<Row> {
  const listKey = JSON.stringify(queryKey);
  const [wanted, setWanted] = useState<{ listKey: string; pages: readonly number[] }>({
    listKey,
    pages: firstPageOnly,
  });
  const pages = wanted.listKey === listKey ? wanted.pages : firstPageOnly;
  const optionsOf = (page: number) => ({
    queryKey: [...queryKey, page] as const,
    queryFn: ({ signal }: { signal: AbortSignal }) => loadPage(page, pageSize, signal),
  });

  const first = useQuery({ ...optionsOf(1), placeholderData: keepPreviousData });
  const others = useQueries({ queries: pages.filter((page) => page !== 1).map(optionsOf) });

  const loaded = useMemo(() => {
    const result = new Map<number, Row[]>();
    if (first.data) result.set(1, first.data.rows);
    const otherPages = pages.filter((page) => page !== 1);
    for (const [index, query] of others.entries()) {
      const page = otherPages[index];
      if (page !== undefined && query.data) result.set(page, query.data.rows);
    }
    return result;
  }, [first.data, pages, others]);

  // A screen full of new rows is drawn in slices, so that scrolling does not stop for it.
  const shown = useDeferredValue(loaded);
  const total = first.data?.total;
  const count = total === undefined ? undefined : Math.min(total, scrollableRows);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const showRows = useCallback(
    (firstRow: number, lastRow: number) => {
      clearTimeout(timer.current);
      timer.current = setTimeout(() => {
        const next = pagesOfRows(firstRow - lookahead, lastRow + lookahead, pageSize, count ?? 0);
        if (next.length === 0) return;
        setWanted((current) =>
          current.listKey === listKey && current.pages.join() === next.join()
            ? current
            : { listKey, pages: next },
        );
      }, restMilliseconds);
    },
    [count, listKey],
  );

  const failed = first.isError ? first : others.find((query) => query.isError);
  return {
    count,
    total,
    isTotalExact: first.data?.isTotalExact ?? true,
    rowAt: (row) => {
      const place = placeOfRow(row, pageSize);
      return shown.get(place.page)?.[place.index];
    },
    showRows,
    isOutdated: first.isPlaceholderData,
    error: failed?.error ?? null,
    isRetrying: failed?.isFetching ?? false,
    retry: () => {
      if (first.isError) void first.refetch();
      for (const query of others) if (query.isError) void query.refetch();
    },
    listKey,
  };
}
