import { setupPermission } from '@depotwerk/domain/setup-permission';
import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { loginGuard, permissionGuard } from '../platform/guards.ts';
import { wayInstead } from '../platform/landing.ts';
import { guardContext } from '../platform/load-user.ts';
import { useSession } from '../platform/session.ts';
import { RootErrorPage } from '../shell/pages.tsx';
import { enforce } from './enforce.ts';
import { rootRoute } from './root.tsx';

/** Everything behind the sign-in. */
export const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  beforeLoad: async ({ location }) => {
    enforce(await loginGuard(guardContext, location.href));
    const { user } = useSession.getState();
    const instead = user && wayInstead(user, location.pathname);
    if (instead) throw redirect({ to: instead, replace: true });
  },
  component: lazyRouteComponent(() => import('../shell/app-shell.tsx'), 'AppShell'),
  errorComponent: RootErrorPage,
});

/** `/` is the application's own start; `/app` is the shell entered without a child. */
export const startRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/',
    beforeLoad: () => {
      throw redirect({ to: '/contracts', replace: true });
    },
  }),
] as const;

export const shellIndexRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/app',
  beforeLoad: () => {
    throw redirect({ to: '/customers', replace: true });
  },
});

/** The first day of a house. */
export const setupRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/setup',
  beforeLoad: () => enforce(permissionGuard(useSession.getState().user, setupPermission)),
  component: lazyRouteComponent(() => import('../areas/setup/setup-page.tsx'), 'SetupPage'),
});

/** The first sign-in, where the house demands a second factor. */
export const welcomeRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/welcome',
  component: lazyRouteComponent(() => import('../areas/auth/welcome-page.tsx'), 'WelcomePage'),
});
