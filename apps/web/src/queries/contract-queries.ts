import {
  getContract,
  getContractInfo,
  getOverviewChart,
  listContractHistory,
  listOptimizationHints,
  listPortfolios,
  listSavingsPlans,
} from '@depotwerk/api/contracts/contract-detail';
import type { ChartPeriod } from '@depotwerk/domain/chart-periods';
import { queryOptions } from '@tanstack/react-query';
import { callApi, callWithHeaders } from '../platform/api-client.ts';
import { contractKey, detailKey } from './contract-cache.ts';

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
