import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { validateAuditSearch } from '../areas/audit/audit-search.ts';
import { validateDocumentsSearch } from '../areas/documents/documents-search.ts';
import type { WorkbenchSearch } from '../areas/workbench/workbench-search.ts';
import { permissionGuard } from '../platform/guards.ts';
import type { RawSearch } from '../platform/search-params.ts';
import { flagParam, integerParam } from '../platform/search-params.ts';
import { useSession } from '../platform/session.ts';
import { enforce } from './enforce.ts';
import { shellRoute } from './shell.tsx';

const requirePermission = (permission: string) => () =>
  enforce(permissionGuard(useSession.getState().user, permission));

/** Pages of the daily work. */
export const workRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/trader-depots',
    beforeLoad: requirePermission('traderDepots.view'),
    validateSearch: (raw: RawSearch): { includeRejected?: true } =>
      flagParam(raw['includeRejected']) === true ? { includeRejected: true } : {},
    component: lazyRouteComponent(() => import('../areas/traders/depots-page.tsx'), 'DepotsPage'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/workbench',
    beforeLoad: requirePermission('workbench.view'),
    // What the page takes of it, the page knows: its words stay out of the first load.
    validateSearch: (raw: RawSearch): WorkbenchSearch => raw,
    component: lazyRouteComponent(() => import('../areas/workbench/workbench-page.tsx'), 'WorkbenchPage'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/documents',
    beforeLoad: requirePermission('documents.view'),
    validateSearch: validateDocumentsSearch,
    component: lazyRouteComponent(() => import('../areas/documents/documents-page.tsx'), 'DocumentsPage'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/consultations/$consultationId',
    beforeLoad: requirePermission('consultations.view'),
    component: lazyRouteComponent(
      () => import('../areas/documents/consultation-page.tsx'),
      'ConsultationPage',
    ),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/questionnaires/$questionnaireKey/$customerId',
    beforeLoad: requirePermission('riskProfile.edit'),
    component: lazyRouteComponent(
      () => import('../areas/questions/questionnaire-page.tsx'),
      'QuestionnairePage',
    ),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/approvals',
    beforeLoad: requirePermission('tariffs.approve'),
    component: lazyRouteComponent(
      () => import('../areas/tariffs/versions/approvals-page.tsx'),
      'ApprovalsPage',
    ),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/audit',
    beforeLoad: requirePermission('audit.view'),
    validateSearch: validateAuditSearch,
    component: lazyRouteComponent(() => import('../areas/audit/audit-page.tsx'), 'AuditPage'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/goto/$targetType/$targetId',
    validateSearch: (raw: RawSearch): { issuerId?: number } => {
      const issuerId = integerParam(raw['issuerId'], 1, 2_147_483_647);
      return issuerId === undefined ? {} : { issuerId };
    },
    component: lazyRouteComponent(() => import('../areas/search/goto-page.tsx'), 'GotoPage'),
  }),
] as const;
