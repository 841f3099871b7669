import type { customerErasure, customerPrivacy } from '@depotwerk/api/customers/customer-privacy';
import { getCustomerPrivacy } from '@depotwerk/api/customers/customer-privacy';
import { queryOptions } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { callApi } from '../../../platform/api-client.ts';

export type CustomerPrivacyData = z.infer<typeof customerPrivacy>;
export type CustomerErasure = z.infer<typeof customerErasure>;

/** Below `customer`, so that a change of the customer loads it anew. */
export const customerPrivacyQuery = (id: string) =>
  queryOptions({
    queryKey: ['customer', id, 'privacy'],
    queryFn: ({ signal }) => callApi(getCustomerPrivacy, { params: { id } }, { signal }),
  });
