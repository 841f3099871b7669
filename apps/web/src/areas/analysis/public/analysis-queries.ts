import type { CallAnswer } from '@depotwerk/api/call';
import { getContractAnalysis } from '@depotwerk/api/contracts/contract-analysis';
import {
  type ContractPerformance,
  getContractPerformance,
  type PerformancePeriod,
} from '@depotwerk/api/contracts/contract-performance';
import type { ProjectionInput } from '@depotwerk/engine/projection/projection-input';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { callApi } from '../../../platform/api-client.ts';
import { runProjection, warmProjection } from '../run-projection.ts';

export type { ContractPerformance };

type Analysis = CallAnswer<typeof getContractAnalysis>;
/** That of a contract that was valued: without a valuation there is nothing to compute from. */
export type ContractAnalysis = Analysis & { readonly valuation: NonNullable<Analysis['valuation']> };

export const isValued = (analysis: Analysis): analysis is ContractAnalysis => analysis.valuation !== null;

/** What the analysis is computed from; everything of a contract starts with this key, so a reload covers it. */
export const analysisQuery = (id: string) =>
  queryOptions({
    queryKey: ['contract', id, 'analysis'],
    queryFn: ({ signal }) => {
      warmProjection();
      return callApi(getContractAnalysis, { params: { id } }, { signal });
    },
    staleTime: 60_000,
  });

/** Performance over a time that ends today. */
export const performanceQuery = (id: string, period: PerformancePeriod) =>
  queryOptions({
    queryKey: ['contract', id, 'performance', period],
    queryFn: ({ signal }) =>
      callApi(getContractPerformance, { params: { id }, query: { period } }, { signal }),
    staleTime: 60_000,
    placeholderData: keepPreviousData,
  });

/** A projection; the same input gives the same answer for ever. */
export const projectionQuery = (input: ProjectionInput) =>
  queryOptions({
    queryKey: ['projection', input],
    queryFn: ({ signal }) => runProjection(input, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
