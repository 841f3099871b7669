-- A version carries the whole content of a tariff; contracts follow the published one. Four eyes: who wrote any part of a
-- version never approves it, however trivial a colleague's save came last.

create table tariff_versions (
  tenant_id uuid not null,
  id uuid not null default gen_random_uuid(),
  tariff_id uuid not null,
  version_number integer not null check (version_number >= 1),
  state text not null default 'draft' check (state in ('draft', 'submitted', 'approved', 'published', 'superseded', 'archived', 'rejected')),
  valid_from date,
  valid_to date,
  comment text not null default '' check (length(comment) <= 5000),
  content jsonb not null check (jsonb_typeof(content) = 'object'),
  last_edited_by uuid,
  submitted_by uuid,
  submitted_at timestamptz,
  approved_by uuid,
  approved_at timestamptz,
  published_at timestamptz,
  row_version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- everybody whose work the version holds: its editors, and those of its components from its submission on
  editors uuid[] not null default '{}',
  primary key (tenant_id, id),
  unique (tenant_id, tariff_id, version_number),
  foreign key (tenant_id, tariff_id) references tariffs (tenant_id, id) on delete cascade,
  foreign key (tenant_id, last_edited_by) references users (tenant_id, id),
  foreign key (tenant_id, submitted_by) references users (tenant_id, id),
  foreign key (tenant_id, approved_by) references users (tenant_id, id),
  check (valid_to is null or valid_to >= valid_from),
  -- four eyes: who edited last never approves
  check (approved_by is null or approved_by is distinct from last_edited_by),
  check (state not in ('published', 'superseded') or valid_from is not null),
  check (content ? 'tariff'),
  constraint tariff_versions_four_eyes_editors
  check (approved_by is null or approved_by <> all (editors))
);
create unique index tariff_versions_published on tariff_versions (tenant_id, tariff_id) where state = 'published';
create index tariff_versions_waiting on tariff_versions (tenant_id, submitted_at) where state = 'submitted';
create index tariff_versions_last_edited_by on tariff_versions (tenant_id, last_edited_by) where last_edited_by is not null;
-- Versions whose day comes: looked for by every process.
create index tariff_versions_planned on tariff_versions (tenant_id, valid_from) where state = 'approved' and valid_from is not null;
-- What waits for somebody's decision.
create index tariff_versions_approved on tariff_versions (tenant_id, approved_at) where state = 'approved';
-- Names of those who decided.
create index tariff_versions_submitted_by on tariff_versions (tenant_id, submitted_by) where submitted_by is not null;
create index tariff_versions_approved_by on tariff_versions (tenant_id, approved_by) where approved_by is not null;
-- A tariff is worked on in one version at a time: the one that is drafted, waits for approval or for its day.
create unique index tariff_versions_open on tariff_versions (tenant_id, tariff_id)
  where state in ('draft', 'rejected', 'submitted', 'approved');

-- The content the rows of a tariff, its matrix and its components amount to at this moment (TariffContent of the
-- domain, and the limits of the risk indicator by class). For rows that were written without a version: those of older
-- releases, and the demo world.
create function tariff_content(wanted_tenant uuid, wanted_tariff uuid) returns jsonb
  language sql stable
  as $$
select jsonb_build_object(
  'tariff', jsonb_build_object(
    'tariffTypeId', t.tariff_type_id, 'guaranteedLevel', t.guaranteed_level,
    'guaranteedInterest', t.guaranteed_interest, 'isGuaranteedLevelCustomizable', t.is_guaranteed_level_customizable,
    'guaranteeTypeId', t.guarantee_type_id, 'guaranteeSecurityId', t.guarantee_security_id,
    'continuousOptimization', t.continuous_optimization, 'optimizationInterval', t.optimization_interval,
    'optimizationStart', t.optimization_start, 'makePortfolioAdjustmentsNow', t.make_portfolio_adjustments_now,
    'name', t.name, 'description', t.description, 'key', t.key, 'issuerId', t.issuer_id, 'insurerId', t.insurer_id,
    'isInactive', t.is_inactive, 'isDefault', t.is_default,
    'minSecuritiesPortfolio', t.min_securities_portfolio, 'maxSecuritiesPortfolio', t.max_securities_portfolio,
    'minSecurityFractionPortfolio', t.min_security_fraction_portfolio,
    'maxSecurityFractionPortfolio', t.max_security_fraction_portfolio,
    'minSecurityValuePortfolio', t.min_security_value_portfolio,
    'maxSecurityValuePortfolio', t.max_security_value_portfolio)
  || jsonb_build_object(
    'minSecuritiesSavingsPlan', t.min_securities_savings_plan,
    'maxSecuritiesSavingsPlan', t.max_securities_savings_plan,
    'minSecurityFractionSavingsPlan', t.min_security_fraction_savings_plan,
    'maxSecurityFractionSavingsPlan', t.max_security_fraction_savings_plan,
    'minSecurityValueSavingsPlan', t.min_security_value_savings_plan,
    'maxSecurityValueSavingsPlan', t.max_security_value_savings_plan,
    'componentRiskId', t.component_risk_id, 'componentSelectionId', t.component_selection_id,
    'componentAllocationId', t.component_allocation_id, 'componentUniverseId', t.component_universe_id,
    'gainNoteLimit', t.gain_note_limit,
    'optimizationHints', (select coalesce(jsonb_object_agg(a.optimization_hint_id, a.answer_id), '{}')
       from tariff_hint_answers a join optimization_hints h on h.id = a.optimization_hint_id
      where a.tenant_id = t.tenant_id and a.tariff_id = t.id and not h.optimization_hint_is_extended),
    'optimizationHintsExpert', (select coalesce(jsonb_object_agg(a.optimization_hint_id, a.answer_id), '{}')
       from tariff_hint_answers a join optimization_hints h on h.id = a.optimization_hint_id
      where a.tenant_id = t.tenant_id and a.tariff_id = t.id and h.optimization_hint_is_extended),
    'fundMatrix', (select jsonb_build_object(
        'riskTypeId', m.risk_type_id, 'riskItemsNumber', m.risk_items_number, 'useQuota', m.use_quota,
        'riskItems', (select coalesce(jsonb_agg(jsonb_build_object('riskClassId', c.risk_class_id,
            'upperBorder', c.upper_border, 'target', c.target, 'range', c.range) order by c.risk_class_id), '[]')
           from fund_matrix_classes c where c.tenant_id = m.tenant_id and c.tariff_id = m.tariff_id),
        'securityIds', (select coalesce(jsonb_agg(i.fund_id order by i.place, i.fund_id), '[]') from (
           select fund_id, min(sort_order) as place from fund_matrix_items
            where tenant_id = m.tenant_id and tariff_id = m.tariff_id group by fund_id) i),
        'allocationItems', (select coalesce(jsonb_agg(jsonb_build_object('riskClassId', i.risk_class_id,
            'securityId', i.fund_id, 'fraction', i.fraction) order by i.risk_class_id, i.sort_order, i.fund_id), '[]')
           from fund_matrix_items i where i.tenant_id = m.tenant_id and i.tariff_id = m.tariff_id))
       from fund_matrices m where m.tenant_id = t.tenant_id and m.tariff_id = t.id)),
  'components', case when t.tariff_type_id in (7, 8) then null else jsonb_build_object(
    'risk', (select jsonb_build_object('id', c.id, 'name', c.name, 'key', c.key, 'isInactive', c.is_inactive,
        'tariffRiskItemsNumber', r.risk_items_number, 'tariffRiskType', r.risk_type_id, 'useQuota', r.use_quota,
        'tariffRiskItemsTargets', (select coalesce(jsonb_agg(i.target order by i.risk_class_id), '[]')
           from risk_items i where i.tenant_id = r.tenant_id and i.component_id = r.component_id),
        'tariffRiskItemsRanges', (select coalesce(jsonb_agg(i.range order by i.risk_class_id), '[]')
           from risk_items i where i.tenant_id = r.tenant_id and i.component_id = r.component_id))
       from components c join risk_components r on r.tenant_id = c.tenant_id and r.component_id = c.id
      where c.tenant_id = t.tenant_id and c.id = t.component_risk_id),
    'selection', (select jsonb_build_object('id', c.id, 'name', c.name, 'key', c.key, 'isInactive', c.is_inactive,
        'tariffUniverseComponent', s.universe_component_id, 'tariffFundSelectionManualMode', s.is_manual,
        'tariffRankingType', s.ranking_type_id, 'tariffFundShortlistSize', s.fund_shortlist_size,
        'minimumRank', s.minimum_rank, 'allowsUnrated', s.allows_unrated,
        'tariffSelectedFunds', (select coalesce(jsonb_agg(i.fund_id order by i.sort_order, i.fund_id), '[]')
           from selected_funds i where i.tenant_id = s.tenant_id and i.component_id = s.component_id))
       from components c join selection_components s on s.tenant_id = c.tenant_id and s.component_id = c.id
      where c.tenant_id = t.tenant_id and c.id = t.component_selection_id),
    'allocation', (select jsonb_build_object('id', c.id, 'name', c.name, 'key', c.key, 'isInactive', c.is_inactive,
        'riskComponent', a.risk_component_id, 'isManual', a.is_manual, 'allocationType', a.allocation_type_id,
        'peergroupIds', (select coalesce(jsonb_agg(g.peergroup_id order by g.sort_order, g.peergroup_id), '[]')
           from allocation_peergroups g where g.tenant_id = a.tenant_id and g.component_id = a.component_id),
        'relationships', (select coalesce(jsonb_agg(jsonb_build_object('peergroupId', n.peergroup_id,
            'relatedPeergroupIds', n.related) order by n.place, n.peergroup_id), '[]') from (
           select l.peergroup_id, g.sort_order as place,
                  jsonb_agg(l.related_peergroup_id order by l.sort_order, l.related_peergroup_id) as related
             from allocation_relationships l
             join allocation_peergroups g on g.tenant_id = l.tenant_id and g.component_id = l.component_id
              and g.peergroup_id = l.peergroup_id
            where l.tenant_id = a.tenant_id and l.component_id = a.component_id
            group by l.peergroup_id, g.sort_order) n),
        'allocationItems', (select coalesce(jsonb_agg(jsonb_build_object('riskClassId', i.risk_class_id,
            'peergroupId', i.peergroup_id, 'fraction', i.fraction, 'isUsed', i.is_used)
            order by i.risk_class_id, g.sort_order, i.peergroup_id), '[]')
           from allocation_items i
           join allocation_peergroups g on g.tenant_id = i.tenant_id and g.component_id = i.component_id
            and g.peergroup_id = i.peergroup_id
          where i.tenant_id = a.tenant_id and i.component_id = a.component_id))
       from components c join allocation_components a on a.tenant_id = c.tenant_id and a.component_id = c.id
      where c.tenant_id = t.tenant_id and c.id = t.component_allocation_id),
    'universe', (select jsonb_build_object('id', c.id, 'name', c.name, 'key', c.key, 'isInactive', c.is_inactive,
        'tariffUniverseSelectionManualMode', u.is_manual, 'tariffUniverseType', u.universe_type_id,
        'maximumRiskIndicator', u.maximum_risk_indicator,
        'tariffUniverseItems', (select coalesce(jsonb_agg(i.fund_id order by i.sort_order, i.fund_id), '[]')
           from universe_items i where i.tenant_id = u.tenant_id and i.component_id = u.component_id))
       from components c join universe_components u on u.tenant_id = c.tenant_id and u.component_id = c.id
      where c.tenant_id = t.tenant_id and c.id = t.component_universe_id)) end,
  'sriLimits', case when t.tariff_type_id in (7, 8) then
    (select coalesce(jsonb_agg(c.maximum_risk_indicator order by c.risk_class_id), '[]') from fund_matrix_classes c
      where c.tenant_id = t.tenant_id and c.tariff_id = t.id)
  else
    (select coalesce(jsonb_agg(i.maximum_risk_indicator order by i.risk_class_id), '[]') from risk_items i
      where i.tenant_id = t.tenant_id and i.component_id = t.component_risk_id) end)
  from tariffs t where t.tenant_id = wanted_tenant and t.id = wanted_tariff
$$;
revoke execute on function tariff_content(uuid, uuid) from public;

-- The facts of a content; what writes a published version calls it.
create function tariff_facts(content jsonb, out risk_class_count smallint, out risk_type_id smallint,
    out use_quota boolean, out ranking_type_id smallint, out universe_fund_ids integer[], out universe_type_id smallint,
    out universe_maximum_risk_indicator smallint)
  language sql immutable
  as $$
select coalesce(m->>'riskItemsNumber', r->>'tariffRiskItemsNumber')::smallint,
    coalesce(m->>'riskTypeId', r->>'tariffRiskType')::smallint,
    coalesce(m->>'useQuota', r->>'useQuota')::boolean,
    (s->>'tariffRankingType')::smallint,
    case when (u->>'tariffUniverseSelectionManualMode')::boolean then
      array(select jsonb_array_elements_text(u->'tariffUniverseItems')::integer) end,
    (u->>'tariffUniverseType')::smallint, (u->>'maximumRiskIndicator')::smallint
  from (select nullif(content->'tariff'->'fundMatrix', 'null') as m, content->'components'->'risk' as r,
          content->'components'->'selection' as s, content->'components'->'universe' as u) as part
$$;

create function note_version_editors() returns trigger
  language plpgsql
  as $$
declare
  found uuid[] := new.editors;
begin
  if tg_op = 'UPDATE' then
    found := found || old.editors;
  end if;
  if tg_op = 'INSERT' or new.content->'tariff' is distinct from old.content->'tariff' then
    found := found || acting_user_id();
  end if;
  found := found || new.last_edited_by;
  if new.state = 'submitted' then
    found := found || array(
      select e.user_id from component_editors e
       where e.tenant_id = new.tenant_id and e.component_id in (
         (new.content->'tariff'->>'componentRiskId')::uuid, (new.content->'tariff'->>'componentSelectionId')::uuid,
         (new.content->'tariff'->>'componentAllocationId')::uuid, (new.content->'tariff'->>'componentUniverseId')::uuid));
  end if;
  new.editors := array(select distinct e from unnest(found) e where e is not null order by e);
  -- Versions approved under the former rule stay as they are; a new approval keeps this one.
  if new.approved_by is not null and (tg_op = 'INSERT' or new.approved_by is distinct from old.approved_by)
     and new.approved_by is not distinct from new.submitted_by then
    raise exception 'who submitted a version never approves it'
      using errcode = 'check_violation', constraint = 'tariff_versions_four_eyes';
  end if;
  return new;
end
$$;
create trigger note_version_editors before insert or update on tariff_versions
  for each row execute function note_version_editors();

select track_row_version(name) from unnest(array['tariff_versions']::regclass[]) as name;
select protect_tenant_table('tariff_versions');
