import { getCustomerDuplicates, listDuplicatePairs } from '@depotwerk/api/customers/customer-merges';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from '../../../platform/api-client.ts';
import { t } from '../../../texts/texts.ts';

/** Below `customer`, so that a change of the customer loads it anew. */
export const customerDuplicatesQuery = (id: string) =>
  queryOptions({
    queryKey: ['customer', id, 'duplicates'],
    queryFn: ({ signal }) => callApi(getCustomerDuplicates, { params: { id } }, { signal }),
  });

export const duplicatePairsQuery = () =>
  queryOptions({
    queryKey: ['customers', 'duplicates'],
    queryFn: ({ signal }) => callApi(listDuplicatePairs, {}, { signal }),
  });

/** What two customers have in common, in words. */
export const likenessText = (likenesses: readonly ('number' | 'name' | 'dateOfBirth' | 'email')[]): string =>
  likenesses.map((each) => t(`customers.merge.likeness.${each}`)).join(', ');
