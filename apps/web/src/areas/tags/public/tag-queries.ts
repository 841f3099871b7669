import type { tag } from '@depotwerk/api/tags/tags';
import { listTags } from '@depotwerk/api/tags/tags';
import { queryOptions } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { callApi } from '../../../platform/api-client.ts';

export type Tag = z.infer<typeof tag>;

/** Tags of the house by name, also those that are no longer given. */
export const tagsQuery = () =>
  queryOptions({
    queryKey: ['tags'],
    queryFn: ({ signal }) => callApi(listTags, {}, { signal }),
    staleTime: 60_000,
  });
