import type { CallAnswer, CallInput } from '@depotwerk/api/call';
import { rateFundMatrix } from '@depotwerk/api/tariff-lookups';
import type { FundMatrixDraft } from '@depotwerk/domain/tariff/tariff-drafts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { callApi } from '../../../platform/api-client.ts';

export type FundRating = CallAnswer<typeof rateFundMatrix>[number];
type Request = CallInput<typeof rateFundMatrix>['body'];

/**
 * Rating of every class of a fund risk matrix by the server, which knows the funds' risk. The matrix reaches the form
 * 800 ms after its last change, and with that this. Empty while something is missing.
 */
export function useFundRating(matrix: FundMatrixDraft): readonly FundRating[] {
  const request = requestOf(matrix);
  const rating = useQuery({
    queryKey: ['tariff-lookups', 'fund-rating', request],
    queryFn: ({ signal }) =>
      request === null ? Promise.resolve([]) : callApi(rateFundMatrix, { body: request }, { signal }),
    staleTime: 60_000,
    placeholderData: keepPreviousData,
  });
  return request === null ? none : (rating.data ?? none);
}

const none: readonly FundRating[] = [];

/** Classes nobody has given a target yet count as 0 ± 0: what is rated does not depend on them, only its band. */
function requestOf({ riskTypeId, useQuota, riskItems, allocationItems }: FundMatrixDraft): Request | null {
  if (riskTypeId === null || useQuota === null || riskItems.length === 0) return null;
  return {
    riskTypeId,
    useQuota,
    riskItems: riskItems.map(({ riskClassId, target, range }) => ({
      riskClassId,
      target: target ?? 0,
      range: range ?? 0,
    })),
    allocationItems: allocationItems.filter(({ fraction }) => fraction > 0),
  };
}
