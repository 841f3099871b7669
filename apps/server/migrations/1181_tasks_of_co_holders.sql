-- Tasks about what she holds beside somebody else stay with the people of that contract: only what is hers moves with her.
create or replace function follow_customer_tasks() returns trigger
  language plpgsql
  as $$
begin
  update workbench_tasks t
     set group_id = case when t.contract_id is null or exists (select from contracts c
           where c.tenant_id = t.tenant_id and c.id = t.contract_id and c.customer_id = new.id) then new.group_id else t.group_id end,
         ended_at = case when new.deleted_at is null then t.ended_at else now() end
   where t.tenant_id = new.tenant_id and t.customer_id = new.id and t.ended_at is null;
  -- without context (owner, demo fill) the nightly look finds it
  if app_tenant_id() is not null and new.group_id is distinct from old.group_id then
    insert into workbench_changes (tenant_id, subject_id)
      select h.tenant_id, h.contract_id from contract_holders h where h.tenant_id = new.tenant_id and h.customer_id = new.id;
  end if;
  return null;
end
$$;
-- And with the contract, whoever of its holders they are about.
create function follow_contract_tasks() returns trigger
  language plpgsql
  as $$
begin
  update workbench_tasks t set group_id = new.group_id
   where t.tenant_id = new.tenant_id and t.contract_id = new.id and t.ended_at is null and t.group_id is distinct from new.group_id;
  if app_tenant_id() is not null and exists (select from contract_holders h where h.tenant_id = new.tenant_id and h.contract_id = new.id) then
    insert into workbench_changes (tenant_id, subject_id) values (new.tenant_id, new.id);
  end if;
  return null;
end
$$;
create trigger follow_contract_tasks after update of group_id on contracts for each row
  when (old.group_id is distinct from new.group_id) execute function follow_contract_tasks();

-- A profile is asked for still where the contract that led to it is gone and she holds another: the next look leads there.
create or replace function end_contract_tasks() returns trigger
  language plpgsql
  as $$
begin
  update workbench_tasks t set ended_at = now()
   where t.tenant_id = new.tenant_id and t.contract_id = new.id and t.ended_at is null
     and not (t.task_type in ('profileMissing', 'profileEnding') and exists (select from contracts o
       where o.tenant_id = t.tenant_id and o.customer_id = t.customer_id and o.id <> new.id and o.deleted_at is null));
  return null;
end
$$;
