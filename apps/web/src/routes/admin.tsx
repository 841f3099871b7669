import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { validateBookSearch } from '../areas/contracts/book/book-search.ts';
import { validateVersionSearch } from '../areas/questions/editor/version-search.ts';
import {
  componentKindOf,
  validateComponentsSearch,
} from '../areas/tariffs/component-list/components-search.ts';
import { validateTariffsSearch } from '../areas/tariffs/tariff-list/tariffs-search.ts';
import { validateVersionsSearch } from '../areas/tariffs/versions/versions-search.ts';
import { validateWizardSearch } from '../areas/tariffs/wizard/wizard-search.ts';
import { listSearch } from '../lists/list-search.ts';
import { adminGuard, tariffsGuard } from '../platform/guards.ts';
import { type RawSearch, viewParams } from '../platform/search-params.ts';
import { useSession } from '../platform/session.ts';
import { enforceRight, requirePermission } from './require-right.ts';
import { shellRoute } from './shell.tsx';
import { takenOnly } from './taken-search.ts';

/** Where the pages lie is loaded with the first of them, not with the page of the sign-in. */
const pages = () => import('./pages-after-sign-in.ts');

const adminRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/admin',
  beforeLoad: ({ preload }) => enforceRight(adminGuard(useSession.getState().user), preload),
  component: lazyRouteComponent(async () => (await pages()).adminLayout(), 'AdminLayout'),
});

const adminIndexRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/',
  beforeLoad: async () => {
    const { adminEntriesOf } = await (await pages()).adminLayout();
    const [first] = adminEntriesOf(useSession.getState().user);
    throw first
      ? redirect({ to: first.to, replace: true })
      : redirect({ to: '/settings/$section', params: { section: 'password' }, replace: true });
  },
});

/** Wizards of tariffs and components: administrators who may also see tariffs. */
const tariffsRoute = createRoute({
  getParentRoute: () => adminRoute,
  id: 'tariffArea',
  beforeLoad: ({ preload }) => enforceRight(tariffsGuard(useSession.getState().user), preload),
});

const adminPages = [
  createRoute({
    getParentRoute: () => adminRoute,
    path: 'dashboard',
    beforeLoad: requirePermission('dashboard.view'),
    component: lazyRouteComponent(async () => (await pages()).dashboardPage(), 'DashboardPage'),
  }),
  createRoute({
    getParentRoute: () => adminRoute,
    path: 'insurers',
    beforeLoad: requirePermission('insurers.view'),
    validateSearch: listSearch,
    component: lazyRouteComponent(async () => (await pages()).insurersPage(), 'InsurersPage'),
  }),
  createRoute({
    getParentRoute: () => adminRoute,
    path: 'issuers',
    beforeLoad: requirePermission('insurers.view'),
    validateSearch: listSearch,
    component: lazyRouteComponent(async () => (await pages()).issuersPage(), 'IssuersPage'),
  }),
  createRoute({
    getParentRoute: () => adminRoute,
    path: 'cost-models',
    beforeLoad: requirePermission('costModels.view'),
    validateSearch: listSearch,
    component: lazyRouteComponent(async () => (await pages()).costModelsPage(), 'CostModelsPage'),
  }),
  createRoute({
    getParentRoute: () => adminRoute,
    path: 'funds',
    beforeLoad: requirePermission('funds.view'),
    validateSearch: listSearch,
    component: lazyRouteComponent(async () => (await pages()).managedFundsPage(), 'ManagedFundsPage'),
  }),
  createRoute({
    getParentRoute: () => adminRoute,
    path: 'fund-import',
    beforeLoad: requirePermission('funds.import'),
    component: lazyRouteComponent(async () => (await pages()).fundImportPage(), 'FundImportPage'),
  }),
  createRoute({
    getParentRoute: () => adminRoute,
    path: 'fund-categories',
    beforeLoad: requirePermission('funds.view'),
    validateSearch: listSearch,
    component: lazyRouteComponent(async () => (await pages()).fundCategoriesPage(), 'FundCategoriesPage'),
  }),
  createRoute({
    getParentRoute: () => adminRoute,
    path: 'peergroups',
    beforeLoad: requirePermission('funds.view'),
    validateSearch: listSearch,
    component: lazyRouteComponent(async () => (await pages()).peergroupsPage(), 'PeergroupsPage'),
  }),
  createRoute({
    getParentRoute: () => adminRoute,
    path: 'data-quality',
    beforeLoad: requirePermission('funds.view'),
    validateSearch: ({
      issue,
      ...raw
    }: RawSearch): { issue?: string; columns?: string; viewId?: string } => ({
      ...(typeof issue === 'string' && { issue }),
      ...viewParams(raw),
    }),
    component: lazyRouteComponent(async () => (await pages()).dataQualityPage(), 'DataQualityPage'),
  }),
  createRoute({
    getParentRoute: () => adminRoute,
    path: 'tags',
    beforeLoad: requirePermission('tags.edit'),
    validateSearch: listSearch,
    component: lazyRouteComponent(async () => (await pages()).tagsPage(), 'TagsPage'),
  }),
  createRoute({
    getParentRoute: () => adminRoute,
    path: 'book-imports',
    beforeLoad: requirePermission('contracts.bulk'),
    validateSearch: takenOnly(validateBookSearch),
    component: lazyRouteComponent(async () => (await pages()).bookImportsPage(), 'BookImportsPage'),
  }),
  createRoute({
    getParentRoute: () => adminRoute,
    path: 'questionnaires',
    beforeLoad: requirePermission('tariffs.view'),
    component: lazyRouteComponent(async () => (await pages()).questionnairesPage(), 'QuestionnairesPage'),
  }),
  createRoute({
    getParentRoute: () => adminRoute,
    path: 'questionnaires/$versionId',
    beforeLoad: requirePermission('tariffs.view'),
    validateSearch: takenOnly(validateVersionSearch),
    component: lazyRouteComponent(
      async () => (await pages()).questionnaireVersionPage(),
      'QuestionnaireVersionPage',
    ),
  }),
  createRoute({
    getParentRoute: () => adminRoute,
    path: 'approvals',
    beforeLoad: requirePermission('tariffs.view'),
    component: lazyRouteComponent(async () => (await pages()).approvalsPage(), 'ApprovalsPage'),
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
    beforeLoad: requirePermission('jobs.view'),
    validateSearch: listSearch,
    component: lazyRouteComponent(async () => (await pages()).jobsPage(), 'JobsPage'),
  }),
  createRoute({
    getParentRoute: () => adminRoute,
    path: 'operation',
    beforeLoad: requirePermission('jobs.view'),
    component: lazyRouteComponent(async () => (await pages()).operationPage(), 'OperationPage'),
  }),
  createRoute({
    getParentRoute: () => adminRoute,
    path: 'mail',
    beforeLoad: requirePermission('userManagement.editUsers'),
    component: lazyRouteComponent(async () => (await pages()).mailPage(), 'MailPage'),
  }),
  createRoute({
    getParentRoute: () => adminRoute,
    path: 'sms',
    beforeLoad: requirePermission('userManagement.editUsers'),
    component: lazyRouteComponent(() => import('../areas/mail/sms-page.tsx'), 'SmsPage'),
  }),
  createRoute({
    getParentRoute: () => adminRoute,
    path: 'identity-provider',
    beforeLoad: requirePermission('userManagement.editRoles'),
    component: lazyRouteComponent(async () => (await pages()).identityProviderPage(), 'IdentityProviderPage'),
  }),
  createRoute({
    getParentRoute: () => adminRoute,
    path: 'white-label',
    beforeLoad: requirePermission('whiteLabel.edit'),
    component: lazyRouteComponent(async () => (await pages()).appearancePage(), 'AppearancePage'),
  }),
  createRoute({
    getParentRoute: () => adminRoute,
    path: 'api-tokens',
    beforeLoad: requirePermission('apiTokens.manage'),
    component: lazyRouteComponent(async () => (await pages()).apiTokensPage(), 'ApiTokensPage'),
  }),
  createRoute({
    getParentRoute: () => adminRoute,
    path: 'webhooks',
    beforeLoad: requirePermission('webhooks.manage'),
    component: lazyRouteComponent(async () => (await pages()).webhooksPage(), 'WebhooksPage'),
  }),
] as const;

const tariffWizardPage = lazyRouteComponent(
  async () => (await pages()).tariffWizardPage(),
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
    validateSearch: takenOnly(validateTariffsSearch),
    component: lazyRouteComponent(async () => (await pages()).tariffsPage(), 'TariffsPage'),
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
    validateSearch: takenOnly(validateVersionsSearch),
    component: lazyRouteComponent(async () => (await pages()).versionsPage(), 'VersionsPage'),
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
    validateSearch: takenOnly(validateComponentsSearch),
    component: lazyRouteComponent(async () => (await pages()).componentsPage(), 'ComponentsPage'),
  }),
  createRoute({
    getParentRoute: () => tariffsRoute,
    path: 'tariff-components/$componentKind/$componentId/$step',
    validateSearch: validateWizardSearch,
    loader: ({ params, cause }) => preloadComponent(params, cause),
    component: lazyRouteComponent(async () => (await pages()).componentWizardPage(), 'ComponentWizardPage'),
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
