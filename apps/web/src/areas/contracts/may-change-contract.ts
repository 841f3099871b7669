import { useQuery } from '@tanstack/react-query';
import { useMayChange } from '../../platform/session.ts';
import { contractQuery } from '../../queries/contract-queries.ts';

/**
 * `useMayChange` for what changes a contract: not where its customer is blocked, which the server refuses, and not before
 * that is known.
 */
export function useMayChangeContract(contractId: string, permission: string): boolean {
  const isOpen = useQuery(contractQuery(contractId)).data?.contract.isCustomerBlocked === false;
  return useMayChange(permission) && isOpen;
}
