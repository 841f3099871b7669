import { normalTail } from './normal-cdf.ts';

/** Points of the grid and its half width in standard deviations. */
export const points = 129;
export const reach = 6.5;
/** Step and reach of the trapezoid rule over the month's return, in standard deviations; exact to rounding for a bell. */
const nodeStep = 0.7;
const nodeCount = 19;

/** A distribution of ln W on an even grid, as the normal quantile of its distribution function: nearly a straight line. */
export interface LogDistribution {
  readonly from: number;
  readonly step: number;
  readonly quantile: Float64Array;
}

/** What is paid in and how a month's growth is distributed: ln G normal with `drift` and `deviation`. */
export interface MonthlyGrowth {
  readonly drift: number;
  readonly deviation: number;
}

/** ln W normal: the quantile is a straight line. */
export function lognormal(center: number, deviation: number): LogDistribution {
  const from = center - reach * deviation;
  const step = (2 * reach * deviation) / (points - 1);
  return {
    from,
    step,
    quantile: Float64Array.from({ length: points }, (_, k) => -reach + (2 * reach * k) / (points - 1)),
  };
}

/** P(ln W' <= z) and P(ln W' > z). */
export type Sides = (z: number) => readonly [number, number];

/** The mean over the month's growth of P(ln W <= ln(e^(z - ln G) - c)). */
export function overGrowth(
  before: LogDistribution,
  drift: number,
  deviation: number,
  contribution: number,
): Sides {
  const shrinking = nodes.map(({ at }) => Math.exp(-drift - deviation * at));
  return (z) => {
    const value = Math.exp(z);
    let lower = 0;
    let upper = 0;
    nodes.forEach(({ weight }, k) => {
      const started = value * shrinking[k]! - contribution;
      const q = started > 0 ? quantileAt(before, Math.log(started)) : Number.NEGATIVE_INFINITY;
      const tail = weight * normalTail(Math.abs(q));
      lower += q > 0 ? weight - tail : tail;
      upper += q > 0 ? tail : weight - tail;
    });
    return [lower, upper];
  };
}

/** Nodes of the trapezoid rule with weights of the bell, summing to 1. */
export const nodes = (() => {
  const at = Array.from({ length: nodeCount }, (_, k) => nodeStep * (k - (nodeCount - 1) / 2));
  const weights = at.map((x) => Math.exp((-x * x) / 2));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return at.map((x, k) => ({ at: x, weight: weights[k]! / sum }));
})();

/** The quantile at z: cubic between four neighbours, straight on beyond the ends. */
export function quantileAt({ from, step, quantile }: LogDistribution, z: number): number {
  const position = (z - from) / step;
  if (position <= 0) return quantile[0]! + position * (quantile[1]! - quantile[0]!);
  const top = points - 1;
  if (position >= top) return quantile[top]! + (position - top) * (quantile[top]! - quantile[top - 1]!);
  const k = Math.min(points - 3, Math.max(1, Math.floor(position)));
  const t = position - k;
  const [a, b, c, d] = [quantile[k - 1]!, quantile[k]!, quantile[k + 1]!, quantile[k + 2]!];
  return (
    (-a * t * (t - 1) * (t - 2)) / 6 +
    (b * (t + 1) * (t - 1) * (t - 2)) / 2 -
    (c * (t + 1) * t * (t - 2)) / 2 +
    (d * (t + 1) * t * (t - 1)) / 6
  );
}

/** The z of a quantile. It grows with z and is nearly straight: a few secants within a bracket find it. */
export function inverse(distribution: LogDistribution, wanted: number): number {
  const width = distribution.step * (points - 1);
  let low = distribution.from - 3 * width;
  let high = distribution.from + 4 * width;
  let below = quantileAt(distribution, low) - wanted;
  let above = quantileAt(distribution, high) - wanted;
  let middle = low + (high - low) / 2;
  for (let k = 0; k < 90; k++) {
    // Every third step halves the bracket, whatever the shape.
    const isHalving = k % 3 === 2 || above <= below;
    middle = isHalving ? low + (high - low) / 2 : low - (below * (high - low)) / (above - below);
    const off = quantileAt(distribution, middle) - wanted;
    // A hundred times the rounding of a quantile; of a million euros it moves no cent.
    if (Math.abs(off) < 1e-13) break;
    if (off < 0) [low, below] = [middle, off];
    else [high, above] = [middle, off];
  }
  return middle;
}
