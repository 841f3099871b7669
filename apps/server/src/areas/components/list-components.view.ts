import type { CallInput } from '@depotwerk/api/call';
import type { ComponentItem, listComponents } from '@depotwerk/api/components/tariff-components';
import type { ComponentKind } from '@depotwerk/domain/tariff/tariff-drafts';
import type { DbContext, Reader } from '../../platform/database/database.ts';
import { Parameters } from '../../platform/database/parameters.ts';
import { orderBy, type SortColumn } from '../../platform/lists/order-by.ts';
import type { Page } from '../../platform/lists/paging.ts';
import { searchOf } from '../../platform/lists/search-text.ts';
import type { SortTerm } from '../../platform/lists/sort-order.ts';
import { usesOf } from './component-content.view.ts';

/** What a list of components can be sorted by. */
export const componentSortKeys = ['name', 'key', 'usedByCount', 'updatedAt'] as const;
export type ComponentSort = readonly SortTerm<(typeof componentSortKeys)[number]>[];
export const defaultComponentSort: ComponentSort = [{ key: 'name', isDescending: false }];

type Query = CallInput<typeof listComponents>['query'];

const sortColumns: Readonly<Record<(typeof componentSortKeys)[number], SortColumn>> = {
  name: { sql: 'fold_text(name)', isNullable: false },
  key: { sql: 'lower(key)', isNullable: false },
  usedByCount: { sql: '"usedByCount"', isNullable: false },
  updatedAt: { sql: '"updatedAt"', isNullable: false },
};

/** What a component is made of in a few German words, as SQL over component `c`. */
const summaries: Readonly<Record<ComponentKind, string>> = {
  risk: `(select k.risk_items_number || ' Klassen, ' || case when k.use_quota then 'Aktienquote' else y.risk_type_name end
    from risk_components k join risk_types y on y.id = k.risk_type_id
   where k.tenant_id = c.tenant_id and k.component_id = c.id)`,
  universe: `(select case when k.is_manual then (select count(*) || ' Fonds' from universe_items i
      where i.tenant_id = c.tenant_id and i.component_id = c.id)
    else upper(left(y.universe_type_name, 1)) || substr(y.universe_type_name, 2)
      || coalesce(', höchstens SRI ' || k.maximum_risk_indicator, '') end
    from universe_components k left join universe_types y on y.id = k.universe_type_id
   where k.tenant_id = c.tenant_id and k.component_id = c.id)`,
  selection: `(select case when k.is_manual then (select count(*) || ' Fonds' from selected_funds i
      where i.tenant_id = c.tenant_id and i.component_id = c.id) || ' aus ' || u.name
    else 'Automatisch, ' || k.fund_shortlist_size || ' Fonds' || ' je Peergroup nach ' || y.ranking_type_name end
      || coalesce(', Mindestrang ' || k.minimum_rank, '')
    from selection_components k join ranking_types y on y.id = k.ranking_type_id
    join components u on u.tenant_id = k.tenant_id and u.id = k.universe_component_id
   where k.tenant_id = c.tenant_id and k.component_id = c.id)`,
  allocation: `(select (select count(*) || case when count(*) = 1 then ' Peergroup' else ' Peergroups' end from allocation_peergroups i
      where i.tenant_id = c.tenant_id and i.component_id = c.id) || ', ' || r.risk_items_number || ' Klassen, '
      || case when k.is_manual then 'manuell' else y.allocation_type_name end
    from allocation_components k join allocation_types y on y.id = k.allocation_type_id
    join risk_components r on r.tenant_id = k.tenant_id and r.component_id = k.risk_component_id
   where k.tenant_id = c.tenant_id and k.component_id = c.id)`,
};

const rowsOf = (kind: ComponentKind) => `select c.id, c.kind, c.name, c.key, c.is_inactive as "isInactive",
    c.version_number as "versionNumber", ${summaries[kind]} as summary, ${usesOf(kind)} as "usedByCount",
    c.updated_at as "updatedAt", c.row_version as "rowVersion"
  from components c`;

function conditionsOf(kind: ComponentKind, query: Query, parameters: Parameters): string {
  const conditions = [`c.kind = ${parameters.add(kind)}`];
  const search = searchOf(query.search);
  // Every word somewhere in name or key, whatever its case and accents.
  for (const word of search?.split(/\s+/) ?? [])
    conditions.push(`strpos(fold_text(c.name || ' ' || c.key), fold_text(${parameters.add(word)})) > 0`);
  if (query.isInactive !== undefined) conditions.push(`c.is_inactive = ${parameters.add(query.isInactive)}`);
  return conditions.join(' and ');
}

/** One page of components and how many there are in all. */
export async function listComponentPage(
  reader: Reader,
  context: DbContext,
  kind: ComponentKind,
  query: Query,
  sort: ComponentSort,
  page: Page,
): Promise<{ items: ComponentItem[]; total: number }> {
  const parameters = new Parameters();
  const where = conditionsOf(kind, query, parameters);
  const counting = new Parameters();
  const [items, counts] = await reader.readMany<[ComponentItem, { count: number }]>(context, [
    {
      sql: `select * from (${rowsOf(kind)} where ${where}) list order by ${orderBy(sort, sortColumns, 'id')}
        limit ${parameters.add(page.size)}::int offset ${parameters.add(page.offset)}::int`,
      parameters: parameters.values,
    },
    {
      sql: `select count(*)::int as count from components c where ${conditionsOf(kind, query, counting)}`,
      parameters: counting.values,
    },
  ]);
  return { items, total: counts[0]?.count ?? 0 };
}

/** Ids of all hits in list order, at most `limit`: the skeleton of an export. */
export async function listComponentIds(
  reader: Reader,
  context: DbContext,
  kind: ComponentKind,
  query: Query,
  sort: ComponentSort,
  limit: number,
): Promise<string[]> {
  const parameters = new Parameters();
  const where = conditionsOf(kind, query, parameters);
  const rows = await reader.read<{ id: string }>(context, {
    sql: `select id from (${rowsOf(kind)} where ${where}) list order by ${orderBy(sort, sortColumns, 'id')}
      limit ${parameters.add(limit)}::int`,
    parameters: parameters.values,
  });
  return rows.map(({ id }) => id);
}

/** Components of a kind by id, in the order of the ids. */
export const listComponentsWithIds = (
  reader: Reader,
  context: DbContext,
  kind: ComponentKind,
  ids: readonly string[],
): Promise<ComponentItem[]> =>
  reader.read(context, {
    sql: `${rowsOf(kind)} where c.kind = $1 and c.id = any ($2::uuid[]) order by array_position($2::uuid[], c.id)`,
    parameters: [kind, ids],
  });
