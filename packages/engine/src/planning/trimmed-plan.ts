import type { ContractCheck } from '../check/check-contract.ts';
import type { TariffContext } from '../check/tariff-context.ts';
import { mayCost } from './cost-cap.ts';
import { fitCoarse } from './fit-coarse.ts';
import { addedFindings, compareFindings, fallenParts } from './judge-plan.ts';
import { isMoreKept } from './open-demands.ts';
import type { PlanRequest } from './plan-input.ts';
import { breaksLimits, type PortfolioPlan, unchanged } from './plan-portfolio.ts';
import { trimOrders } from './trim-orders.ts';

/** A plan without what nothing needs of its orders, where it mends as much and harms no more. */
export function trimmed(
  context: TariffContext,
  request: PlanRequest,
  plan: PortfolioPlan,
  judge: (plan: PortfolioPlan) => ContractCheck,
): PortfolioPlan {
  const [before, after] = [judge(unchanged(request)), judge(plan)];
  const isAsGood = (less: PortfolioPlan, check: ContractCheck): boolean =>
    compareFindings(check, after) <= 0 &&
    check.distance <= after.distance + spentOnFees(after, check) &&
    check.score >= Math.min(before.score, after.score) &&
    addedFindings(after, check).length === 0 &&
    keepsAsMuch(context, request, plan, less) &&
    mayCost(context, request, less) &&
    fallenParts(before, check).length <= fallenParts(before, after).length;
  const less = trimOrders(context, request, plan, before, after);
  const trimmedCheck = less === plan ? after : judge(less);
  const [best, check] = less === plan || isAsGood(less, trimmedCheck) ? [less, trimmedCheck] : [plan, after];
  const other = fitCoarse(context, request, best, before, check);
  return other === best || isAsGood(other, judge(other)) ? other : best;
}

/** Whether a smaller plan keeps as much as a plan of what is asked for whatever the check says. */
export const keepsAsMuch = (
  context: TariffContext,
  request: PlanRequest,
  plan: PortfolioPlan,
  less: PortfolioPlan,
): boolean =>
  breaksLimits(request, plan)
    ? !isMoreKept(context, { ...request, contract: less.after, addedCash: 0 }, plan.after)
    : !breaksLimits(request, less);

/** Points of the measure that fees make by taking money away: who pays less of them is no farther from the band. */
const spentOnFees = (after: ContractCheck, less: ContractCheck): number =>
  after.measure === null || after.total <= 0 ? 0 : after.measure * Math.max(0, less.total / after.total - 1);
