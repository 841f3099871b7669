import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { textParam } from '../platform/search-params.ts';
import { rootRoute } from './root.tsx';

export interface PublicReportSearch {
  reportType?: string | undefined;
  guid?: string | undefined;
}

/** Reports behind a link, for anybody who has it, and what the product says of its own accessibility. */
export const reportRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/accessibility',
    component: lazyRouteComponent(() => import('../shell/accessibility-page.tsx'), 'AccessibilityPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/reports/public',
    validateSearch: (search: Record<string, unknown>): PublicReportSearch => ({
      reportType: textParam(search['reportType'], 60),
      guid: textParam(search['guid'], 40),
    }),
    component: lazyRouteComponent(
      () => import('../areas/documents/public-report-page.tsx'),
      'PublicReportPage',
    ),
  }),
] as const;
