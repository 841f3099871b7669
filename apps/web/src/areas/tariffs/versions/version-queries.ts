import type { PerformancePeriod } from '@depotwerk/api/contracts/contract-performance';
import { getJob } from '@depotwerk/api/jobs/jobs';
import { compareTariffVersions } from '@depotwerk/api/tariffs/tariff-comparison';
import { getTariffImpact } from '@depotwerk/api/tariffs/tariff-impact';
import { getTariffPerformance } from '@depotwerk/api/tariffs/tariff-performance';
import { listTariffApprovals, listTariffVersions } from '@depotwerk/api/tariffs/tariffs';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { callApi } from '../../../platform/api-client.ts';
import { tariffKey } from '../tariff-steps/tariff-queries.ts';

/** How often a running computation is asked about. */
const askAgainAfter = 1000;

export const versionsQuery = (id: string) =>
  queryOptions({
    queryKey: [...tariffKey(id), 'versions'],
    queryFn: ({ signal }) => callApi(listTariffVersions, { params: { id } }, { signal }),
  });

/** Version A is of the tariff `tariffA` where that is given, else of the same as version B. */
export const comparisonQuery = (
  id: string,
  versionA: number,
  versionB: number,
  tariffA: string | undefined,
) =>
  queryOptions({
    queryKey: [...tariffKey(id), 'comparison', tariffA ?? id, versionA, versionB],
    queryFn: ({ signal }) =>
      callApi(
        compareTariffVersions,
        { params: { id }, query: { versionA, versionB, ...(tariffA !== undefined && { tariffA }) } },
        { signal },
      ),
  });

export const impactQuery = (id: string, versionNumber: number) =>
  queryOptions({
    queryKey: [...tariffKey(id), 'impact', versionNumber],
    queryFn: ({ signal }) =>
      callApi(getTariffImpact, { params: { id }, query: { versionNumber } }, { signal }),
    refetchInterval: (query) => (query.state.data?.state === 'running' ? askAgainAfter : false),
  });

export const tariffPerformanceQuery = (id: string, period: PerformancePeriod) =>
  queryOptions({
    queryKey: [...tariffKey(id), 'performance', period],
    queryFn: ({ signal }) => callApi(getTariffPerformance, { params: { id }, query: { period } }, { signal }),
    staleTime: 60_000,
    placeholderData: keepPreviousData,
    refetchInterval: (query) => (query.state.data?.state === 'running' ? askAgainAfter : false),
  });

/** Progress of the job behind a running impact preview. */
export const impactJobQuery = (jobId: string) =>
  queryOptions({
    queryKey: ['jobs', jobId],
    queryFn: ({ signal }) => callApi(getJob, { params: { id: jobId } }, { signal }),
    refetchInterval: askAgainAfter,
  });

/** Versions that wait for somebody's decision. */
export const approvalsQuery = () =>
  queryOptions({
    queryKey: ['tariffs', 'approvals', 'waiting'],
    queryFn: ({ signal }) => callApi(listTariffApprovals, {}, { signal }),
  });
