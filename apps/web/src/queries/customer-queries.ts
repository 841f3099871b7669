import { getCustomer, getCustomerChoices } from '@depotwerk/api/customers/customers';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from '../platform/api-client.ts';

/** Groups into which the user may put customers. */
export const customerChoicesQuery = () =>
  queryOptions({
    queryKey: ['customers', 'choices'],
    queryFn: ({ signal }) => callApi(getCustomerChoices, {}, { signal }),
    staleTime: 60_000,
  });

export const customerQuery = (id: string) =>
  queryOptions({
    queryKey: ['customer', id],
    queryFn: ({ signal }) => callApi(getCustomer, { params: { id } }, { signal }),
  });
