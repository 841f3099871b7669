import { setupPermission } from '@depotwerk/domain/setup-permission';
import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { partIsAway } from '../platform/api-error.ts';
import { loginGuard } from '../platform/guards.ts';
import { wayInstead } from '../platform/landing.ts';
import { guardContext } from '../platform/load-user.ts';
import { refreshTokenExists, useSession } from '../platform/session.ts';
import { RootErrorPage } from '../shell/pages.tsx';
import { allTexts } from '../texts/texts.ts';
import { enforce } from './enforce.ts';
import { requirePermission } from './require-right.ts';
import { rootRoute } from './root.tsx';

/** Everything behind the sign-in. */
export const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  beforeLoad: async ({ location }) => {
    if (refreshTokenExists()) void allTexts().catch(() => undefined);
    enforce(await loginGuard(guardContext, location.href));
    await allTexts().catch(partIsAway);
    const { user } = useSession.getState();
    const instead = user && wayInstead(user, location.pathname);
    if (instead) throw redirect({ to: instead, replace: true });
  },
  component: lazyRouteComponent(() => import('../shell/app-shell.tsx'), 'AppShell'),
  errorComponent: RootErrorPage,
});

/** The shell entered without a child. */
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
  beforeLoad: requirePermission(setupPermission),
  component: lazyRouteComponent(() => import('../areas/setup/setup-page.tsx'), 'SetupPage'),
});

/** The first sign-in, where the house demands a second factor. */
export const welcomeRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/welcome',
  component: lazyRouteComponent(() => import('../areas/auth/welcome-page.tsx'), 'WelcomePage'),
});
