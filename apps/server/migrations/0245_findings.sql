-- Hints of one check that have one cause are one finding: what lists count and people are told once. A hint without a
-- cause (of a check before this, or left by a person) is a finding of its own.
alter table contract_hints add column finding_cause text check (finding_cause in (
  'riskData', 'allocation', 'fundClosed', 'sustainability', 'universe', 'rank', 'riskIndicator',
  'cluster', 'prices', 'savingsPlan', 'cash', 'costs', 'smallPositions', 'gains'));

create or replace function summarise_hints() returns trigger
  language plpgsql
  as $$
begin
  -- lock first: two transactions changing hints of one contract must not each miss the other's
  perform 1 from contracts k
    where (k.tenant_id, k.id) in (select c.tenant_id, c.contract_id from changed c)
    order by k.tenant_id, k.id for no key update;
  update contracts k
     set hint_count = coalesce(s.hint_count, 0), highest_hint_severity = s.severity, hint_mask = coalesce(s.mask, 0)
    from (select distinct tenant_id, contract_id from changed) touched
    left join lateral (
      select count(distinct coalesce(h.finding_cause, h.id::text))::smallint as hint_count, max(h.severity) as severity,
             bit_or(1 << (h.optimization_hint_id - 1)) as mask
        from contract_hints h
       where h.tenant_id = touched.tenant_id and h.contract_id = touched.contract_id and h.state = 'open') s on true
   where k.tenant_id = touched.tenant_id and k.id = touched.contract_id
     and (k.hint_count, k.highest_hint_severity, k.hint_mask)
         is distinct from (coalesce(s.hint_count, 0::smallint), s.severity, coalesce(s.mask, 0));
  return null;
end
$$;
