/**
 * Column sums of a matrix. Shares are stored as fractions, but added as whole tenths of a percent: binary fractions do
 * not add up, and a column has to give exactly 100.
 */

/** 100 percent in tenths. */
export const fullColumn = 1000;

/** Tenths of a percent nearest to a fraction: 0.125 → 125. */
export const toTenths = (fraction: number): number => Math.round(fraction * fullColumn);

/** Fraction of whole tenths of a percent: 125 → 0.125. */
export const fromTenths = (tenths: number): number => tenths / fullColumn;

/** Whether a fraction has no more than one decimal as percent. */
export const isWholeTenths = (fraction: number): boolean => fromTenths(toTenths(fraction)) === fraction;

/** Sum of every risk class in tenths of a percent, class 1 first; shares of other classes do not count. */
export function columnSums(
  items: readonly { readonly riskClassId: number; readonly fraction: number }[],
  riskClassCount: number,
): number[] {
  const sums = Array.from({ length: riskClassCount }, () => 0);
  for (const { riskClassId, fraction } of items) {
    const sum = sums[riskClassId - 1];
    if (sum !== undefined) sums[riskClassId - 1] = sum + toTenths(fraction);
  }
  return sums;
}

/**
 * "Rest verteilen": the column in tenths of a percent brought to exactly 100 percent, in proportion to what stands in
 * its used cells, or evenly where all of them are 0. Largest remainder; ties go to the larger share, then to the first
 * (engine rules, section 9). Cells that are not used become 0; without any used cell the column stays as it is.
 */
export function distributeRemainder(column: readonly number[], usedMask: readonly boolean[]): number[] {
  const isUsed = (index: number) => usedMask[index] === true;
  if (!column.some((_, index) => isUsed(index))) return [...column];
  const given = column.map((tenths, index) => (isUsed(index) ? Math.max(0, Math.round(tenths)) : 0));
  const total = given.reduce((sum, tenths) => sum + tenths, 0);
  const weights = total > 0 ? given : given.map((_, index) => (isUsed(index) ? 1 : 0));
  const sum = total > 0 ? total : weights.reduce((count: number, weight) => count + weight, 0);

  // Whole numbers throughout: quotient and remainder of weight × 1000 / sum are exact.
  const shares = weights.map((weight, index) => ({
    index,
    weight,
    units: Math.floor((weight * fullColumn) / sum),
    remainder: (weight * fullColumn) % sum,
  }));
  const missing = fullColumn - shares.reduce((units, share) => units + share.units, 0);
  // The sort is stable: what is equal keeps its order.
  const neediest = shares.toSorted((a, b) => b.remainder - a.remainder || b.weight - a.weight);
  const raised = new Set(neediest.slice(0, missing).map(({ index }) => index));
  return shares.map(({ index, units }) => (raised.has(index) ? units + 1 : units));
}
