import { dot, multiply } from '../linear-algebra/matrix.ts';
import type { Corner } from './corner.ts';
import { cornerPoint, type Frontier, type FrontierPoint, pointBetween } from './efficient-frontier.ts';

/** A read-off point; `reached` is false if the target lies beyond an end of the frontier and the end is given. */
export interface TargetPoint extends FrontierPoint {
  readonly reached: boolean;
}

const endPoint = (frontier: Frontier, corner: Corner, reached: boolean): TargetPoint => ({
  ...cornerPoint(frontier, corner),
  reached,
});

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
  return { ...pointBetween(frontier, a, b, Math.min(1, Math.max(0, t))), reached: true };
}

/** The frontier portfolio of a given expected return; below the minimum-variance return that portfolio, not `reached`. */
export function atReturn(frontier: Frontier, expectedReturn: number): TargetPoint {
  const { corners } = frontier;
  const index = firstAtLeast(corners, expectedReturn, (corner) => corner.expectedReturn);
  const first = corners[0]!;
  const last = corners.at(-1)!;
  const slack = 1e-12 * Math.max(1, Math.abs(expectedReturn));
  if (index === 0) return endPoint(frontier, first, expectedReturn >= first.expectedReturn - slack);
  if (index === corners.length) {
    return endPoint(frontier, last, expectedReturn <= last.expectedReturn + slack);
  }
  const a = corners[index - 1]!;
  const b = corners[index]!;
  const t = (expectedReturn - a.expectedReturn) / (b.expectedReturn - a.expectedReturn);
  return { ...pointBetween(frontier, a, b, Math.min(1, Math.max(0, t))), reached: true };
}

/**
 * The frontier portfolio of a given risk tolerance lambda; for risk aversion g take lambda = 1/g. Riskless corners are
 * optimal for lambda 0, whatever little the trace had there: any lambda takes the best of them.
 */
export function atLambda(frontier: Frontier, lambda: number): TargetPoint {
  const { corners } = frontier;
  const index = firstAtLeast(corners, lambda, (corner) => (corner.isRiskless ? 0 : corner.lambda));
  if (index === 0) return endPoint(frontier, corners[0]!, true);
  if (index === corners.length) return endPoint(frontier, corners.at(-1)!, true);
  const a = corners[index - 1]!;
  const b = corners[index]!;
  const t = Math.max(0, (lambda - a.lambda) / (b.lambda - a.lambda));
  return { ...pointBetween(frontier, a, b, t), reached: true };
}

/** Below this part of the largest variance of the frontier a portfolio is riskless: nine decades of volatility. */
const riskless = 1e-18;

/** Excess return over volatility; null for a portfolio without risk, whose ratio would be infinite. */
export function sharpeRatio(frontier: Frontier, excess: number, volatility: number): number | null {
  const top = frontier.corners.at(-1)!.variance;
  return volatility * volatility > riskless * top ? excess / volatility : null;
}

/** The ratio for comparisons: infinite for a riskless portfolio, by the sign of its excess; NaN, which never wins, without. */
function sharpeOf(frontier: Frontier, excess: number, variance: number): number {
  const ratio = sharpeRatio(frontier, excess, Math.sqrt(Math.max(0, variance)));
  if (ratio !== null) return ratio;
  const size = frontier.expectedReturns.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  return Math.abs(excess) > 1e-12 * size ? excess * Number.POSITIVE_INFINITY : Number.NaN;
}

/**
 * The frontier portfolio of the highest Sharpe ratio: on each segment in closed form, best of all.
 * A riskless portfolio with positive excess wins with an infinite ratio, which is given as null.
 */
export function atMaximumSharpe(
  frontier: Frontier,
  riskFreeRate: number,
): FrontierPoint & { sharpe: number | null } {
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
    offer(sharpeOf(frontier, corner.expectedReturn - riskFreeRate, corner.variance), at, 0);
    const next = corners[at + 1];
    if (!next) return;
    const { v0, v1, v2 } = segmentMoments(frontier, corner, next);
    const m0 = corner.expectedReturn - riskFreeRate;
    const m1 = next.expectedReturn - corner.expectedReturn;
    const t = (m1 * v0 - m0 * v1) / (m0 * v2 - m1 * v1);
    if (t > 0 && t < 1) offer(sharpeOf(frontier, m0 + t * m1, v0 + 2 * t * v1 + t * t * v2), at, t);
  });
  const corner = corners[index]!;
  const next = corners[index + 1];
  const point =
    fraction > 0 && next ? pointBetween(frontier, corner, next, fraction) : cornerPoint(frontier, corner);
  return { ...point, sharpe: Number.isFinite(best) ? best : null };
}
