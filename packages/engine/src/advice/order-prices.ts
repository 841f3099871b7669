import type { ContractInput } from '../check/contract-input.ts';
import { isPriceAgeOff } from '../check/fund-hints.ts';
import { isUnpriced } from '../check/measure-contract.ts';
import type { TariffContext } from '../check/tariff-context.ts';
import { dayNumber } from '../figures/cash-flow-returns.ts';
import { listed } from '../planning/count-text.ts';
import type { AdviceFund } from './advice-input.ts';

/** Orders as their prices are looked at. */
interface PricedOrders {
  readonly context: TariffContext;
  /** Before the orders. */
  readonly contract: ContractInput;
  readonly funds: ReadonlyMap<string, AdviceFund>;
  readonly orders: readonly { readonly isin: string }[];
}

/** Whole sentences, because they are put into English whole: `several` names more than one fund. */
export interface PriceSentences {
  /** Held without price; left out where nothing is said of orders then. */
  readonly none?: (names: string) => string;
  readonly old: (name: string, age: string) => string;
  readonly future: (name: string) => string;
  readonly severalOld: (names: string, age: string) => string;
  readonly severalFuture: (names: string) => string;
}

/** What prices make of the orders of a plan. */
export const uncertainAmounts: PriceSentences = {
  none: (names) =>
    `Für ${names} liegt kein Kurs vor; was der Vertrag wert ist und wie viel Risiko er trägt, steht deshalb nicht fest.`,
  old: (name, age) =>
    `Der Kurs von ${name} ist ${age} Tage alt; der Betrag des Auftrags steht deshalb nicht fest.`,
  future: (name) =>
    `Der Kurs von ${name} trägt ein Datum in der Zukunft; der Betrag des Auftrags steht deshalb nicht fest.`,
  severalOld: (names, age) =>
    `Die Kurse von ${names} sind ${age} Tage alt; die Beträge der Aufträge stehen deshalb nicht fest.`,
  severalFuture: (names) =>
    `Die Kurse von ${names} tragen ein Datum in der Zukunft; die Beträge der Aufträge stehen deshalb nicht fest.`,
};

/**
 * A sentence on holdings without price, then one for each age of prices that is older than the tariff allows, or of a day to come, held funds first: what is bought anew
 * is counted in units by a price that may be as old as that of what is held.
 *
 * @param nameOf how a sentence calls a fund
 */
export function stalePriceTexts(
  { context, contract, funds, orders }: PricedOrders,
  nameOf: (isin: string) => string,
  sentences: PriceSentences,
): string[] {
  const held = new Map(contract.positions.map((position) => [position.isin, position]));
  const dayOf = (isin: string): number | null => {
    const position = held.get(isin);
    if (position) return position.price !== null && position.price > 0 ? position.priceDay : null;
    const date = funds.get(isin)?.priceDate;
    return date ? dayNumber(date) : null;
  };
  const ordered = new Set(orders.map(({ isin }) => isin));
  const traded = [
    ...[...held.keys()].filter((isin) => ordered.has(isin)),
    ...[...ordered].filter((isin) => !held.has(isin)),
  ];
  const byAge = Map.groupBy(
    traded.flatMap((isin) => {
      const day = dayOf(isin);
      if (day === null) return [];
      const age = contract.day - day;
      return isPriceAgeOff(context, age) ? [{ isin, age: Math.max(age, -1) }] : [];
    }),
    ({ age }) => age,
  );
  const unpriced = contract.positions.filter(isUnpriced).map(({ isin }) => nameOf(isin));
  const missing = ordered.size > 0 && unpriced.length > 0 && sentences.none;
  const offAge = [...byAge].map(([age, prices]) => {
    const names = listed(prices.map(({ isin }) => nameOf(isin)));
    const { old, future, severalOld, severalFuture } = sentences;
    if (age < 0) return (prices.length === 1 ? future : severalFuture)(names);
    return (prices.length === 1 ? old : severalOld)(names, age.toLocaleString('de-DE'));
  });
  return missing ? [missing(listed(unpriced)), ...offAge] : offAge;
}
