import * as publicLinks from '@depotwerk/api/reports/public-links';
import * as reports from '@depotwerk/api/reports/reports';
import * as tariffReports from '@depotwerk/api/reports/tariff-reports';
import { AppError } from '../../platform/http/app-error.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { anonymousRoute, Reply, type Route, route } from '../../platform/http/route.ts';
import { fileReply, findArchivedReport } from '../documents/public.ts';
import { createReport } from './create-report.ts';
import { createTariffReport } from './create-tariff-report.ts';
import { readFundReport } from './fund-report.ts';
import { listPublicLinks, revokePublicLink } from './public-links.ts';
import { readPublicReport, renderPublicReport, sharePublicReport } from './public-reports.ts';
import { createContractReportAddress, createReportAddress, openReportAddress } from './report-addresses.ts';
import type { ReportServices } from './report-services.ts';

/** Hands out a document the caller sees, which the archive does. */
type Deliver = (context: SignedInContext, documentId: string) => Promise<Reply<never>>;

/** The calls of reports. */
export function reportRoutes(services: ReportServices, deliver: Deliver): Route[] {
  return [
    route(reports.createContractReport, async (context, { params, query, body }) => {
      if (query.reportId === undefined) {
        return fileReply(await createReport(services, context, params.id, params.type, body));
      }
      const expected = { contractId: params.id, type: params.type };
      const found = await findArchivedReport(services, context, query.reportId, expected);
      return deliver(context, found.documentId);
    }),
    route(reports.createComparisonReport, async (context, { params, body }) => {
      const { contractId, ...wish } = body;
      if (contractId !== undefined && contractId !== params.id) {
        throw new AppError('common.validationFailed', {
          validation: [{ path: 'body.contractId', code: 'differs' }],
        });
      }
      return fileReply(await createReport(services, context, params.id, 'comparison', wish));
    }),
    route(reports.createOptimizationReport, async (context, { params, body }) =>
      fileReply(await createReport(services, context, params.id, 'optimization', body)),
    ),
    route(tariffReports.createTariffReport, async (context, input) =>
      fileReply(await createTariffReport(services, context, input)),
    ),
    route(reports.getFundReport, async (context, { params }) =>
      fileReply(await readFundReport(services, context, params.id, params.type)),
    ),
    route(reports.createContractReportUrl, (context, input) =>
      createContractReportAddress(services, context, input),
    ),
    route(reports.createReportUrl, async (context, { params }) => {
      const { tariffId } = await findArchivedReport(services, context, params.id);
      const permission = tariffId === null ? 'documents.view' : 'tariffs.report';
      return createReportAddress(services, context, params.id, permission);
    }),
    anonymousRoute(reports.openReportAddress, async (context, { params }) =>
      fileReply(await openReportAddress(services, context, params.token)),
    ),
    anonymousRoute(reports.readPublicReport, (context, { query }) =>
      readPublicReport(services, context, query),
    ),
    anonymousRoute(reports.createPublicReportPdf, async (context, { params }) => {
      const file = await renderPublicReport(services, context, params.id);
      return Reply.file({ fileName: file.fileName, contentType: file.mediaType, body: file.content });
    }),
    route(publicLinks.listPublicLinks, (context, { query }) =>
      listPublicLinks(services, context.scope, query),
    ),
    route(publicLinks.revokePublicLink, (context, { params }) =>
      revokePublicLink(services, context, params.id),
    ),
    route(reports.sharePublicReport, (context, { body }) => sharePublicReport(services, context, body)),
  ];
}
