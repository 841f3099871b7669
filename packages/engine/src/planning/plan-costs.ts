import type { ContractCheck } from '../check/check-contract.ts';
import type { Order } from './make-orders.ts';

/** Costs in euros; ongoing ones per year. */
export interface PlanCosts {
  readonly transaction: number;
  /** Fee of the plan as a whole, due once it sells anything. */
  readonly planFee: number;
  readonly ongoingBefore: number;
  readonly ongoingAfter: number;
  readonly savingPerYear: number;
  /** Ongoing costs as a fraction of the value, before and after. */
  readonly terBefore: number;
  readonly terAfter: number;
}

/** What orders cost once, and what the contract costs a year before and after them. `planFee` in cents. */
export function costsOf(
  orders: readonly Order[],
  planFee: number,
  before: ContractCheck,
  after: ContractCheck,
): PlanCosts {
  const round = (value: number) => Math.round(value * 100) / 100;
  const ongoingBefore = round(before.ter * before.total);
  const ongoingAfter = round(after.ter * after.total);
  return {
    transaction: orders.reduce((sum, { fee }) => sum + fee, 0) / 100,
    planFee: planFee / 100,
    ongoingBefore,
    ongoingAfter,
    savingPerYear: round(ongoingBefore - ongoingAfter),
    terBefore: before.ter,
    terAfter: after.ter,
  };
}
