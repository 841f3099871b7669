import * as calls from '@depotwerk/api/master-data';
import { issuerFields, traderKindTexts } from '@depotwerk/domain/master-data/issuer-fields';
import type { ExportColumn } from '../../platform/export/export-column.ts';
import { exportList } from '../../platform/export/export-list.ts';
import { fieldColumns } from '../../platform/export/field-columns.ts';
import { Reply, type Route, route } from '../../platform/http/route.ts';
import { pageHeaders, pageOf } from '../../platform/lists/paging.ts';
import { parseSort } from '../../platform/lists/sort-order.ts';
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

const withVersion = (row: calls.Issuer) => Reply.json(row, { etag: `"${row.rowVersion}"` });

/** The calls of the issuer area. */
export function issuerRoutes(services: Services): Route[] {
  return [
    route(calls.listIssuers, async (context, { query }) => {
      const { scope } = context;
      const sort = parseSort(query.sort, calls.issuerSortKeys, [{ key: 'issuerName', isDescending: false }]);
      const read = (page: { size: number; offset: number }) =>
        listIssuerPage(services, scope, query, sort, page);
      if (query.format !== undefined) {
        return exportList(services, context, {
          query,
          columns,
          name: 'Emittenten',
          action: 'issuers.export',
          read: (size) => read({ size, offset: 0 }),
        });
      }
      const page = pageOf(query);
      const { rows, total } = await read(page);
      return Reply.json(rows, pageHeaders(calls.listIssuers.path, query, page, total));
    }),
    route(calls.getIssuer, async (context, { params }) =>
      withVersion(await readIssuer(services, context.scope, params.id)),
    ),
    route(calls.createIssuer, async (context, input) =>
      withVersion(await createIssuer(services, context, input)),
    ),
    route(calls.putIssuer, async (context, input) => withVersion(await putIssuer(services, context, input))),
    route(calls.deleteIssuer, async (context, input) => {
      await deleteIssuer(services, context, input);
      return {};
    }),
  ];
}
