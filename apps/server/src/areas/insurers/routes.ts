import * as calls from '@depotwerk/api/insurers/master-data';
import { insurerFields } from '@depotwerk/domain/master-data/insurer-fields';
import type { ExportColumn } from '../../platform/export/export-column.ts';
import { fieldColumns } from '../../platform/export/field-columns.ts';
import { type Route, route } from '../../platform/http/route.ts';
import { answerList } from '../../platform/lists/answer-list.ts';
import type { Services } from '../../platform/services.ts';
import { insurerVerbs } from './insurer-verbs.ts';
import { listInsurerPage } from './insurers.view.ts';

const columns: readonly ExportColumn<calls.Insurer>[] = [
  ...fieldColumns<calls.Insurer>(
    insurerFields.filter(({ kind }) => kind !== 'state'),
    (row) => row,
  ),
  { key: 'tariffCount', header: 'Tarife', kind: 'integer' },
  { key: 'isInactive', header: 'Inaktiv', kind: 'boolean' },
];

/** The calls of the insurer area. */
export function insurerRoutes(services: Services): Route[] {
  const verbs = insurerVerbs(services);
  return [
    route(calls.listManagedInsurers, (context, { query }) =>
      answerList(services, context, {
        path: calls.listManagedInsurers.path,
        query,
        sortKeys: calls.insurerSortKeys,
        firstSort: ['insurerName'],
        columns,
        name: 'Versicherer',
        action: 'insurers.export',
        read: (sort, page) => listInsurerPage(services, context.scope, query, sort, page),
      }),
    ),
    route(calls.getInsurer, verbs.get),
    route(calls.createInsurer, verbs.create),
    route(calls.putInsurer, verbs.put),
    route(calls.deleteInsurer, verbs.remove),
  ];
}
