import { type ActiveSet, atLower, atUpper, free } from './active-set.ts';
import type { ScaledProblem } from './problem.ts';
import type { Segment } from './segment-memory.ts';

/** Farther than this beyond a limit is no rounding. */
const beyond = 1e-11;

/**
 * Moves the weights of a delicate problem to where its segment begins, or as far that way as bounds and rows let them.
 * Mostly the way is rounding. But among assets that are alike except for their returns the better one takes over at once:
 * the optimum at this lambda lies a way off, and what is met on it becomes active first.
 *
 * @returns false if a limit stopped the move; its status is changed then
 */
export function approachOrigin(problem: ScaledProblem, state: ActiveSet, segment: Segment): boolean {
  const { lower, upper, rows: coefficients, rowLower, rowUpper, size: n } = problem;
  const { weights, assets, rows } = state;
  const { freeAssets, freeCount: f, constant } = segment;
  let fraction = 1;
  let [at, status, isRow] = [-1, free, false];
  const meet = (now: number, then: number, low: number, high: number, index: number, row: boolean) => {
    const limit = then > high + beyond ? high : then < low - beyond ? low : null;
    if (limit === null) return;
    const part = Math.max(0, (limit - now) / (then - now));
    if (part >= fraction) return;
    fraction = part;
    [at, status, isRow] = [index, limit === high ? atUpper : atLower, row];
  };
  for (let k = 0; k < f; k++) {
    const i = freeAssets[k]!;
    meet(weights[i]!, constant[k]!, lower[i]!, upper[i]!, i, false);
  }
  for (let r = 0; r < rows.length; r++) {
    if (rows[r] !== free || rowLower[r] === rowUpper[r]) continue;
    let [now, way] = [0, 0];
    for (let i = 0; i < n; i++) now += coefficients[r * n + i]! * weights[i]!;
    for (let k = 0; k < f; k++) {
      const i = freeAssets[k]!;
      way += coefficients[r * n + i]! * (constant[k]! - weights[i]!);
    }
    meet(now, now + way, rowLower[r]!, rowUpper[r]!, r, true);
  }
  for (let k = 0; k < f; k++) {
    const i = freeAssets[k]!;
    const value = fraction === 1 ? constant[k]! : weights[i]! + fraction * (constant[k]! - weights[i]!);
    weights[i] = Math.min(upper[i]!, Math.max(lower[i]!, value));
  }
  if (at < 0) return true;
  if (isRow) rows[at] = status;
  else {
    assets[at] = status;
    weights[at] = status === atUpper ? upper[at]! : lower[at]!;
  }
  return false;
}
