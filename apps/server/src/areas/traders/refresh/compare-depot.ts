import { foldText } from '@depotwerk/domain/fold-text';
import { isInterval, monthsOfInterval } from '@depotwerk/domain/interval';
import type { BankDepot } from '../gateway/trader-gateway.ts';
import type { DealtWith, PlainPlan } from './dealt-with.ts';
import { isSamePlan, type NormalDepot } from './normal-depot.ts';

/** Our own state of a depot, as far as the bank knows of it. */
export interface OwnState {
  /** Day of our newest portfolio; null before the first. */
  readonly valuationDate: string | null;
  /** Quantities by ISIN, unknown funds included. */
  readonly quantities: ReadonlyMap<string, number>;
  readonly cash: number;
  readonly savingsPlan: PlainPlan | null;
  readonly holderName: string;
}

/** Orders of ours since the last refresh or under way: what they touch may move. */
export interface OwnOrders {
  readonly isins: ReadonlySet<string>;
  /** Plans ordered; one of them at the bank is no surprise. */
  readonly savingsPlans: readonly PlainPlan[];
}

export interface Movement {
  readonly isin: string;
  readonly ours: number;
  readonly bank: number;
}

/** What of the bank's state is taken as it is, and what waits for a decision. */
export interface Comparison {
  /** Our quantities afterwards; zero = gone. */
  readonly quantities: ReadonlyMap<string, number>;
  readonly cash: number;
  /** undefined = unchanged. */
  readonly savingsPlan: PlainPlan | null | undefined;
  readonly dealtWith: Omit<DealtWith, 'ourCash' | 'unknownFunds'>;
  readonly pending: {
    readonly holdings: readonly Movement[];
    readonly cash: { readonly ours: number; readonly bank: number } | null;
    readonly savingsPlan: { readonly ours: PlainPlan | null; readonly bank: PlainPlan | null } | null;
    readonly holderName: { readonly ours: string; readonly bank: string } | null;
  };
}

/** Fees taken in units, reinvested distributions and rounding, as a share of the quantity. */
const marketShare = 0.005;
/** Interest, fees and rounding on the settlement account, in EUR. */
const cashTolerance = 1;
/** Executions of a savings plan spread around their price. */
const planSpread = 1.05;
const quantityTolerance = 0.000001;

/**
 * Compares the bank's answer with what has been dealt with (three ways: ours, dealt with, bank).
 *
 * Taken silently, because the bank keeps the books and nobody has to decide: prices, values, valuation dates; quantities
 * that moved by no more than 0.5 %, by what our savings plan buys, or in funds an order of ours touches; up to 1 EUR of
 * cash, all cash while orders are settling; a savings plan we ordered; everything at the first refresh of an empty
 * contract. Waits for a decision: any other movement of quantities (also a position that came or went), of cash, of
 * the savings plan, and another holder name.
 */
export function compareDepot(
  own: OwnState,
  before: DealtWith | null,
  bank: BankDepot,
  normal: NormalDepot,
  orders: OwnOrders,
): Comparison {
  const isFirst = own.valuationDate === null;
  const base: Base = before ?? {
    quantities: isFirst ? quantitiesOf(normal) : Object.fromEntries(own.quantities),
    cash: isFirst ? bank.cashValue : own.cash,
    savingsPlan: isFirst && own.savingsPlan === null ? normal.savingsPlan : own.savingsPlan,
    holderName: own.holderName,
  };
  const holderName = base.holderName === '' ? bank.holderName : base.holderName;
  const holdings = compareHoldings(own, base, bank, normal, orders, isFirst);
  const silent = new Set(bank.silentOn);
  const cash = silent.has('cash')
    ? { ours: own.cash, dealtWith: own.cash, pending: null }
    : compareCash(own, base, bank, orders, isFirst);
  const plan = silent.has('savingsPlan')
    ? { taken: undefined, dealtWith: own.savingsPlan, pending: null }
    : comparePlan(own, base, normal, orders, isFirst);
  const isOtherHolder = !silent.has('holderName') && foldText(holderName) !== foldText(bank.holderName);
  return {
    quantities: holdings.quantities,
    cash: cash.ours,
    savingsPlan: plan.taken,
    dealtWith: {
      quantities: holdings.dealtWith,
      cash: cash.dealtWith,
      savingsPlan: plan.dealtWith,
      holderName,
    },
    pending: {
      holdings: holdings.moved,
      cash: cash.pending,
      savingsPlan: plan.pending,
      holderName: isOtherHolder ? { ours: own.holderName, bank: bank.holderName } : null,
    },
  };
}

type Base = Pick<DealtWith, 'quantities' | 'cash' | 'savingsPlan' | 'holderName'>;

function quantitiesOf(normal: NormalDepot): Record<string, number> {
  return Object.fromEntries([...normal.positions].map(([isin, position]) => [isin, position.quantity]));
}

const round6 = (value: number): number => Math.round(value * 1e6) / 1e6;

function compareHoldings(
  own: OwnState,
  base: Base,
  bank: BankDepot,
  normal: NormalDepot,
  orders: OwnOrders,
  isFirst: boolean,
) {
  const quantities = new Map<string, number>();
  const dealtWith: Record<string, number> = {};
  const moved: Movement[] = [];
  const isins = new Set([
    ...own.quantities.keys(),
    ...Object.keys(base.quantities),
    ...normal.positions.keys(),
  ]);
  for (const isin of isins) {
    const ours = own.quantities.get(isin) ?? 0;
    const known = base.quantities[isin] ?? 0;
    const atBank = normal.positions.get(isin)?.quantity ?? 0;
    const hasMoved = Math.abs(atBank - known) > quantityTolerance;
    const isOrdered = orders.isins.has(isin);
    const isExplained =
      isFirst || !hasMoved || isOrdered || isMarketOrPlan(isin, known, atBank, own, bank, normal);
    if (!isExplained) {
      moved.push({ isin, ours, bank: atBank });
      quantities.set(isin, ours);
      dealtWith[isin] = known;
      continue;
    }
    // Where we had declined something before, only the movement since then is taken.
    const isInStep = Math.abs(ours - known) <= quantityTolerance;
    const taken = isFirst || isInStep || (isOrdered && hasMoved) ? atBank : ours + atBank - known;
    quantities.set(isin, Math.max(0, round6(taken)));
    dealtWith[isin] = atBank;
  }
  return { quantities, dealtWith, moved: moved.toSorted((a, b) => (a.isin < b.isin ? -1 : 1)) };
}

function isMarketOrPlan(
  isin: string,
  known: number,
  atBank: number,
  own: OwnState,
  bank: BankDepot,
  normal: NormalDepot,
): boolean {
  const movement = atBank - known;
  if (known > 0 && atBank > 0 && Math.abs(movement) <= known * marketShare) return true;
  const plan = own.savingsPlan;
  const fraction = plan?.entries.find((entry) => entry.isin === isin)?.fraction;
  const price = normal.positions.get(isin)?.price;
  if (!plan || fraction === undefined || movement <= 0 || !price || own.valuationDate === null) return false;
  const bought =
    plan.contribution * fraction * executionsBetween(own.valuationDate, bank.valuationDate, plan);
  return movement * price <= bought * planSpread + 1;
}

/** Most executions a plan can have had between two days. */
function executionsBetween(from: string, to: string, plan: PlainPlan): number {
  // One nobody knows is taken as the most frequent: more executions explain more.
  const months = isInterval(plan.contributionInterval) ? monthsOfInterval[plan.contributionInterval] : 1;
  const days = (Date.parse(to) - Date.parse(from)) / 86_400_000;
  return days <= 0 ? 0 : Math.floor(days / (months * 28)) + 1;
}

function compareCash(own: OwnState, base: Base, bank: BankDepot, orders: OwnOrders, isFirst: boolean) {
  const movement = bank.cashValue - base.cash;
  const isExplained = isFirst || Math.abs(movement) <= cashTolerance || orders.isins.size > 0;
  if (!isExplained) {
    return { ours: own.cash, dealtWith: base.cash, pending: { ours: own.cash, bank: bank.cashValue } };
  }
  const isInStep = isFirst || Math.abs(own.cash - base.cash) < 0.005;
  const ours = isInStep ? bank.cashValue : Math.round((own.cash + movement) * 100) / 100;
  return { ours, dealtWith: bank.cashValue, pending: null };
}

function comparePlan(own: OwnState, base: Base, normal: NormalDepot, orders: OwnOrders, isFirst: boolean) {
  const bank = normal.savingsPlan;
  if (isFirst && own.savingsPlan === null) return { taken: bank, dealtWith: bank, pending: null };
  if (isSamePlan(base.savingsPlan, bank) || isSamePlan(own.savingsPlan, bank)) {
    return { taken: undefined, dealtWith: bank, pending: null };
  }
  if (orders.savingsPlans.some((ordered) => isSamePlan(ordered, bank))) {
    return { taken: bank, dealtWith: bank, pending: null };
  }
  return { taken: undefined, dealtWith: base.savingsPlan, pending: { ours: own.savingsPlan, bank } };
}
