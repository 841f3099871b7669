import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { loginGuard } from '../platform/guards.ts';
import { guardContext } from '../platform/load-user.ts';
import { RootErrorPage } from '../shell/pages.tsx';
import { enforce } from './enforce.ts';
import { rootRoute } from './root.tsx';

/** Everything behind the sign-in. */
export const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  beforeLoad: async ({ location }) => enforce(await loginGuard(guardContext, location.href)),
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
