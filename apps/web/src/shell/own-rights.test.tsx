// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { expect, it, onTestFinished, vi } from 'vitest';
import { json } from '../platform/api-client-for-test.ts';
import { ApiError } from '../platform/api-error.ts';
import { useSession } from '../platform/session.ts';
import { aUser } from '../platform/user-for-test.ts';
import { renderForTest } from '../ui/render-for-test.tsx';
import { OwnRights } from './own-rights.tsx';

it('asks for the rights of now where a page was refused something before it came', async () => {
  const before = useSession.getState();
  onTestFinished(() => {
    useSession.setState(before, true);
    vi.unstubAllGlobals();
  });
  useSession.setState({ user: aUser(), accessToken: 'one' });
  const id = '3f2b8c1e-9d4a-4f6b-8a2e-1c5d7e9f0a3b';
  const ofNow = aUser({ id, roleId: id, tenantId: id, permissions: ['approvals.view'] });
  vi.stubGlobal('fetch', () => Promise.resolve(json(ofNow)));
  const queries = new QueryClient();
  const refusal = new ApiError({ kind: 'http', status: 403, code: 'auth.forbidden' });
  await queries
    .fetchQuery({ queryKey: ['customers'], queryFn: () => Promise.reject(refusal), retry: false })
    .catch(() => undefined);
  const router = createRouter({
    routeTree: createRootRoute({ component: OwnRights }),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  });
  await router.load();
  renderForTest(
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  await expect.poll(() => useSession.getState().user?.permissions).toEqual(['approvals.view']);
});
