import type { ContractCheck } from '../check/check-contract.ts';
import type { ContractInput } from '../check/contract-input.ts';
import { measureContract } from '../check/measure-contract.ts';
import type { TariffContext } from '../check/tariff-context.ts';
import { inCents } from '../rounding/in-cents.ts';
import type { Order } from './order-problem.ts';

/** Costs in euros; ongoing ones per year, as far as they are known. */
export interface PlanCosts {
  readonly transaction: number;
  /** Fee of the plan as a whole, due once it sells anything. */
  readonly planFee: number;
  readonly ongoingBefore: number;
  readonly ongoingAfter: number;
  /** Null where the ongoing costs of a fund that is sold or bought are unknown. */
  readonly savingPerYear: number | null;
  /** Ongoing costs as a fraction of the value, before and after, as far as they are known. */
  readonly terBefore: number;
  readonly terAfter: number;
}

/** Whether the ongoing costs of every fund that is sold or bought are known: else nobody knows how those of the whole change. */
export const areCostsKnown = (context: TariffContext, orders: readonly Pick<Order, 'isin'>[]): boolean =>
  orders.every(({ isin }) => (context.funds.get(isin)?.ter ?? null) !== null);

/** What orders cost once, and what the contract costs a year before and after them. `planFee` in cents. */
export function costsOf(
  context: TariffContext,
  orders: readonly Order[],
  planFee: number,
  before: ContractCheck,
  after: ContractCheck,
): PlanCosts {
  const ongoingBefore = inCents(before.knownTer * before.total);
  const ongoingAfter = inCents(after.knownTer * after.total);
  const isKnown = areCostsKnown(context, orders);
  return {
    transaction: orders.reduce((sum, { fee }) => sum + fee, 0) / 100,
    planFee: planFee / 100,
    ongoingBefore,
    ongoingAfter,
    savingPerYear: isKnown ? inCents(ongoingBefore - ongoingAfter) : null,
    terBefore: before.knownTer,
    terAfter: after.knownTer,
  };
}

/** Ongoing costs of a contract before and after orders, euros a year. */
export interface OngoingCosts {
  readonly before: number;
  readonly after: number;
}

/** As far as they are known; null where those of a fund that is sold or bought are not. */
export function ongoingOf(
  context: TariffContext,
  orders: readonly Order[],
  before: ContractInput,
  after: ContractInput,
): OngoingCosts | null {
  if (!areCostsKnown(context, orders)) return null;
  const costsOfContract = (contract: ContractInput) => {
    const { total, knownTer } = measureContract(context, contract);
    return total * knownTer;
  };
  return { before: costsOfContract(before), after: costsOfContract(after) };
}
