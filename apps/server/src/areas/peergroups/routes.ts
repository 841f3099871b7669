import * as calls from '@depotwerk/api/fund-management';
import { peergroupFields } from '@depotwerk/domain/master-data/peergroup-fields';
import type { ExportColumn } from '../../platform/export/export-column.ts';
import { exportList } from '../../platform/export/export-list.ts';
import { fieldColumns, inPercent } from '../../platform/export/field-columns.ts';
import { Reply, type Route, route } from '../../platform/http/route.ts';
import { pageHeaders, pageOf } from '../../platform/lists/paging.ts';
import { parseSort } from '../../platform/lists/sort-order.ts';
import type { Services } from '../../platform/services.ts';
import { deletePeergroup } from './delete-peergroup.ts';
import { listPeergroupPage, readPeergroup } from './peergroups.view.ts';
import { createPeergroup, putPeergroup } from './save-peergroup.ts';

const columns: readonly ExportColumn<calls.Peergroup>[] = [
  ...fieldColumns<calls.Peergroup>(
    peergroupFields.filter((row) => 'list' in row),
    (row) => row,
  ),
  { key: 'categoryName', header: 'Fondskategorie', kind: 'text', value: (row) => row.categoryName },
  { key: 'fundCount', header: 'Fonds', kind: 'integer', value: (row) => row.fundCount },
  {
    key: 'volatility',
    header: 'Volatilität p. a. in\u00a0%',
    kind: 'number',
    value: ({ volatility }) => (volatility === null ? null : inPercent(volatility)),
  },
  { key: 'isInactive', header: 'Inaktiv', kind: 'boolean', value: (row) => row.isInactive },
];

const withVersion = (row: calls.Peergroup) => Reply.json(row, { etag: `"${row.rowVersion}"` });

/** The calls of the peer group area. */
export function peergroupRoutes(services: Services): Route[] {
  return [
    route(calls.listPeergroups, async (context, { query }) => {
      const { scope } = context;
      const sort = parseSort(query.sort, calls.peergroupSortKeys, [
        { key: 'peergroupName', isDescending: false },
      ]);
      const read = (page: { size: number; offset: number }) =>
        listPeergroupPage(services, scope, query, sort, page);
      if (query.format !== undefined) {
        return exportList(services, context, {
          query,
          columns,
          name: 'Peergroups',
          action: 'peergroups.export',
          read: (size) => read({ size, offset: 0 }),
        });
      }
      const page = pageOf(query);
      const { rows, total } = await read(page);
      return Reply.json(rows, pageHeaders(calls.listPeergroups.path, query, page, total));
    }),
    route(calls.getPeergroup, async (context, { params }) =>
      withVersion(await readPeergroup(services, context.scope, params.id)),
    ),
    route(calls.createPeergroup, async (context, input) =>
      withVersion(await createPeergroup(services, context, input)),
    ),
    route(calls.putPeergroup, async (context, input) =>
      withVersion(await putPeergroup(services, context, input)),
    ),
    route(calls.deletePeergroup, async (context, input) => {
      await deletePeergroup(services, context, input);
      return {};
    }),
  ];
}
