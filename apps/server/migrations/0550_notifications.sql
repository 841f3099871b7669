-- What is told to people. A notification is one person's; what happens often is one line with a number until it is read, so
-- that a look over the whole book tells some lines and not a line a contract. Nothing here names a customer: who looks reads
-- the names of what he may see then.

-- Which kinds somebody wants, and how; without a row the product's own choice holds.
create table notification_settings (
  tenant_id uuid not null references tenants,
  user_id uuid not null,
  notification_kind text not null check (length(notification_kind) between 1 and 50),
  is_in_app boolean not null,
  mail text not null check (mail in ('none', 'soon', 'daily')),
  primary key (tenant_id, user_id, notification_kind),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
);

-- The table of the first releases was never written: it kept texts with names.
drop table notifications;
create table notifications (
  tenant_id uuid not null references tenants,
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  notification_kind text not null check (length(notification_kind) between 1 and 50),
  -- how often it has happened since it was read
  happened integer not null check (happened >= 1),
  happened_at timestamptz not null,
  created_at timestamptz not null default now(),
  -- the one thing it is about; null = several
  target_type text check (target_type in ('task', 'contract', 'tariff', 'job')),
  target_id uuid,
  -- shown under the bell; else told by mail only
  is_in_app boolean not null,
  mail_due_at timestamptz,
  mailed_at timestamptz,
  read_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade,
  check ((target_type is null) = (target_id is null))
);
create unique index notifications_unread on notifications (tenant_id, user_id, notification_kind, target_id)
  nulls not distinct where read_at is null;
create index notifications_list on notifications (tenant_id, user_id, happened_at desc, id) where is_in_app;
create index notifications_target on notifications (tenant_id, target_id) where read_at is null and target_id is not null;
create index notifications_mail on notifications (tenant_id, mail_due_at)
  where mail_due_at is not null and mailed_at is null and read_at is null;
create index notifications_mailed on notifications (tenant_id, user_id, mailed_at) where mailed_at is not null;
create index notifications_age on notifications (tenant_id, happened_at);

-- What has happened and nobody has been told of yet: taken away once told. Whom it concerns is decided then.
create table notification_events (
  tenant_id uuid not null references tenants,
  id bigint generated always as identity,
  notification_kind text not null,
  happened integer not null default 1,
  target_type text,
  target_id uuid,
  -- as of tasks: the group, the house, one person, and whom it must not be told
  group_id uuid,
  is_house boolean not null default false,
  user_id uuid,
  not_for uuid[] not null default '{}',
  primary key (tenant_id, id)
);

select protect_tenant_table(name) from unnest(array['notification_settings', 'notifications',
  'notification_events']::regclass[]) as name;

-- Tasks that have opened: one event a statement, kind and audience.
create function note_opened_tasks() returns trigger
  language plpgsql
  as $$
begin
  -- without context (owner, demo fill) nothing has happened
  if app_tenant_id() is null then
    return null;
  end if;
  insert into notification_events (tenant_id, notification_kind, happened, target_type, target_id, group_id, is_house, user_id, not_for)
  select t.tenant_id, t.task_type, count(*), case when count(*) = 1 then 'task' end,
         case when count(*) = 1 then (array_agg(t.id))[1] end, t.group_id, t.is_house, t.user_id, t.not_for
    from opened t where t.ended_at is null
   group by t.tenant_id, t.task_type, t.group_id, t.is_house, t.user_id, t.not_for;
  return null;
end
$$;
create trigger note_opened_tasks after insert on workbench_tasks referencing new table as opened
  for each statement execute function note_opened_tasks();

-- Tasks that have become graver or have something new in them, that were given to somebody else, and that need nobody any more.
create function note_changed_tasks() returns trigger
  language plpgsql
  as $$
begin
  if app_tenant_id() is null then
    return null;
  end if;
  insert into notification_events (tenant_id, notification_kind, happened, target_type, target_id, group_id, is_house, user_id, not_for)
  select t.tenant_id, t.task_type, count(*), case when count(*) = 1 then 'task' end,
         case when count(*) = 1 then (array_agg(t.id))[1] end, t.group_id, t.is_house, t.user_id, t.not_for
    from changed t join before b on b.tenant_id = t.tenant_id and b.id = t.id
   where t.ended_at is null and t.status <> 'done'
     and (t.severity > b.severity or t.cause_bits & ~b.cause_bits <> 0)
   group by t.tenant_id, t.task_type, t.group_id, t.is_house, t.user_id, t.not_for;
  insert into notification_events (tenant_id, notification_kind, target_type, target_id, user_id, not_for)
  select t.tenant_id, 'taskAssigned', 'task', t.id, t.assigned_user_id, array_remove(array[acting_user_id()], null)
    from changed t join before b on b.tenant_id = t.tenant_id and b.id = t.id
   where t.ended_at is null and t.assigned_user_id is distinct from b.assigned_user_id
     and t.assigned_user_id is not null and t.assigned_user_id is distinct from acting_user_id();
  update notifications n set read_at = now()
    from changed t join before b on b.tenant_id = t.tenant_id and b.id = t.id
   where n.tenant_id = t.tenant_id and n.target_id = t.id and n.target_type = 'task' and n.read_at is null
     and (t.ended_at is not null and b.ended_at is null or t.status = 'done' and b.status <> 'done');
  return null;
end
$$;
create trigger note_changed_tasks after update on workbench_tasks referencing old table as before new table as changed
  for each statement execute function note_changed_tasks();

-- What a second person decided of a plan, for who asked.
create function note_decided_plan() returns trigger
  language plpgsql
  as $$
begin
  if app_tenant_id() is null then
    return null;
  end if;
  insert into notification_events (tenant_id, notification_kind, target_type, target_id, user_id, not_for)
  select new.tenant_id, case new.state when 'approved' then 'planApproved' else 'planRefused' end,
         'contract', p.contract_id, new.requested_by, array_remove(array[new.decided_by], null)
    from planned_optimizations p where p.tenant_id = new.tenant_id and p.id = new.planned_optimization_id;
  return null;
end
$$;
create trigger note_decided_plan after update of state on plan_approvals for each row
  when (old.state = 'waiting' and new.state <> 'waiting') execute function note_decided_plan();

-- What a second person decided of a tariff's version, for who submitted it.
create function note_decided_version() returns trigger
  language plpgsql
  as $$
begin
  if app_tenant_id() is null then
    return null;
  end if;
  insert into notification_events (tenant_id, notification_kind, target_type, target_id, user_id, not_for)
  values (new.tenant_id, case new.state when 'rejected' then 'tariffRejected' else 'tariffApproved' end,
          'tariff', new.tariff_id, old.submitted_by, array_remove(array[acting_user_id()], null));
  return null;
end
$$;
create trigger note_decided_version after update of state on tariff_versions for each row
  when (old.state = 'submitted' and new.state in ('approved', 'published', 'rejected') and old.submitted_by is not null)
  execute function note_decided_version();

-- Work somebody has started and did not wait for at the screen.
create function note_ended_job() returns trigger
  language plpgsql
  as $$
begin
  if app_tenant_id() is null then
    return null;
  end if;
  insert into notification_events (tenant_id, notification_kind, target_type, target_id, user_id)
  values (new.tenant_id, 'jobEnded', 'job', new.id, new.created_by);
  return null;
end
$$;
create trigger note_ended_job after update of state on jobs for each row
  when (new.state = 'done' and old.state <> 'done' and new.created_by is not null
    -- these are followed at the screen, or are nobody's own
    and new.job_type not in ('remoteRefresh', 'sweepTasks')
    and now() - new.created_at > interval '10 seconds')
  execute function note_ended_job();

-- Whose bell has changed is told to his own streams alone.
create function tell_notification() returns trigger
  language plpgsql
  as $$
begin
  perform pg_notify('depotwerk_changes', new.tenant_id || ' notifications ' || new.user_id);
  return null;
end
$$;
create trigger tell_notification after insert or update of happened, read_at on notifications for each row
  when (new.is_in_app) execute function tell_notification();

-- Houses in which somebody waits to be told.
create function find_notification_events() returns setof uuid
  language sql stable security definer set search_path = public, pg_temp
  as $$ select t.tenant_id from tenants t where not t.is_inactive
    and exists (select from notification_events e where e.tenant_id = t.tenant_id) $$;
-- And those in which a mail is due.
create function find_notification_mails(p_at timestamptz) returns setof uuid
  language sql stable security definer set search_path = public, pg_temp
  as $$ select t.tenant_id from tenants t where not t.is_inactive
    and exists (select from notifications n where n.tenant_id = t.tenant_id and n.mail_due_at <= p_at
      and n.mailed_at is null and n.read_at is null) $$;
grant select (tenant_id) on notification_events to depotwerk_definer;
grant select (tenant_id, mail_due_at, mailed_at, read_at) on notifications to depotwerk_definer;
create policy definer_lookup on notification_events for select to depotwerk_definer using (true);
create policy definer_lookup on notifications for select to depotwerk_definer using (true);
grant create on schema public to depotwerk_definer;
do $$
declare
  lookup regprocedure;
begin
  foreach lookup in array array['find_notification_events()', 'find_notification_mails(timestamptz)']::regprocedure[]
  loop
    execute format('revoke execute on function %s from public', lookup);
    execute format('grant execute on function %s to depotwerk_app', lookup);
    execute format('alter function %s owner to depotwerk_definer', lookup);
  end loop;
end
$$;
revoke create on schema public from depotwerk_definer;
