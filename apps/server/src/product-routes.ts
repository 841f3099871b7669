import { analysisRoutes } from './areas/analysis/routes.ts';
import { auditRoutes } from './areas/audit/routes.ts';
import { authRoutes } from './areas/auth/routes.ts';
import { componentRoutes } from './areas/components/routes.ts';
import { insertComponent } from './areas/components/save-component.ts';
import { bookRoutes } from './areas/contracts/book/book-routes.ts';
import { elementRoutes } from './areas/contracts/elements/routes.ts';
import { contractRoutes } from './areas/contracts/routes.ts';
import { costModelRoutes } from './areas/cost-models/routes.ts';
import { customerRoutes } from './areas/customers/routes.ts';
import { dashboardRoutes } from './areas/dashboard/routes.ts';
import { deletionRoutes } from './areas/deletions/routes.ts';
import { draftRoutes } from './areas/drafts/routes.ts';
import { fundRoutes } from './areas/funds/routes.ts';
import { insurerRoutes } from './areas/insurers/routes.ts';
import { issuerRoutes } from './areas/issuers/routes.ts';
import { jobRoutes } from './areas/jobs/routes.ts';
import { liveRoutes } from './areas/live/routes.ts';
import { mailRoutes } from './areas/mail/routes.ts';
import { messageRoutes } from './areas/messages/routes.ts';
import { noteRoutes } from './areas/notes/routes.ts';
import { notificationRoutes } from './areas/notifications/routes.ts';
import type { RunningProduct } from './areas/operation/operation-state.view.ts';
import { operationRoutes } from './areas/operation/routes.ts';
import { approvalRoutes } from './areas/optimization/approvals/routes.ts';
import { bulkPlanRoutes } from './areas/optimization/bulk/routes.ts';
import { continuousOptimizationRoutes } from './areas/optimization/continuous/routes.ts';
import { handoverRoutes } from './areas/optimization/key-information/routes.ts';
import { releaseRoutes } from './areas/optimization/release/routes.ts';
import { optimizationRoutes } from './areas/optimization/routes.ts';
import type { TariffData } from './areas/optimization/tariff-data.ts';
import { ownSideRoutes } from './areas/own-side/routes.ts';
import { fundCategoryRoutes } from './areas/peergroups/fund-category-routes.ts';
import { peergroupRoutes } from './areas/peergroups/routes.ts';
import type { ProspectServices } from './areas/prospects/analysis-services.ts';
import { prospectRoutes } from './areas/prospects/routes.ts';
import { questionnaireRoutes } from './areas/questionnaires/routes.ts';
import { yearEndRoutes } from './areas/reports/year-end/routes.ts';
import { savedViewRoutes } from './areas/saved-views/routes.ts';
import { searchRoutes } from './areas/search/routes.ts';
import { setupRoutes } from './areas/setup/routes.ts';
import { signatureRoutes } from './areas/signatures/routes.ts';
import { tagRoutes } from './areas/tags/routes.ts';
import { tariffFileRoutes } from './areas/tariffs/files/routes.ts';
import { tariffImpactRoutes } from './areas/tariffs/impact/routes.ts';
import { tariffRoutes } from './areas/tariffs/routes.ts';
import { traderCredentialRoutes } from './areas/traders/credentials/routes.ts';
import { traderDepotRoutes } from './areas/traders/depots/routes.ts';
import { orderBookRoutes } from './areas/traders/order-book/routes.ts';
import { traderOrderRoutes } from './areas/traders/orders/routes.ts';
import { userRoutes } from './areas/users/routes.ts';
import { webhookRoutes } from './areas/webhooks/routes.ts';
import { appearanceRoutes } from './areas/white-label/appearance-routes.ts';
import { whiteLabelRoutes } from './areas/white-label/routes.ts';
import { termsRoutes } from './areas/white-label/terms-routes.ts';
import { workbenchRoutes } from './areas/workbench/routes.ts';
import { paperRoutes } from './paper-routes.ts';
import type { Route } from './platform/http/route.ts';
import type { CountCache } from './platform/lists/count-cache.ts';
import type { LiveStreams } from './platform/live/live-streams.ts';
import type { SignInServices } from './platform/services.ts';
import { createSignatureServices } from './signature-services.ts';

/** What the areas are given: one process puts it together with background work, a test without. */
interface ProductParts {
  readonly signIn: SignInServices;
  readonly documents: Parameters<typeof paperRoutes>[0];
  readonly traders: Omit<Parameters<typeof traderDepotRoutes>[0], 'wakeJobs'>;
  readonly prospects: ProspectServices;
  readonly tariffData: TariffData;
  readonly counts: CountCache;
  readonly streams: LiveStreams;
  readonly product: RunningProduct;
  /** Background work has come up. */
  readonly wakeJobs: () => void;
}

/** Every call of the product bound to its handler; the server refuses to start when one lacks. */
export function productRoutes(parts: ProductParts): Route[] {
  const { signIn, documents, traders, prospects, tariffData, counts, streams, product, wakeJobs } = parts;
  return [
    ...authRoutes(signIn),
    ...auditRoutes(signIn, wakeJobs),
    ...liveRoutes(streams),
    ...operationRoutes(signIn, product),
    ...whiteLabelRoutes(signIn),
    ...customerRoutes(signIn, counts, wakeJobs),
    ...contractRoutes(signIn, counts, wakeJobs),
    ...paperRoutes(documents),
    ...yearEndRoutes(documents, wakeJobs),
    ...draftRoutes(signIn),
    ...bookRoutes(signIn, wakeJobs),
    ...analysisRoutes(signIn, documents.targetMix, wakeJobs),
    ...elementRoutes(signIn),
    ...componentRoutes(signIn),
    ...fundRoutes(signIn, wakeJobs),
    ...questionnaireRoutes(signIn),
    ...prospectRoutes(prospects),
    ...ownSideRoutes(signIn),
    ...messageRoutes(signIn),
    ...noteRoutes(signIn),
    ...notificationRoutes(signIn),
    ...signatureRoutes(createSignatureServices(signIn, documents)),
    ...optimizationRoutes(signIn, wakeJobs, tariffData),
    ...approvalRoutes(signIn, tariffData, wakeJobs),
    ...bulkPlanRoutes(signIn, wakeJobs),
    ...continuousOptimizationRoutes(signIn, tariffData),
    ...handoverRoutes(signIn, wakeJobs),
    ...releaseRoutes(signIn, wakeJobs),
    ...savedViewRoutes(signIn),
    ...deletionRoutes(signIn),
    ...tagRoutes(signIn),
    ...tariffRoutes(signIn),
    ...tariffFileRoutes({ ...signIn, insertComponent }),
    ...insurerRoutes(signIn),
    ...issuerRoutes(signIn),
    ...costModelRoutes(signIn),
    ...peergroupRoutes(signIn),
    ...fundCategoryRoutes(signIn),
    ...appearanceRoutes(signIn),
    ...termsRoutes(signIn),
    ...userRoutes(signIn, counts),
    ...mailRoutes(signIn),
    ...searchRoutes(signIn),
    ...setupRoutes(signIn),
    ...tariffImpactRoutes(signIn, wakeJobs),
    ...jobRoutes(signIn),
    ...dashboardRoutes(signIn, counts),
    ...webhookRoutes(signIn),
    ...workbenchRoutes(signIn, counts, wakeJobs),
    ...traderCredentialRoutes(traders),
    ...traderOrderRoutes(traders),
    ...orderBookRoutes(traders),
    ...traderDepotRoutes({ ...traders, wakeJobs }),
  ];
}
