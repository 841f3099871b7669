/** Where the measured risk of a portfolio lies in the band of its class (engine rules, section 6). */
export const riskBandStatuses = ['below', 'in', 'above', 'unknown'] as const;
export type RiskBandStatus = (typeof riskBandStatuses)[number];
