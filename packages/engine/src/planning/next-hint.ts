import type { ContractInput, Hint } from '../check/contract-input.ts';
import { inOrder } from '../check/contract-order.ts';
import { groupTolerance } from '../check/group-tolerance.ts';
import { type ContractMeasures, measureContract } from '../check/measure-contract.ts';
import type { TariffContext } from '../check/tariff-context.ts';
import { stable } from '../rounding/stable.ts';
import { expectedExit } from './exit-time.ts';
import { weightLoads, withGroups } from './weight-spread.ts';

/**
 * Months until prices alone bring the next hint: a group leaves its tolerance (H10), one that is outside already goes to
 * twice of it, or the measure leaves its band (H01, H02). Expected with the tariff's own covariance, without drift,
 * payments and silenced hints; to 0.1 months.
 *
 * @param hints those of a check of the contract
 * @returns null where it is unknown: without risk data, without covariance, or where nothing moves
 */
export function monthsToNextHint(
  context: TariffContext,
  contract: ContractInput,
  hints: readonly Hint[],
): number | null {
  const earlier = known.get(hints);
  if (earlier?.context === context && earlier.contract === contract) return earlier.months;
  const months = countMonths(context, contract, hints);
  known.set(hints, { context, contract, months });
  return months;
}

/** Every proposal of a contract shows it as it is: what was counted of a check is counted once. */
const known = new WeakMap<
  readonly Hint[],
  { readonly context: TariffContext; readonly contract: ContractInput; readonly months: number | null }
>();

function countMonths(context: TariffContext, contract: ContractInput, hints: readonly Hint[]): number | null {
  const measures = measureContract(context, inOrder(contract));
  if (measures.measure === null) return null;
  const weights = measures.groupWeights.slice();
  // Groups that nobody holds have no load on anything: what they would add is nothing. An equity quota counts funds without risk data too.
  const isQuota = context.input.measure === 'EQUITY_QUOTA';
  const held = Array.from(weights.keys()).filter((g) => isQuota || weights[g] !== 0);
  const ofWhole = withGroups(context, weights);
  const walks = [
    ...groupWalks(context, weights, ofWhole, hints),
    ...measureWalk(context, measures, weights, ofWhole),
  ];
  const deviations = walks.map(({ loads, joint }) => Math.sqrt(Math.max(0, dotOf(held, loads, joint))));
  const years = expectedExit(
    walks.map(({ below, above }, k) => ({ below, above, spread: deviations[k]! })),
    (a, b) => dotOf(held, walks[a]!.loads, walks[b]!.joint) / (deviations[a]! * deviations[b]!),
  );
  return years === null ? null : stable(Math.round(years * 120) / 10);
}

function dotOf(places: readonly number[], a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (const place of places) sum += a[place]! * b[place]!;
  return sum;
}

/** What is watched: ways to its edges, and how it follows the groups' returns. */
interface Watched {
  readonly below: number;
  readonly above: number;
  readonly loads: Float64Array;
  /** Covariance of every group's return with it. */
  readonly joint: Float64Array;
}

const isSilent = ({ input }: TariffContext, code: 'H01' | 'H02' | 'H10') =>
  input.silencedHints?.includes(code) === true;

/** @param ofWhole covariance of every group's return with that of the whole */
function groupWalks(
  context: TariffContext,
  weights: Float64Array,
  ofWhole: Float64Array,
  hints: readonly Hint[],
): Watched[] {
  if (isSilent(context, 'H10')) return [];
  const outside = new Map(hints.flatMap((hint) => (hint.code === 'H10' ? [[hint.subject, hint]] : [])));
  return [...weights].flatMap((weight, g): Watched[] => {
    const wanted = context.target[g]!;
    if (weight === 0 || wanted === 0) return [];
    const open = outside.get(context.input.peerGroups[g]!);
    // As far out as hints can say: nothing new comes of it.
    if (open && open.severity > 0) return [];
    const tolerance = groupTolerance(context.input.rules, wanted);
    const drift = weight - wanted;
    const below = drift + (open && drift < 0 ? 2 : 1) * tolerance;
    const above = (open && drift > 0 ? 2 : 1) * tolerance - drift;
    if (below <= 0 || above <= 0) return [];
    const row = g * weights.length;
    const joint = ofWhole.map((whole, j) => weight * (context.covariance[row + j]! - whole));
    return [{ below, above, loads: weightLoads(weights, g), joint }];
  });
}

/** The measure as a walk between the edges of its band, linear in the weights; none where it is outside. */
function measureWalk(
  context: TariffContext,
  { measure, positions }: ContractMeasures,
  weights: Float64Array,
  ofWhole: Float64Array,
): Watched[] {
  const { band, input } = context;
  if (isSilent(context, 'H01') && isSilent(context, 'H02')) return [];
  // A hundredth of a point decides, and half of it is rounded away.
  const above = isSilent(context, 'H01') ? 100 : band.high + 0.005 - measure!;
  const below = isSilent(context, 'H02') || band.low <= 0 ? 100 : measure! - band.low + 0.005;
  if (above <= 0 || below <= 0) return [];
  const parts = new Float64Array(weights.length);
  if (input.measure === 'EQUITY_QUOTA') {
    for (const { fund, weight } of positions)
      if (fund && fund.groupIndex >= 0) parts[fund.groupIndex]! += 100 * weight * (fund.equityQuota ?? 0);
  } else if (measure! > 0) {
    const points = 10_000 * (input.measure === 'VALUE_AT_RISK' ? 1.96 ** 2 : 1);
    weights.forEach((weight, g) => {
      parts[g] = (weight * ofWhole[g]! * points) / measure!;
    });
  }
  // d measure = sum of parts (r_g - r_p).
  const sum = parts.reduce((all, part) => all + part, 0);
  const loads = parts.map((part, g) => part - weights[g]! * sum);
  return [{ below, above, loads, joint: withGroups(context, loads) }];
}
