import { QueryClient } from '@tanstack/react-query';
import { onLogout } from './logout.ts';

/** Cache of what the server said. Repeating is the API client's business, so queries do not retry themselves. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: false, staleTime: 15_000, refetchOnWindowFocus: false, networkMode: 'always' },
    mutations: { retry: false, networkMode: 'always' },
  },
});

onLogout(() => {
  void queryClient.cancelQueries();
  queryClient.clear();
});
