import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { validateContractSearch } from '../areas/contracts/contract-search.ts';
import { contractTabs } from '../areas/contracts/contract-tabs.ts';
import type { ContractsSearch } from '../areas/contracts/public/contracts-search.ts';
import { guidParam, type RawSearch } from '../platform/search-params.ts';
import { requirePermission } from './require-right.ts';
import { shellRoute } from './shell.tsx';
import { takenOnly } from './taken-search.ts';

const pages = () => import('./pages-after-sign-in.ts');

const contractsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/contracts',
  // What the page takes of it, the page knows: its words stay out of the first load.
  validateSearch: (raw: RawSearch): ContractsSearch => raw,
  component: lazyRouteComponent(() => import('../areas/contracts/contracts-page.tsx'), 'ContractsPage'),
});

const compareRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/contracts/compare',
  beforeLoad: requirePermission('contracts.view'),
  validateSearch: (raw: RawSearch): { left?: string | undefined; right?: string | undefined } => ({
    left: guidParam(raw['left']),
    right: guidParam(raw['right']),
  }),
  component: lazyRouteComponent(async () => (await pages()).comparePage(), 'ComparePage'),
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

/** Named here: beside `beforeLoad` its type would be lost. */
const contractSearch = takenOnly(validateContractSearch);

const contractRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/contracts/$contractId/$tab',
  validateSearch: contractSearch,
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

export const contractRoutes = [
  contractsRoute,
  compareRoute,
  contractIndexRoute,
  contractRoute,
  elementFormRoute,
] as const;
