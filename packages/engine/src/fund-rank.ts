/** Ranks 1 to 5 inside a peer group, 5 is best (engine rules, section 5). */

/** Fewer eligible funds than this stay unrated. */
export const minimumGroupSize = 5;

/** The rank of a fund whose average position (1 = best) in a group of `count` is given. */
function rankOfPosition(position: number, count: number): number {
  const share = (position - 0.5) / count;
  if (share <= 0.1) return 5;
  if (share <= 0.325) return 4;
  if (share <= 0.675) return 3;
  return share <= 0.9 ? 2 : 1;
}

/**
 * Ranks of the funds of one peer group by a figure; equal figures share the average position. A null
 * figure (no sufficient history) is not eligible and gets null, as does everybody in a group too small.
 */
export function fundRanks(figures: readonly (number | null)[], isLowGood: boolean): (number | null)[] {
  const direction = isLowGood ? 1 : -1;
  const sorted = figures.filter((figure) => figure !== null).sort((a, b) => direction * (a - b));
  if (sorted.length < minimumGroupSize) return figures.map(() => null);
  const averagePosition = new Map<number, number>();
  for (const [index, figure] of sorted.entries()) {
    if (averagePosition.has(figure)) continue;
    averagePosition.set(figure, (index + 1 + sorted.lastIndexOf(figure) + 1) / 2);
  }
  return figures.map((figure) =>
    figure === null ? null : rankOfPosition(averagePosition.get(figure) ?? sorted.length, sorted.length),
  );
}
