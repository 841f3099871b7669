import type { ContractInput, Position, SavingsPlan } from './contract-input.ts';

/**
 * The same contract with positions and savings plan by ISIN: sums of the same numbers in another order may differ in their
 * last digit. A fund that is listed several times is one position: limits and findings are those of a fund.
 */
export function inOrder(contract: ContractInput): ContractInput {
  const { positions, savingsPlan } = contract;
  const entries = savingsPlan ? byIsin(savingsPlan.entries, joinedEntry) : null;
  const ordered = byIsin(positions, joinedPosition);
  if (ordered === positions && (!savingsPlan || entries === savingsPlan.entries)) return contract;
  return {
    ...contract,
    positions: ordered,
    savingsPlan: savingsPlan && { ...savingsPlan, entries: entries ?? [] },
  };
}

/** The list itself where it is in order and names each fund once. */
function byIsin<T extends { readonly isin: string }>(
  list: readonly T[],
  joined: (a: T, b: T) => T,
): readonly T[] {
  for (let k = 1; k < list.length; k++)
    if (list[k - 1]!.isin >= list[k]!.isin) {
      const byFund = [...Map.groupBy(list, ({ isin }) => isin).values()];
      return byFund.map((same) => same.reduce(joined)).toSorted((a, b) => (a.isin < b.isin ? -1 : 1));
    }
  return list;
}

/** Both at the newest price that one of them has, of two of a day the higher one; what they cost is known where both is. */
function joinedPosition(a: Position, b: Position): Position {
  const isOfA = b.price === null || (a.price !== null && (a.priceDay - b.priceDay || a.price - b.price) >= 0);
  const { price, priceDay } = isOfA ? a : b;
  return {
    isin: a.isin,
    quantity: a.quantity + b.quantity,
    price,
    priceDay,
    costValue: a.costValue === null || b.costValue === null ? null : a.costValue + b.costValue,
  };
}

const joinedEntry = (
  a: SavingsPlan['entries'][number],
  b: SavingsPlan['entries'][number],
): SavingsPlan['entries'][number] => ({ ...a, percent: a.percent + b.percent });
