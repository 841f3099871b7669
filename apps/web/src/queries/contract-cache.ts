import type { CallInput } from '@depotwerk/api/call';
import type { ContractDetail } from '@depotwerk/api/contracts/contract-detail';
import { type ContractListItem, getContractStats } from '@depotwerk/api/contracts/contracts';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from '../platform/api-client.ts';
import { queryClient } from '../platform/query-client.ts';
import { readAnew } from '../platform/read-anew.ts';
import type { RowPage } from '../ui/paged-rows.ts';

/** Cache key of every list page; filter and order follow. */
export const contractListKey = ['contracts', 'list'] as const;
export const contractKey = (id: string) => ['contract', id] as const;
export const detailKey = (id: string) => [...contractKey(id), 'detail'] as const;

export const contractStatsQuery = (filter: CallInput<typeof getContractStats>['query']) =>
  queryOptions({
    queryKey: ['contracts', 'stats', filter],
    queryFn: ({ signal }) => callApi(getContractStats, { query: filter }, { signal }),
  });

/** Takes over a new last check wherever the contract is shown, without loading anything again. */
export function applyCheck(id: string, check: { lastCheck: string; lastCheckedBy: string }): void {
  queryClient.setQueryData<ContractDetail & { etag: string | null }>(detailKey(id), (detail) =>
    detail ? { ...detail, contract: { ...detail.contract, ...check } } : detail,
  );
  queryClient.setQueriesData<RowPage<ContractListItem>>({ queryKey: contractListKey }, (page) =>
    page ? { ...page, rows: page.rows.map((row) => (row.id === id ? { ...row, ...check } : row)) } : page,
  );
  void queryClient.invalidateQueries({ queryKey: ['contracts', 'stats'] });
  void queryClient.invalidateQueries({ queryKey: [...contractKey(id), 'history'] });
  // The check raises the row version, and with it the ETag a later deletion needs.
  void queryClient.invalidateQueries({ queryKey: detailKey(id) });
}

/** Loads everything of a contract again, and what lists and statistics say of it. */
export function reloadContract(id: string): void {
  void queryClient.invalidateQueries({ queryKey: contractKey(id) });
  void queryClient.invalidateQueries({ queryKey: ['contracts'] });
}

/** Takes a deleted contract out of lists and entities. */
export function forgetContract(id: string): void {
  queryClient.setQueriesData<RowPage<ContractListItem>>({ queryKey: contractListKey }, (page) =>
    page?.rows.some((row) => row.id === id)
      ? { ...page, rows: page.rows.filter((row) => row.id !== id), total: page.total - 1 }
      : page,
  );
  queryClient.removeQueries({ queryKey: contractKey(id) });
  reloadContracts();
}

/** Lists, counts and customers show what contracts there are. */
export const reloadContracts = () => void readAnew('contracts', 'customers', 'customer');
