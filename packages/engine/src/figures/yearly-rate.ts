import { type CashFlow, moneyWeightedReturn } from './cash-flow-returns.ts';

/** Internal rate of flows a year (paid in below 0); null below a year and where there is none. */
export function yearlyRate(flows: readonly CashFlow[]): number | null {
  const days = flows.map(({ day }) => day);
  if (days.length === 0 || Math.max(...days) - Math.min(...days) < 365) return null;
  try {
    return moneyWeightedReturn(flows);
  } catch {
    // No rate between -99.99 % and 1,000 %, or no change of sign: there is nothing to print.
    return null;
  }
}
