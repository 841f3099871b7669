import type { ContractInput } from '../check/contract-input.ts';
import { inOrder } from '../check/contract-order.ts';

/** The same contract whatever the order it came in; a position of nothing is none. */
export const sortedContract = (contract: ContractInput): ContractInput =>
  inOrder({ ...contract, positions: contract.positions.filter(({ quantity }) => quantity > 0) });
