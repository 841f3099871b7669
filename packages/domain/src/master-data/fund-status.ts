/** Whether a fund may be bought, and what became of it. */
export const fundStatuses = ['open', 'softClosed', 'closed', 'merged', 'liquidated'] as const;
export type FundStatus = (typeof fundStatuses)[number];
