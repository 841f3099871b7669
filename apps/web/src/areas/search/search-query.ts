import { searchEverything, searchHitTypes } from '@depotwerk/api/search/search';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from '../../platform/api-client.ts';

/** What the server finds, of every kind this page knows: without naming them no documents come. */
export const searchFor = (words: string) =>
  queryOptions({
    queryKey: ['search', words],
    queryFn: ({ signal }) =>
      callApi(searchEverything, { query: { query: words, types: searchHitTypes.join(',') } }, { signal }),
    staleTime: 10_000,
  });
