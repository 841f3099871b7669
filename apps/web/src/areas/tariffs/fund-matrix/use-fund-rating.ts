import type { CallAnswer } from '@depotwerk/api/call';
import { rateFundMatrix } from '@depotwerk/api/tariffs/tariff-lookups';
import { ratedMatrix } from '@depotwerk/domain/tariff/rated-matrix';
import type { FundMatrixDraft } from '@depotwerk/domain/tariff/tariff-drafts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { callApi } from '../../../platform/api-client.ts';

export type FundRating = CallAnswer<typeof rateFundMatrix>[number];

/**
 * Rating of every class of a fund risk matrix by the server, which knows the funds' risk. The matrix reaches the form
 * 800 ms after its last change, and with that this. Empty while something is missing.
 */
export function useFundRating(matrix: FundMatrixDraft): readonly FundRating[] {
  const request = ratedMatrix(matrix);
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
