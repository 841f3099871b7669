import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterContextProvider,
} from '@tanstack/react-router';
import type { ReactNode } from 'react';

/** What has links or navigates, on a page of its own at `path`: the router is the real one, its only route empty. */
export function withinRouter(node: ReactNode, path = '/'): ReactNode {
  const router = createRouter({
    routeTree: createRootRoute(),
    history: createMemoryHistory({ initialEntries: [path] }),
  });
  return <RouterContextProvider router={router}>{node}</RouterContextProvider>;
}
