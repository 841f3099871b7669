import { type ActiveSet, atLower, atUpper, free } from './active-set.ts';
import { approachOrigin } from './approach-origin.ts';
import type { ScaledProblem } from './problem.ts';
import { computeSegment } from './segment.ts';
import { createSegment, type Segment } from './segment-memory.ts';

/** Reduced gradients and multipliers of the wrong sign below this part of the mean variance are rounding. */
const noise = 1e-16;

/**
 * min 1/2 w'Sw - lambda mu'w from feasible weights on: goes to the optimum of the active set or to the first bound or row
 * on the way, and lets go what has the wrong sign (primal active-set method, Fletcher 1971). Slower than the dual method,
 * but it never leaves the feasible weights: where volatilities lie decades apart, the dual one starts so far outside that
 * rounding leaves it nothing to come back by.
 *
 * @param start feasible weights whose active bounds and rows are linearly independent
 * @returns null if an active set turns out degenerate; where steps do not end, what was reached: whoever asks has to have
 *   it proven
 */
export function solvePrimal(problem: ScaledProblem, lambda: number, start: ActiveSet): ActiveSet | null {
  // As corrections of the weights at hand, which is what a delicate problem is solved for.
  const delicate = { ...problem, isDelicate: true };
  const segment = createSegment(delicate);
  const { size: n, groupCount: p } = problem;
  const limit = 40 * (n + p) + 200;
  for (let step = 0; step < limit; step++) {
    if (!computeSegment(delicate, start.assets, start.rows, start.weights, segment, lambda)) return null;
    if (!approachOrigin(delicate, start, segment)) continue;
    if (!release(delicate, start, segment, step > limit / 2)) break;
  }
  return start;
}

/** Lets go the bound or row whose multiplier is most wrong (the first wrong one where steps went in circles); false if none is. */
function release(
  { size: n, lower, upper, rowLower, rowUpper }: ScaledProblem,
  { assets, rows }: ActiveSet,
  { gradient0, nu0, activeRows, rowCount }: Segment,
  isFirst: boolean,
): boolean {
  let worst = noise;
  let at = -1;
  const offer = (status: number, multiplier: number, id: number) => {
    const wrong = status === atLower ? -multiplier : multiplier;
    if (wrong <= worst || (isFirst && at >= 0)) return;
    worst = wrong;
    at = id;
  };
  for (let i = 0; i < n; i++)
    if (assets[i] !== free && lower[i] !== upper[i]) offer(assets[i]!, gradient0[i]!, i);
  for (let e = 0; e < rowCount; e++) {
    const r = activeRows[e]!;
    if (rowLower[r] !== rowUpper[r]) offer(rows[r] === atUpper ? atUpper : atLower, nu0[e + 1]!, n + r);
  }
  if (at < 0) return false;
  if (at < n) assets[at] = free;
  else rows[at - n] = free;
  return true;
}
