import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { permissionGuard } from '../platform/guards.ts';
import { useSession } from '../platform/session.ts';
import { enforce } from './enforce.ts';
import { laterPage } from './later.tsx';
import { shellRoute } from './shell.tsx';

const userManagementRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/user-management',
  beforeLoad: () => enforce(permissionGuard(useSession.getState().user, 'userManagement.view')),
  component: lazyRouteComponent(() => import('../shell/user-management-layout.tsx'), 'UserManagementLayout'),
});

const indexRoute = createRoute({
  getParentRoute: () => userManagementRoute,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/user-management/groups', replace: true });
  },
});

const pages = [
  createRoute({
    getParentRoute: () => userManagementRoute,
    path: 'groups',
    component: laterPage('userManagement.groups', 'later.groups'),
  }),
  createRoute({
    getParentRoute: () => userManagementRoute,
    path: 'groups/$groupId/$step',
    component: laterPage('userManagement.groups', 'later.groups'),
  }),
  createRoute({
    getParentRoute: () => userManagementRoute,
    path: 'roles',
    component: laterPage('userManagement.roles', 'later.roles'),
  }),
  createRoute({
    getParentRoute: () => userManagementRoute,
    path: 'roles/$roleId/$step',
    component: laterPage('userManagement.roles', 'later.roles'),
  }),
  createRoute({
    getParentRoute: () => userManagementRoute,
    path: 'users',
    component: laterPage('userManagement.users', 'later.users'),
  }),
  createRoute({
    getParentRoute: () => userManagementRoute,
    path: 'users/$userId/info',
    component: laterPage('userManagement.users', 'later.users'),
  }),
] as const;

export const userManagementRoutes = userManagementRoute.addChildren([indexRoute, ...pages]);
