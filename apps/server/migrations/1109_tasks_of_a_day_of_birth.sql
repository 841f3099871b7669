-- A day of birth that was typed or corrected brings or ends the tasks of her contracts at once (she comes of age soon), not in the night.
create function note_tasks_of_birth() returns trigger
  language plpgsql
  as $$
begin
  -- without context (owner, demo fill) the nightly look finds it
  if app_tenant_id() is null then
    return null;
  end if;
  insert into workbench_changes (tenant_id, subject_id)
    select c.tenant_id, c.id from contracts c
     where c.tenant_id = new.tenant_id and c.customer_id = new.id and c.deleted_at is null
    union
    select h.tenant_id, h.contract_id from contract_holders h where h.tenant_id = new.tenant_id and h.customer_id = new.id;
  return null;
end
$$;
create trigger note_tasks_of_birth after update of date_of_birth on customers for each row
  when (old.date_of_birth is distinct from new.date_of_birth) execute function note_tasks_of_birth();
