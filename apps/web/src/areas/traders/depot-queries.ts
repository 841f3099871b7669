import { listDepotContracts, listDepotTariffs, listNewDepots } from '@depotwerk/api/traders/trader-depots';
import { queryOptions } from '@tanstack/react-query';
import { loadListPage } from '../../lists/list-calls.ts';
import { callApi } from '../../platform/api-client.ts';
import { queryClient } from '../../platform/query-client.ts';
import type { RowPage } from '../../ui/paged-rows.ts';
import type { DepotContract, NewDepotList } from './depot-types.ts';

const depotsKey = ['traderDepots'] as const;
export const newDepotsKey = [...depotsKey, 'new'] as const;

/** One page of the depots no contract knows. */
export function loadNewDepots(
  includeRejected: boolean,
  page: number,
  pageSize: number,
  signal: AbortSignal,
): Promise<RowPage<NewDepotList[number]>> {
  return loadListPage(listNewDepots, { query: { includeRejected, page, pageSize } }, signal);
}

const choiceSize = 250;

/** Contracts of an institution that have no depot yet. */
export const unlinkedContractsQuery = (issuerId: number) =>
  queryOptions({
    queryKey: [...depotsKey, 'unlinked', issuerId],
    queryFn: ({ signal }): Promise<DepotContract[]> =>
      callApi(listDepotContracts, { query: { issuerId, isLinked: false, pageSize: choiceSize } }, { signal }),
  });

/** Tariffs a new contract of an institution may have; nothing while none is chosen. */
export const depotTariffsQuery = (issuerId: number | null) =>
  queryOptions({
    queryKey: [...depotsKey, 'tariffs', issuerId],
    queryFn: ({ signal }) => callApi(listDepotTariffs, { query: { issuerId: issuerId ?? 0 } }, { signal }),
    enabled: issuerId !== null,
  });

/** Depots were linked, ignored or opened. */
export function reloadDepots(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: depotsKey });
}
