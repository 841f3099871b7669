-- What a version of a tariff says stands in the version itself: contracts follow the published version's content, and
-- a component that is changed afterwards reaches them only through a new version.

-- The content the rows of a tariff, its matrix and its components amount to at this moment (TariffContent of the
-- domain, and the limits of the risk indicator by class). For rows that were written without a version: those of older
-- installations below, and the demo world.
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

-- Classes of the published version, for lists of contracts: its content is too large to be opened for every row.
alter table tariffs add column risk_class_count smallint check (risk_class_count in (3, 5, 7));

-- Row level security is forced on the owner too; a migration has no tenant.
do $$
declare
  name text;
  names constant text[] := array['tariffs', 'tariff_versions', 'tariff_hint_answers', 'fund_matrices',
    'fund_matrix_classes', 'fund_matrix_items', 'components', 'risk_components', 'risk_items', 'selection_components',
    'selected_funds', 'allocation_components', 'allocation_peergroups', 'allocation_relationships', 'allocation_items',
    'universe_components', 'universe_items'];
begin
  foreach name in array names loop
    execute format('alter table %I no force row level security', name);
  end loop;
  -- Neither row versions nor notes of changes: nothing changes for anybody.
  alter table tariffs disable trigger user;
  alter table tariff_versions disable trigger user;

  -- Tariffs that never had a version: what contracts followed so far is the first.
  insert into tariff_versions (tenant_id, tariff_id, version_number, state, valid_from, comment, published_at)
    select t.tenant_id, t.id, 1, 'published', t.created_at::date, 'Übernommener Bestand', t.created_at
      from tariffs t
     where not exists (select from tariff_versions v where v.tenant_id = t.tenant_id and v.tariff_id = t.id);
  update tariff_versions set content = tariff_content(tenant_id, tariff_id) where not content ? 'tariff';
  update tariffs t set published_version_number = v.version_number,
      risk_class_count = coalesce(v.content->'tariff'->'fundMatrix'->>'riskItemsNumber',
        v.content->'components'->'risk'->>'tariffRiskItemsNumber')::smallint
    from tariff_versions v where v.tenant_id = t.tenant_id and v.tariff_id = t.id and v.state = 'published';

  alter table tariffs enable trigger user;
  alter table tariff_versions enable trigger user;
  foreach name in array names loop
    execute format('alter table %I force row level security', name);
  end loop;
end
$$;

alter table tariff_versions alter column content drop default;
alter table tariff_versions add check (content ? 'tariff');

-- Versions whose day comes: looked for by every process.
create index tariff_versions_planned on tariff_versions (tenant_id, valid_from) where state = 'approved' and valid_from is not null;
-- What waits for somebody's decision.
create index tariff_versions_approved on tariff_versions (tenant_id, approved_at) where state = 'approved';
-- Names of those who decided.
create index tariff_versions_submitted_by on tariff_versions (tenant_id, submitted_by) where submitted_by is not null;
create index tariff_versions_approved_by on tariff_versions (tenant_id, approved_by) where approved_by is not null;
