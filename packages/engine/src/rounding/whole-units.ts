/** Whole units bought for target weights, and the money left. */
export interface WholeUnits {
  readonly units: number[];
  readonly cash: number;
}

/**
 * Whole units for target weights at given prices: floor first, then one unit at a time of the asset with the largest
 * remaining shortfall that still fits into the money left, until none fits (engine.md section 13, step 6): less than
 * the cheapest wanted unit stays in cash.
 *
 * @param weights target fractions of `value`, summing to at most 1
 */
export function wholeUnits(weights: readonly number[], prices: readonly number[], value: number): WholeUnits {
  const units = weights.map((weight, i) => Math.floor((weight * value) / prices[i]! + 1e-9));
  const spent = () => units.reduce((sum, count, i) => sum + count * prices[i]!, 0);
  const invested = weights.reduce((sum, weight) => sum + weight, 0);
  let left = Math.min(1, invested) * value - spent();
  for (;;) {
    let best = -1;
    let largest = Number.NEGATIVE_INFINITY;
    for (const [i, price] of prices.entries()) {
      const shortfall = weights[i]! * value - units[i]! * price;
      if (price > left + 1e-9 || weights[i] === 0) continue;
      if (shortfall > largest) {
        largest = shortfall;
        best = i;
      }
    }
    if (best < 0) break;
    units[best]! += 1;
    left -= prices[best]!;
  }
  return { units, cash: Math.max(0, value - spent()) };
}
