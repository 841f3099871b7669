import type { listPeergroups, Peergroup, peergroupSortKeys } from '@depotwerk/api/funds/fund-management';
import { peergroupFields } from '@depotwerk/domain/master-data/peergroup-fields';
import type * as z from 'zod/mini';
import { fieldSelection } from '../../platform/field-selection.ts';
import { contains, type ListSource, pageReader } from '../../platform/lists/read-list.ts';
import { searchOf } from '../../platform/lists/search-text.ts';
import { readOne } from '../../platform/read-one.ts';
import type { Scope } from '../../platform/scope.ts';
import type { ReadServices } from '../../platform/services.ts';

export type PeergroupFilter = Pick<
  z.output<(typeof listPeergroups)['query']>,
  'search' | 'categoryId' | 'isInactive'
>;
type SortKey = (typeof peergroupSortKeys)[number];

const members = `g.id, ${fieldSelection(peergroupFields, 'g')}, k.category_name as "categoryName", g.row_version as "rowVersion",
  r.volatility,
  (select count(*)::int from funds f where f.tenant_id = g.tenant_id and f.peergroup_id = g.id) as "fundCount",
  (select count(*)::int from allocation_peergroups a
    where a.tenant_id = g.tenant_id and a.peergroup_id = g.id) as "componentCount"`;
const tables = `peergroups g join fund_categories k on k.tenant_id = g.tenant_id and k.id = g.category_id
  left join peergroup_risks r on r.tenant_id = g.tenant_id and r.peergroup_id = g.id`;

const source: ListSource<Peergroup, SortKey, PeergroupFilter> = {
  selection: members,
  from: tables,
  conditions: (filter, parameters) => {
    const search = searchOf(filter.search);
    const conditions: string[] = [];
    if (search !== null) {
      conditions.push(contains(`concat_ws(' ', g.peergroup_name, g.peergroup_key)`, search, parameters));
    }
    if (filter.categoryId !== undefined) {
      conditions.push(`g.category_id = ${parameters.add(filter.categoryId)}`);
    }
    if (filter.isInactive !== undefined) {
      conditions.push(`g.is_inactive = ${parameters.add(filter.isInactive)}`);
    }
    return conditions;
  },
  sortColumns: {
    peergroupName: { sql: 'fold_text(g.peergroup_name)', isNullable: false },
    peergroupKey: { sql: 'g.peergroup_key', isNullable: false },
    categoryName: { sql: 'k.sort_order', isNullable: false },
    fundCount: { sql: '"fundCount"', isNullable: false },
    equityQuota: { sql: 'g.equity_quota', isNullable: false },
    volatility: { sql: 'r.volatility', isNullable: true },
    isInactive: { sql: 'g.is_inactive', isNullable: false },
  },
  id: 'g.id',
};

/** A page of peer groups and the number of all hits. */
export const listPeergroupPage = pageReader(source);

/** One peer group. @throws 404 */
export async function readPeergroup(services: ReadServices, scope: Scope, id: number): Promise<Peergroup> {
  return readOne<Peergroup>(services.database, scope, {
    sql: `select ${members} from ${tables} where g.id = $1`,
    parameters: [id],
  });
}
