import { EngineError } from '../engine-error.ts';
import { factorCholesky, solveCholesky } from '../linear-algebra/cholesky.ts';
import { dot, multiply, quadraticForm } from '../linear-algebra/matrix.ts';

/**
 * Risk aversion implied by a reference: delta = (E[R] - rf) / variance, both per year.
 *
 * @throws EngineError INPUT_INVALID if the reference earns no more than the riskless rate: nobody averse to risk would hold it
 */
export function impliedRiskAversion(expectedReturn: number, variance: number, riskFreeRate: number): number {
  if (!(expectedReturn > riskFreeRate))
    throw new EngineError(
      'INPUT_INVALID',
      `the reference earns ${expectedReturn} and the riskless rate ${riskFreeRate}: no risk aversion follows, give riskAversion`,
      'riskAversion',
    );
  return (expectedReturn - riskFreeRate) / variance;
}

/** Equilibrium returns rf + delta S w_ref: the returns at which the reference mix is optimal (reverse optimisation). */
export function equilibriumReturns(
  covariance: Float64Array,
  referenceWeights: readonly number[],
  riskAversion: number,
  riskFreeRate = 0,
): number[] {
  const n = referenceWeights.length;
  return Array.from(
    multiply(covariance, referenceWeights, n),
    (value) => riskFreeRate + riskAversion * value,
  );
}

/** Risk aversion of a reference mix whose expected return is given. */
export function riskAversionOfMix(
  covariance: Float64Array,
  referenceWeights: readonly number[],
  expectedReturn: number,
  riskFreeRate: number,
): number {
  const variance = quadraticForm(covariance, referenceWeights, referenceWeights.length);
  if (!(variance > 0))
    throw new EngineError('INPUT_INVALID', 'the reference mix has no risk', 'referenceWeights');
  return impliedRiskAversion(expectedReturn, variance, riskFreeRate);
}

/**
 * Historic means shrunk to their common mean: mu_i = (1 - a) m_i + a mbar with
 * a = min(1, (n - 2) / (T (m - mbar 1)'S^-1(m - mbar 1))), S and m per period (James & Stein 1961; Jorion 1986 is the
 * Bayes variant).
 */
export function jamesSteinReturns(
  means: readonly number[],
  covariance: Float64Array,
  observations: number,
): { readonly expectedReturns: number[]; readonly intensity: number } {
  const n = means.length;
  let center = 0;
  for (const value of means) center += value / n;
  const spread = Float64Array.from(means, (value) => value - center);
  const solved = Float64Array.from(spread);
  const factor = Float64Array.from(covariance);
  if (!factorCholesky(factor, n)) {
    throw new EngineError('COV_NOT_PSD', 'the covariance is not positive definite', 'covariance');
  }
  solveCholesky(factor, n, solved);
  const quadratic = dot(spread, solved);
  const intensity = n < 3 ? 0 : quadratic > 0 ? Math.min(1, (n - 2) / (observations * quadratic)) : 1;
  return { expectedReturns: means.map((value) => (1 - intensity) * value + intensity * center), intensity };
}
