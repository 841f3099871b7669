import type { CallAnswer } from '@depotwerk/api/call';
import { getOwnSide } from '@depotwerk/api/own-side/own-side';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from '../../platform/api-client.ts';

export type OwnSide = CallAnswer<typeof getOwnSide>;

/** What a customer begins with. */
export const ownSideQuery = queryOptions({
  queryKey: ['ownSide'],
  queryFn: ({ signal }) => callApi(getOwnSide, {}, { signal }),
});

/** Her consents, of the same page. */
export const ownConsentsKey = ['ownSide', 'consents'] as const;
