import { applyOrders } from './apply-orders.ts';
import type { Order } from './order-problem.ts';
import { type PlanRequest, planFeeOf } from './plan-input.ts';
import type { PortfolioPlan } from './plan-portfolio.ts';

/** A plan with other orders of the same funds: sells first, the largest first, with the cash and the contract they leave. */
export function withOrders(request: PlanRequest, plan: PortfolioPlan, orders: Order[]): PortfolioPlan {
  orders.sort(
    (a, b) =>
      (a.action === b.action ? 0 : a.action === 'sell' ? -1 : 1) ||
      b.amount - a.amount ||
      (a.isin < b.isin ? -1 : 1),
  );
  const start = plan.cashAfter + planFeeOf(request.rules, plan.orders) - planFeeOf(request.rules, orders);
  const net = (list: readonly Order[]) =>
    list.reduce((sum, { action, amount, fee }) => sum + (action === 'sell' ? amount : -amount) - fee, 0);
  const cashAfter = start - net(plan.orders) + net(orders);
  const after = {
    ...applyOrders(request.contract, plan.holdings, orders, cashAfter),
    savingsPlan: plan.after.savingsPlan,
  };
  return { ...plan, orders, cashAfter, after };
}
