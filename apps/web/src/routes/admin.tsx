import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { validateBookSearch } from '../areas/contracts/book/book-search.ts';
import { listSearch } from '../areas/master-data/list-search.ts';
import {
  componentKindOf,
  validateComponentsSearch,
} from '../areas/tariffs/component-list/components-search.ts';
import { validateTariffsSearch } from '../areas/tariffs/tariff-list/tariffs-search.ts';
import { validateVersionsSearch } from '../areas/tariffs/versions/versions-search.ts';
import { validateWizardSearch } from '../areas/tariffs/wizard/wizard-search.ts';
import { adminGuard, permissionGuard, tariffsGuard } from '../platform/guards.ts';
import { hasPermission, useSession } from '../platform/session.ts';
import { enforce } from './enforce.ts';
import { shellRoute } from './shell.tsx';

const adminRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/admin',
  beforeLoad: () => enforce(adminGuard(useSession.getState().user)),
  component: lazyRouteComponent(() => import('../shell/admin-layout.tsx'), 'AdminLayout'),
});

const adminIndexRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/',
  beforeLoad: () => {
    const { user } = useSession.getState();
    if (hasPermission(user, 'dashboard.view')) throw redirect({ to: '/admin/dashboard', replace: true });
    throw redirect({
      to: user?.clientConfig.canViewTariffs ? '/admin/tariffs' : '/admin/insurers',
      replace: true,
    });
  },
});

/** Wizards of tariffs and components: administrators who may also see tariffs. */
const tariffsRoute = createRoute({
  getParentRoute: () => adminRoute,
  id: 'tariffArea',
  beforeLoad: () => enforce(tariffsGuard(useSession.getState().user)),
});

const adminPages = [
  createRoute({
    getParentRoute: () => adminRoute,
    path: 'dashboard',
    beforeLoad: () => enforce(permissionGuard(useSession.getState().user, 'dashboard.view')),
    component: lazyRouteComponent(() => import('../areas/dashboard/dashboard-page.tsx'), 'DashboardPage'),
  }),
  createRoute({
    getParentRoute: () => adminRoute,
    path: 'insurers',
    validateSearch: listSearch,
    component: lazyRouteComponent(() => import('../areas/insurers/insurers-page.tsx'), 'InsurersPage'),
  }),
  createRoute({
    getParentRoute: () => adminRoute,
    path: 'issuers',
    validateSearch: listSearch,
    component: lazyRouteComponent(() => import('../areas/issuers/issuers-page.tsx'), 'IssuersPage'),
  }),
  createRoute({
    getParentRoute: () => adminRoute,
    path: 'cost-models',
    validateSearch: listSearch,
    component: lazyRouteComponent(
      () => import('../areas/cost-models/cost-models-page.tsx'),
      'CostModelsPage',
    ),
  }),
  createRoute({
    getParentRoute: () => adminRoute,
    path: 'funds',
    beforeLoad: () => enforce(permissionGuard(useSession.getState().user, 'funds.view')),
    validateSearch: listSearch,
    component: lazyRouteComponent(() => import('../areas/funds/managed-funds-page.tsx'), 'ManagedFundsPage'),
  }),
  createRoute({
    getParentRoute: () => adminRoute,
    path: 'fund-import',
    beforeLoad: () => enforce(permissionGuard(useSession.getState().user, 'funds.import')),
    component: lazyRouteComponent(() => import('../areas/funds/fund-import-page.tsx'), 'FundImportPage'),
  }),
  createRoute({
    getParentRoute: () => adminRoute,
    path: 'fund-categories',
    beforeLoad: () => enforce(permissionGuard(useSession.getState().user, 'funds.view')),
    validateSearch: listSearch,
    component: lazyRouteComponent(
      () => import('../areas/peergroups/fund-categories-page.tsx'),
      'FundCategoriesPage',
    ),
  }),
  createRoute({
    getParentRoute: () => adminRoute,
    path: 'peergroups',
    beforeLoad: () => enforce(permissionGuard(useSession.getState().user, 'funds.view')),
    validateSearch: listSearch,
    component: lazyRouteComponent(() => import('../areas/peergroups/peergroups-page.tsx'), 'PeergroupsPage'),
  }),
  createRoute({
    getParentRoute: () => adminRoute,
    path: 'data-quality',
    beforeLoad: () => enforce(permissionGuard(useSession.getState().user, 'funds.view')),
    validateSearch: ({ issue }: Record<string, unknown>): { issue?: string } =>
      typeof issue === 'string' ? { issue } : {},
    component: lazyRouteComponent(() => import('../areas/funds/data-quality-page.tsx'), 'DataQualityPage'),
  }),
  createRoute({
    getParentRoute: () => adminRoute,
    path: 'book-imports',
    beforeLoad: () => enforce(permissionGuard(useSession.getState().user, 'contracts.bulk')),
    validateSearch: validateBookSearch,
    component: lazyRouteComponent(
      () => import('../areas/contracts/book/book-imports-page.tsx'),
      'BookImportsPage',
    ),
  }),
  createRoute({
    getParentRoute: () => adminRoute,
    path: 'approvals',
    component: lazyRouteComponent(
      () => import('../areas/tariffs/versions/approvals-page.tsx'),
      'ApprovalsPage',
    ),
  }),
  createRoute({
    getParentRoute: () => adminRoute,
    path: 'audit-log',
    // One log, one page.
    beforeLoad: () => {
      throw redirect({ to: '/audit', replace: true });
    },
  }),
  createRoute({
    getParentRoute: () => adminRoute,
    path: 'jobs',
    beforeLoad: () => enforce(permissionGuard(useSession.getState().user, 'jobs.view')),
    validateSearch: listSearch,
    component: lazyRouteComponent(() => import('../areas/jobs/jobs-page.tsx'), 'JobsPage'),
  }),
  createRoute({
    getParentRoute: () => adminRoute,
    path: 'mail',
    beforeLoad: () => enforce(permissionGuard(useSession.getState().user, 'userManagement.editUsers')),
    component: lazyRouteComponent(() => import('../areas/mail/mail-page.tsx'), 'MailPage'),
  }),
  createRoute({
    getParentRoute: () => adminRoute,
    path: 'identity-provider',
    beforeLoad: () => enforce(permissionGuard(useSession.getState().user, 'userManagement.editRoles')),
    component: lazyRouteComponent(
      () => import('../areas/users/identity-provider-page.tsx'),
      'IdentityProviderPage',
    ),
  }),
  createRoute({
    getParentRoute: () => adminRoute,
    path: 'white-label',
    beforeLoad: () => enforce(permissionGuard(useSession.getState().user, 'whiteLabel.edit')),
    component: lazyRouteComponent(() => import('../areas/white-label/appearance-page.tsx'), 'AppearancePage'),
  }),
  createRoute({
    getParentRoute: () => adminRoute,
    path: 'api-tokens',
    beforeLoad: () => enforce(permissionGuard(useSession.getState().user, 'apiTokens.manage')),
    component: lazyRouteComponent(() => import('../areas/auth/api-tokens-page.tsx'), 'ApiTokensPage'),
  }),
] as const;

const tariffWizardPage = lazyRouteComponent(
  () => import('../areas/tariffs/tariff-steps/tariff-wizard-page.tsx'),
  'TariffWizardPage',
);

/** Object, draft, lookups and code of a wizard are asked for at once; from step to step they are there already. */
function preloadTariff(tariffId: string | null, step: string, cause: 'preload' | 'enter' | 'stay'): void {
  if (cause === 'stay') return;
  import('../areas/tariffs/tariff-steps/preload-tariff.ts').then(
    ({ preloadTariffWizard }) => preloadTariffWizard(tariffId, step),
    // The page itself says when its code cannot be fetched.
    () => undefined,
  );
}

function preloadComponent(
  params: { componentKind: string; componentId: string; step: string },
  cause: 'preload' | 'enter' | 'stay',
): void {
  const kind = componentKindOf(params.componentKind);
  if (cause === 'stay' || kind === undefined) return;
  const id = params.componentId === 'new' ? null : params.componentId;
  import('../areas/tariffs/component-steps/preload-component.ts').then(
    ({ preloadComponentWizard }) => preloadComponentWizard(kind, id, params.step),
    // As above.
    () => undefined,
  );
}

const tariffPages = [
  createRoute({
    getParentRoute: () => tariffsRoute,
    path: 'tariffs',
    validateSearch: validateTariffsSearch,
    component: lazyRouteComponent(
      () => import('../areas/tariffs/tariff-list/tariffs-page.tsx'),
      'TariffsPage',
    ),
  }),
  createRoute({
    getParentRoute: () => tariffsRoute,
    path: 'tariffs/new/$step',
    validateSearch: validateWizardSearch,
    loader: ({ params, cause }) => preloadTariff(null, params.step, cause),
    component: tariffWizardPage,
  }),
  createRoute({
    getParentRoute: () => tariffsRoute,
    path: 'tariffs/$tariffId/versions',
    validateSearch: validateVersionsSearch,
    component: lazyRouteComponent(
      () => import('../areas/tariffs/versions/versions-page.tsx'),
      'VersionsPage',
    ),
  }),
  createRoute({
    getParentRoute: () => tariffsRoute,
    path: 'tariffs/$tariffId/$step',
    validateSearch: validateWizardSearch,
    loader: ({ params, cause }) => preloadTariff(params.tariffId, params.step, cause),
    component: tariffWizardPage,
  }),
  createRoute({
    getParentRoute: () => tariffsRoute,
    path: 'tariff-components',
    validateSearch: validateComponentsSearch,
    component: lazyRouteComponent(
      () => import('../areas/tariffs/component-list/components-page.tsx'),
      'ComponentsPage',
    ),
  }),
  createRoute({
    getParentRoute: () => tariffsRoute,
    path: 'tariff-components/$componentKind/$componentId/$step',
    validateSearch: validateWizardSearch,
    loader: ({ params, cause }) => preloadComponent(params, cause),
    component: lazyRouteComponent(
      () => import('../areas/tariffs/component-steps/component-wizard-page.tsx'),
      'ComponentWizardPage',
    ),
  }),
  createRoute({
    getParentRoute: () => tariffsRoute,
    path: 'tariff-universes/$tariffUniverseId/fund-universe',
    // A page of the universe's wizard, which stands with those of the other components.
    beforeLoad: ({ params }) => {
      throw redirect({
        to: '/admin/tariff-components/$componentKind/$componentId/$step',
        params: { componentKind: 'universe', componentId: params.tariffUniverseId, step: 'fund-universe' },
        replace: true,
      });
    },
  }),
] as const;

export const adminRoutes = adminRoute.addChildren([
  adminIndexRoute,
  ...adminPages,
  tariffsRoute.addChildren(tariffPages),
]);
