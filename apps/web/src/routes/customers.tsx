import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { validateCustomerSearch } from '../areas/customers/customer-search.ts';
import { validateCustomersSearch } from '../areas/customers/customers-search.ts';
import { permissionGuard } from '../platform/guards.ts';
import { useSession } from '../platform/session.ts';
import { enforce } from './enforce.ts';
import { shellRoute } from './shell.tsx';

const customersRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/customers',
  validateSearch: validateCustomersSearch,
  component: lazyRouteComponent(() => import('../areas/customers/customers-page.tsx'), 'CustomersPage'),
});

const erasuresRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/customers/erasures',
  beforeLoad: () => enforce(permissionGuard(useSession.getState().user, 'customers.erase')),
  component: lazyRouteComponent(() => import('../areas/customers/privacy/erasures-page.tsx'), 'ErasuresPage'),
});

const duplicatesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/customers/duplicates',
  beforeLoad: () => enforce(permissionGuard(useSession.getState().user, 'customers.merge')),
  component: lazyRouteComponent(
    () => import('../areas/customers/merge/duplicates-page.tsx'),
    'DuplicatesPage',
  ),
});

const customerRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/customers/$customerId',
  validateSearch: validateCustomerSearch,
  component: lazyRouteComponent(() => import('../areas/customers/customer-page.tsx'), 'CustomerPage'),
});

export const customerRoutes = [customersRoute, erasuresRoute, duplicatesRoute, customerRoute] as const;
