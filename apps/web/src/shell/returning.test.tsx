// @vitest-environment happy-dom
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import { act } from 'react';
import { expect, it } from 'vitest';
import { useUiState } from '../platform/ui-state.ts';
import { renderForTest } from '../ui/render-for-test.tsx';
import { Returning } from './returning.tsx';

const root = createRootRoute({
  component: () => (
    <main>
      <Returning />
      <Outlet />
    </main>
  ),
});
const list = createRoute({
  getParentRoute: () => root,
  path: '/contracts',
  component: () => (
    <>
      <h1 tabIndex={-1}>Verträge</h1>
      {['1', '17'].map((id) => (
        <a key={id} href={`/contracts/${id}/overview`}>
          Vertrag {id}
        </a>
      ))}
    </>
  ),
});
const detail = createRoute({
  getParentRoute: () => root,
  path: '/contracts/$id/$tab',
  component: () => <h1 tabIndex={-1}>Ein Vertrag</h1>,
});

it('gives the focus back to the link one comes back from, and to none on the way there', async () => {
  const history = createMemoryHistory({ initialEntries: ['/contracts'] });
  const router = createRouter({ routeTree: root.addChildren([list, detail]), history });
  await router.load();
  const page = renderForTest(<RouterProvider router={router} />);
  const focused = () => document.activeElement?.textContent;
  const isReturning = () => useUiState.getState().returningFromSuccessorView;
  await act(async () => history.push('/contracts/17/overview'));
  await expect.poll(() => page.target.textContent).toContain('Ein Vertrag');
  expect(isReturning()).toBe(false);
  // Another part of the same contract is the same entry.
  await act(async () => history.replace('/contracts/17/portfolio'));
  await act(async () => history.back());
  await expect.poll(focused).toBe('Vertrag 17');
  expect(isReturning()).toBe(true);
  await act(async () => history.push('/contracts/1/overview'));
  await expect.poll(isReturning).toBe(false);
});
