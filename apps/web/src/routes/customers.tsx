import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { validateCustomerSearch } from '../areas/customers/customer-search.ts';
import { validateCustomersSearch } from '../areas/customers/customers-search.ts';
import { requirePermission } from './require-right.ts';
import { shellRoute } from './shell.tsx';
import { takenOnly } from './taken-search.ts';

/** Where the pages lie is loaded with the first of them, not with the page of the sign-in. */
const pages = () => import('./pages-after-sign-in.ts');

const customersRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/customers',
  validateSearch: takenOnly(validateCustomersSearch),
  component: lazyRouteComponent(() => import('../areas/customers/customers-page.tsx'), 'CustomersPage'),
});

const birthdaysRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/customers/birthdays',
  beforeLoad: requirePermission('customers.view'),
  component: lazyRouteComponent(async () => (await pages()).birthdaysPage(), 'BirthdaysPage'),
});

const erasuresRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/customers/erasures',
  beforeLoad: requirePermission('customers.erase'),
  component: lazyRouteComponent(async () => (await pages()).erasuresPage(), 'ErasuresPage'),
});

const duplicatesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/customers/duplicates',
  beforeLoad: requirePermission('customers.merge'),
  component: lazyRouteComponent(async () => (await pages()).duplicatesPage(), 'DuplicatesPage'),
});

const customerRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/customers/$customerId',
  validateSearch: takenOnly(validateCustomerSearch),
  component: lazyRouteComponent(() => import('../areas/customers/customer-page.tsx'), 'CustomerPage'),
});

export const customerRoutes = [
  customersRoute,
  birthdaysRoute,
  erasuresRoute,
  duplicatesRoute,
  customerRoute,
] as const;
