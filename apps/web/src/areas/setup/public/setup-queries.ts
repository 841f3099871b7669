import { getSetup } from '@depotwerk/api/setup/setup';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from '../../../platform/api-client.ts';

/** The first day: what is done and what is missing. */
export const setupQuery = queryOptions({
  queryKey: ['setup'],
  queryFn: ({ signal }) => callApi(getSetup, {}, { signal }),
});
