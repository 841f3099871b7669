import type { ContractInput } from './contract-input.ts';

/** The same contract with positions and savings plan by ISIN: sums of the same numbers in another order may differ in their last digit. */
export function inOrder(contract: ContractInput): ContractInput {
  const { positions, savingsPlan } = contract;
  const entries = savingsPlan ? byIsin(savingsPlan.entries) : null;
  const ordered = byIsin(positions);
  if (ordered === positions && (!savingsPlan || entries === savingsPlan.entries)) return contract;
  return {
    ...contract,
    positions: ordered,
    savingsPlan: savingsPlan && { ...savingsPlan, entries: entries ?? [] },
  };
}

/** The list itself where it is in order. */
function byIsin<T extends { readonly isin: string }>(list: readonly T[]): readonly T[] {
  for (let k = 1; k < list.length; k++)
    if (list[k - 1]!.isin > list[k]!.isin)
      return list.toSorted((a, b) => (a.isin < b.isin ? -1 : a.isin > b.isin ? 1 : 0));
  return list;
}
