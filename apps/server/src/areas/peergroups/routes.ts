import * as calls from '@depotwerk/api/funds/fund-management';
import { peergroupFields } from '@depotwerk/domain/master-data/peergroup-fields';
import type { ExportColumn } from '../../platform/export/export-column.ts';
import { fieldColumns, inPercent } from '../../platform/export/field-columns.ts';
import { type Route, route } from '../../platform/http/route.ts';
import { answerList } from '../../platform/lists/answer-list.ts';
import type { Services } from '../../platform/services.ts';
import { peergroupVerbs } from './peergroup-verbs.ts';
import { listPeergroupPage } from './peergroups.view.ts';

const columns: readonly ExportColumn<calls.Peergroup>[] = [
  ...fieldColumns<calls.Peergroup>(
    peergroupFields.filter((row) => 'list' in row),
    (row) => row,
  ),
  { key: 'categoryName', header: 'Fondskategorie', kind: 'text' },
  { key: 'fundCount', header: 'Fonds', kind: 'integer' },
  {
    key: 'volatility',
    header: 'Volatilität p.\u00a0a. in\u00a0%',
    kind: 'number',
    value: ({ volatility }) => (volatility === null ? null : inPercent(volatility)),
  },
  { key: 'isInactive', header: 'Inaktiv', kind: 'boolean' },
];

/** The calls of the peer group area. */
export function peergroupRoutes(services: Services): Route[] {
  const verbs = peergroupVerbs(services);
  return [
    route(calls.listPeergroups, (context, { query }) =>
      answerList(services, context, {
        path: calls.listPeergroups.path,
        query,
        sortKeys: calls.peergroupSortKeys,
        firstSort: ['peergroupName'],
        columns,
        name: 'Peergroups',
        action: 'peergroups.export',
        read: (sort, page) => listPeergroupPage(services, context.scope, query, sort, page),
      }),
    ),
    route(calls.getPeergroup, verbs.get),
    route(calls.createPeergroup, verbs.create),
    route(calls.putPeergroup, verbs.put),
    route(calls.deletePeergroup, verbs.remove),
  ];
}
