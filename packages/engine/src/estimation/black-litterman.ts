import { EngineError } from '../engine-error.ts';
import { factorCholesky, solveCholesky } from '../linear-algebra/cholesky.ts';
import { dot, multiply } from '../linear-algebra/matrix.ts';

/** Views of an investor: P mu = Q with uncertainty omega (variances) or confidences 0..1. */
export interface Views {
  /** One row per view. */
  readonly picks: readonly (readonly number[])[];
  /** Expected return of each view, per year. */
  readonly returns: readonly number[];
  /** Variance of each view; default the diagonal of P tau S P'. */
  readonly omega?: readonly number[];
  /** Idzorek's confidences; omega_j = (1 - c_j) / c_j p_j tau S p_j'. */
  readonly confidences?: readonly number[];
}

/** Posterior of Black and Litterman. */
export interface Posterior {
  readonly expectedReturns: number[];
  /** S + M with M the covariance of the posterior mean; row-major. */
  readonly covariance: Float64Array;
  /** (riskAversion (S + M))^-1 (mu - rf): the unconstrained portfolio; what is missing to 1 is held without risk. */
  readonly weights: number[];
  readonly omega: number[];
}

/**
 * mu = pi + tau S P'(P tau S P' + Omega)^-1 (Q - P pi), M = tau S - tau S P'(P tau S P' + Omega)^-1 P tau S.
 * He & Litterman (1999); Idzorek (2005) for confidences.
 *
 * @param prior equilibrium returns pi
 * @param riskAversion only for the weights
 * @param riskFreeRate what `prior` holds of it; only for the weights, which follow from what is earned beyond it
 */
export function blackLitterman(
  covariance: Float64Array,
  prior: readonly number[],
  views: Views,
  tau: number,
  riskAversion: number,
  riskFreeRate = 0,
): Posterior {
  const n = prior.length;
  const k = views.picks.length;
  // Rows of P tau S.
  const scaled = views.picks.map((pick) => multiply(covariance, pick, n).map((value) => tau * value));
  const omega = views.picks.map((pick, j) => {
    const variance = dot(pick, scaled[j]!);
    const confidence = views.confidences?.[j];
    if (confidence !== undefined) return ((1 - confidence) / confidence) * variance;
    return views.omega?.[j] ?? variance;
  });
  const inner = new Float64Array(k * k);
  for (let a = 0; a < k; a++) {
    for (let b = 0; b < k; b++)
      inner[a * k + b] = dot(scaled[a]!, views.picks[b]!) + (a === b ? omega[a]! : 0);
  }
  if (!factorCholesky(inner, k)) {
    throw new EngineError(
      'INPUT_INVALID',
      'the views repeat or contradict each other without uncertainty',
      'views',
    );
  }
  const gap = Float64Array.from(views.picks, (pick, j) => views.returns[j]! - dot(pick, prior));
  solveCholesky(inner, k, gap);
  const expectedReturns = prior.map((value, i) =>
    scaled.reduce((sum, row, j) => sum + row[i]! * gap[j]!, value),
  );
  const posterior = covariance.map((value) => value * (1 + tau));
  const column = new Float64Array(k);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < k; j++) column[j] = scaled[j]![i]!;
    solveCholesky(inner, k, column);
    for (let m = 0; m < n; m++) {
      for (let j = 0; j < k; j++) posterior[i * n + m]! -= column[j]! * scaled[j]![m]!;
    }
  }
  return {
    expectedReturns,
    covariance: posterior,
    weights: unconstrained(
      posterior,
      expectedReturns.map((value) => value - riskFreeRate),
      riskAversion,
    ),
    omega,
  };
}

function unconstrained(
  covariance: Float64Array,
  excessReturns: readonly number[],
  riskAversion: number,
): number[] {
  const n = excessReturns.length;
  const factor = Float64Array.from(covariance);
  if (!factorCholesky(factor, n)) {
    throw new EngineError('COV_NOT_PSD', 'the posterior covariance is not positive definite', 'covariance');
  }
  const x = Float64Array.from(excessReturns);
  solveCholesky(factor, n, x);
  return Array.from(x, (value) => value / riskAversion);
}
