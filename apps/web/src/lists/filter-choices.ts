import { listFilterChoices } from '@depotwerk/api/customers/customers';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from '../platform/api-client.ts';

/** What lists are filtered by and views shared to: groups, tariffs, insurers and hints. */
export const filterChoicesQuery = () =>
  queryOptions({
    queryKey: ['contracts', 'filter-choices'],
    queryFn: ({ signal }) => callApi(listFilterChoices, {}, { signal }),
    staleTime: 300_000,
  });
