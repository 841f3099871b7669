-- Whether a plan waits for a second person: somebody asked for her, and the limit of the house still wants her. Where the contract
-- had other orders today nobody agreed to, she is waited for whatever the plan moves: they count together.
create function waits_for_second_person(p_plan_id uuid) returns boolean
  language sql stable
  as $$
  select exists (
    select from planned_optimizations p
      join plan_approvals a on a.tenant_id = p.tenant_id and a.planned_optimization_id = p.id and a.state = 'waiting'
      join order_rules r on r.tenant_id = p.tenant_id and r.approval_limit is not null
     where p.tenant_id = app_tenant_id() and p.id = p_plan_id and p.state = 'waitingForApproval'
       and (r.approval_limit <= (
           select greatest(sum(t.amount) filter (where t.action = 'sell'), sum(t.amount) filter (where t.action = 'buy'))
             from planned_transactions t where t.tenant_id = p.tenant_id and t.planned_optimization_id = p.id)
         or exists (select from trader_orders s where s.tenant_id = p.tenant_id and s.contract_id = p.contract_id
           and s.state <> 'refused' and s.created_at >= date_trunc('day', now(), 'Europe/Berlin')
           and not exists (select from plan_approvals y where y.tenant_id = s.tenant_id
             and y.planned_optimization_id = s.planned_optimization_id and y.state = 'approved'))))
  $$;

-- Another limit has all that waits looked at anew.
create function note_limit_change() returns trigger
  language plpgsql
  as $$
begin
  if app_tenant_id() is not null then
    insert into workbench_changes (tenant_id, subject_id)
    select p.tenant_id, p.contract_id from planned_optimizations p
     where p.tenant_id = new.tenant_id and p.state = 'waitingForApproval';
  end if;
  return null;
end
$$;
create trigger note_limit_change after insert or update of approval_limit on order_rules
  for each row execute function note_limit_change();
