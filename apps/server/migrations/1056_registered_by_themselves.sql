-- When somebody registered by herself in a house that asks nobody: the work list tells of her until somebody takes her into a group.
alter table users add column registered_at timestamptz;
create index users_registered on users (tenant_id, registered_at) where registered_at is not null;
create trigger note_task_registered after insert on users for each row
  when (new.registered_at is not null) execute function note_task_change('house');

-- Whose group is known has somebody who answers for her.
create function end_registered_task() returns trigger
  language plpgsql
  as $$
begin
  update workbench_tasks t set ended_at = now()
   where t.tenant_id = new.tenant_id and t.customer_id = new.id and t.task_type = 'clientRegistered' and t.ended_at is null;
  return null;
end
$$;
create trigger end_registered_task after update of group_id on customers for each row
  when (old.group_id is null and new.group_id is not null) execute function end_registered_task();
