import type { ContractCheck } from '../check/check-contract.ts';
import type { ContractInput, Hint, SavingsPlan } from '../check/contract-input.ts';
import { savingsOverlap } from '../check/savings-overlap.ts';
import type { TariffContext } from '../check/tariff-context.ts';
import { begunInHeld } from './begun-in-held.ts';
import { knownCheck } from './known-checks.ts';
import type { PlanRequest } from './plan-input.ts';
import type { PortfolioPlan } from './plan-portfolio.ts';
import { fitLevel, planSavings } from './plan-savings.ts';
import { savedChoice, savedInto, soldBy } from './saved-funds.ts';
import type { PlanStep, SettledPlan } from './settle-plan.ts';

/** The context a contract is judged in: its own where the choice of funds depends on what is held. */
export const contextFor = (
  context: TariffContext,
  request: PlanRequest,
  contract: ContractInput,
): TariffContext => request.contextOf?.(contract) ?? context;

/** A plan with the savings plan that goes with its orders: a next run finds the contract as it would be then. */
export function withSavings(
  context: TariffContext,
  request: PlanRequest,
  plan: PortfolioPlan,
  isNecessary: boolean,
): PortfolioPlan {
  if (plan.orders.length === 0) return plan;
  const savings = planSavings(context, request, plan, knownCheck(context, request.contract), isNecessary);
  // What belonged to more orders than are left of a plan does not stay with it.
  const savingsPlan = savings ? savings.plan : request.contract.savingsPlan;
  return { ...plan, after: { ...plan.after, savingsPlan } };
}

/**
 * The check plans of a request are judged by: with the savings plan that goes with the orders, so that both sides of a
 * comparison differ in the orders alone. What is found about fractions that a fund's units do not allow to trade is no
 * finding of a plan, nor is an old price: who sells for it mends nothing, and buys back at the same price.
 */
export function judgeOf(
  context: TariffContext,
  request: PlanRequest,
  isNecessary: boolean,
): (plan: PortfolioPlan) => ContractCheck {
  const isTradable = ({ isin, quantity }: ContractInput['positions'][number]) => {
    // A whole unit can always be traded.
    const fund = quantity < 1 ? request.traded.get(isin) : undefined;
    return !fund || Math.floor(quantity * 10 ** fund.unitDecimals + 1e-6) > 0;
  };
  const today = knownCheck(context, request.contract);
  return (plan) => {
    // Correcting plans follow what is held; here only the orders shall make a difference.
    const savings = planSavings(context, { ...request, savingsMode: 'TARGET' }, plan, today, isNecessary);
    const after = { ...plan.after, savingsPlan: savings?.plan ?? plan.after.savingsPlan };
    const check = knownCheck(contextFor(context, request, plan.after), after);
    const rests = after.positions.filter((position) => !isTradable(position)).map(({ isin }) => isin);
    const isJudged = ({ code, severity, subject }: Hint) =>
      !rests.includes(subject) && (code !== 'H14' || severity > 1);
    return check.hints.every(isJudged) ? check : { ...check, hints: check.hints.filter(isJudged) };
  };
}

/** The check a proposal is shown with: the savings plan once more follows from the one that goes with the orders. */
export function shownCheck(context: TariffContext, request: PlanRequest, plan: PortfolioPlan): ContractCheck {
  const after = { ...plan.after, savingsPlan: shownSavings(context, request, plan) };
  return knownCheck(contextFor(context, request, plan.after), after);
}

function shownSavings(context: TariffContext, request: PlanRequest, plan: PortfolioPlan): SavingsPlan | null {
  const { savingsPlan } = plan.after;
  const own = { ...request, contract: { ...request.contract, savingsPlan } };
  return planSavings(context, own, plan, knownCheck(context, own.contract), true)?.plan ?? savingsPlan;
}

/**
 * The savings plan was chosen step by step, and a later step may have bought other funds than the one it begins with: it
 * is chosen anew for all orders as one, where it then fits as well and the plan is at rest all the same.
 */
export function savedAsOne(
  context: TariffContext,
  request: PlanRequest,
  plan: SettledPlan,
  step: PlanStep,
  isNecessary: boolean,
): SettledPlan {
  const { savingsPlan } = request.contract;
  const known = new Set([...plan.after.positions, ...(savingsPlan?.entries ?? [])].map(({ isin }) => isin));
  const entries = plan.after.savingsPlan?.entries ?? [];
  if (entries.every(({ isin }) => known.has(isin))) return plan;
  const own = contextFor(context, request, request.contract);
  const anew = withSavings(own, request, plan, isNecessary).after.savingsPlan;
  // What the orders sell goes from the one chosen step by step before it is shown.
  const stepwise = shownSavings(own, request, plan);
  const fit = savingsOverlap(own, anew);
  const fitStepwise = savingsOverlap(own, stepwise);
  // A plan that corrects follows the orders: there it need only settle as much.
  const fitsWorse =
    request.savingsMode === 'CORRECT' ? fitLevel(fit) < fitLevel(fitStepwise) : fit < fitStepwise - 1e-9;
  const after = { ...plan.after, savingsPlan: fitsWorse ? inHeldFunds(own, request, plan, stepwise) : anew };
  const isAtRest = (step(after, false)?.orders.length ?? 0) === 0;
  return isAtRest ? { ...plan, after } : plan;
}

/** A savings plan chosen before all orders were known, begun in what they leave in the portfolio. */
export function inHeldFunds(
  context: TariffContext,
  request: PlanRequest,
  plan: PortfolioPlan,
  savingsPlan: SavingsPlan | null,
): SavingsPlan | null {
  if (!savingsPlan) return null;
  const saved = savedInto(request.contract.savingsPlan?.entries ?? []);
  const choice = savedChoice(context, request, plan, soldBy(plan));
  return begunInHeld(context, request, choice, saved, savingsPlan);
}
