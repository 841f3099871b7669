import { listFundImports } from '@depotwerk/api/funds/fund-imports';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from '../../platform/api-client.ts';

/** The newest imports of fund data and prices. */
export const fundImportsQuery = () =>
  queryOptions({
    queryKey: ['fundImports'],
    queryFn: ({ signal }) => callApi(listFundImports, {}, { signal }),
  });
