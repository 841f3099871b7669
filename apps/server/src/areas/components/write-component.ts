import type { ComponentDrafts, ComponentKind } from '@depotwerk/domain/tariff/tariff-drafts';
import { roundedToTenths } from '@depotwerk/domain/tenths';
import { sql, type Transaction } from 'kysely';
import type { Schema } from '../../platform/database/schema.ts';

interface Place {
  readonly tenantId: string;
  readonly id: string;
}

type Writer<Kind extends ComponentKind> = (
  transaction: Transaction<Schema>,
  place: Place,
  draft: ComponentDrafts[Kind],
) => Promise<void>;

/** What rules the content of a component, without name, key and state, so that a renaming is no new version of it. */
export function contentOf(draft: ComponentDrafts[ComponentKind]): object {
  const { name: _name, key: _key, isInactive: _isInactive, ...content } = draft;
  return content;
}

const writeRisk: Writer<'risk'> = async (transaction, { tenantId, id }, draft) => {
  await sql`insert into risk_components (tenant_id, component_id, risk_type_id, risk_items_number, use_quota)
    values (${tenantId}, ${id}, ${draft.tariffRiskType}, ${draft.tariffRiskItemsNumber}, ${draft.useQuota})
    on conflict (tenant_id, component_id) do update set risk_type_id = excluded.risk_type_id,
      risk_items_number = excluded.risk_items_number, use_quota = excluded.use_quota`.execute(transaction);
  await sql`delete from risk_items where component_id = ${id}
    and risk_class_id > ${draft.tariffRiskItemsNumber}`.execute(transaction);
  // Classes that stay keep what only the contract check knows of them (limit of the risk indicator).
  await sql`insert into risk_items (tenant_id, component_id, risk_class_id, target, range)
    select ${tenantId}, ${id}, c.place, c.target, c.range
      from unnest(${draft.tariffRiskItemsTargets}::numeric[], ${draft.tariffRiskItemsRanges}::numeric[])
        with ordinality as c (target, range, place)
    on conflict (tenant_id, component_id, risk_class_id) do update set target = excluded.target,
      range = excluded.range`.execute(transaction);
};

const writeUniverse: Writer<'universe'> = async (transaction, { tenantId, id }, draft) => {
  await sql`insert into universe_components (tenant_id, component_id, is_manual, universe_type_id, maximum_risk_indicator)
    values (${tenantId}, ${id}, ${draft.tariffUniverseSelectionManualMode}, ${draft.tariffUniverseType},
      ${draft.maximumRiskIndicator})
    on conflict (tenant_id, component_id) do update set is_manual = excluded.is_manual,
      universe_type_id = excluded.universe_type_id,
      maximum_risk_indicator = excluded.maximum_risk_indicator`.execute(transaction);
  await sql`delete from universe_items where component_id = ${id}`.execute(transaction);
  await sql`insert into universe_items (tenant_id, component_id, fund_id, sort_order)
    select ${tenantId}, ${id}, f.id, f.place - 1
      from unnest(${draft.tariffUniverseItems}::int[]) with ordinality as f (id, place)`.execute(transaction);
};

const writeSelection: Writer<'selection'> = async (transaction, { tenantId, id }, draft) => {
  await sql`insert into selection_components (tenant_id, component_id, universe_component_id, is_manual, ranking_type_id,
      fund_shortlist_size, minimum_rank, allows_unrated)
    values (${tenantId}, ${id}, ${draft.tariffUniverseComponent}, ${draft.tariffFundSelectionManualMode},
      ${draft.tariffRankingType}, ${draft.tariffFundShortlistSize}, ${draft.minimumRank}, ${draft.allowsUnrated})
    on conflict (tenant_id, component_id) do update set universe_component_id = excluded.universe_component_id,
      is_manual = excluded.is_manual, ranking_type_id = excluded.ranking_type_id,
      fund_shortlist_size = excluded.fund_shortlist_size, minimum_rank = excluded.minimum_rank,
      allows_unrated = excluded.allows_unrated`.execute(transaction);
  await sql`delete from selected_funds where component_id = ${id}`.execute(transaction);
  await sql`insert into selected_funds (tenant_id, component_id, fund_id, sort_order)
    select ${tenantId}, ${id}, f.id, f.place - 1
      from unnest(${draft.tariffSelectedFunds}::int[]) with ordinality as f (id, place)`.execute(transaction);
};

const writeAllocation: Writer<'allocation'> = async (transaction, { tenantId, id }, draft) => {
  await sql`insert into allocation_components (tenant_id, component_id, risk_component_id, is_manual, allocation_type_id,
      views)
    values (${tenantId}, ${id}, ${draft.riskComponent}, ${draft.isManual}, ${draft.allocationType},
      ${draft.views === undefined ? null : JSON.stringify(draft.views)}::jsonb)
    on conflict (tenant_id, component_id) do update set risk_component_id = excluded.risk_component_id,
      is_manual = excluded.is_manual, allocation_type_id = excluded.allocation_type_id, views = excluded.views`.execute(
    transaction,
  );
  await sql`delete from allocation_peergroups where component_id = ${id}
    and peergroup_id <> all (${draft.peergroupIds}::int[])`.execute(transaction);
  await sql`insert into allocation_peergroups (tenant_id, component_id, peergroup_id, sort_order)
    select ${tenantId}, ${id}, g.id, g.place - 1 from unnest(${draft.peergroupIds}::int[]) with ordinality as g (id, place)
    on conflict (tenant_id, component_id, peergroup_id) do update set sort_order = excluded.sort_order`.execute(
    transaction,
  );
  const pairs = draft.relationships.flatMap(({ peergroupId, relatedPeergroupIds }) =>
    relatedPeergroupIds.map((related, place) => ({ peergroupId, related, place })),
  );
  await sql`delete from allocation_relationships where component_id = ${id}`.execute(transaction);
  await sql`insert into allocation_relationships (tenant_id, component_id, peergroup_id, related_peergroup_id, sort_order)
    select ${tenantId}, ${id}, r."peergroupId", r.related, r.place
      from jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) as r ("peergroupId" int, related int, place int)`.execute(
    transaction,
  );
  const items = JSON.stringify(
    draft.allocationItems.map((item) => ({ ...item, fraction: roundedToTenths(item.fraction) })),
  );
  const given = sql`jsonb_to_recordset(${items}::jsonb) as i
    ("riskClassId" int, "peergroupId" int, fraction numeric, "isUsed" boolean)`;
  await sql`delete from allocation_items a where a.component_id = ${id} and not exists (select from ${given}
    where i."riskClassId" = a.risk_class_id and i."peergroupId" = a.peergroup_id)`.execute(transaction);
  // Only cells that changed are written: each costs a check of its column when the transaction commits.
  await sql`insert into allocation_items as a (tenant_id, component_id, risk_class_id, peergroup_id, fraction, is_used)
    select ${tenantId}, ${id}, i."riskClassId", i."peergroupId", i.fraction, i."isUsed" from ${given}
    on conflict (tenant_id, component_id, risk_class_id, peergroup_id) do update set fraction = excluded.fraction,
      is_used = excluded.is_used
     where (a.fraction, a.is_used) is distinct from (excluded.fraction, excluded.is_used)`.execute(
    transaction,
  );
};

const writers: { readonly [Kind in ComponentKind]: Writer<Kind> } = {
  risk: writeRisk,
  universe: writeUniverse,
  selection: writeSelection,
  allocation: writeAllocation,
};

/** Writes what a component is made of; its row in `components` exists. Rules have been checked. */
export const writeContent = <Kind extends ComponentKind>(
  transaction: Transaction<Schema>,
  kind: Kind,
  place: Place,
  draft: ComponentDrafts[Kind],
): Promise<void> => writers[kind](transaction, place, draft);
