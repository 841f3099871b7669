-- What people of the house note about a customer or one of her contracts, whom they mention, and when somebody comes back to
-- it. The table there was knew contracts alone and has never been written to by anything.
-- rolls: a view of the same name answers what the release before asks of it
drop table contract_notes;
create table notes (
  tenant_id uuid not null references tenants,
  id uuid not null default gen_random_uuid(),
  entry_number bigint generated always as identity,
  customer_id uuid not null,
  -- null = about the customer as a whole
  contract_id uuid,
  note_text text not null check (is_not_blank(note_text) and length(note_text) <= 4000),
  -- own: nobody but its author ever sees it
  visibility text not null check (visibility in ('own', 'group')),
  created_by uuid not null,
  created_at timestamptz not null,
  -- when its author changed it last
  edited_at timestamptz,
  follow_up_day date,
  -- null = whoever takes it
  follow_up_user_id uuid,
  follow_up_done_at timestamptz,
  follow_up_done_by uuid,
  -- taken back within a minute, else erased by the daily job
  deleted_at timestamptz,
  row_version integer not null default 1,
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, customer_id) references customers (tenant_id, id) on delete cascade,
  foreign key (tenant_id, contract_id) references contracts (tenant_id, id) on delete cascade,
  foreign key (tenant_id, created_by) references users (tenant_id, id),
  foreign key (tenant_id, follow_up_user_id) references users (tenant_id, id),
  foreign key (tenant_id, follow_up_done_by) references users (tenant_id, id),
  check (follow_up_day is not null or follow_up_user_id is null and follow_up_done_at is null),
  check (follow_up_done_at is not null or follow_up_done_by is null),
  check (visibility = 'group' or follow_up_user_id is null or follow_up_user_id = created_by)
);
create index notes_customer on notes (tenant_id, customer_id, entry_number desc);
create index notes_contract on notes (tenant_id, contract_id, entry_number desc) where contract_id is not null;
create index notes_due on notes (tenant_id, follow_up_day) where follow_up_day is not null and deleted_at is null;
create index notes_created_by on notes (tenant_id, created_by);
create index notes_follow_up_user on notes (tenant_id, follow_up_user_id) where follow_up_user_id is not null;
create index notes_follow_up_done_by on notes (tenant_id, follow_up_done_by) where follow_up_done_by is not null;
create index notes_deleted on notes (tenant_id, deleted_at) where deleted_at is not null;

create table note_mentions (
  tenant_id uuid not null references tenants,
  note_id uuid not null,
  user_id uuid not null,
  primary key (tenant_id, note_id, user_id),
  foreign key (tenant_id, note_id) references notes (tenant_id, id) on delete cascade,
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
);
create index note_mentions_user on note_mentions (tenant_id, user_id);

select track_row_version('notes');
select protect_tenant_table(name) from unnest(array['notes', 'note_mentions']::regclass[]) as name;

create view contract_notes with (security_invoker = true) as
  select tenant_id, id, contract_id, note_text, visibility, created_by, row_version, created_at, updated_at
    from notes where contract_id is not null;
grant select, delete on contract_notes to depotwerk_app;

-- A contract takes its notes with it to another customer.
create function move_contract_notes() returns trigger
  language plpgsql
  as $$
begin
  update notes set customer_id = new.customer_id
   where tenant_id = new.tenant_id and contract_id = new.id and customer_id <> new.customer_id;
  return null;
end
$$;
create trigger move_contract_notes after update of customer_id on contracts for each row
  when (old.customer_id <> new.customer_id) execute function move_contract_notes();

-- Follow-ups are tasks of the work list from their day on.
create trigger note_task_insert after insert on notes for each row
  when (new.follow_up_day is not null) execute function note_task_change('house');
create trigger note_task_change after update on notes for each row
  when (old.follow_up_day is not null or new.follow_up_day is not null) execute function note_task_change('house');
create trigger note_task_delete after delete on notes for each row
  when (old.follow_up_day is not null) execute function note_task_change('house');
-- A contract that is put back brings its own.
create trigger note_task_return after update of deleted_at on contracts for each row
  when (old.deleted_at is not null and new.deleted_at is null) execute function note_task_change('house');

-- One truth: whether a follow-up is done and who has it is said of the note and of its task in one transaction, whichever
-- was changed. Each changes the other only where it differs, so the second finds nothing left to do.
create function tell_task_of_note() returns trigger
  language plpgsql
  as $$
begin
  update workbench_tasks t
     set status = case when new.follow_up_done_at is null then 'open' else 'done' end, snoozed_until = null,
         done_at = new.follow_up_done_at, done_by = new.follow_up_done_by
   where t.tenant_id = new.tenant_id and t.task_type = 'followUp' and t.cause_key = new.id::text and t.ended_at is null
     and (t.status = 'done') is distinct from (new.follow_up_done_at is not null);
  update workbench_tasks t set assigned_user_id = new.follow_up_user_id
   where t.tenant_id = new.tenant_id and t.task_type = 'followUp' and t.cause_key = new.id::text and t.ended_at is null
     and t.assigned_user_id is distinct from new.follow_up_user_id;
  return null;
end
$$;
create trigger tell_task_of_note after update of follow_up_done_at, follow_up_user_id on notes for each row
  when ((old.follow_up_done_at, old.follow_up_user_id) is distinct from (new.follow_up_done_at, new.follow_up_user_id))
  execute function tell_task_of_note();

create function tell_note_of_task() returns trigger
  language plpgsql
  as $$
begin
  update notes n
     set follow_up_done_at = case when new.status = 'done' then new.done_at end,
         follow_up_done_by = case when new.status = 'done' then new.done_by end,
         follow_up_user_id = new.assigned_user_id
   where n.tenant_id = new.tenant_id and n.id = new.cause_key::uuid and n.follow_up_day is not null
     and ((n.follow_up_done_at is not null) is distinct from (new.status = 'done')
       or n.follow_up_user_id is distinct from new.assigned_user_id);
  return null;
end
$$;
create trigger tell_note_of_task after update of status, assigned_user_id on workbench_tasks for each row
  when (new.task_type = 'followUp' and new.ended_at is null
    and (old.status, old.assigned_user_id) is distinct from (new.status, new.assigned_user_id))
  execute function tell_note_of_task();

-- Who is mentioned is told so: of the customer, whose notes he then reads with the rights he holds.
alter table notifications drop constraint notifications_target_type_check;
-- rolls: it takes all that was taken before
alter table notifications add constraint notifications_target_type_check
  check (target_type in ('task', 'contract', 'tariff', 'job', 'customer'));
create function note_mention() returns trigger
  language plpgsql
  as $$
begin
  if app_tenant_id() is null then
    return null;
  end if;
  insert into notification_events (tenant_id, notification_kind, target_type, target_id, user_id, not_for)
  select n.tenant_id, 'noteMention', 'customer', n.customer_id, new.user_id, array[n.created_by]
    from notes n where n.tenant_id = new.tenant_id and n.id = new.note_id;
  return null;
end
$$;
create trigger note_mention after insert on note_mentions for each row execute function note_mention();

-- What opens with somebody's name on it concerns him alone, also when several open at once.
create or replace function note_opened_tasks() returns trigger
  language plpgsql
  as $$
begin
  -- without context (owner, demo fill) nothing has happened
  if app_tenant_id() is null then
    return null;
  end if;
  insert into notification_events (tenant_id, notification_kind, happened, target_type, target_id, group_id, is_house, user_id, not_for)
  select t.tenant_id, t.task_type, count(*), case when count(*) = 1 then 'task' end,
         case when count(*) = 1 then (array_agg(t.id))[1] end, t.group_id, t.is_house,
         coalesce(t.user_id, t.assigned_user_id), t.not_for
    from opened t where t.ended_at is null
   group by t.tenant_id, t.task_type, t.group_id, t.is_house, coalesce(t.user_id, t.assigned_user_id), t.not_for;
  return null;
end
$$;
