-- A chain of values so wild that its product is no number of the database is a loss of all, or of nothing: one contract of a strange file must
-- not keep the tasks of its house from being looked at.
create or replace function deepest_loss(p_contract_id uuid, p_from date, p_until date, p_step numeric)
  returns table (loss numeric, since date, reached_on date)
  language sql stable
  as $$
  with valued as (
    select distinct on (p.valuation_date) p.valuation_date as day, p.total_value, p.paid_in from portfolios p
     where p.tenant_id = app_tenant_id() and p.contract_id = p_contract_id and p.paid_in is not null
       and p.valuation_date <= p_until
       and p.valuation_date >= coalesce((select max(o.valuation_date) from portfolios o
         where o.tenant_id = app_tenant_id() and o.contract_id = p_contract_id and o.paid_in is not null
           and o.valuation_date <= p_from), p_from)
     order by p.valuation_date, p.is_current desc, p.id),
  moved as (
    select day, total_value, lag(total_value) over w as before, paid_in - lag(paid_in) over w as paid from valued
    window w as (order by day)),
  grown as (
    select day, case when before is null or before + greatest(paid, 0) <= 0 then 1.0
             else greatest(total_value + greatest(-paid, 0), 0) / (before + greatest(paid, 0)) end as growth from moved),
  fallen as (
    select day, case when min(growth) over w <= 0 then 1.0
             else round(1 - exp(least(greatest(sum(ln(nullif(growth, 0)::float8)) over w, -600), 600))::numeric, 6) end as lost from grown
    window w as (order by day)),
  worst as (select greatest(max(lost), 0) as loss, min(day) as since, count(*) as known from fallen)
  select case when w.known > 1 then w.loss
              when exists (select from portfolios p where p.tenant_id = app_tenant_id() and p.contract_id = p_contract_id
                and p.paid_in is null and p.valuation_date <= p_until) then null
              else 0 end,
         w.since,
         (select min(f.day) from fallen f where f.lost >= floor(w.loss / nullif(p_step, 0)) * p_step)
    from worst w
  $$;
