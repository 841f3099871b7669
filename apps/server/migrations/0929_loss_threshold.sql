-- From which loss on an adviser is told the same day, in per cent of what a contract was worth at the begin of the quarter;
-- 0 = never. Art. 62 of Regulation (EU) 2017/565 wants 10 where portfolios are managed.
alter table workbench_settings add column loss_percent numeric(4,1) not null default 10 check (loss_percent between 0 and 90);

-- How deep a contract had fallen at worst by a day, as a fraction of its worth at the last valuation up to the first day, or at its
-- first one where it began later. From valuation to valuation; between two of them payments count where they feign no loss: what
-- was paid in stood there before the value moved, what was taken out went after it. Valuations whose payments nobody has said are
-- left out; where fewer than two are left, the loss is null: nobody knows it.
-- reached_on: the first day on which the last whole multiple of the step was reached.
create function deepest_loss(p_contract_id uuid, p_from date, p_until date, p_step numeric)
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
             else round(1 - exp(sum(ln(nullif(growth, 0)::float8)) over w)::numeric, 6) end as lost from grown
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

-- A value that falls, and payments that are told otherwise.
create trigger note_task_of_loss after update on contracts for each row
  when (new.total_value < old.total_value or old.paid_in is distinct from new.paid_in)
  execute function note_task_change('contract');
