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
    left -= buyMany(units, weights, prices, value, left);
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

/** So many single steps are no work. */
const fewSteps = 1000;

/**
 * Makes the steps of the loop above at once, as long as the dearest unit that fits still fits: every asset down to one common
 * shortfall. Where a unit costs a billionth of another, single steps would be a billion.
 *
 * @param units changed in place
 * @returns what was spent
 */
function buyMany(
  units: number[],
  weights: readonly number[],
  prices: readonly number[],
  value: number,
  left: number,
): number {
  const fitting = prices.flatMap((price, i) => (weights[i]! > 0 && price <= left ? [{ price, i }] : []));
  if (fitting.every(({ price }) => left <= fewSteps * price)) return 0;
  const room = left - Math.max(...fitting.map(({ price }) => price));
  const shortfalls = fitting.map(({ price, i }) => weights[i]! * value - units[i]! * price);
  const counts = (level: number) =>
    fitting.map(({ price }, k) => Math.max(0, Math.ceil((shortfalls[k]! - level) / price)));
  const cost = (level: number) => counts(level).reduce((sum, count, k) => sum + count * fitting[k]!.price, 0);
  let high = Math.max(...shortfalls);
  let low = high - left;
  for (let step = 0; step < 60; step++) {
    const middle = (low + high) / 2;
    if (cost(middle) <= room) high = middle;
    else low = middle;
  }
  for (const [k, count] of counts(high).entries()) units[fitting[k]!.i]! += count;
  return cost(high);
}
