import { listSavedViews, type ViewScreen } from '@depotwerk/api/saved-views/saved-views';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from '../platform/api-client.ts';

/** Views of a list: own ones and those shared with this person. */
export const savedViewsQuery = (screenKey: ViewScreen) =>
  queryOptions({
    queryKey: ['saved-views', screenKey],
    queryFn: ({ signal }) => callApi(listSavedViews, { query: { screenKey } }, { signal }),
    staleTime: 60_000,
  });

/** Views of all lists, for the page that shows them together. */
export const allSavedViewsQuery = queryOptions({
  queryKey: ['saved-views'],
  queryFn: ({ signal }) => callApi(listSavedViews, { query: {} }, { signal }),
});
