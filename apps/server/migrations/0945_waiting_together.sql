-- What a contract had carried out today without anybody's agreement counts with a plan that waits, as the page of the plan reckons
-- (turnoverOfAll): of each execution the larger of what is sold and what is bought. Before, anything carried out today let a plan wait
-- in the lists whatever the limit, while its page said that nobody has to agree.
create or replace function waits_for_second_person(p_plan_id uuid) returns boolean
  language sql stable
  as $$
  select exists (
    select from planned_optimizations p
      join plan_approvals a on a.tenant_id = p.tenant_id and a.planned_optimization_id = p.id and a.state = 'waiting'
      join order_rules r on r.tenant_id = p.tenant_id and r.approval_limit is not null
     where p.tenant_id = app_tenant_id() and p.id = p_plan_id and p.state = 'waitingForApproval'
       and r.approval_limit <= coalesce((
           select greatest(sum(t.amount) filter (where t.action = 'sell'), sum(t.amount) filter (where t.action = 'buy'))
             from planned_transactions t where t.tenant_id = p.tenant_id and t.planned_optimization_id = p.id), 0)
         + coalesce((
           select sum(greatest(o.sold, o.bought)) from trader_orders s
             cross join lateral (select sum(e.amount) filter (where e.action = 'sell') as sold,
                 sum(e.amount) filter (where e.action = 'buy') as bought
               from jsonb_to_recordset(coalesce(s.request->'orders', '[]')) as e (action text, amount numeric)) o
            where s.tenant_id = p.tenant_id and s.contract_id = p.contract_id and s.state <> 'refused'
              and s.created_at >= date_trunc('day', now(), 'Europe/Berlin')
              and not exists (select from plan_approvals y where y.tenant_id = s.tenant_id
                and y.planned_optimization_id = s.planned_optimization_id and y.state = 'approved')), 0))
  $$;
