import type { DashboardConfig } from '@depotwerk/api/dashboard/dashboard';
import { getDashboardConfig, getDashboardData } from '@depotwerk/api/dashboard/dashboard';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from '../../platform/api-client.ts';

export const dashboardConfigQuery = queryOptions({
  queryKey: ['dashboard', 'config'],
  queryFn: ({ signal }) => callApi(getDashboardConfig, {}, { signal }),
});

const refreshMs = 60_000;

/** Content of all tiles at once. */
export const dashboardDataQuery = (widgets: DashboardConfig['widgets']) => {
  const keys = [...new Set(widgets.map(({ dataKey }) => dataKey))].toSorted().join(',');
  return queryOptions({
    queryKey: ['dashboard', 'data', keys],
    queryFn: ({ signal }) => callApi(getDashboardData, { query: { keys } }, { signal }),
    enabled: keys !== '',
    staleTime: 0,
    refetchInterval: refreshMs,
  });
};
