import { consultationRoutes } from './areas/consultations/routes.ts';
import { deliverDocument } from './areas/documents/deliver-document.ts';
import { documentRoutes } from './areas/documents/routes.ts';
import type { ReportServices } from './areas/reports/report-services.ts';
import { reportRoutes } from './areas/reports/routes.ts';
import type { Route } from './platform/http/route.ts';

/** The calls of consultations, of the reports made in them, and of the archive that keeps both. */
export const paperRoutes = (services: ReportServices): Route[] => [
  ...reportRoutes(services, (context, documentId) => deliverDocument(services, context, documentId)),
  ...documentRoutes(services),
  ...consultationRoutes(services),
];
