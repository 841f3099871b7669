/** Periods a chart can show, as the calls name them. */
export const periods = ['1m', 'ytd', '1y', '3y', '5y', 'max'] as const;
export type Period = (typeof periods)[number];
