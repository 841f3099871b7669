import { readConsultationStatistics } from '@depotwerk/api/consultations/consultation-statistics';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { callApi } from '../../platform/api-client.ts';
import { today } from '../../platform/today.ts';

/** What was advised in a calendar year. */
export const statisticsQuery = (year: number) =>
  queryOptions({
    queryKey: ['consultation-statistics', year],
    queryFn: ({ signal }) => callApi(readConsultationStatistics, { query: { year } }, { signal }),
  });

/**
 * The statistics of the year asked for. Where none is: of last year, which is the one that is audited, and of this year
 * where nothing is recorded for the last, as in a young house.
 */
export function useStatistics(asked: number | undefined) {
  const present = Number(today().slice(0, 4));
  const last = useQuery(statisticsQuery(asked ?? present - 1));
  const isYoung = asked === undefined && last.data?.length === 0;
  const current = useQuery({ ...statisticsQuery(present), enabled: isYoung });
  return isYoung ? { year: present, statistics: current } : { year: asked ?? present - 1, statistics: last };
}
