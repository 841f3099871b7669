import { type ContractListItem, listContracts } from '@depotwerk/api/contracts/contracts';
import { queryOptions, skipToken } from '@tanstack/react-query';
import { loadListPage } from '../../lists/list-calls.ts';
import { queryClient } from '../../platform/query-client.ts';
import type { RowPage } from '../../ui/paged-rows.ts';
import type { ContractFilter } from './public/contracts-search.ts';

/** One page of the contract list. */
export function loadContractPage(
  filter: ContractFilter,
  sort: string,
  page: number,
  pageSize: number,
  signal: AbortSignal,
): Promise<RowPage<ContractListItem>> {
  return loadListPage(listContracts, { query: { ...filter, sort, page, pageSize } }, signal);
}

/** Name of a fund that filters the list; what funds are is loaded only where one does. */
export const fundNameQuery = (id: number | undefined) =>
  queryOptions({
    queryKey: ['fund', id, 'name'],
    queryFn:
      id === undefined
        ? skipToken
        : async () => {
            const { fundQuery } = await import('../funds/public/fund-queries.ts');
            return (await queryClient.fetchQuery(fundQuery(id))).name;
          },
    staleTime: 300_000,
  });
