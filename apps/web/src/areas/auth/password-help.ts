import { getPasswordHelp } from '@depotwerk/api/auth/account';
import { useQuery } from '@tanstack/react-query';
import { callApi } from '../../platform/api-client.ts';

/** What a house can send to somebody who cannot sign in. */
export const usePasswordHelp = () =>
  useQuery({
    queryKey: ['passwordHelp'],
    queryFn: ({ signal }) => callApi(getPasswordHelp, {}, { signal }),
  });
