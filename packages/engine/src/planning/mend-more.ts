import type { ContractCheck } from '../check/check-contract.ts';
import type { TariffContext } from '../check/tariff-context.ts';
import { mayCost } from './cost-cap.ts';
import { addedFindings, compareFindings, isHarmless, isTradable } from './judge-plan.ts';
import type { PlanRequest } from './plan-input.ts';
import { type PortfolioPlan, unchanged } from './plan-portfolio.ts';
import { planToTarget } from './plan-to-target.ts';

/** The way to the target, where it mends findings that the smallest steps leave: fewest findings go before turnover. */
export function moreMended(
  context: TariffContext,
  request: PlanRequest,
  judge: (plan: PortfolioPlan) => ContractCheck,
): PortfolioPlan | null {
  const before = judge(unchanged(request));
  if (!isTradable(before)) return null;
  const target = planToTarget(context, request, judge);
  if (target.binding.length > 0 || target.orders.length === 0 || !mayCost(context, request, target))
    return null;
  const after = judge(target);
  const mends = compareFindings(after, before) < 0 && addedFindings(before, after).length === 0;
  return mends && isHarmless(context, before, after) ? target : null;
}
