import { listInsurers } from '@depotwerk/api/customers/customers';
import { getFundLookups } from '@depotwerk/api/funds/fund-management';
import { listCostModelTariffs } from '@depotwerk/api/insurers/master-data';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from '../platform/api-client.ts';

/** Insurers to choose from; below `masterData`, so that an edit shows at once. */
export const insurerChoicesQuery = () =>
  queryOptions({
    queryKey: ['masterData', 'choices', 'insurers'],
    queryFn: ({ signal }) => callApi(listInsurers, {}, { signal }),
    staleTime: 300_000,
  });

/** Tariffs a cost model can belong to; for those who may edit cost models. */
export const tariffChoicesQuery = () =>
  queryOptions({
    queryKey: ['masterData', 'choices', 'tariffs'],
    queryFn: ({ signal }) => callApi(listCostModelTariffs, {}, { signal }),
    staleTime: 60_000,
  });

/** Categories and peer groups to choose from. */
export const fundLookupsQuery = () =>
  queryOptions({
    queryKey: ['masterData', 'choices', 'funds'],
    queryFn: ({ signal }) => callApi(getFundLookups, {}, { signal }),
    staleTime: 300_000,
  });
