import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { depotanalysisGuard, preregistrationGuard } from '../platform/guards.ts';
import { guardContext } from '../platform/load-user.ts';
import { enforce } from './enforce.ts';
import { rootRoute } from './root.tsx';

/** Pages for visitors. */
export const depotanalysisRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/depotanalysis',
    beforeLoad: async () => enforce(await depotanalysisGuard(guardContext)),
    component: lazyRouteComponent(
      () => import('../areas/prospects/depotanalysis-page.tsx'),
      'DepotanalysisPage',
    ),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/depotanalysis/$guid',
    beforeLoad: async ({ params }) => enforce(await preregistrationGuard(guardContext, params.guid)),
    component: lazyRouteComponent(() => import('../areas/prospects/invitation-page.tsx'), 'InvitationPage'),
  }),
] as const;
