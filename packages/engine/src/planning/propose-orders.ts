import type { ContractCheck } from '../check/check-contract.ts';
import type { ContractInput, HintCode } from '../check/contract-input.ts';
import { measureContract } from '../check/measure-contract.ts';
import type { TariffContext } from '../check/tariff-context.ts';
import { riskBandStatus } from '../risk-band.ts';
import {
  addedFindings,
  compareAims,
  compareFindings,
  fallenParts,
  isBetter,
  isHarmless,
  isMaterial,
} from './judge-plan.ts';
import { knownCheck } from './known-checks.ts';
import type { PlanRequest } from './plan-input.ts';
import { mustAct, planNecessary } from './plan-necessary.ts';
import { breaksLimits, type PortfolioPlan, planPortfolio, unchanged } from './plan-portfolio.ts';
import { planSavings } from './plan-savings.ts';
import { type PlanStep, settlePlan } from './settle-plan.ts';
import { trimOrders } from './trim-orders.ts';

/** The context a contract is judged in: its own where the choice of funds depends on what is held. */
const contextFor = (context: TariffContext, request: PlanRequest, contract: ContractInput): TariffContext =>
  request.contextOf?.(contract) ?? context;

/** Orders of the smallest intervention; none where nothing is wrong. */
export function proposeNecessary(context: TariffContext, request: PlanRequest): PortfolioPlan {
  return settledOf(request, (effort) => (contract, isFirst) => {
    const own = contextFor(context, request, contract);
    return necessaryStep(own, stepRequest(request, contract, isFirst), true, effort);
  });
}

/** How orders are made: as small as can be, as they were planned, and without rounding sales of whole units up. */
const efforts = ['least', 'whole', 'plain'] as const;
type Effort = (typeof efforts)[number];

/** The plan of most effort that comes to rest. */
function settledOf(request: PlanRequest, step: (effort: Effort) => PlanStep): PortfolioPlan {
  let first: PortfolioPlan | null = null;
  for (const effort of efforts) {
    const plan = settlePlan(request, step(effort));
    if (!plan) return unchanged(request);
    if (plan.isSettled) return plan;
    first ??= plan;
  }
  return first ?? unchanged(request);
}

/**
 * Orders of the full switch to the target. One that would lower the score, add a finding or gain next to nothing is not
 * proposed; what is necessary is done all the same.
 */
export function proposeFull(context: TariffContext, request: PlanRequest): PortfolioPlan {
  return settledOf(request, (effort) => (contract, isFirst) => {
    const own = contextFor(context, request, contract);
    const asked = stepRequest(request, contract, isFirst);
    const planned = planWithRetry(own, asked);
    if (planned.binding.length > 0) return planned;
    // At the target already: what is wrong all the same is mended.
    if (planned.orders.length === 0) return necessaryStep(own, asked, false, effort);
    const judge = judgeOf(own, asked, false);
    const [before, after] = [judge(unchanged(asked)), judge(planned)];
    const isForced = mustAct(own, asked);
    const isInvested = asked.addedCash > 0 && fallenParts(before, after).length === 0;
    const isWorth = isBetter(before, after) || isMaterial(before, after) || isForced || isInvested;
    const isFine = isHarmless(own, before, after) && isWorth;
    const wanted = withSavings(own, asked, planned, false);
    if (isFine && addedFindings(before, after).length === 0) return wanted;
    const least = necessaryStep(own, asked, false, effort);
    if (!least) return isFine || isForced ? wanted : null;
    // What the target adds the smallest intervention may do without.
    return isFine && compareAims(after, judge(least)) <= 0 ? wanted : least;
  });
}

/** New money only: nothing is sold. */
export const proposeInvestment = (context: TariffContext, request: PlanRequest): PortfolioPlan =>
  planWithRetry(context, { ...request, rules: { ...request.rules, buyOnly: true } });

const stepRequest = (request: PlanRequest, contract: ContractInput, isFirst: boolean): PlanRequest => ({
  ...request,
  contract,
  addedCash: isFirst ? request.addedCash : 0,
});

function necessaryStep(
  context: TariffContext,
  request: PlanRequest,
  isNecessary: boolean,
  effort: Effort,
): PortfolioPlan | null {
  const judge = judgeOf(context, request, isNecessary);
  const plan = planNecessary(context, request, judge, effort !== 'plain');
  if (plan && plan.binding.length > 0) return plan;
  const best = plan ?? (isNecessary && !request.rules.buyOnly ? moreMended(context, request, judge) : null);
  if (!best) return null;
  const least = effort === 'least' ? trimmed(context, request, best, judge) : best;
  return withSavings(context, request, least, isNecessary);
}

/** A plan without what nothing needs of its orders, where it mends as much and harms no more. */
function trimmed(
  context: TariffContext,
  request: PlanRequest,
  plan: PortfolioPlan,
  judge: (plan: PortfolioPlan) => ContractCheck,
): PortfolioPlan {
  const [before, after] = [judge(unchanged(request)), judge(plan)];
  const less = trimOrders(context, request, plan, before, after);
  if (less === plan) return plan;
  const check = judge(less);
  const isAsGood =
    compareAims(check, after) <= 0 &&
    check.score >= Math.min(before.score, after.score) &&
    addedFindings(after, check).length === 0 &&
    (breaksLimits(request, plan) || !breaksLimits(request, less)) &&
    fallenParts(before, check).length <= fallenParts(before, after).length;
  return isAsGood ? less : plan;
}

/** The way to the target, where it mends findings that the smallest steps leave: fewest findings go before turnover. */
function moreMended(
  context: TariffContext,
  request: PlanRequest,
  judge: (plan: PortfolioPlan) => ContractCheck,
): PortfolioPlan | null {
  const before = judge(unchanged(request));
  if (!before.hints.some(({ code, severity }) => severity >= 1 && !isOfPlanOnly(code))) return null;
  const target = planWithRetry(context, request);
  if (target.binding.length > 0 || target.orders.length === 0) return null;
  const after = judge(target);
  const mends = compareFindings(after, before) < 0 && addedFindings(before, after).length === 0;
  return mends && isHarmless(context, before, after) ? target : null;
}

/** Findings that no order mends: old prices and the savings plan. */
const isOfPlanOnly = (code: HintCode): boolean => code === 'H14' || code === 'H15' || code === 'H16';

/** A plan with the savings plan that goes with its orders: a next run finds the contract as it would be then. */
function withSavings(
  context: TariffContext,
  request: PlanRequest,
  plan: PortfolioPlan,
  isNecessary: boolean,
): PortfolioPlan {
  if (plan.orders.length === 0) return plan;
  const savings = planSavings(context, request, plan, knownCheck(context, request.contract), isNecessary);
  return savings ? { ...plan, after: { ...plan.after, savingsPlan: savings.plan } } : plan;
}

/**
 * The check plans of a request are judged by: with the savings plan that goes with the orders, so that both sides of a
 * comparison differ in the orders alone. What is found about fractions that a fund's units do not allow to trade is no
 * finding of a plan.
 */
function judgeOf(
  context: TariffContext,
  request: PlanRequest,
  isNecessary: boolean,
): (plan: PortfolioPlan) => ContractCheck {
  const isTradable = ({ isin, quantity }: ContractInput['positions'][number]) => {
    const fund = request.traded.get(isin);
    return !fund || Math.floor(quantity * 10 ** fund.unitDecimals + 1e-6) > 0;
  };
  const today = knownCheck(context, request.contract);
  return (plan) => {
    // Correcting plans follow what is held; here only the orders shall make a difference.
    const savings = planSavings(context, { ...request, savingsMode: 'TARGET' }, plan, today, isNecessary);
    const after = { ...plan.after, savingsPlan: savings?.plan ?? plan.after.savingsPlan };
    const check = knownCheck(contextFor(context, request, plan.after), after);
    const rests = after.positions.filter((position) => !isTradable(position)).map(({ isin }) => isin);
    if (rests.length === 0) return check;
    return { ...check, hints: check.hints.filter(({ subject }) => !rests.includes(subject)) };
  };
}

/** If the measure would stay outside its band, once more without the absolute drift threshold. */
export function planWithRetry(context: TariffContext, request: PlanRequest): PortfolioPlan {
  const plan = planPortfolio(context, request, request.rules.driftAbsolute);
  if (request.rules.buyOnly || plan.binding.length > 0) return plan;
  const { measure } = measureContract(context, plan.after);
  if (riskBandStatus(measure, context.band).status === 'in') return plan;
  const retried = planPortfolio(context, { ...request, rules: { ...request.rules, driftRelative: 0 } }, 0);
  return retried.binding.length > 0 ? plan : retried;
}
