import type { CallAnswer } from '@depotwerk/api/call';
import { listContractHolders } from '@depotwerk/api/contracts/contract-holders';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from '../../platform/api-client.ts';

export type ContractHolder = CallAnswer<typeof listContractHolders>[number];

/** Everybody who holds a contract, its customer first. */
export const contractHoldersQuery = (id: string) =>
  queryOptions({
    queryKey: ['contract', id, 'holders'],
    queryFn: ({ signal }) => callApi(listContractHolders, { params: { id } }, { signal }),
  });

export const holderName = ({ firstName, lastName }: Pick<ContractHolder, 'firstName' | 'lastName'>): string =>
  `${firstName} ${lastName}`.trim();
