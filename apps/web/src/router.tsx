import { createRoute, createRouter, redirect } from '@tanstack/react-router';
import { partIsAway } from './platform/api-error.ts';
import { replaceRoutes } from './platform/replace-routes.ts';
import { parseSearch, stringifySearch } from './platform/search-params.ts';
import { collapsePageHeader } from './platform/ui-state.ts';
import { refreshWhiteLabel } from './platform/white-label.ts';
import type { allRoutes } from './routes/all.tsx';
import { rootRoute } from './routes/root.tsx';
import { visitorRoutes } from './routes/visitors.tsx';
import { NotFoundPage, PendingPage, RouteErrorPage } from './shell/pages.tsx';
import { catchLostFocus } from './ui/catch-focus.ts';

/** Every other address: what stands there comes with the first of them, and the address is read again. */
const laterRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '$',
  beforeLoad: async ({ location }) => {
    await knowAllRoutes();
    throw redirect({
      to: location.pathname,
      // The address is data: which search it takes only the page behind it knows.
      search: location.search as never,
      hash: location.hash,
      state: location.state,
      replace: true,
    });
  },
});

// Links are written for all addresses, whatever is known of them yet.
const routeTree = rootRoute.addChildren([...visitorRoutes, laterRoute]) as unknown as ReturnType<
  typeof allRoutes
>;

/** The pages for visitors at first; `knowAllRoutes` brings the others. */
export const router = createRouter({
  routeTree,
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  defaultPreloadStaleTime: 0,
  defaultPendingMs: 300,
  defaultPendingMinMs: 200,
  defaultPendingComponent: PendingPage,
  defaultErrorComponent: RouteErrorPage,
  defaultNotFoundComponent: NotFoundPage,
  scrollRestoration: true,
});

let knowing: Promise<void> | undefined;

async function loadAllRoutes(): Promise<void> {
  const { allRoutes } = await import('./routes/all.tsx').catch(partIsAway);
  // The root's children are replaced in place: the router is told to read them again.
  allRoutes();
  replaceRoutes(router, laterRoute);
}

/** Loads the map of what stands behind the sign-in; a failure is tried again when asked again. */
export function knowAllRoutes(): Promise<void> {
  knowing ??= loadAllRoutes().catch((error: unknown) => {
    knowing = undefined;
    throw error;
  });
  return knowing;
}

/** Loads the map where the address of the start needs it. */
export async function knowRoutesOfStart(): Promise<void> {
  const matches: readonly { routeId: string }[] = router.matchRoutes(router.latestLocation);
  if (matches.some(({ routeId }) => routeId === laterRoute.id)) await knowAllRoutes();
}

// The header collapses after each navigation; a dialog or a filter of the same page is none.
router.subscribe('onResolved', ({ pathChanged, fromLocation }) => {
  if (!pathChanged) return;
  collapsePageHeader();
  // What the house looks like may have changed since the start; the start itself has just asked.
  if (fromLocation) void refreshWhiteLabel();
  // What had the focus may have gone with the old page.
  if (fromLocation) catchLostFocus();
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
