import { createRoute, redirect } from '@tanstack/react-router';
import { authRoutes } from './auth.tsx';
import { depotanalysisRoutes } from './depotanalysis.tsx';
import { reportRoutes } from './reports.tsx';
import { rootRoute } from './root.tsx';

/** What is there for everybody, with the first load. */
export const visitorRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/',
    beforeLoad: () => {
      throw redirect({ to: '/contracts', replace: true });
    },
  }),
  ...authRoutes,
  ...depotanalysisRoutes,
  ...reportRoutes,
] as const;
