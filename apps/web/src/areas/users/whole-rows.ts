import { foldText } from '@depotwerk/domain/fold-text';
import type { UseQueryResult } from '@tanstack/react-query';
import { useMemo } from 'react';
import { flagOf } from '../../lists/list-calls.ts';
import type { PagedRows } from '../../ui/paged-rows.ts';

/** A list that comes in one answer, as tables want it; `keep` leaves out rows a filter hides. */
export function useWholeRows<Row>(
  query: UseQueryResult<Row[]>,
  listKey: string,
  keep: (rows: Row[]) => Row[],
): PagedRows<Row> {
  const { data } = query;
  const rows = useMemo(() => (data ? keep(data) : undefined), [data, keep]);
  return {
    count: rows?.length,
    total: rows?.length,
    isTotalExact: true,
    rowAt: (row) => rows?.[row],
    showRows: () => {},
    isOutdated: false,
    error: query.error,
    isRetrying: query.isFetching,
    retry: () => void query.refetch(),
    listKey,
  };
}

interface NameAndState {
  readonly search?: string | undefined;
  readonly isInactive?: Parameters<typeof flagOf>[0];
}

/** Whether a row has the state, and in its name the text, the address of its list asks for. */
export function isAskedFor(address: NameAndState, name: string, isInactive: boolean): boolean {
  const state = flagOf(address.isInactive);
  const text = address.search;
  return (
    (state === undefined || isInactive === state) &&
    (text === undefined || foldText(name).includes(foldText(text)))
  );
}
