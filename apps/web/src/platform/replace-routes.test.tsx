// @vitest-environment happy-dom
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
  redirect,
} from '@tanstack/react-router';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it } from 'vitest';
import { replaceRoutes } from './replace-routes.ts';

const waited = (milliseconds: number) =>
  act(() => new Promise<void>((resolve) => setTimeout(resolve, milliseconds)));

/** A house whose map of routes comes after its first page, both when they are let. */
function slowHouse() {
  const map = Promise.withResolvers<undefined>();
  const page = Promise.withResolvers<undefined>();
  const rootRoute = createRootRoute({ component: Outlet });
  const laterRoute = createRoute({
    getParentRoute: () => rootRoute,
    path: '$',
    beforeLoad: async ({ location }) => {
      await map.promise;
      rootRoute.addChildren([pageRoute]);
      replaceRoutes(router, laterRoute);
      throw redirect({ to: location.pathname, replace: true });
    },
  });
  const pageRoute = createRoute({
    getParentRoute: () => rootRoute,
    path: '/customers',
    beforeLoad: () => page.promise,
    component: () => <h1>Kunden</h1>,
  });
  const router = createRouter({
    routeTree: rootRoute.addChildren([laterRoute]),
    history: createMemoryHistory({ initialEntries: ['/customers'] }),
    defaultPendingMs: 10,
    defaultPendingMinMs: 0,
    defaultPendingComponent: () => <p>Wird geladen</p>,
  });
  return { router, map, page };
}

it('goes on drawing the address that waited for its map until the page behind it is there', async () => {
  const { router, map, page } = slowHouse();
  const failures: unknown[] = [];
  globalThis.IS_REACT_ACT_ENVIRONMENT = true;
  const target = document.body.appendChild(document.createElement('div'));
  const root = createRoot(target, { onCaughtError: (error) => failures.push(error) });
  act(() => root.render(<RouterProvider router={router} />));
  await waited(50);
  expect(target.textContent).toBe('Wird geladen');
  map.resolve(undefined);
  await waited(50);
  expect(failures).toEqual([]);
  page.resolve(undefined);
  await waited(50);
  expect(target.textContent).toBe('Kunden');
  expect(failures).toEqual([]);
  act(() => root.unmount());
  target.remove();
});
