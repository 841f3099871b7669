/** Whether nothing was ever known of a contract's worth: what is stored as 0 is no value then. */
export const wasNeverValued = (valuationDate: string | null, totalValue: number): boolean =>
  valuationDate === null && totalValue === 0;
