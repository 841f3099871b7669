import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { validateCustomerSearch } from '../areas/customers/customer-search.ts';
import { validateCustomersSearch } from '../areas/customers/customers-search.ts';
import { shellRoute } from './shell.tsx';

const customersRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/customers',
  validateSearch: validateCustomersSearch,
  component: lazyRouteComponent(() => import('../areas/customers/customers-page.tsx'), 'CustomersPage'),
});

const customerRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/customers/$customerId',
  validateSearch: validateCustomerSearch,
  component: lazyRouteComponent(() => import('../areas/customers/customer-page.tsx'), 'CustomerPage'),
});

export const customerRoutes = [customersRoute, customerRoute] as const;
