// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { act } from 'react';
import { afterEach, expect, it } from 'vitest';
import { filterChoicesQuery } from '../../lists/filter-choices.ts';
import { queryClient } from '../../platform/query-client.ts';
import { useSession } from '../../platform/session.ts';
import { aUser } from '../../platform/user-for-test.ts';
import { speaksGerman } from '../../texts/german-for-test.ts';
import { renderForTest } from '../../ui/render-for-test.tsx';
import { CustomersPage } from './customers-page.tsx';

speaksGerman();
afterEach(() => {
  queryClient.clear();
  useSession.setState({ user: null });
});

/** Whether the list asks for what contracts can be filtered by, when somebody with these permissions opens it. */
async function asksForChoices(permissions: readonly string[]): Promise<boolean> {
  useSession.setState({ user: aUser({ permissions: [...permissions] }) });
  const root = createRootRoute();
  const shell = createRoute({ getParentRoute: () => root, id: 'shell' });
  const customers = createRoute({
    getParentRoute: () => shell,
    path: '/customers',
    component: CustomersPage,
  });
  const router = createRouter({
    routeTree: root.addChildren([shell.addChildren([customers])]),
    history: createMemoryHistory({ initialEntries: ['/customers'] }),
  });
  await router.load();
  const page = renderForTest(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  await act(() => new Promise<void>((done) => setTimeout(done, 50)));
  page.rerender(null);
  // No server answers here: what was asked for has failed, or still waits.
  const asked = queryClient.getQueryState(filterChoicesQuery().queryKey);
  return asked !== undefined && (asked.fetchStatus !== 'idle' || asked.errorUpdateCount > 0);
}

it('asks for the groups of contracts only where contracts may be seen', async () => {
  expect(await asksForChoices(['customers.view', 'contracts.view'])).toBe(true);
  queryClient.clear();
  expect(await asksForChoices(['customers.view'])).toBe(false);
});
