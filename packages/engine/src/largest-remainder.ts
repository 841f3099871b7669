/**
 * Whole units that sum exactly to `units`, proportional to the weights: largest remainder
 * (Hare-Niemeyer; engine rules, section 9). Ties go to the larger weight, then to the first.
 * Weights are not negative and not all zero.
 */
export function largestRemainder(weights: readonly number[], units: number): number[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const quotas = weights.map((weight) => (weight * units) / total);
  const result = quotas.map((quota) => Math.floor(quota + 1e-9));
  let missing = units - result.reduce((sum, value) => sum + value, 0);
  const order = quotas
    .map((quota, index) => ({ index, quota, remainder: quota - (result[index] ?? 0) }))
    .filter(({ quota }) => quota > 0)
    .sort((a, b) => b.remainder - a.remainder || b.quota - a.quota || a.index - b.index);
  for (let turn = 0; missing > 0; turn += 1, missing -= 1) {
    const next = order[turn % order.length];
    if (next) result[next.index] = (result[next.index] ?? 0) + 1;
  }
  return result;
}
