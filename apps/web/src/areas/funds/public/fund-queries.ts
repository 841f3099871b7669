import { listFundDocuments } from '@depotwerk/api/documents/fund-documents';
import { type fund, getFund, getFundPrices, listFundsByIds } from '@depotwerk/api/funds/funds';
import type { ChartPeriod } from '@depotwerk/domain/chart-periods';
import { queryOptions } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { callApi } from '../../../platform/api-client.ts';
import { queryClient } from '../../../platform/query-client.ts';

export type Fund = z.infer<typeof fund>;

export const fundQuery = (id: number) =>
  queryOptions({
    queryKey: ['fund', id, 'detail'],
    queryFn: ({ signal }) => callApi(getFund, { params: { id } }, { signal }),
    staleTime: 300_000,
  });

export const fundPricesQuery = (id: number, period: ChartPeriod) =>
  queryOptions({
    queryKey: ['fund', id, 'prices', period],
    queryFn: ({ signal }) => callApi(getFundPrices, { params: { id }, query: { period } }, { signal }),
    staleTime: 300_000,
  });

/** What is on file with a fund. */
export const fundDocumentsQuery = (id: number) =>
  queryOptions({
    queryKey: ['fund', id, 'documents'],
    queryFn: ({ signal }) => callApi(listFundDocuments, { params: { id } }, { signal }),
    staleTime: 60_000,
  });

/** Details of the funds of a contract, by id; loaded after the contract itself. */
export const fundsQuery = (ids: readonly number[]) => {
  const sorted = [...new Set(ids)].sort((one, other) => one - other);
  return queryOptions({
    queryKey: ['funds', sorted],
    queryFn: async ({ signal }) => {
      const funds = await callApi(listFundsByIds, { body: sorted }, { signal });
      // The dialog of each fund then opens at once.
      for (const entry of funds) queryClient.setQueryData(fundQuery(entry.id).queryKey, entry);
      return new Map(funds.map((entry) => [entry.id, entry]));
    },
    enabled: sorted.length > 0,
    staleTime: 300_000,
  });
};
