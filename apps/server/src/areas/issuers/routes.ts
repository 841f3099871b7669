import * as calls from '@depotwerk/api/master-data';
import { issuerFields, traderKindTexts } from '@depotwerk/domain/master-data/issuer-fields';
import type { ExportColumn } from '../../platform/export/export-column.ts';
import { fieldColumns } from '../../platform/export/field-columns.ts';
import { type Route, route, versioned } from '../../platform/http/route.ts';
import { answerList } from '../../platform/lists/answer-list.ts';
import type { Services } from '../../platform/services.ts';
import { deleteIssuer } from './delete-issuer.ts';
import { listIssuerPage, readIssuer } from './issuers.view.ts';
import { createIssuer, putIssuer } from './save-issuer.ts';

const columns: readonly ExportColumn<calls.Issuer>[] = [
  ...fieldColumns<calls.Issuer>(
    issuerFields.filter((row) => 'list' in row),
    (row) => row,
  ),
  { key: 'insurerName', header: 'Versicherer', kind: 'text', value: (row) => row.insurerName },
  { key: 'traderKind', header: 'Anbindung', kind: 'text', value: (row) => traderKindTexts[row.traderKind] },
  { key: 'tariffCount', header: 'Tarife', kind: 'integer', value: (row) => row.tariffCount },
  { key: 'isInactive', header: 'Inaktiv', kind: 'boolean', value: (row) => row.isInactive },
];

/** The calls of the issuer area. */
export function issuerRoutes(services: Services): Route[] {
  return [
    route(calls.listIssuers, (context, { query }) =>
      answerList(services, context, {
        path: calls.listIssuers.path,
        query,
        sortKeys: calls.issuerSortKeys,
        firstSort: ['issuerName'],
        columns,
        name: 'Emittenten',
        action: 'issuers.export',
        read: (sort, page) => listIssuerPage(services, context.scope, query, sort, page),
      }),
    ),
    route(calls.getIssuer, async (context, { params }) =>
      versioned(await readIssuer(services, context.scope, params.id)),
    ),
    route(calls.createIssuer, async (context, input) =>
      versioned(await createIssuer(services, context, input)),
    ),
    route(calls.putIssuer, async (context, input) => versioned(await putIssuer(services, context, input))),
    route(calls.deleteIssuer, async (context, input) => {
      await deleteIssuer(services, context, input);
      return {};
    }),
  ];
}
