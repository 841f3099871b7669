import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { listSearch } from '../lists/list-search.ts';
import { requirePermission } from './require-right.ts';
import { shellRoute } from './shell.tsx';

/** Where the pages lie is loaded with the first of them, not with the page of the sign-in. */
const pages = () => import('./pages-after-sign-in.ts');

const userManagementRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/user-management',
  beforeLoad: requirePermission('userManagement.view'),
  component: lazyRouteComponent(async () => (await pages()).userManagementLayout(), 'UserManagementLayout'),
});

const indexRoute = createRoute({
  getParentRoute: () => userManagementRoute,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/user-management/groups', replace: true });
  },
});

const managementPages = [
  createRoute({
    getParentRoute: () => userManagementRoute,
    path: 'groups',
    validateSearch: listSearch,
    component: lazyRouteComponent(async () => (await pages()).groupsPage(), 'GroupsPage'),
  }),
  createRoute({
    getParentRoute: () => userManagementRoute,
    path: 'groups/$groupId/$step',
    component: lazyRouteComponent(async () => (await pages()).groupPage(), 'GroupPage'),
  }),
  createRoute({
    getParentRoute: () => userManagementRoute,
    path: 'roles',
    validateSearch: listSearch,
    component: lazyRouteComponent(async () => (await pages()).rolesPage(), 'RolesPage'),
  }),
  createRoute({
    getParentRoute: () => userManagementRoute,
    path: 'roles/$roleId/$step',
    validateSearch: listSearch,
    component: lazyRouteComponent(async () => (await pages()).rolePage(), 'RolePage'),
  }),
  createRoute({
    getParentRoute: () => userManagementRoute,
    path: 'users',
    validateSearch: listSearch,
    component: lazyRouteComponent(async () => (await pages()).usersPage(), 'UsersPage'),
  }),
  createRoute({
    getParentRoute: () => userManagementRoute,
    path: 'users/import',
    beforeLoad: requirePermission('userManagement.editUsers'),
    component: lazyRouteComponent(async () => (await pages()).userImportPage(), 'UserImportPage'),
  }),
  createRoute({
    getParentRoute: () => userManagementRoute,
    path: 'users/$userId/info',
    component: lazyRouteComponent(async () => (await pages()).userPage(), 'UserPage'),
  }),
  createRoute({
    getParentRoute: () => userManagementRoute,
    path: 'effective-rights',
    validateSearch: listSearch,
    component: lazyRouteComponent(async () => (await pages()).rightsPage(), 'RightsPage'),
  }),
] as const;

export const userManagementRoutes = userManagementRoute.addChildren([indexRoute, ...managementPages]);
