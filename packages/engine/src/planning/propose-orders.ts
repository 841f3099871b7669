import type { ContractInput } from '../check/contract-input.ts';
import type { TariffContext } from '../check/tariff-context.ts';
import { withBetterBuys } from './better-buys.ts';
import { mendingMore, onwardFrom } from './compare-ways.ts';
import { mayCost } from './cost-cap.ts';
import { withCashFilled } from './fill-cash.ts';
import { losesGood } from './given-up.ts';
import { feesAnOrder } from './holdings.ts';
import {
  addedFindings,
  betterOf,
  compareAims,
  compareFindings,
  fallenParts,
  isBetter,
  isHarmless,
  isMaterial,
  isTradable,
  needsAction,
} from './judge-plan.ts';
import { withoutSwitches } from './keep-good.ts';
import { isSameContract, knownCheck } from './known-checks.ts';
import { knownPlans } from './known-plans.ts';
import { knownStep } from './known-steps.ts';
import { moreMended } from './mend-more.ts';
import { inHeldNumber, isMoreKept, mustAct } from './open-demands.ts';
import { type PlanRequest, planFeeOf } from './plan-input.ts';
import { type PortfolioPlan, unchanged } from './plan-portfolio.ts';
import { planSavings } from './plan-savings.ts';
import { isLarger } from './plan-size.ts';
import { planToTarget } from './plan-to-target.ts';
import { type PlanStep, type SettledPlan, settlePlan } from './settle-plan.ts';
import { trimmed } from './trimmed-plan.ts';
import { contextFor, judgeOf, savedAsOne, shownCheck, withSavings } from './with-savings.ts';

/** Plans ask what would be planned of their result, and that asks again: so deep, and never of a contract it came from. */
const deepest = 3;

/** Whether a plan of a contract may ask for the plans of its result; `from` are the contracts it was asked for by. */
const mayAskOn = ({ contract }: PlanRequest, from: readonly ContractInput[]): boolean =>
  from.length < deepest && !from.some((earlier) => isSameContract(earlier, contract));

/**
 * Orders of the smallest intervention; none where nothing is wrong. Where the way to the target mends more, and comes to
 * rest, it is that way without what nothing needs of it; where it does so only from there on, both as one plan.
 *
 * @param from contracts whose plans ask for this one, the first one first
 */
export function proposeNecessary(
  context: TariffContext,
  request: PlanRequest,
  from: readonly ContractInput[] = [],
): PortfolioPlan {
  const plan = smallestOrders(context, request, from);
  if (!mayAskOn(request, from)) return plan;
  const next: PlanStep = (contract) =>
    proposeNecessary(context, stepRequest(request, contract, false), [...from, request.contract]);
  const kept = withoutSwitches(context, request, plan, true, next, from.length === 0);
  const found = mayCost(context, request, kept) ? kept : plan;
  if (from.length > 0) return found;
  return withCashFilled(context, request, withBetterBuys(context, request, found, true, next), true, next);
}

function smallestOrders(
  context: TariffContext,
  request: PlanRequest,
  from: readonly ContractInput[],
): PortfolioPlan {
  const least = leastSteps(context, request);
  if (!mayAskOn(request, from) || least.binding.length > 0 || request.rules.buyOnly) return least;
  const own = contextFor(context, request, request.contract);
  const judge = judgeOf(own, request, true);
  const after = judge(least);
  const before = judge(unchanged(request));
  const isMended = !isTradable(after) && fallenParts(before, after).length === 0;
  // One run is as small as it can be made; of several each was made for itself.
  if (isMended && (least.runs ?? 1) === 1) return least;
  const next: PlanStep = (contract) =>
    proposeNecessary(context, stepRequest(request, contract, false), [...from, request.contract]);
  const judged = { own, judge, before, after };
  const more = mendingMore(request, least, wayToTarget(context, request), judged, next);
  const found = more ?? (isMended ? least : onwardFrom(context, request, least, judged, next));
  return mayCost(own, request, found) ? found : least;
}

/**
 * Orders of the full switch to the target. Where that leaves more findings than what is necessary does, or several runs
 * together give up a good fund though none of them does so alone, what is necessary is done first and the target is gone
 * to from there, as one plan.
 *
 * @param from contracts whose plans ask for this one, the first one first
 */
export function proposeFull(
  context: TariffContext,
  request: PlanRequest,
  from: readonly ContractInput[] = [],
): PortfolioPlan {
  const plan = fullOrders(context, request, from);
  if (!mayAskOn(request, from)) return plan;
  const next: PlanStep = (contract) =>
    proposeFull(context, stepRequest(request, contract, false), [...from, request.contract]);
  const found = withoutSwitches(context, request, plan, false, next, from.length === 0);
  if (from.length > 0) return found;
  return withCashFilled(context, request, withBetterBuys(context, request, found, false, next), false, next);
}

function fullOrders(
  context: TariffContext,
  request: PlanRequest,
  from: readonly ContractInput[],
): PortfolioPlan {
  const target = wayToTarget(context, request);
  if (!mayAskOn(request, from)) return target;
  const onwardTo =
    (first: PortfolioPlan): PlanStep =>
    (contract, isFirst) =>
      isFirst
        ? first
        : proposeFull(context, stepRequest(request, contract, false), [...from, request.contract]);
  if (target.binding.length > 0)
    return asFarAsAllowed(context, request, onwardTo, firstSteps(context, request)) ?? target;
  if (target.isHeldByLimit === true) return asFarAsAllowed(context, request, onwardTo, target) ?? target;
  const own = contextFor(context, request, request.contract);
  const judge = judgeOf(own, request, false);
  const there = betterOf(judge(target), shownCheck(own, request, target));
  const isLossy = losesGood(own, request, target);
  if (!needsAction(there) && !isLossy) return target;
  const least = firstSteps(context, request);
  // Of as many findings as plans are judged by, those that are shown decide: fractions nobody can sell keep theirs.
  const gainOf = (plan: PortfolioPlan) =>
    compareFindings(judge(plan), there) ||
    compareFindings(shownCheck(own, request, plan), shownCheck(own, request, target));
  if (least.binding.length > 0 || (!isLossy && gainOf(least) >= 0)) return target;
  const step = onwardTo(least);
  const settled = settlePlan(request, step);
  if (!settled?.isSettled) return target;
  const onward = settled.runs > 1 ? savedAsOne(context, request, settled, step, false) : settled;
  const gain = gainOf(onward);
  return gain < 0 || (gain === 0 && isLossy && !losesGood(own, request, onward)) ? onward : target;
}

/** What is necessary, for who goes on to the target: nothing where it leaves a number of securities outside the tariff's limit. */
function firstSteps(context: TariffContext, request: PlanRequest): PortfolioPlan {
  const plan = proposeNecessary(context, request);
  const after = { ...request, contract: plan.after, addedCash: 0 };
  return plan.binding.length > 0 || !inHeldNumber(context, after) ? plan : unchanged(request);
}

/**
 * Where the way to the target cannot keep a limit and what is necessary does, that is done first: the target is gone to from there as far
 * as the limit allows. So it is where a limit holds the way to the target in its midst.
 *
 * @param first what is done first
 * @returns null where that is nothing, or it does not come to rest
 */
function asFarAsAllowed(
  context: TariffContext,
  request: PlanRequest,
  onwardTo: (first: PortfolioPlan) => PlanStep,
  first: PortfolioPlan,
): PortfolioPlan | null {
  if (first.binding.length > 0 || first.orders.length === 0) return null;
  const step = onwardTo(first);
  const settled = settlePlan(request, step);
  if (!settled?.isSettled) return null;
  return settled.runs > 1 ? savedAsOne(context, request, settled, step, false) : settled;
}

function leastSteps(context: TariffContext, request: PlanRequest): PortfolioPlan {
  const plans = knownPlans(context, request);
  plans.least ??= withNewMoney(request, (asked) => planSteps(context, asked));
  return plans.least;
}

/** New money is invested; where that does harm, it is cash like any other, of which as much is used as is needed. */
function withNewMoney(request: PlanRequest, planned: (asked: PlanRequest) => PortfolioPlan): PortfolioPlan {
  const plan = planned(request);
  if (request.addedCash <= 0 || plan.orders.length > 0 || plan.binding.length > 0) return plan;
  const { after } = unchanged(request);
  return planned({ ...request, contract: after, addedCash: 0 });
}

function planSteps(context: TariffContext, request: PlanRequest): PortfolioPlan {
  const step =
    (effort: Effort): PlanStep =>
    (contract, isFirst) => {
      const own = contextFor(context, request, contract);
      const asked = stepRequest(request, contract, isFirst);
      const plan = necessaryStep(own, asked, true, effort);
      // Every way leads to the number of securities the tariff allows: where that does harm, nothing else was tried.
      const held = plan ? null : inHeldNumber(own, asked);
      return held ? necessaryStep(own, asked, true, effort, held) : plan;
    };
  return settledOf(context, request, true, step, (plan) =>
    trimmedAsOne(context, request, plan, step('least')),
  );
}

/** How orders are made: as small as can be, as they were planned, and without rounding sales of whole units up. */
const efforts = ['least', 'whole', 'plain'] as const;
type Effort = (typeof efforts)[number];

/** The plan of most effort that comes to rest. */
function settledOf(
  context: TariffContext,
  request: PlanRequest,
  isNecessary: boolean,
  step: (effort: Effort) => PlanStep,
  improve: (plan: SettledPlan) => PortfolioPlan = (plan) => plan,
): PortfolioPlan {
  let first: PortfolioPlan | null = null;
  for (const effort of efforts) {
    const plan = settlePlan(request, step(effort));
    if (!plan || (plan.orders.length === 0 && plan.binding.length === 0))
      return afterSavings(context, request, isNecessary, step);
    if (plan.isSettled) {
      const saved = plan.runs > 1 ? savedAsOne(context, request, plan, step(effort), isNecessary) : plan;
      return effort === 'least' ? improve(saved) : saved;
    }
    first ??= plan;
  }
  return first ?? unchanged(request);
}

/**
 * Where nothing is to be ordered as the contract is, the savings plan may change all the same, and a next run would find it
 * changed: what is then to be ordered is ordered at once.
 */
function afterSavings(
  context: TariffContext,
  request: PlanRequest,
  isNecessary: boolean,
  step: (effort: Effort) => PlanStep,
): PortfolioPlan {
  const kept = unchanged(request);
  const own = contextFor(context, request, request.contract);
  const savings = planSavings(own, request, kept, knownCheck(own, request.contract), isNecessary);
  if (!savings || savings.binding.length > 0) return kept;
  const saved = { ...request, contract: { ...request.contract, savingsPlan: savings.plan } };
  for (const effort of efforts) {
    const plan = settlePlan(saved, step(effort));
    if (!plan) return kept;
    if (plan.isSettled) return plan;
  }
  return kept;
}

/** What is taken back of all steps makes room for others: so often they are made as one again. */
const roundsAsOne = 3;

/** Steps that are small one by one may be more than is needed together: what nothing needs of them all is taken back. */
function trimmedAsOne(
  context: TariffContext,
  request: PlanRequest,
  plan: SettledPlan,
  step: PlanStep,
): PortfolioPlan {
  if (plan.runs < 2 || plan.binding.length > 0) return plan;
  const own = contextFor(context, request, request.contract);
  const judge = judgeOf(own, request, true);
  const adds = (from: PortfolioPlan, to: PortfolioPlan) =>
    addedFindings(shownCheck(own, request, from), shownCheck(own, request, to)).length > 0;
  let best: PortfolioPlan = plan;
  for (let round = 0; round < roundsAsOne; round++) {
    const trimmedPlan = trimmed(own, request, best, judge);
    if (trimmedPlan === best) return best;
    const less = withSavings(own, request, trimmedPlan, true);
    if (adds(best, less)) return best;
    // Only where it comes to rest there as well, or a little further.
    const onward = settlePlan(request, (contract, isFirst) => (isFirst ? less : step(contract, false)));
    if (!onward?.isSettled) return best;
    if (onward.runs === 1) return less;
    if (isLarger(onward, best) || adds(best, onward) || compareAims(judge(onward), judge(best)) > 0)
      return best;
    best = onward;
  }
  return best;
}

/** Limits that the way to the target cannot keep, whatever is done first. */
export const limitsOnTheWay = (context: TariffContext, request: PlanRequest) =>
  wayToTarget(context, request).binding;

function wayToTarget(context: TariffContext, request: PlanRequest): PortfolioPlan {
  const plans = knownPlans(context, request);
  plans.target ??= withNewMoney(request, (asked) => planTarget(context, asked));
  return plans.target;
}

/**
 * The way to the target, run after run. One that would lower the score, add a finding or gain next to nothing is not
 * gone; what is necessary is done all the same.
 */
function planTarget(context: TariffContext, request: PlanRequest): PortfolioPlan {
  return settledOf(context, request, false, (effort) => (contract, isFirst) => {
    const own = contextFor(context, request, contract);
    const asked = stepRequest(request, contract, isFirst);
    const judge = judgeOf(own, asked, false);
    const planned = planToTarget(own, asked, judge);
    if (planned.binding.length > 0) return planned;
    // At the target already: what is wrong all the same is mended.
    if (planned.orders.length === 0) return necessaryStep(own, asked, false, effort);
    const [before, after] = [judge(unchanged(asked)), judge(planned)];
    const isForced = mustAct(own, asked) && isMoreKept(own, asked, planned.after);
    const isInvested = asked.addedCash > 0 && fallenParts(before, after).length === 0;
    // Who is out of the band is not led further off for a better score: what is necessary would turn back again.
    const isPaying = isMaterial(before, after) && earnsFee(asked, planned);
    const isGain = isPaying && compareAims(after, before) <= 0;
    const isWorth = isBetter(before, after) || isGain || isForced || isInvested;
    const isFine = isHarmless(own, before, after) && isWorth;
    const wanted = withSavings(own, asked, planned, false);
    if (isFine && addedFindings(before, after).length === 0) return wanted;
    const least = necessaryStep(own, asked, false, effort);
    if (!least) return isFine || isForced ? wanted : null;
    // What the target adds the smallest intervention may do without.
    return isFine && compareAims(after, judge(least)) <= 0 ? wanted : least;
  });
}

/** Whether a plan that mends nothing moves enough for what it costs as a whole: ten times of it, as an order does of its own fee. */
const earnsFee = ({ rules }: PlanRequest, { orders }: PortfolioPlan): boolean =>
  orders.reduce((sum, { action, amount }) => sum + (action === 'sell' ? amount : 0), 0) >=
  feesAnOrder * planFeeOf(rules, orders);

const stepRequest = (request: PlanRequest, contract: ContractInput, isFirst: boolean): PlanRequest => ({
  ...request,
  contract,
  addedCash: isFirst ? request.addedCash : 0,
});

/** @param asked the same with other limits, for what is looked for */
function necessaryStep(
  context: TariffContext,
  request: PlanRequest,
  isNecessary: boolean,
  effort: Effort,
  asked = request,
): PortfolioPlan | null {
  const judge = judgeOf(context, request, isNecessary);
  const plan = knownStep(context, { request: asked, isNecessary, fits: effort !== 'plain' });
  if (plan && plan.binding.length > 0) return plan;
  const best = plan ?? (isNecessary && !request.rules.buyOnly ? moreMended(context, asked, judge) : null);
  if (!best) return null;
  const least = effort === 'least' ? trimmed(context, request, best, judge) : best;
  return withSavings(context, request, least, isNecessary);
}
