import type { CheckRules } from '../check/tariff-context.ts';
import { toCents } from '../rounding/in-cents.ts';
import { type OrderRules } from './plan-input.ts';

/** What the trouble of a hint alone costs, in tolerances moved: with no fees it makes half-way the best destination. */
const trouble = 1 / 16;
/** A hint must not return within this part of a year, … */
const quietYears = 1 / 12;
/** … but for one time in twenty: standard deviations of that. */
const quietDeviations = 1.959963984540054;

/**
 * Best destination of a weight that has left its tolerance, as a part of the tolerance: 1 = its edge, 0 = the target.
 *
 * With fixed costs F an intervention, costs c for each unit of weight moved and costs in proportion to the square of the
 * deviation, a weight that wanders around its target costs least a year where (1 - d)^3 = 4 d k, d the destination and
 * k = F / c, both in tolerances. The variance and the price of a deviation cancel, for the tolerance is taken as the best
 * one at these costs (**ours**, derived in docs/engine.md; the edges k = 0 and k = infinity are those of Leland 1999 and
 * of Donohue & Yip 2003).
 *
 * @param costRatio k, at least 0
 */
export function destinationPart(costRatio: number): number {
  if (costRatio === Number.POSITIVE_INFINITY) return 0;
  // y = 1 - d solves y^3 + 4ky = 4k: convex and rising, so Newton's steps from 1 fall to the root.
  let y = 1;
  for (let step = 0; step < 100; step++) {
    const next = y - (y * y * y + 4 * costRatio * (y - 1)) / (3 * y * y + 4 * costRatio);
    if (!(next < y)) break;
    y = next;
  }
  return 1 - y;
}

/**
 * Fixed costs of an intervention over the costs of moving the whole value, in tolerances. What moving costs is known from
 * the fees of its two orders and from the tariff itself, to which a year's saving of `switchSaving` is worth a switch.
 *
 * @param total value in cents that weights refer to
 */
export function costRatioOf(
  { fee, planFee }: Pick<OrderRules, 'fee' | 'planFee'>,
  { switchSaving }: Pick<CheckRules, 'switchSaving'>,
  total: number,
  tolerance: number,
): number {
  const moving = (switchSaving + 2 * fee.percent) * total * tolerance;
  const fixed = 2 * toCents(fee.fixed) + toCents(planFee ?? 0);
  if (fixed === 0) return trouble;
  return moving > 0 ? trouble + fixed / moving : Number.POSITIVE_INFINITY;
}

/**
 * How far from its target a weight outside its tolerance is taken: the best destination at these costs, or nearer to the
 * target where the weight wanders so much that the hint would be back within a month more often than one time in twenty.
 *
 * @param tolerance largest deviation without a hint, a fraction
 * @param spread standard deviation of the weight a year; null = unknown
 */
export function tradeDestination(tolerance: number, costRatio: number, spread: number | null): number {
  const best = tolerance * destinationPart(costRatio);
  if (spread === null) return best;
  return Math.max(0, Math.min(best, tolerance - quietDeviations * spread * Math.sqrt(quietYears)));
}
