import * as calls from '@depotwerk/api/master-data';
import { insurerFields } from '@depotwerk/domain/master-data/insurer-fields';
import type { ExportColumn } from '../../platform/export/export-column.ts';
import { fieldColumns } from '../../platform/export/field-columns.ts';
import { type Route, route, versioned } from '../../platform/http/route.ts';
import { answerList } from '../../platform/lists/answer-list.ts';
import type { Services } from '../../platform/services.ts';
import { deleteInsurer } from './delete-insurer.ts';
import { listInsurerPage, readInsurer } from './insurers.view.ts';
import { createInsurer, putInsurer } from './save-insurer.ts';

const columns: readonly ExportColumn<calls.Insurer>[] = [
  ...fieldColumns<calls.Insurer>(
    insurerFields.filter(({ kind }) => kind !== 'state'),
    (row) => row,
  ),
  { key: 'tariffCount', header: 'Tarife', kind: 'integer', value: (row) => row.tariffCount },
  { key: 'isInactive', header: 'Inaktiv', kind: 'boolean', value: (row) => row.isInactive },
];

/** The calls of the insurer area. */
export function insurerRoutes(services: Services): Route[] {
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
    route(calls.getInsurer, async (context, { params }) =>
      versioned(await readInsurer(services, context.scope, params.id)),
    ),
    route(calls.createInsurer, async (context, input) =>
      versioned(await createInsurer(services, context, input)),
    ),
    route(calls.putInsurer, async (context, input) => versioned(await putInsurer(services, context, input))),
    route(calls.deleteInsurer, async (context, input) => {
      await deleteInsurer(services, context, input);
      return {};
    }),
  ];
}
