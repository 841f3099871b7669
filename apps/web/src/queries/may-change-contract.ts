import { useQuery } from '@tanstack/react-query';
import { useMayChange } from '../platform/session.ts';
import { contractQuery } from './contract-queries.ts';

/**
 * Whether a contract is open to changes: nobody who holds it is blocked, for the server refuses every change until then. Not before
 * that is known.
 */
export function useIsContractOpen(contractId: string): boolean {
  const contract = useQuery(contractQuery(contractId)).data?.contract;
  return contract?.isCustomerBlocked === false && (contract.blockedHolders ?? []).length === 0;
}

/** `useMayChange` for what changes a contract. */
export function useMayChangeContract(contractId: string, permission: string): boolean {
  const isOpen = useIsContractOpen(contractId);
  return useMayChange(permission) && isOpen;
}
