import type { ContractCheck } from '../check/check-contract.ts';
import type { TariffContext } from '../check/tariff-context.ts';
import { compareAims, isTradable } from './judge-plan.ts';
import type { PlanRequest } from './plan-input.ts';
import { type PortfolioPlan, planWithRetry } from './plan-portfolio.ts';

/**
 * One run to the target. Money that is left over stays outside of groups that it would take out of their tolerance, but where a finding
 * stays open because of that: fewer findings go first.
 */
export function planToTarget(
  context: TariffContext,
  request: PlanRequest,
  judge: (plan: PortfolioPlan) => ContractCheck,
): PortfolioPlan {
  const plan = planWithRetry(context, request);
  if (plan.isHeldBack !== true) return plan;
  const left = judge(plan);
  if (left.status === 'in' && !isTradable(left)) return plan;
  const filled = planWithRetry(context, { ...request, overfills: true });
  return filled.binding.length === 0 && compareAims(judge(filled), left) < 0 ? filled : plan;
}
