import type { ContractCheck } from '../check/check-contract.ts';
import type { Hint } from '../check/contract-input.ts';
import { groupTolerance } from '../check/group-tolerance.ts';
import type { TariffContext } from '../check/tariff-context.ts';
import { clustersOfTarget } from './avoid-clusters.ts';
import { losesGood } from './given-up.ts';
import { addedFindings, compareAims, compareFindings, fallenParts, isHarmless } from './judge-plan.ts';
import type { PlanRequest } from './plan-input.ts';
import { type PortfolioPlan, unchanged } from './plan-portfolio.ts';
import { isLarger } from './plan-size.ts';
import { type PlanStep, settlePlan } from './settle-plan.ts';
import { keepsAsMuch, trimmed } from './trimmed-plan.ts';
import { savedAsOne, shownCheck, withSavings } from './with-savings.ts';

/** What the smallest steps are compared by. */
export interface JudgedLeast {
  readonly own: TariffContext;
  readonly judge: (plan: PortfolioPlan) => ContractCheck;
  readonly before: ContractCheck;
  /** After the smallest steps. */
  readonly after: ContractCheck;
}

/**
 * The way to the target without what nothing needs of it, where it mends more than the smallest steps do, or as much and is
 * smaller, and comes to rest; else null.
 */
export function mendingMore(
  request: PlanRequest,
  least: PortfolioPlan,
  target: PortfolioPlan,
  { own, judge, before, after }: JudgedLeast,
  next: PlanStep,
): PortfolioPlan | null {
  if (target.binding.length > 0 || target.orders.length === 0) return null;
  const there = judge(target);
  const more = compareFindings(there, after);
  // Where it mends as much, it must keep more parts of the score, or as many with less.
  const kept = fallenParts(before, there).length - fallenParts(before, after).length;
  const isSame = more === 0 && kept === 0;
  if (more > 0 || (more === 0 && kept > 0) || (isSame && (least.runs ?? 1) === 1)) return null;
  if (!isHarmless(own, before, there)) return null;
  const less = withSavings(own, request, trimmed(own, request, target, judge), true);
  if (isShownWorse(own, request, less)) return null;
  // Where it mends no more, it may be only as small; where nothing else speaks for it, it is smaller.
  if (more === 0 && isLarger(less, least)) return null;
  if (isSame && !isSmaller(own, request, judge, less, least)) return null;
  // Less turnover is no reason to take a group out of its tolerance that the smallest steps leave inside.
  if (more === 0 && leavesTolerances(own, judge(less), [before, after])) return null;
  return next(less.after, false)?.orders.length === 0 ? less : null;
}

/** The smallest steps and what a next run would add to them, as one plan; where that does not mend more, they alone. */
export function onwardFrom(
  context: TariffContext,
  request: PlanRequest,
  least: PortfolioPlan,
  { own, judge, before, after }: JudgedLeast,
  next: PlanStep,
): PortfolioPlan {
  if (least.orders.length === 0) return least;
  const step: PlanStep = (contract, isFirst) => (isFirst ? least : next(contract, false));
  const settled = settlePlan(request, step);
  if (!settled?.isSettled || settled.runs === 1) return least;
  const onward = savedAsOne(context, request, settled, step, true);
  const there = judge(onward);
  const isMore = compareFindings(there, after) < 0 && isHarmless(own, before, there);
  return isMore && !isShownWorse(own, request, onward) ? onward : least;
}

/** Part of the whole that fees and whole units move a weight by without anybody's doing. */
const moved = 0.002;

/** Whether a plan takes a group out of its tolerance, farther than it is in any other, whether or not that is a warning. */
function leavesTolerances(
  { input, target }: TariffContext,
  after: ContractCheck,
  others: readonly ContractCheck[],
): boolean {
  const offOf = ({ values: { weight, target: wanted } }: Hint) => Math.abs(Number(weight) - Number(wanted));
  return after.hints.some((hint) => {
    if (hint.code !== 'H10') return false;
    const tolerance = groupTolerance(input.rules, target[input.peerGroups.indexOf(hint.subject)] ?? 0);
    const same = others.flatMap(({ hints }) =>
      hints.filter(({ code, subject }) => code === 'H10' && subject === hint.subject),
    );
    return offOf(hint) > Math.max(tolerance, ...same.map(offOf)) + moved;
  });
}

/**
 * Whether a plan adds a finding to those that are shown of the contract: of fractions that cannot be traded as well, which no plan is
 * judged by. A cluster that the target itself makes is none; whether it is borne the judgement says.
 */
const isShownWorse = (context: TariffContext, request: PlanRequest, plan: PortfolioPlan): boolean =>
  addedFindings(shownCheck(context, request, unchanged(request)), shownCheck(context, request, plan)).some(
    (finding) => !clustersOfTarget(context).has(finding),
  );

/** Whether a plan that mends as much turns over less, and gives up nothing for it. */
const isSmaller = (
  context: TariffContext,
  request: PlanRequest,
  judge: (plan: PortfolioPlan) => ContractCheck,
  less: PortfolioPlan,
  least: PortfolioPlan,
): boolean =>
  isLarger(least, less) &&
  compareAims(judge(less), judge(least)) <= 0 &&
  keepsAsMuch(context, request, least, less) &&
  !losesGood(context, request, less);
