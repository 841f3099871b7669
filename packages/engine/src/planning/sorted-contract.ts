import type { ContractInput } from '../check/contract-input.ts';

/** The same contract whatever the order it came in; a position of nothing is none. */
export function sortedContract(contract: ContractInput): ContractInput {
  const byIsin = <T extends { readonly isin: string }>(a: T, b: T) =>
    a.isin < b.isin ? -1 : a.isin > b.isin ? 1 : 0;
  return {
    ...contract,
    positions: contract.positions.filter(({ quantity }) => quantity > 0).toSorted(byIsin),
    savingsPlan: contract.savingsPlan && {
      ...contract.savingsPlan,
      entries: contract.savingsPlan.entries.toSorted(byIsin),
    },
  };
}
