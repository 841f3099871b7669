import { createRouter } from '@tanstack/react-router';
import { parseSearch, stringifySearch } from './platform/search-params.ts';
import { collapsePageHeader } from './platform/ui-state.ts';
import { refreshWhiteLabel } from './platform/white-label.ts';
import { adminRoutes } from './routes/admin.tsx';
import { authRoutes } from './routes/auth.tsx';
import { contractRoutes } from './routes/contracts.tsx';
import { customerRoutes } from './routes/customers.tsx';
import { depotanalysisRoutes } from './routes/depotanalysis.tsx';
import { ownSideRoutes } from './routes/own-side.tsx';
import { reportRoutes } from './routes/reports.tsx';
import { rootRoute } from './routes/root.tsx';
import { settingsRoutes } from './routes/settings.tsx';
import { setupRoute, shellIndexRoute, shellRoute, startRoutes, welcomeRoute } from './routes/shell.tsx';
import { userManagementRoutes } from './routes/user-management.tsx';
import { workRoutes } from './routes/work.tsx';
import { NotFoundPage, PendingPage, RouteErrorPage } from './shell/pages.tsx';

const routeTree = rootRoute.addChildren([
  ...startRoutes,
  ...authRoutes,
  ...depotanalysisRoutes,
  ...reportRoutes,
  shellRoute.addChildren([
    shellIndexRoute,
    welcomeRoute,
    setupRoute,
    ...contractRoutes,
    ...customerRoutes,
    adminRoutes,
    userManagementRoutes,
    ...settingsRoutes,
    ...workRoutes,
    ...ownSideRoutes,
  ]),
]);

/** The map of the application: every address and what stands behind it. */
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

// The header collapses after each navigation; a dialog or a filter of the same page is none.
router.subscribe('onResolved', ({ pathChanged, fromLocation }) => {
  if (!pathChanged) return;
  collapsePageHeader();
  // What the house looks like may have changed since the start; the start itself has just asked.
  if (fromLocation) void refreshWhiteLabel();
  // What had the focus may have gone with the old page; then the new page's heading takes it.
  if (fromLocation && document.activeElement === document.body) {
    document.querySelector<HTMLElement>('main h1[tabindex]')?.focus({ preventScroll: true });
  }
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
