import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { listSearch } from '../areas/master-data/list-search.ts';
import { permissionGuard } from '../platform/guards.ts';
import { useSession } from '../platform/session.ts';
import { enforce } from './enforce.ts';
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
    validateSearch: listSearch,
    component: lazyRouteComponent(() => import('../areas/users/groups-page.tsx'), 'GroupsPage'),
  }),
  createRoute({
    getParentRoute: () => userManagementRoute,
    path: 'groups/$groupId/$step',
    component: lazyRouteComponent(() => import('../areas/users/group-page.tsx'), 'GroupPage'),
  }),
  createRoute({
    getParentRoute: () => userManagementRoute,
    path: 'roles',
    validateSearch: listSearch,
    component: lazyRouteComponent(() => import('../areas/users/roles-page.tsx'), 'RolesPage'),
  }),
  createRoute({
    getParentRoute: () => userManagementRoute,
    path: 'roles/$roleId/$step',
    validateSearch: listSearch,
    component: lazyRouteComponent(() => import('../areas/users/role-page.tsx'), 'RolePage'),
  }),
  createRoute({
    getParentRoute: () => userManagementRoute,
    path: 'users',
    validateSearch: listSearch,
    component: lazyRouteComponent(() => import('../areas/users/users-page.tsx'), 'UsersPage'),
  }),
  createRoute({
    getParentRoute: () => userManagementRoute,
    path: 'users/import',
    beforeLoad: () => enforce(permissionGuard(useSession.getState().user, 'userManagement.editUsers')),
    component: lazyRouteComponent(() => import('../areas/users/user-import-page.tsx'), 'UserImportPage'),
  }),
  createRoute({
    getParentRoute: () => userManagementRoute,
    path: 'users/$userId/info',
    component: lazyRouteComponent(() => import('../areas/users/user-page.tsx'), 'UserPage'),
  }),
  createRoute({
    getParentRoute: () => userManagementRoute,
    path: 'effective-rights',
    validateSearch: listSearch,
    component: lazyRouteComponent(() => import('../areas/users/rights-page.tsx'), 'RightsPage'),
  }),
] as const;

export const userManagementRoutes = userManagementRoute.addChildren([indexRoute, ...pages]);
