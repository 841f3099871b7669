import { dualityGap, type Multipliers } from '../optimality/duality-gap.ts';
import { nearestMultipliers } from '../optimality/kkt-residual.ts';
import type { Corner } from './corner.ts';
import type { FrontierInput, ScaledProblem } from './problem.ts';

/** A portfolio's proof: with these multipliers no feasible one is better by more than the gap. */
export interface OptimalityProof extends Multipliers {
  /** In the units of 1/2 w'Sw - lambda mu'w. */
  readonly gap: number;
  /** The gap by the size of what is weighed up: variance plus lambda times the spread of the returns. */
  readonly relativeGap: number;
}

/** The largest relative gap an answer may have. */
export const provenGap = 1e-9;

/**
 * Multipliers of the solver's scale in the caller's units, for returns less their mean; nothing is added to S there. Proofs
 * are made with such returns: where these lie a billionth apart, a budget multiplier that carries their mean as well has lost
 * what tells them apart.
 */
export function toCentred(problem: ScaledProblem, scaled: Float64Array): Multipliers {
  const { varianceScale, shift } = problem;
  return {
    budget: varianceScale * (scaled[0]! - shift),
    rows: Array.from(scaled.subarray(1), (value) => value * varianceScale),
  };
}

/** Multipliers for returns less their mean as those for the returns themselves: on the budget the mean is a constant. */
export const toCaller = <T extends Multipliers>(centred: T, lambda: number, meanReturn: number): T => ({
  ...centred,
  budget: centred.budget - lambda * meanReturn,
});

/** Proof of weights at a lambda; the returns of the input are less their mean. */
export function proofOf(
  input: FrontierInput,
  weights: ArrayLike<number>,
  lambda: number,
  variance: number,
  multipliers: Multipliers,
): OptimalityProof {
  const size = sizeOf(input, lambda, variance);
  const prove = (given: Multipliers) => {
    // No variance is below 0: where nothing but the variance counts, it bounds itself.
    const most = lambda === 0 ? Math.max(0, variance / 2) : Number.POSITIVE_INFINITY;
    const gap = Math.min(most, Math.max(0, dualityGap(input, weights, lambda, given)));
    return { ...given, gap, relativeGap: gap / size };
  };
  const proof = prove(multipliers);
  if (proof.relativeGap <= provenGap) return proof;
  // The trace's own multipliers may be those of a neighbouring line; the proof needs only some that work.
  const other = prove(nearestMultipliers(input, weights, lambda));
  return other.gap < proof.gap ? other : proof;
}

/**
 * What a gap is compared with: the variance, what lambda weighs it against, and 1e-4 of the mean variance of the assets,
 * because the variance of a nearly riskless portfolio is known to rounding of the covariance only.
 */
function sizeOf({ expectedReturns, covariance }: FrontierInput, lambda: number, variance: number): number {
  let [low, high, mean] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0];
  expectedReturns.forEach((value, i) => {
    low = Math.min(low, value);
    high = Math.max(high, value);
    mean += covariance[i]![i]! / expectedReturns.length;
  });
  return variance + lambda * (high - low) + 1e-4 * mean + 1e-300;
}

/** Multipliers a fraction t of the way along the line that leads to a corner. */
export function multipliersBetween({ line }: Corner, t: number): Multipliers {
  const mix = (a: number, b: number) => a + t * (b - a);
  return {
    budget: mix(line.from.budget, line.to.budget),
    rows: line.from.rows.map((value, r) => mix(value, line.to.rows[r]!)),
  };
}

/** The largest relative gap of the corners and of the middles of the lines between them; returns less their mean. */
export function worstGap(input: FrontierInput, corners: readonly Corner[]): number {
  let worst = 0;
  corners.forEach((corner, k) => {
    const { weights, variance, line, isRiskless } = corner;
    const lambda = isRiskless ? 0 : corner.lambda;
    worst = Math.max(worst, proofOf(input, weights, lambda, variance, line.to).relativeGap);
    const before = corners[k - 1];
    if (!before || isRiskless) return;
    const middle = weights.map((value, i) => (value + before.weights[i]!) / 2);
    const at = (corner.lambda + before.lambda) / 2;
    const proof = proofOf(input, middle, at, before.variance, multipliersBetween(corner, 0.5));
    worst = Math.max(worst, proof.relativeGap);
  });
  return worst;
}
