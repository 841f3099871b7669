import * as calls from '@depotwerk/api/insurers/master-data';
import { issuerFields, traderKindTexts } from '@depotwerk/domain/master-data/issuer-fields';
import type { ExportColumn } from '../../platform/export/export-column.ts';
import { fieldColumns } from '../../platform/export/field-columns.ts';
import { type Route, route } from '../../platform/http/route.ts';
import { answerList } from '../../platform/lists/answer-list.ts';
import type { Services } from '../../platform/services.ts';
import { issuerVerbs } from './issuer-verbs.ts';
import { listIssuerPage } from './issuers.view.ts';

const columns: readonly ExportColumn<calls.Issuer>[] = [
  ...fieldColumns<calls.Issuer>(
    issuerFields.filter((row) => 'list' in row),
    (row) => row,
  ),
  { key: 'insurerName', header: 'Versicherer', kind: 'text' },
  { key: 'traderKind', header: 'Anbindung', kind: 'text', value: (row) => traderKindTexts[row.traderKind] },
  { key: 'tariffCount', header: 'Tarife', kind: 'integer' },
  { key: 'isInactive', header: 'Inaktiv', kind: 'boolean' },
];

/** The calls of the issuer area. */
export function issuerRoutes(services: Services): Route[] {
  const verbs = issuerVerbs(services);
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
    route(calls.getIssuer, verbs.get),
    route(calls.createIssuer, verbs.create),
    route(calls.putIssuer, verbs.put),
    route(calls.deleteIssuer, verbs.remove),
  ];
}
