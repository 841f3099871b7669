import * as calls from '@depotwerk/api/messages/messages';
import { type QueryKey, queryOptions } from '@tanstack/react-query';
import { callApi } from '../../platform/api-client.ts';
import { queryClient } from '../../platform/query-client.ts';

/** How often an open thread asks for news, in milliseconds. */
const askEvery = 20_000;

/** One side's way to a thread. */
export interface ThreadSource {
  readonly query: ReturnType<typeof threadQuery>;
  readonly loadBefore: (entryNumber: number) => Promise<calls.MessageThread>;
  readonly send: (text: string) => Promise<void>;
  readonly markRead: () => Promise<void>;
}

const threadQuery = (queryKey: QueryKey, load: (signal: AbortSignal) => Promise<calls.MessageThread>) =>
  queryOptions({
    queryKey,
    queryFn: ({ signal }) => load(signal),
    refetchInterval: askEvery,
    staleTime: 0,
  });

const ownKey = ['ownSide', 'messages'] as const;

/** The thread of the customer who is signed in. */
export const ownThread: ThreadSource = {
  query: threadQuery(ownKey, (signal) => callApi(calls.listOwnMessages, {}, { signal })),
  loadBefore: (before) => callApi(calls.listOwnMessages, { query: { before } }),
  send: async (text) => {
    await callApi(calls.sendOwnMessage, { body: { text } });
    await queryClient.invalidateQueries({ queryKey: ownKey });
  },
  markRead: async () => {
    await callApi(calls.markOwnMessagesRead, {});
    await queryClient.invalidateQueries({ queryKey: ['ownSide'] });
  },
};

/** The thread of a customer, as somebody of the house sees it. */
export function customerThread(customerId: string): ThreadSource {
  const params = { id: customerId };
  const queryKey = ['customer', customerId, 'messages'] as const;
  const reload = () => queryClient.invalidateQueries({ queryKey });
  return {
    query: threadQuery(queryKey, (signal) => callApi(calls.listCustomerMessages, { params }, { signal })),
    loadBefore: (before) => callApi(calls.listCustomerMessages, { params, query: { before } }),
    send: async (text) => {
      await callApi(calls.sendCustomerMessage, { params, body: { text } });
      await reload();
      void queryClient.invalidateQueries({ queryKey: ['workbench'] });
    },
    markRead: async () => {
      await callApi(calls.markCustomerMessagesRead, { params });
      await reload();
    },
  };
}
