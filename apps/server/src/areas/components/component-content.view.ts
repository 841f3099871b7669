import type { ComponentDrafts, ComponentKind, TariffContent } from '@depotwerk/domain/tariff/tariff-drafts';
import type { DbContext, Reader, ReadQuery } from '../../platform/database/database.ts';
import { automaticSelection } from './automatic-selection.ts';
import { readSelectionCandidates } from './selection-candidates.view.ts';

/** A component as it is stored, with what its wizard shows around it. */
export interface StoredComponent<Kind extends ComponentKind> {
  readonly id: string;
  /** Counts the changes of its content. */
  readonly versionNumber: number;
  readonly rowVersion: number;
  readonly updatedAt: string;
  /** Tariffs, open versions included, and components that use it. */
  readonly usedByCount: number;
  readonly component: ComponentDrafts[Kind];
}

type Components = NonNullable<TariffContent['components']>;

/** The four components of a tariff. */
export type ComponentIds = Readonly<Record<ComponentKind, string>>;

const info = `'name', c.name, 'key', c.key, 'isInactive', c.is_inactive`;

const bodies: Readonly<Record<ComponentKind, { readonly table: string; readonly body: string }>> = {
  risk: {
    table: 'risk_components',
    body: `jsonb_build_object(${info}, 'tariffRiskItemsNumber', k.risk_items_number, 'tariffRiskType', k.risk_type_id,
      'useQuota', k.use_quota,
      'tariffRiskItemsTargets', (select coalesce(jsonb_agg(i.target order by i.risk_class_id), '[]') from risk_items i
        where i.tenant_id = c.tenant_id and i.component_id = c.id),
      'tariffRiskItemsRanges', (select coalesce(jsonb_agg(i.range order by i.risk_class_id), '[]') from risk_items i
        where i.tenant_id = c.tenant_id and i.component_id = c.id))`,
  },
  universe: {
    table: 'universe_components',
    body: `jsonb_build_object(${info}, 'tariffUniverseSelectionManualMode', k.is_manual, 'tariffUniverseType',
      k.universe_type_id, 'maximumRiskIndicator', k.maximum_risk_indicator,
      'tariffUniverseItems', (select coalesce(jsonb_agg(i.fund_id order by i.sort_order, i.fund_id), '[]')
        from universe_items i where i.tenant_id = c.tenant_id and i.component_id = c.id))`,
  },
  selection: {
    table: 'selection_components',
    body: `jsonb_build_object(${info}, 'tariffUniverseComponent', k.universe_component_id,
      'tariffFundSelectionManualMode', k.is_manual,
      'tariffSelectedFunds', (select coalesce(jsonb_agg(i.fund_id order by i.sort_order, i.fund_id), '[]')
        from selected_funds i where i.tenant_id = c.tenant_id and i.component_id = c.id),
      'tariffRankingType', k.ranking_type_id, 'tariffFundShortlistSize', k.fund_shortlist_size,
      'minimumRank', k.minimum_rank, 'allowsUnrated', k.allows_unrated)`,
  },
  allocation: {
    table: 'allocation_components',
    body: `jsonb_build_object(${info},
      'peergroupIds', (select coalesce(jsonb_agg(g.peergroup_id order by g.sort_order, g.peergroup_id), '[]')
        from allocation_peergroups g where g.tenant_id = c.tenant_id and g.component_id = c.id),
      'relationships', (select coalesce(jsonb_agg(jsonb_build_object('peergroupId', r.peergroup_id,
          'relatedPeergroupIds', r.related) order by r.sort_order, r.peergroup_id), '[]')
        from (select g.peergroup_id, g.sort_order, jsonb_agg(r.related_peergroup_id order by r.sort_order,
                r.related_peergroup_id) as related
              from allocation_relationships r
              join allocation_peergroups g on g.tenant_id = r.tenant_id and g.component_id = r.component_id
               and g.peergroup_id = r.peergroup_id
             where r.tenant_id = c.tenant_id and r.component_id = c.id group by g.peergroup_id, g.sort_order) r),
      'riskComponent', k.risk_component_id, 'isManual', k.is_manual, 'allocationType', k.allocation_type_id,
      'allocationItems', (select coalesce(jsonb_agg(jsonb_build_object('riskClassId', i.risk_class_id, 'peergroupId',
          i.peergroup_id, 'fraction', i.fraction, 'isUsed', i.is_used)
          order by i.risk_class_id, g.sort_order, i.peergroup_id), '[]')
        from allocation_items i join allocation_peergroups g on g.tenant_id = i.tenant_id
         and g.component_id = i.component_id and g.peergroup_id = i.peergroup_id
       where i.tenant_id = c.tenant_id and i.component_id = c.id))
      || case when k.views is null then '{}' else jsonb_build_object('views', k.views) end`,
  },
};

const tariffColumn: Readonly<Record<ComponentKind, { readonly column: string; readonly member: string }>> = {
  risk: { column: 'component_risk_id', member: 'componentRiskId' },
  selection: { column: 'component_selection_id', member: 'componentSelectionId' },
  allocation: { column: 'component_allocation_id', member: 'componentAllocationId' },
  universe: { column: 'component_universe_id', member: 'componentUniverseId' },
};

/** SQL: ids of the tariffs that use component `c`, as they are published or in a version still being worked on. */
export const tariffsUsing = (kind: ComponentKind): string => {
  const { column, member } = tariffColumn[kind];
  return `(select x.id from tariffs x where x.tenant_id = c.tenant_id and x.${column} = c.id
    union select v.tariff_id from tariff_versions v where v.tenant_id = c.tenant_id
      and v.state in ('draft', 'rejected', 'submitted', 'approved') and v.content->'tariff'->>'${member}' = c.id::text)`;
};

/** SQL: number of components of another kind that are made on top of component `c`. */
const usedByComponents: Readonly<Record<ComponentKind, string>> = {
  risk: `(select count(*) from allocation_components a where a.tenant_id = c.tenant_id and a.risk_component_id = c.id)`,
  universe: `(select count(*) from selection_components s where s.tenant_id = c.tenant_id
    and s.universe_component_id = c.id)`,
  selection: '0',
  allocation: '0',
};

/** SQL number: tariffs and components that use component `c`. */
export const usesOf = (kind: ComponentKind): string =>
  `((select count(*) from ${tariffsUsing(kind)} used) + ${usedByComponents[kind]})::int`;

/** The component of this kind and id as it is stored; no row when there is none. */
export const componentQuery = <Kind extends ComponentKind>(
  kind: Kind,
  id: string,
): ReadQuery<StoredComponent<Kind>> => ({
  sql: `select c.id, c.version_number as "versionNumber", c.row_version as "rowVersion", c.updated_at as "updatedAt",
      ${usesOf(kind)} as "usedByCount", ${bodies[kind].body} as component
    from components c join ${bodies[kind].table} k on k.tenant_id = c.tenant_id and k.component_id = c.id
   where c.id = $1`,
  parameters: [id],
});

const contentQuery = <Kind extends ComponentKind>(kind: Kind, id: string): ReadQuery<Content<Kind>> => ({
  sql: `select jsonb_build_object('id', c.id) || ${bodies[kind].body} as content
    from components c join ${bodies[kind].table} k on k.tenant_id = c.tenant_id and k.component_id = c.id
   where c.id = $1`,
  parameters: [id],
});

interface Content<Kind extends ComponentKind> {
  content: Components[Kind];
}

/**
 * What the four components hold now, for the content of a version or a check; null when one of them does not exist.
 *
 * @param options materialise: an automatic selection gets the funds it holds today, as a version keeps them. They are
 * those of the allocation's peer groups; a group without eligible fund gets those of its first related group with some.
 */
export async function readComponentContents(
  reader: Reader,
  context: DbContext,
  ids: ComponentIds,
  { materialise }: { readonly materialise: boolean },
): Promise<Components | null> {
  const [risks, selections, allocations, universes] = await reader.readMany<
    [Content<'risk'>, Content<'selection'>, Content<'allocation'>, Content<'universe'>]
  >(context, [
    contentQuery('risk', ids.risk),
    contentQuery('selection', ids.selection),
    contentQuery('allocation', ids.allocation),
    contentQuery('universe', ids.universe),
  ]);
  const [risk, selection, allocation, universe] = [risks[0], selections[0], allocations[0], universes[0]];
  if (!risk || !selection || !allocation || !universe) return null;
  const components: Components = {
    risk: risk.content,
    selection: selection.content,
    allocation: allocation.content,
    universe: universe.content,
  };
  return materialise ? materialised(reader, context, components) : components;
}

/** The same components; an automatic selection with the funds it holds today. */
export async function materialised(
  reader: Reader,
  context: DbContext,
  components: Components,
): Promise<Components> {
  const { selection, universe, allocation } = components;
  if (selection.tariffFundSelectionManualMode || selection.tariffRankingType === null) return components;
  const candidates = await readSelectionCandidates(reader, context, universe, selection.tariffRankingType);
  const byGroup = automaticSelection(candidates, {
    shortlistSize: selection.tariffFundShortlistSize ?? defaultShortlistSize,
    minimumRank: selection.minimumRank,
    allowsUnrated: selection.allowsUnrated,
  });
  const related = new Map(
    allocation.relationships.map((entry) => [entry.peergroupId, entry.relatedPeergroupIds]),
  );
  const groups = allocation.peergroupIds.flatMap((group) =>
    byGroup.has(group) ? group : ((related.get(group) ?? []).find((other) => byGroup.has(other)) ?? []),
  );
  const funds = [...new Set(groups)].flatMap((group) => byGroup.get(group) ?? []);
  return { ...components, selection: { ...selection, tariffSelectedFunds: funds.map(({ id }) => id) } };
}

/** Size of the shortlist where none is given (contract check). */
export const defaultShortlistSize = 5;

/** A component with what only the contract check knows of it. */
export interface KeyedComponent {
  id: string;
  kind: ComponentKind;
  draft: ComponentDrafts[ComponentKind];
  /** Highest risk indicator by class; empty for kinds without classes. */
  limits: readonly (number | null)[];
}

/** Components whose key is one of these, or begins like one: what an import may have made of it. */
export async function readComponentsByKey(
  reader: Reader,
  context: DbContext,
  keys: readonly string[],
): Promise<KeyedComponent[]> {
  const rows = await reader.readMany<[KeyedComponent, KeyedComponent, KeyedComponent, KeyedComponent]>(
    context,
    [
      keyedQuery('risk', keys),
      keyedQuery('selection', keys),
      keyedQuery('allocation', keys),
      keyedQuery('universe', keys),
    ],
  );
  return rows.flat();
}

const keyedQuery = (kind: ComponentKind, keys: readonly string[]): ReadQuery<KeyedComponent> => ({
  sql: `select c.id, c.kind, ${bodies[kind].body} as draft,
      (select coalesce(jsonb_agg(i.maximum_risk_indicator order by i.risk_class_id), '[]') from risk_items i
        where i.tenant_id = c.tenant_id and i.component_id = c.id) as limits
    from components c join ${bodies[kind].table} k on k.tenant_id = c.tenant_id and k.component_id = c.id
   where exists (select from unnest($1::text[]) as wanted (key)
     where starts_with(lower(c.key), left(lower(wanted.key), 46)))
   order by c.created_at, c.id limit 200`,
  parameters: [keys],
});
