import { createRoute } from '@tanstack/react-router';
import { depotanalysisGuard, preregistrationGuard } from '../platform/guards.ts';
import { guardContext } from '../platform/load-user.ts';
import { enforce } from './enforce.ts';
import { laterVisitorPage } from './later.tsx';
import { rootRoute } from './root.tsx';

/** Wizards for visitors. */
export const depotanalysisRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/depotanalysis',
    beforeLoad: async () => enforce(await depotanalysisGuard(guardContext)),
    component: laterVisitorPage('shell.depotanalysis', 'later.depotanalysis'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/depotanalysis/$guid',
    beforeLoad: async ({ params }) => enforce(await preregistrationGuard(guardContext, params.guid)),
    component: laterVisitorPage('shell.preregistration', 'later.preregistration'),
  }),
] as const;
