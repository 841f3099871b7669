import type { CallInput } from '@depotwerk/api/call';
import {
  type ContractDetail,
  getContract,
  getContractInfo,
  getOverviewChart,
  listContractHistory,
  listOptimizationHints,
  listPortfolios,
  listSavingsPlans,
} from '@depotwerk/api/contracts/contract-detail';
import { type ContractListItem, getContractStats } from '@depotwerk/api/contracts/contracts';
import type { ChartPeriod } from '@depotwerk/domain/chart-periods';
import { queryOptions } from '@tanstack/react-query';
import { callApi, callWithHeaders } from '../platform/api-client.ts';
import { queryClient } from '../platform/query-client.ts';
import { readAnew } from '../platform/read-anew.ts';
import type { RowPage } from '../ui/paged-rows.ts';

/** Cache key of every list page; filter and order follow. */
export const contractListKey = ['contracts', 'list'] as const;
const contractKey = (id: string) => ['contract', id] as const;
const detailKey = (id: string) => [...contractKey(id), 'detail'] as const;

export const contractStatsQuery = (filter: CallInput<typeof getContractStats>['query']) =>
  queryOptions({
    queryKey: ['contracts', 'stats', filter],
    queryFn: ({ signal }) => callApi(getContractStats, { query: filter }, { signal }),
  });

/** A contract with its ETag, which changing calls must send along. */
export const contractQuery = (id: string) =>
  queryOptions({
    queryKey: detailKey(id),
    queryFn: async ({ signal }) => {
      const { answer, etag } = await callWithHeaders(getContract, { params: { id } }, { signal });
      return { ...answer, etag };
    },
  });

export const contractInfoQuery = (id: string) =>
  queryOptions({
    queryKey: [...contractKey(id), 'info'],
    queryFn: ({ signal }) => callApi(getContractInfo, { params: { id } }, { signal }),
  });

export const overviewChartQuery = (id: string, period: ChartPeriod) =>
  queryOptions({
    queryKey: [...contractKey(id), 'chart', period],
    queryFn: ({ signal }) => callApi(getOverviewChart, { params: { id }, query: { period } }, { signal }),
    staleTime: 300_000,
  });

export const hintsQuery = (id: string) =>
  queryOptions({
    queryKey: [...contractKey(id), 'hints'],
    queryFn: ({ signal }) => callApi(listOptimizationHints, { params: { id } }, { signal }),
  });

/** Historic portfolios come at most 250 at a time: twenty years of monthly valuations. */
const historyPageSize = 250;

export const portfoliosQuery = (id: string) =>
  queryOptions({
    queryKey: [...contractKey(id), 'portfolios'],
    queryFn: ({ signal }) =>
      callApi(listPortfolios, { params: { id }, query: { pageSize: historyPageSize } }, { signal }),
    staleTime: 60_000,
  });

export const savingsPlansQuery = (id: string) =>
  queryOptions({
    queryKey: [...contractKey(id), 'savings-plans'],
    queryFn: ({ signal }) =>
      callApi(listSavingsPlans, { params: { id }, query: { pageSize: historyPageSize } }, { signal }),
    staleTime: 60_000,
  });

export const historyQuery = (id: string) =>
  queryOptions({
    queryKey: [...contractKey(id), 'history'],
    queryFn: ({ signal }) => callApi(listContractHistory, { params: { id } }, { signal }),
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
