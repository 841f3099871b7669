import type { ContractInput } from '../check/contract-input.ts';
import type { TariffContext } from '../check/tariff-context.ts';
import { toCents } from '../rounding/in-cents.ts';

/** Smallest and largest allowed value; null = no limit. */
export interface Limit {
  readonly min: number | null;
  readonly max: number | null;
}

/** The tariff's limits for portfolio or savings plan: number of securities, share (fraction) and value (euros) of one. */
export interface PlanLimits {
  readonly count: Limit;
  readonly share: Limit;
  readonly value: Limit;
}

export const noLimits: PlanLimits = {
  count: { min: null, max: null },
  share: { min: null, max: null },
  value: { min: null, max: null },
};

/** Fees of one order: fixed euros plus a fraction of the amount, at most `cap` euros. */
export interface OrderFee {
  readonly fixed: number;
  readonly percent: number;
  readonly cap: number | null;
}

/** How orders are made (engine.md section 13). Money in euros, shares as fractions. */
export interface OrderRules {
  readonly mode: 'EXACT' | 'NEAREST_BAND';
  readonly driftAbsolute: number;
  readonly driftRelative: number;
  readonly minimumOrder: number;
  readonly fee: OrderFee;
  /** Euros once a plan that sells anything (an insurer's fee for a switch). Default 0. */
  readonly planFee?: number;
  readonly maximumTurnover: number | null;
  readonly buyOnly: boolean;
}

export const defaultOrderRules: OrderRules = {
  mode: 'EXACT',
  driftAbsolute: 0.01,
  driftRelative: 0.1,
  minimumOrder: 0,
  fee: { fixed: 0, percent: 0, cap: null },
  maximumTurnover: null,
  buyOnly: false,
};

/** How a fund is traded. */
export interface TradedFund {
  readonly isin: string;
  /** Euros per unit. */
  readonly price: number;
  readonly unitDecimals: number;
  /** Euros; the larger of this and the contract's counts. */
  readonly minimumOrder: number;
  /** Smallest savings rate in euros. */
  readonly savingsMinimum: number;
}

/** What is asked for. */
export interface PlanRequest {
  readonly contract: ContractInput;
  readonly traded: ReadonlyMap<string, TradedFund>;
  readonly rules: OrderRules;
  readonly portfolioLimits: PlanLimits;
  readonly savingsLimits: PlanLimits;
  readonly savingsMode: 'TARGET' | 'CORRECT';
  /** Units of the savings plan: 100 (1 %) or 1000 (0.1 %). */
  readonly savingsUnits: number;
  readonly locked: ReadonlySet<string>;
  readonly excluded: ReadonlySet<string>;
  /** The context a contract is checked in where it depends on what is held; default the one of the plan. */
  readonly contextOf?: (contract: ContractInput) => TariffContext;
  /** The most that the funds may cost a year, as a fraction; absent = the tariff has no cap. */
  readonly costCap?: number | undefined;
  /** Whether no plan above that cap is looked at, also where others mend less. */
  readonly keepsCostCap?: true;
  /** Whether money that is left over may take a group out of its tolerance: where else a finding stayed open. */
  readonly overfills?: true;
  /** Money added now, in euros. */
  readonly addedCash: number;
  /** What was paid for it, entry fee included: what a guarantee promises a part of. Default `addedCash`. */
  readonly paidIn?: number;
}

/** Which limit binds and why it cannot be kept. */
export interface BindingLimit {
  readonly limit: string;
  readonly subject: string;
  readonly values: Readonly<Record<string, number>>;
  readonly text: string;
}

/** Fee in cents of an order over an amount in cents. */
export function feeOf(fee: OrderFee, amount: number): number {
  if (amount <= 0) return 0;
  const cents = toCents(fee.fixed) + Math.floor(amount * fee.percent + 0.5);
  return fee.cap === null ? cents : Math.min(cents, toCents(fee.cap));
}

/** Whether at least half of what a sale brings is left after its own fee. */
export const paysItsFee = (amount: number, fee: number): boolean => 2 * fee <= amount;

/** The fee in cents of a plan as a whole: due once as soon as something is sold. */
export const planFeeOf = (
  rules: OrderRules,
  orders: readonly { readonly action: 'sell' | 'buy' }[],
): number => (orders.some(({ action }) => action === 'sell') ? toCents(rules.planFee ?? 0) : 0);
