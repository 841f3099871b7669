import { srriClass } from '../risk-indicator.ts';

/** Credit risk measure 1 to 6. */
export type CreditRisk = 1 | 2 | 3 | 4 | 5 | 6;

const sriRows: Readonly<Record<CreditRisk, readonly number[]>> = {
  1: [1, 2, 3, 4, 5, 6, 7],
  2: [1, 2, 3, 4, 5, 6, 7],
  3: [3, 3, 3, 4, 5, 6, 7],
  4: [5, 5, 5, 5, 5, 6, 7],
  5: [5, 5, 5, 5, 5, 6, 7],
  6: [6, 6, 6, 6, 6, 6, 7],
};

/** Summary risk indicator of a market and a credit risk measure (PRIIPs Annex II; UCITS use row 1). */
export function summaryRiskIndicator(marketRisk: number, creditRisk: CreditRisk = 1): number {
  return sriRows[creditRisk][marketRisk - 1]!;
}

/** One class higher (at most 7) where only monthly or rarer prices exist. */
export function raiseForRarePrices(marketRisk: number): number {
  return Math.min(7, marketRisk + 1);
}

/**
 * Published SRRI after four months of reference points (CESR/10-673): it changes only if the volatility lay outside
 * the published bucket at every point; then to the bucket of the majority, of equals the latest.
 *
 * @param volatilities annual volatility at each weekly or monthly reference point of the last four months, oldest first
 */
export function revisedSrri(published: number, volatilities: readonly number[]): number {
  const classes = volatilities.map(srriClass);
  if (classes.length === 0 || classes.includes(published)) return published;
  const counts = new Map<number, number>();
  for (const value of classes) counts.set(value, (counts.get(value) ?? 0) + 1);
  let best = classes[classes.length - 1]!;
  for (const value of classes.toReversed()) {
    if ((counts.get(value) ?? 0) > (counts.get(best) ?? 0)) best = value;
  }
  return best;
}
