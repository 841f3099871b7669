import { dot, multiply } from '../linear-algebra/matrix.ts';
import { type Corner, type Frontier, type FrontierPoint, toPoint } from './efficient-frontier.ts';

/** A read-off point; `reached` is false if the target lies beyond an end of the frontier and the end is given. */
export interface TargetPoint extends FrontierPoint {
  readonly reached: boolean;
}

const endPoint = (frontier: Frontier, corner: Corner, reached: boolean): TargetPoint => ({
  ...toPoint(frontier, corner.lambda, corner.weights),
  reached,
});

/** The portfolio a fraction t of the way from corner a to corner b. */
function between(frontier: Frontier, a: Corner, b: Corner, t: number): FrontierPoint {
  const weights = new Float64Array(frontier.size);
  for (let i = 0; i < weights.length; i++) weights[i] = a.weights[i]! + t * (b.weights[i]! - a.weights[i]!);
  return toPoint(frontier, a.lambda + t * (b.lambda - a.lambda), weights);
}

/** v0 = A'SA, v1 = A'SD, v2 = D'SD for the segment from A to B with D = B - A. */
function segmentMoments(frontier: Frontier, a: Corner, b: Corner) {
  const n = frontier.size;
  const d = new Float64Array(n);
  for (let i = 0; i < n; i++) d[i] = b.weights[i]! - a.weights[i]!;
  const sd = multiply(frontier.covariance, d, n);
  return { v0: a.variance, v1: dot(a.weights, sd), v2: Math.max(0, dot(d, sd)) };
}

/** First corner index whose key is at least the target (keys grow along the frontier). */
function firstAtLeast(corners: readonly Corner[], target: number, key: (corner: Corner) => number): number {
  let low = 0;
  let high = corners.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (key(corners[middle]!) >= target) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** The frontier portfolio of a given volatility, in closed form between its neighbouring corners. */
export function atVolatility(frontier: Frontier, volatility: number): TargetPoint {
  const { corners } = frontier;
  const target = volatility * volatility;
  const index = firstAtLeast(corners, target, (corner) => corner.variance);
  const first = corners[0]!;
  const last = corners.at(-1)!;
  if (index === 0) return endPoint(frontier, first, volatility >= Math.sqrt(first.variance) * (1 - 1e-12));
  if (index === corners.length)
    return endPoint(frontier, last, volatility <= Math.sqrt(last.variance) * (1 + 1e-12));
  const a = corners[index - 1]!;
  const b = corners[index]!;
  const { v0, v1, v2 } = segmentMoments(frontier, a, b);
  // Stable form of the root of v2 t^2 + 2 v1 t + v0 - sigma^2 = 0; v1 >= 0 because risk grows along the frontier.
  const excess = target - v0;
  const root = v1 + Math.sqrt(Math.max(0, v1 * v1 + v2 * excess));
  const t = root > 0 ? excess / root : 0;
  return { ...between(frontier, a, b, Math.min(1, Math.max(0, t))), reached: true };
}

/** The frontier portfolio of a given expected return; below the minimum-variance return that portfolio itself. */
export function atReturn(frontier: Frontier, expectedReturn: number): TargetPoint {
  const { corners } = frontier;
  const index = firstAtLeast(corners, expectedReturn, (corner) => corner.expectedReturn);
  if (index === 0) return endPoint(frontier, corners[0]!, true);
  const last = corners.at(-1)!;
  if (index === corners.length) {
    const slack = 1e-12 * Math.max(1, Math.abs(expectedReturn));
    return endPoint(frontier, last, expectedReturn <= last.expectedReturn + slack);
  }
  const a = corners[index - 1]!;
  const b = corners[index]!;
  const t = (expectedReturn - a.expectedReturn) / (b.expectedReturn - a.expectedReturn);
  return { ...between(frontier, a, b, t), reached: true };
}

/** The frontier portfolio of a given risk tolerance lambda; for risk aversion g take lambda = 1/g. */
export function atLambda(frontier: Frontier, lambda: number): TargetPoint {
  const { corners } = frontier;
  const index = firstAtLeast(corners, lambda, (corner) => corner.lambda);
  if (index === 0) return endPoint(frontier, corners[0]!, true);
  if (index === corners.length) return endPoint(frontier, corners.at(-1)!, true);
  const a = corners[index - 1]!;
  const b = corners[index]!;
  return { ...between(frontier, a, b, (lambda - a.lambda) / (b.lambda - a.lambda)), reached: true };
}

/** Excess return over volatility: infinite for a riskless portfolio; NaN, which never wins, if its excess is 0 as well. */
const sharpeOf = (excess: number, variance: number): number => excess / Math.sqrt(variance);

/**
 * The frontier portfolio of the highest Sharpe ratio: on each segment in closed form, best of all.
 * A riskless portfolio (variance 0) with positive excess would win with an infinite ratio.
 */
export function atMaximumSharpe(
  frontier: Frontier,
  riskFreeRate: number,
): FrontierPoint & { sharpe: number } {
  const { corners } = frontier;
  let best = Number.NEGATIVE_INFINITY;
  let index = 0;
  let fraction = 0;
  const offer = (value: number, at: number, t: number) => {
    if (value > best) {
      best = value;
      index = at;
      fraction = t;
    }
  };
  corners.forEach((corner, at) => {
    offer(sharpeOf(corner.expectedReturn - riskFreeRate, corner.variance), at, 0);
    const next = corners[at + 1];
    if (!next) return;
    const { v0, v1, v2 } = segmentMoments(frontier, corner, next);
    const m0 = corner.expectedReturn - riskFreeRate;
    const m1 = next.expectedReturn - corner.expectedReturn;
    const t = (m1 * v0 - m0 * v1) / (m0 * v2 - m1 * v1);
    if (t > 0 && t < 1) offer(sharpeOf(m0 + t * m1, v0 + 2 * t * v1 + t * t * v2), at, t);
  });
  const corner = corners[index]!;
  const next = corners[index + 1];
  const point =
    fraction > 0 && next
      ? between(frontier, corner, next, fraction)
      : toPoint(frontier, corner.lambda, corner.weights);
  return { ...point, sharpe: Number.isFinite(best) ? best : 0 };
}
