import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { validateContractSearch } from '../areas/contracts/contract-search.ts';
import { contractTabs } from '../areas/contracts/contract-tabs.ts';
import { parseContractsSearch } from '../areas/contracts/contracts-search.ts';
import { shellRoute } from './shell.tsx';

const contractsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/contracts',
  validateSearch: parseContractsSearch,
  component: lazyRouteComponent(() => import('../areas/contracts/contracts-page.tsx'), 'ContractsPage'),
});

const contractIndexRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/contracts/$contractId',
  beforeLoad: ({ params }) => {
    throw redirect({
      to: '/contracts/$contractId/$tab',
      params: { ...params, tab: 'overview' },
      replace: true,
    });
  },
});

const contractRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/contracts/$contractId/$tab',
  validateSearch: validateContractSearch,
  beforeLoad: ({ params }) => {
    if (contractTabs.some((tab) => tab === params.tab)) return;
    throw redirect({
      to: '/contracts/$contractId/$tab',
      params: { ...params, tab: 'overview' },
      replace: true,
    });
  },
  component: lazyRouteComponent(() => import('../areas/contracts/contract-page.tsx'), 'ContractPage'),
});

const elementFormRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/contracts/$contractId/elements/$elementKey',
  component: lazyRouteComponent(
    () => import('../areas/contracts/elements/element-form-page.tsx'),
    'ElementFormPage',
  ),
});

export const contractRoutes = [contractsRoute, contractIndexRoute, contractRoute, elementFormRoute] as const;
