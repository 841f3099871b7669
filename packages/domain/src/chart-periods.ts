/** Periods a chart can show, as the calls name them. */
export const chartPeriods = ['1m', 'ytd', '1y', '3y', '5y', 'max'] as const;
export type ChartPeriod = (typeof chartPeriods)[number];
