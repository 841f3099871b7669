import { type CashFlow, moneyWeightedReturn } from './cash-flow-returns.ts';

/**
 * The fewest days that count as a year: 52 weeks, as far as the last day of trade of a month lies from that of the year before where it
 * does not lie further.
 */
export const leastDaysOfYear = 364;

/** Internal rate of flows a year (paid in below 0); null below a year and where there is none. */
export function yearlyRate(flows: readonly CashFlow[]): number | null {
  const days = flows.map(({ day }) => day);
  if (days.length === 0 || Math.max(...days) - Math.min(...days) < leastDaysOfYear) return null;
  try {
    return moneyWeightedReturn(flows);
  } catch {
    // No rate between -99.99 % and 1,000 %, or no change of sign: there is nothing to print.
    return null;
  }
}
