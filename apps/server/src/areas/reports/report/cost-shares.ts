import { partsOfSum } from '@depotwerk/domain/parts-of-sum';
import { costPoints, none } from './report-format.ts';

/**
 * Shares of a value in percentage points, as they add up to that of their sum; null = not known, or a share of nothing.
 *
 * @param percent what is said of the sum in percentage points, where it was rounded before: half a hundredth falls either way
 */
export function shownShares(
  amounts: readonly (number | null)[],
  sum: number,
  value: number,
  percent = (sum / value) * 100,
): (number | null)[] {
  if (value === 0) return amounts.map(() => null);
  const known = amounts.flatMap((amount) => (amount === null ? [] : [(amount / value) * 100]));
  const shown = partsOfSum(known, percent, 2);
  return amounts.map((amount) => (amount === null ? null : (shown.shift() ?? null)));
}

/** The same in words, that of the sum last. */
export function sharesOf(amounts: readonly (number | null)[], sum: number | null, value: number): string[] {
  const known = amounts.reduce<number>((total, amount) => total + (amount ?? 0), 0);
  const whole = sum === null || value === 0 ? null : (sum / value) * 100;
  return [...shownShares(amounts, sum ?? known, value), whole].map((share) =>
    share === null ? none : costPoints(share),
  );
}
