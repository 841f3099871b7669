import type { ContractCheck } from '../check/check-contract.ts';
import type { Hint } from '../check/contract-input.ts';
import { isOverdraft } from '../check/overdraft.ts';
import type { TariffContext } from '../check/tariff-context.ts';
import { mayCost } from './cost-cap.ts';
import { boughtGroups, givenUp } from './given-up.ts';
import {
  addedFindings,
  compareAims,
  compareScores,
  fallenParts,
  isBetter,
  isHarmless,
  isTradable,
  needsAction,
} from './judge-plan.ts';
import { knownSituation } from './known-plans.ts';
import { excludedHeld, isMoreKept, mustAct } from './open-demands.ts';
import { placeIdle } from './place-idle.ts';
import type { PlanRequest } from './plan-input.ts';
import { breaksLimits, type PortfolioPlan, unchanged } from './plan-portfolio.ts';
import { type BuyPreference, overfilled, type Situation } from './situation.ts';
import { planAround, planOnce, waysFor } from './ways-to-mend.ts';

/**
 * The smallest intervention in one run: of the plans that mend what is wrong without harm, the one that leaves the fewest
 * findings of severity 2, then of severity 1, then the one nearest to the band, then the least turnover, then the fewest
 * orders. Null where nothing is wrong, or nothing can be mended.
 *
 * @param judge the check that plans are judged by
 * @param fits whether sales of whole units may be rounded up
 */
export function planNecessary(
  context: TariffContext,
  request: PlanRequest,
  judge: (plan: PortfolioPlan) => ContractCheck,
  fits = true,
): PortfolioPlan | null {
  const { plan, isHeldBack, situation } = planWithin(context, request, judge, fits);
  if (!isHeldBack || !situation) return plan;
  const left = judge(plan ?? unchanged(request));
  if (left.status === 'in' && !isTradable(left)) return plan;
  // Fewer findings go before the tolerance of a group that a whole unit more takes out of it.
  const overfilling = overfilled(situation);
  const { plan: filled } = planWithin(context, overfilling.request, judge, fits, overfilling);
  if (!filled || filled.binding.length > 0) return plan;
  return compareAims(judge(filled), left) < 0 ? filled : plan;
}

/** A plan of the smallest intervention, and whether money was kept out of a group by it; where there is none, in any way that was tried. */
interface PlannedWithin {
  readonly plan: PortfolioPlan | null;
  readonly isHeldBack: boolean;
  /** What the ways had in common; null where none was tried. */
  readonly situation: Situation | null;
}

/** What is noted while ways are tried. */
type Tries = Pick<{ -readonly [K in keyof PlannedWithin]: PlannedWithin[K] }, 'isHeldBack' | 'situation'>;

function planWithin(
  context: TariffContext,
  request: PlanRequest,
  judge: (plan: PortfolioPlan) => ContractCheck,
  fits: boolean,
  situation: Situation | null = null,
): PlannedWithin {
  const tries: Tries = { isHeldBack: false, situation };
  const plan = smallestWithin(context, request, judge, fits, tries);
  const isHeldBack = plan ? plan.isHeldBack === true : tries.isHeldBack;
  return { plan, isHeldBack, situation: tries.situation };
}

function smallestWithin(
  context: TariffContext,
  request: PlanRequest,
  judge: (plan: PortfolioPlan) => ContractCheck,
  fits: boolean,
  tries: Tries,
): PortfolioPlan | null {
  const before = judge(unchanged(request));
  const isForced = mustAct(context, request);
  if (!isForced && request.addedCash <= 0 && !needsAction(before)) return null;
  const refused: PortfolioPlan[] = [];
  // Of the contract as it is: the same for all ways.
  const situation = tries.situation ?? knownSituation(context, request);
  tries.situation = situation;
  const tried = new Set<PortfolioPlan | string>();
  const accept = (hints: readonly Hint[], prefers: BuyPreference, mayForce: boolean): Candidate | null => {
    // A good fund is not given up for a limit alone.
    if (prefers.avoids && mayForce && !needsAction(before)) return null;
    const plan = prefers.avoids ? planAround(situation, hints, prefers) : planOnce(situation, hints, prefers);
    // Other ways and other findings often lead to the same plan, or to the same orders: they are judged once.
    if (!mayForce && tried.has(plan)) return null;
    tried.add(plan);
    const key = keyOf(plan);
    if (!mayForce && tried.has(key)) return null;
    tried.add(key);
    if (plan.isHeldBack === true) tries.isHeldBack = true;
    if (plan.binding.length > 0) refused.push(plan);
    if (plan.binding.length > 0 || plan.orders.length === 0 || !mayCost(context, request, plan)) return null;
    // What has to be done is done as far as it goes: one limit that cannot be kept holds back no other.
    if (!mayForce && breaksLimits(request, plan)) return null;
    if (!mayForce && isAmiss(context, plan, before.hints)) return null;
    const check = judge(plan);
    const fallen = fallenParts(before, check).length;
    const isFine = mayForce
      ? isMoreKept(context, request, plan.after)
      : isWorthIt(context, request, before, check, fallen);
    return isFine ? { plan, check, fallen } : null;
  };
  const ways = waysFor(request, fits);
  let best: Candidate | null = null;
  let isPlain = true;
  for (const prefers of ways) {
    // Costs that rise are a reason to look for the cheapest fund; rank goes first otherwise.
    if (prefers.funds === 'cheapest' && best?.fallen === 0) continue;
    const candidate = accept(before.hints, prefers, false);
    if (candidate && (!best || compareCandidates(candidate, best) < 0)) {
      best = candidate;
      isPlain = !prefers.fits;
    }
    if (best?.fallen === 0 && !needsAction(best.check)) break;
  }
  // Sales that had to be rounded up to whole units may be larger than mending less at once, which can mend the rest as well.
  if (best && isPlain) return best.plan;
  // Not everything at once: one finding after the other, the gravest first, each with those that went well before it.
  const mended: Hint[] = [];
  let together: Candidate | null = null;
  for (const hint of before.hints) {
    if (hint.severity === 0) break;
    if (isOverdraft(hint)) continue;
    for (const prefers of ways) {
      const candidate = accept([...mended, hint], prefers, false);
      if (!candidate || (together && compareCandidates(candidate, together) >= 0)) continue;
      together = candidate;
      mended.push(hint);
      break;
    }
  }
  if (together && (!best || compareCandidates(together, best) < 0)) return together.plan;
  if (best) return best.plan;
  if (!isForced) return null;
  const forced = forcedPlan(accept, before.hints, ways);
  // A limit is no reason to bring new warnings into a contract; what the adviser excludes goes whatever it costs.
  const isHarm = forced !== null && addedFindings(before, forced.check).length > 0;
  if (isHarm && excludedHeld(request).length === 0) return null;
  if (forced) return placeIdle(context, request, forced.plan, before, judge);
  return refused[0] ?? null;
}

/**
 * What no adviser would sign although the check is content: a wanted group sold out, whose small size then hides that it is
 * missing, or a good fund sold for another of its group.
 */
function isAmiss(
  context: TariffContext,
  plan: Pick<PortfolioPlan, 'holdings' | 'orders'>,
  hints: readonly Hint[],
): boolean {
  if (givenUp(context, plan, hints).length > 0) return true;
  const { holdings, orders } = plan;
  const sold = new Set(orders.flatMap(({ isin, isFullSale }) => (isFullSale ? [isin] : [])));
  const bought = boughtGroups(plan);
  return holdings.some(
    ({ isin, groupIndex }) =>
      sold.has(isin) &&
      (context.target[groupIndex] ?? 0) > 0 &&
      !bought.has(groupIndex) &&
      !holdings.some((other) => other.groupIndex === groupIndex && other.value > 0 && !sold.has(other.isin)),
  );
}

/** What must be done whatever the check says, in the way that does it. */
function forcedPlan(
  accept: (hints: readonly Hint[], prefers: BuyPreference, mayForce: boolean) => Candidate | null,
  hints: readonly Hint[],
  ways: readonly BuyPreference[],
): Candidate | null {
  let best: Candidate | null = null;
  for (const prefers of ways) {
    const candidate = accept(hints, prefers, true);
    if (candidate && (!best || compareCandidates(candidate, best) < 0)) best = candidate;
  }
  return best;
}

/** Harmless, and better in the order of aims; new money need only do no harm at all. */
function isWorthIt(
  context: TariffContext,
  request: PlanRequest,
  before: ContractCheck,
  after: ContractCheck,
  fallen: number,
): boolean {
  if (!isHarmless(context, before, after)) return false;
  return isBetter(before, after) || (request.addedCash > 0 && fallen === 0);
}

interface Candidate {
  readonly plan: PortfolioPlan;
  readonly check: ContractCheck;
  /** Parts of the score that fall. */
  readonly fallen: number;
}

const keyOf = ({ orders, binding }: PortfolioPlan) =>
  orders.map(({ isin, action, ticks }) => `${isin}${action === 'buy' ? '+' : '-'}${ticks}`).join(' ') +
  binding.map(({ limit, subject }) => `!${limit} ${subject}`).join('');

const turnoverOf = ({ orders }: PortfolioPlan) => orders.reduce((sum, { amount }) => sum + amount, 0);

const compareCandidates = (a: Candidate, b: Candidate): number =>
  compareAims(a.check, b.check) ||
  a.fallen - b.fallen ||
  compareTurnover(a.plan, b.plan) ||
  a.plan.orders.length - b.plan.orders.length ||
  compareScores(a.check, b.check);

/** Part of the value by which whole cents and units make the turnover of one plan differ from that of the same one. */
const roundingShare = 0.0001;

/** Least turnover first; what only rounding tells apart is the same, or the scale of the money would choose. */
function compareTurnover(a: PortfolioPlan, b: PortfolioPlan): number {
  const difference = turnoverOf(a) - turnoverOf(b);
  return Math.abs(difference) <= roundingShare * a.total ? 0 : difference;
}
