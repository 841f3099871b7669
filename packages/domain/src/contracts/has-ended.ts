/**
 * Whether a contract has ended; days are `YYYY-MM-DD`, null = it has no end. On its last day it has: there is nothing left to switch
 * or to save into. Statements say the same: `c.end_date > today` runs.
 */
export const hasEnded = (endDate: string | null, today: string): boolean =>
  endDate !== null && endDate <= today;
