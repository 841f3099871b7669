import { dot, multiply } from '../linear-algebra/matrix.ts';
import type { Corner } from './corner.ts';
import type { ScaledProblem } from './problem.ts';
import { toCentred } from './prove-frontier.ts';
import type { Trace } from './trace-frontier.ts';

/** A portfolio of at most this part of what its variance is summed up from is riskless up to rounding. */
const riskless = 1e-15;

/** The mean variance, or the sum of the terms of a portfolio's variance if that is more: short positions may make it so. */
function noiseOf(
  { size: n, originalCovariance: s, varianceScale }: ScaledProblem,
  weights: Float64Array,
): number {
  let sum = 0;
  for (let i = 0; i < n; i++)
    for (let j = 0; j < n; j++) sum += Math.abs(weights[i]! * s[i * n + j]! * weights[j]!);
  return Math.max(varianceScale, sum);
}

/** Corners with their moments and multipliers (for returns less their mean) in the caller's units, in the order of the frontier. */
export function measureCorners(problem: ScaledProblem, trace: Trace): Corner[] {
  const { size: n, originalCovariance: s, originalReturns: mu, lambdaScale } = problem;
  const corners: Corner[] = [];
  const none = new Float64Array(1 + problem.groupCount);
  for (const { lambda: scaled, weights, line } of trace.corners) {
    const variance = Math.max(0, dot(weights, multiply(s, weights, n)));
    const expectedReturn = dot(mu, weights);
    const isFirst = corners.length === 0;
    let last = corners.at(-1);
    // Among almost riskless portfolios the trace may come to the calmer one late, or take rounding for a way: of two in the
    // wrong order the calmer one is on the frontier.
    while (last && isDisordered(problem, last, expectedReturn, variance) && variance < last.variance) {
      corners.pop();
      last = corners.at(-1);
    }
    if (last && isDisordered(problem, last, expectedReturn, variance)) continue;
    const lambda = corners.length === 0 && !isFirst ? 0 : scaled * lambdaScale;
    corners.push({
      lambda,
      weights,
      expectedReturn,
      variance,
      // Only the ridge makes a risk of what has none: without risk, return costs nothing.
      isRiskless: problem.ridge > 0 && variance <= riskless * noiseOf(problem, weights),
      line: {
        from: toCentred(problem, line?.from ?? none),
        to: toCentred(problem, line?.to ?? none),
      },
    });
  }
  return corners;
}

/** Up to this part of the mean variance rounding may hide which of two portfolios is the calmer one. */
const almostRiskless = 1e-12;

/** Whether a portfolio of a delicate problem that the trace found after an almost riskless corner has clearly less return. */
function isDisordered(
  problem: ScaledProblem,
  last: Corner,
  expectedReturn: number,
  variance: number,
): boolean {
  const { originalReturns, varianceScale, isDelicate } = problem;
  if (!isDelicate || Math.min(last.variance, variance) > almostRiskless * varianceScale) return false;
  const size = originalReturns.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  return expectedReturn < last.expectedReturn - 1e-6 * size;
}
