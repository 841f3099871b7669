import type { ContractInput } from '../check/contract-input.ts';
import { inOrder } from '../check/contract-order.ts';

/** The same contract whatever the order it came in; a fund is one position, and a position of nothing is none. */
export function sortedContract(contract: ContractInput): ContractInput {
  const ordered = inOrder(contract);
  return { ...ordered, positions: ordered.positions.filter(({ quantity }) => quantity > 0) };
}
