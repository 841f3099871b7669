-- What lists of contracts and the choice of funds need of a tariff's published version stands beside its number: a
-- component that is changed reaches them with the next version only, like the check, and no row opens a whole content.
alter table tariffs
  add column risk_type_id smallint references risk_types,
  add column use_quota boolean,
  add column ranking_type_id smallint references ranking_types,
  -- null: the universe is a rule, or there is none (types 7 and 8)
  add column universe_fund_ids integer[],
  add column universe_type_id smallint references universe_types,
  add column universe_maximum_risk_indicator smallint check (universe_maximum_risk_indicator between 1 and 7);
comment on column tariffs.risk_class_count is 'of the published version, as are risk_type_id, use_quota, ranking_type_id and universe_*';

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

do $$
declare
  name text;
begin
  foreach name in array array['tariffs', 'tariff_versions'] loop
    execute format('alter table %I no force row level security', name);
    execute format('alter table %I disable trigger user', name);
  end loop;
  update tariffs t set (risk_class_count, risk_type_id, use_quota, ranking_type_id, universe_fund_ids, universe_type_id,
      universe_maximum_risk_indicator) = (select f.* from tariff_facts(v.content) f)
    from tariff_versions v where v.tenant_id = t.tenant_id and v.tariff_id = t.id and v.state = 'published';
  foreach name in array array['tariffs', 'tariff_versions'] loop
    execute format('alter table %I enable trigger user', name);
    execute format('alter table %I force row level security', name);
  end loop;
end
$$;
