/** Loss from the highest value so far at each point, as a fraction 0..1. */
export function drawdowns(values: readonly number[]): number[] {
  let high = Number.NEGATIVE_INFINITY;
  return values.map((value) => {
    high = Math.max(high, value);
    return high > 0 ? 1 - value / high : 0;
  });
}

/** Largest of the drawdowns; 0 for a series that never falls. */
export function largestDrawdown(values: readonly number[]): number {
  return drawdowns(values).reduce((largest, value) => Math.max(largest, value), 0);
}

/** Value of one unit after each return, starting with 1. */
export function equityCurve(returns: readonly number[]): number[] {
  const curve = [1];
  for (const value of returns) curve.push(curve[curve.length - 1]! * (1 + value));
  return curve;
}
