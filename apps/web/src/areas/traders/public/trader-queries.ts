import {
  getTraderBank,
  listCredentialTypes,
  listPendingIssuerCredentials,
} from '@depotwerk/api/traders/trader-credentials';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from '../../../platform/api-client.ts';
import { queryClient } from '../../../platform/query-client.ts';

const credentialsKey = ['traderCredentials'] as const;

export const credentialTypesQuery = () =>
  queryOptions({
    queryKey: [...credentialsKey, 'types'],
    queryFn: ({ signal }) => callApi(listCredentialTypes, {}, { signal }),
    staleTime: 60_000,
  });

export const pendingIssuersQuery = () =>
  queryOptions({
    queryKey: [...credentialsKey, 'pending'],
    queryFn: ({ signal }) => callApi(listPendingIssuerCredentials, {}, { signal }),
    staleTime: 60_000,
  });

export const bankQuery = (bankId: string) =>
  queryOptions({
    queryKey: ['traderBank', bankId],
    queryFn: ({ signal }) => callApi(getTraderBank, { params: { bankId } }, { signal }),
    staleTime: 3_600_000,
    retry: false,
  });

/** Passwords were set or forgotten: states and pending banks are read again. */
export function reloadCredentials(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: credentialsKey });
}
