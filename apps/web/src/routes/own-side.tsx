import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from './shell.tsx';

const pages = () => import('./pages-after-sign-in.ts');

/** Pages of a customer who signs in herself; the shell leads everybody else away from them. */
export const ownSideRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/my',
    component: lazyRouteComponent(async () => (await pages()).ownSidePage(), 'OwnSidePage'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/my/messages',
    component: lazyRouteComponent(async () => (await pages()).ownMessagesPage(), 'OwnMessagesPage'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/my/profile',
    component: lazyRouteComponent(async () => (await pages()).ownProfilePage(), 'OwnProfilePage'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/my/analysis',
    component: lazyRouteComponent(async () => (await pages()).ownAnalysisPage(), 'OwnAnalysisPage'),
  }),
] as const;
