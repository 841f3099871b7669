import * as documents from '@depotwerk/api/documents/documents';
import * as fundDocuments from '@depotwerk/api/documents/fund-documents';
import { Reply, type Route, route } from '../../platform/http/route.ts';
import { pageOf } from '../../platform/lists/paging.ts';
import { boundedHeaders, totalOf } from '../../platform/lists/total-count.ts';
import type { Services } from '../../platform/services.ts';
import { deliverDocument } from './deliver-document.ts';
import { countVisibleDocuments, listVisibleDocuments } from './document.view.ts';
import { listFundDocuments } from './fund-documents.view.ts';
import { releaseDocument } from './release-document.ts';
import { uploadDocument } from './upload-document.ts';
import { uploadFundDocument } from './upload-fund-document.ts';

/** The calls of the archive of documents. */
export function documentRoutes(services: Services): Route[] {
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
    route(documents.readDocumentContent, (context, { params }) =>
      deliverDocument(services, context, params.id),
    ),
    route(documents.releaseDocument, (context, { params }) => releaseDocument(services, context, params.id)),
  ];
}
