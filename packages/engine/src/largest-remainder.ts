/**
 * Whole units that sum exactly to `units`, proportional to the weights: largest remainder
 * (Hare-Niemeyer; engine rules, section 9). Ties go to the larger weight, then to the first.
 * Weights are not negative and not all zero.
 */
export function largestRemainder(weights: readonly number[], units: number): number[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const quotas = weights.map((weight) => (weight * units) / total);
  const result = quotas.map((quota) => Math.floor(quota + 1e-9));
  const missing = units - result.reduce((sum, value) => sum + value, 0);
  const remainderOf = (index: number) => quotas[index]! - result[index]!;
  // The sort is stable: what is equal keeps its order.
  const order = [...quotas.keys()].sort((a, b) => remainderOf(b) - remainderOf(a) || quotas[b]! - quotas[a]!);
  for (const index of order.slice(0, missing)) result[index]! += 1;
  return result;
}
