import type { FrontierInput } from '../frontier/problem.ts';

/** Multipliers of the rows that bind a portfolio: the proof, in the caller's units, that it is the optimum. */
export interface Multipliers {
  /** Of the budget sum w = 1; any sign. */
  readonly budget: number;
  /** Per group row: positive at its lower side, negative at its upper side. */
  readonly rows: readonly number[];
}

/**
 * How far weights can be from the optimum of min 1/2 w'Sw - lambda mu'w at most, by weak duality: with g = Sw - lambda mu
 * the objective is convex, so no feasible v is better by more than g'(w - v), and the multipliers bound that from above
 * whatever they are. What they leave of g is borne by the bounds: w above its lower bound where something positive is
 * left, below its upper bound where something negative is. 0 proves the optimum; nothing about the solver is trusted.
 *
 * @param risk 0 leaves out the variance: the bound is then lambda times the return that could still be had
 * @returns in the units of the objective (a variance); meaningful for feasible weights
 */
export function dualityGap(
  input: FrontierInput,
  weights: ArrayLike<number>,
  lambda: number,
  multipliers: Multipliers,
  risk: 0 | 1 = 1,
): number {
  const { covariance, expectedReturns, lowerBounds, upperBounds, groups = [] } = input;
  const n = expectedReturns.length;
  let gap = 0;
  for (let i = 0; i < n; i++) {
    let rest = -lambda * expectedReturns[i]! - multipliers.budget;
    if (risk === 1) {
      const row = covariance[i]!;
      for (let j = 0; j < n; j++) rest += row[j]! * weights[j]!;
    }
    for (let r = 0; r < groups.length; r++) rest -= groups[r]!.weights[i]! * multipliers.rows[r]!;
    gap += rest > 0 ? rest * (weights[i]! - lowerBounds[i]!) : rest * (weights[i]! - upperBounds[i]!);
  }
  groups.forEach((group, r) => {
    const multiplier = multipliers.rows[r]!;
    if (multiplier === 0) return;
    let value = 0;
    for (let i = 0; i < n; i++) value += group.weights[i]! * weights[i]!;
    gap += multiplier * (value - (multiplier > 0 ? group.lower : group.upper));
  });
  return gap;
}
