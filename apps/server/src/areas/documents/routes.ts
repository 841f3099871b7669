import * as statistics from '@depotwerk/api/documents/consultation-statistics';
import * as consultations from '@depotwerk/api/documents/consultations';
import * as documents from '@depotwerk/api/documents/documents';
import * as fundDocuments from '@depotwerk/api/documents/fund-documents';
import * as publicLinks from '@depotwerk/api/documents/public-links';
import * as reports from '@depotwerk/api/documents/reports';
import * as tariffReports from '@depotwerk/api/documents/tariff-reports';
import { AppError } from '../../platform/http/app-error.ts';
import { todayIn } from '../../platform/http/client-zone.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { anonymousRoute, Reply, type Route, route } from '../../platform/http/route.ts';
import { pageOf } from '../../platform/lists/paging.ts';
import { boundedHeaders, totalOf } from '../../platform/lists/total-count.ts';
import { findArchivedReport, recordingDocumentRead } from './archived-report.ts';
import { completeConsultation, putConsultation } from './change-consultation.ts';
import { listVisibleConsultations, readConsultation } from './consultation.view.ts';
import { readStatistics } from './consultation-statistics.view.ts';
import { createConsultation } from './create-consultation.ts';
import { createReport, fileReply } from './create-report.ts';
import { createTariffReport } from './create-tariff-report.ts';
import { countVisibleDocuments, listVisibleDocuments, readFileOf, withContent } from './document.view.ts';
import type { DocumentServices } from './document-services.ts';
import { exportStatistics } from './export-statistics.ts';
import { listFundDocuments } from './fund-documents.view.ts';
import { readFundReport } from './fund-report.ts';
import { noteOwnReading } from './note-receipt.ts';
import { listPublicLinks, revokePublicLink } from './public-links.ts';
import { readPublicReport, renderPublicReport, sharePublicReport } from './public-reports.ts';
import { releaseDocument } from './release-document.ts';
import { createContractReportAddress, createReportAddress, openReportAddress } from './report-addresses.ts';
import { uploadDocument } from './upload-document.ts';
import { uploadFundDocument } from './upload-fund-document.ts';

/** The calls of reports, documents and consultations. */
export function documentRoutes(services: DocumentServices): Route[] {
  return [...reportRoutes(services), ...archiveRoutes(services), ...consultationRoutes(services)];
}

/** A document the caller sees, recorded as read; a customer leaves a receipt as well. */
async function deliver(services: DocumentServices, context: SignedInContext, documentId: string) {
  const recorded = recordingDocumentRead(services, context, documentId, 'content');
  const row = await readFileOf(recorded, context.scope, documentId);
  // A receipt says that she was given it: only after it could be had.
  const file = await withContent(services, row);
  await noteOwnReading(services, context.scope, documentId);
  return fileReply(file);
}

function reportRoutes(services: DocumentServices): Route[] {
  return [
    route(reports.createContractReport, async (context, { params, query, body }) => {
      if (query.reportId === undefined) {
        return fileReply(await createReport(services, context, params.id, params.type, body));
      }
      const expected = { contractId: params.id, type: params.type };
      const found = await findArchivedReport(services, context, query.reportId, expected);
      return deliver(services, context, found.documentId);
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

function archiveRoutes(services: DocumentServices): Route[] {
  return [
    route(documents.listDocuments, async (context, { query }) => {
      const page = pageOf(query);
      const found = await listVisibleDocuments(services, context.scope, query, page);
      const total = await totalOf(page, found.length, () =>
        countVisibleDocuments(services, context.scope, query),
      );
      return Reply.json(
        found,
        boundedHeaders(documents.listDocuments.path, query, page, total, found.length),
      );
    }),
    route(fundDocuments.listFundDocuments, (context, { params }) =>
      listFundDocuments(services, context.scope, params.id),
    ),
    route(fundDocuments.uploadFundDocument, (context, input) => uploadFundDocument(services, context, input)),
    route(documents.uploadDocument, (context, input) => uploadDocument(services, context, input)),
    route(documents.readDocumentContent, (context, { params }) => deliver(services, context, params.id)),
    route(documents.releaseDocument, (context, { params }) => releaseDocument(services, context, params.id)),
  ];
}

function consultationRoutes(services: DocumentServices): Route[] {
  const tagged = (consultation: consultations.Consultation) =>
    Reply.json(consultation, { etag: `"${consultation.rowVersion}"` });
  return [
    route(statistics.readConsultationStatistics, async (context, { query: { year, format } }) =>
      format === undefined
        ? Reply.json(await readStatistics(services, context.scope, year))
        : exportStatistics(services, context, year, format),
    ),
    route(consultations.listConsultations, (context, { query }) =>
      listVisibleConsultations(services, context.scope, query, pageOf(query)),
    ),
    route(consultations.getConsultation, async (context, { params }) => {
      const today = todayIn(context.zone, new Date(services.clock()));
      return tagged((await readConsultation(services, context.scope, params.id, today)).consultation);
    }),
    route(consultations.createConsultation, async (context, { body }) =>
      tagged(await createConsultation(services, context, body)),
    ),
    route(consultations.putConsultation, async (context, input) =>
      tagged(await putConsultation(services, context, input)),
    ),
    route(consultations.completeConsultation, async (context, input) =>
      tagged(await completeConsultation(services, context, input)),
    ),
  ];
}
