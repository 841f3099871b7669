import { confirmTraderCredentials } from '@depotwerk/api/traders/trader-credentials';
import { callApi } from '../../platform/api-client.ts';
import { showApiError } from '../../platform/error-texts.ts';
import { queryClient } from '../../platform/query-client.ts';
import { followRefresh, newestOwnJob } from './public/remote-refresh.ts';
import { pendingIssuersQuery, reloadCredentials } from './public/trader-queries.ts';

/**
 * A bank took a password, wherever it was asked for. Once no bank waits for one any more this is the
 * credentials-confirmed action: a remote refresh on the server, then list and statistics anew.
 */
export async function passwordGiven(): Promise<void> {
  try {
    await reloadCredentials();
    const pending = await queryClient.fetchQuery({ ...pendingIssuersQuery(), staleTime: 0 });
    if (pending.length > 0) return;
    const before = await newestOwnJob();
    await callApi(confirmTraderCredentials, {});
    await followRefresh(before);
    // Also when the refresh changed nothing, or the banks were read a moment ago and are not read again.
    await queryClient.invalidateQueries({ queryKey: ['contracts', 'list'] });
    await queryClient.invalidateQueries({ queryKey: ['contracts', 'stats'] });
  } catch (error) {
    showApiError(error);
  }
}
