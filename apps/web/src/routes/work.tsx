import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { validateAuditSearch } from '../areas/audit/audit-search.ts';
import type { DocumentsSearch } from '../areas/documents/documents-search.ts';
import type { ContinuousSearch } from '../areas/optimization/continuous/continuous-search.ts';
import type { OrderBookSearch } from '../areas/optimization/order-book/order-book-search.ts';
import type { WorkbenchSearch } from '../areas/workbench/workbench-search.ts';
import type { RawSearch } from '../platform/search-params.ts';
import { flagParam, guidParam, integerParam, textParam, viewParams } from '../platform/search-params.ts';
import { requirePermission } from './require-right.ts';
import { shellRoute } from './shell.tsx';
import { takenOnly } from './taken-search.ts';

/** Where the pages lie is loaded with the first of them, not with the page of the sign-in. */
const pages = () => import('./pages-after-sign-in.ts');

/** Pages of the daily work. */
export const workRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/trader-depots',
    beforeLoad: requirePermission('traderDepots.view'),
    validateSearch: takenOnly(
      (raw: RawSearch): { includeRejected?: true; columns?: string; viewId?: string } => ({
        ...(flagParam(raw['includeRejected']) === true && { includeRejected: true }),
        ...viewParams(raw),
      }),
    ),
    component: lazyRouteComponent(async () => (await pages()).depotsPage(), 'DepotsPage'),
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
    path: '/continuous-optimization',
    beforeLoad: requirePermission('optimization.view'),
    validateSearch: (raw: RawSearch): ContinuousSearch => raw,
    component: lazyRouteComponent(async () => (await pages()).continuousPage(), 'ContinuousPage'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/orders',
    beforeLoad: requirePermission('optimization.view'),
    validateSearch: (raw: RawSearch): OrderBookSearch => raw,
    component: lazyRouteComponent(async () => (await pages()).orderBookPage(), 'OrderBookPage'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/prospects',
    beforeLoad: requirePermission('customers.create'),
    validateSearch: (raw: RawSearch): { open?: string | undefined; invite?: string | undefined } => ({
      open: textParam(raw['open'], 40),
      invite: guidParam(raw['invite']),
    }),
    component: lazyRouteComponent(() => import('../areas/prospects/prospects-page.tsx'), 'ProspectsPage'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/documents',
    beforeLoad: requirePermission('documents.view'),
    // Read by its page: the kinds of documents are no part of the first load.
    validateSearch: (raw: RawSearch): DocumentsSearch => raw,
    component: lazyRouteComponent(async () => (await pages()).documentsPage(), 'DocumentsPage'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/consultations/$consultationId',
    beforeLoad: requirePermission('consultations.view'),
    component: lazyRouteComponent(async () => (await pages()).consultationPage(), 'ConsultationPage'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/questionnaires/$questionnaireKey/$customerId',
    beforeLoad: requirePermission('riskProfile.edit'),
    component: lazyRouteComponent(async () => (await pages()).questionnairePage(), 'QuestionnairePage'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/approvals',
    beforeLoad: (context) => {
      requirePermission('tariffs.approve')(context);
      requirePermission('tariffs.view')(context);
    },
    component: lazyRouteComponent(async () => (await pages()).approvalsPage(), 'ApprovalsPage'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/audit',
    beforeLoad: requirePermission('audit.view'),
    validateSearch: takenOnly(validateAuditSearch),
    component: lazyRouteComponent(async () => (await pages()).auditPage(), 'AuditPage'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/audit/statistics',
    beforeLoad: requirePermission('audit.view'),
    validateSearch: takenOnly((raw: RawSearch): { year?: number } => {
      const year = integerParam(raw['year'], 2000, 2100);
      return year === undefined ? {} : { year };
    }),
    component: lazyRouteComponent(async () => (await pages()).statisticsPage(), 'StatisticsPage'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/goto/$targetType/$targetId',
    validateSearch: (raw: RawSearch): { issuerId?: number; tab?: string } => {
      const issuerId = integerParam(raw['issuerId'], 1, 2_147_483_647);
      const tab = textParam(raw['tab'], 30);
      return {
        ...(issuerId !== undefined && { issuerId }),
        ...(tab !== undefined && /^[a-z-]+$/.test(tab) && { tab }),
      };
    },
    component: lazyRouteComponent(async () => (await pages()).gotoPage(), 'GotoPage'),
  }),
] as const;
