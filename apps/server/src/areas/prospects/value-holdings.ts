import type { AnalysisHolding } from '@depotwerk/api/prospects/depot-analysis';
import { contradictsStated } from '@depotwerk/domain/depot-analysis/stated-value';
import type { AdviceFund } from '@depotwerk/engine/advice/advice-input';
import type { ContractInput, Position } from '@depotwerk/engine/check/contract-input';
import { dayNumber } from '@depotwerk/engine/figures/cash-flow-returns';

/** A holding with what it is worth in euros; null = nobody knows. */
export interface ValuedHolding {
  readonly isin: string;
  readonly name: string;
  readonly value: number | null;
  readonly priceDate: string | null;
  /** What was stated, where units at the price of the house give something else; null = nothing to tell. */
  readonly statedValue: number | null;
}

/**
 * Holdings as a contract the engine checks, those of one ISIN as one. Units count at the newest price of the house; a value
 * counts where units or price are missing, and becomes units at that price.
 */
export function valueHoldings(
  holdings: readonly AnalysisHolding[],
  {
    fundByIsin,
  }: { readonly fundByIsin: ReadonlyMap<string, Pick<AdviceFund, 'name' | 'price' | 'priceDate'>> },
  today: string,
): {
  readonly positions: readonly ValuedHolding[];
  /** Sum of the values in cents, as they stand on the page: not that of what they were before they were rounded. */
  readonly total: number;
  readonly contract: ContractInput;
} {
  const day = dayNumber(today) ?? 0;
  const valued = [...Map.groupBy(holdings, ({ isin }) => isin)].map(([isin, same]) => {
    const fund = fundByIsin.get(isin);
    const price = fund?.price != null && fund.price > 0 ? fund.price : null;
    const values = same.map(({ quantity, value }) =>
      quantity !== null && price !== null ? quantity * price : value,
    );
    const known = values.filter((value) => value !== null);
    // Of lots of which one is worth nobody knows what, neither is the sum.
    const isKnown = known.length === same.length;
    const total = known.reduce((sum, value) => sum + value, 0);
    const position: Position = !isKnown
      ? {
          isin,
          quantity: same.reduce((sum, { quantity }) => sum + (quantity ?? 0), 0),
          price: null,
          priceDay: day,
          costValue: null,
        }
      : {
          isin,
          quantity: price === null ? total : total / price,
          price: price ?? 1,
          priceDay: price === null ? day : (dayNumber(fund?.priceDate ?? today) ?? day),
          costValue: null,
        };
    return {
      position,
      holding: {
        isin,
        name: fund?.name ?? same.find(({ name }) => name !== '')?.name ?? isin,
        value: !isKnown ? null : Math.round(total * 100) / 100,
        priceDate: price === null ? null : (fund?.priceDate ?? null),
        statedValue: price === null ? null : otherStated(same, price),
      },
    };
  });
  valued.sort((a, b) => (a.position.isin < b.position.isin ? -1 : 1));
  const inCents = valued.reduce((sum, { holding }) => sum + Math.round((holding.value ?? 0) * 100), 0);
  return {
    total: inCents / 100,
    positions: valued
      .map(({ holding }) => holding)
      .toSorted((a, b) => (b.value ?? -1) - (a.value ?? -1) || (a.isin < b.isin ? -1 : 1)),
    contract: {
      day,
      positions: valued.map(({ position }) => position),
      cash: 0,
      cashReserve: 0,
      savingsPlan: null,
    },
  };
}

/** What lots with units and a value were stated at, where their units at the price are worth something else. */
function otherStated(lots: readonly AnalysisHolding[], price: number): number | null {
  let counted = 0;
  let stated = 0;
  for (const { quantity, value } of lots) {
    if (quantity === null || value === null) continue;
    counted += quantity * price;
    stated += value;
  }
  return stated > 0 && contradictsStated(counted, stated) ? Math.round(stated * 100) / 100 : null;
}
