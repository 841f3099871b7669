import * as calls from '@depotwerk/api/master-data';
import { insurerFields } from '@depotwerk/domain/master-data/insurer-fields';
import type { ExportColumn } from '../../platform/export/export-column.ts';
import { exportList } from '../../platform/export/export-list.ts';
import { fieldColumns } from '../../platform/export/field-columns.ts';
import { Reply, type Route, route } from '../../platform/http/route.ts';
import { pageHeaders, pageOf } from '../../platform/lists/paging.ts';
import { parseSort } from '../../platform/lists/sort-order.ts';
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

const withVersion = (row: calls.Insurer) => Reply.json(row, { etag: `"${row.rowVersion}"` });

/** The calls of the insurer area. */
export function insurerRoutes(services: Services): Route[] {
  return [
    route(calls.listManagedInsurers, async (context, { query }) => {
      const { scope } = context;
      const sort = parseSort(query.sort, calls.insurerSortKeys, [
        { key: 'insurerName', isDescending: false },
      ]);
      const read = (page: { size: number; offset: number }) =>
        listInsurerPage(services, scope, query, sort, page);
      if (query.format !== undefined) {
        return exportList(services, context, {
          query,
          columns,
          name: 'Versicherer',
          action: 'insurers.export',
          read: (size) => read({ size, offset: 0 }),
        });
      }
      const page = pageOf(query);
      const { rows, total } = await read(page);
      return Reply.json(rows, pageHeaders(calls.listManagedInsurers.path, query, page, total));
    }),
    route(calls.getInsurer, async (context, { params }) =>
      withVersion(await readInsurer(services, context.scope, params.id)),
    ),
    route(calls.createInsurer, async (context, input) =>
      withVersion(await createInsurer(services, context, input)),
    ),
    route(calls.putInsurer, async (context, input) =>
      withVersion(await putInsurer(services, context, input)),
    ),
    route(calls.deleteInsurer, async (context, input) => {
      await deleteInsurer(services, context, input);
      return {};
    }),
  ];
}
