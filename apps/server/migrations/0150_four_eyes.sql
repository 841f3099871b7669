-- Four eyes: who wrote any part of a version never approves it, however trivial a colleague's save came last.

-- Everybody who ever edited a component, or one it was copied from.
create table component_editors (
  tenant_id uuid not null,
  component_id uuid not null,
  user_id uuid not null,
  primary key (tenant_id, component_id, user_id),
  foreign key (tenant_id, component_id) references components (tenant_id, id) on delete cascade,
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
);
create index component_editors_user on component_editors (tenant_id, user_id);
select protect_tenant_table('component_editors', 'select, insert');

-- The user a transaction works for; null for jobs of nobody.
create function acting_user_id() returns uuid
  language sql stable
  as $$ select nullif(current_setting('app.user_id', true), '')::uuid $$;

create function note_component_editor() returns trigger
  language plpgsql
  as $$
begin
  if acting_user_id() is not null then
    insert into component_editors (tenant_id, component_id, user_id) values (new.tenant_id, new.id, acting_user_id())
      on conflict do nothing;
  end if;
  return null;
end
$$;
create trigger note_component_editor after insert or update on components
  for each row execute function note_component_editor();

-- Everybody whose work a version holds: its editors, and those of its components from its submission on.
alter table tariff_versions add column editors uuid[] not null default '{}';

create function note_version_editors() returns trigger
  language plpgsql
  as $$
declare
  found uuid[] := new.editors;
begin
  if tg_op = 'UPDATE' then
    found := found || old.editors;
  end if;
  if tg_op = 'INSERT' or new.content->'tariff' is distinct from old.content->'tariff' then
    found := found || acting_user_id();
  end if;
  found := found || new.last_edited_by;
  if new.state = 'submitted' then
    found := found || array(
      select e.user_id from component_editors e
       where e.tenant_id = new.tenant_id and e.component_id in (
         (new.content->'tariff'->>'componentRiskId')::uuid, (new.content->'tariff'->>'componentSelectionId')::uuid,
         (new.content->'tariff'->>'componentAllocationId')::uuid, (new.content->'tariff'->>'componentUniverseId')::uuid));
  end if;
  new.editors := array(select distinct e from unnest(found) e where e is not null order by e);
  -- Versions approved under the former rule stay as they are; a new approval keeps this one.
  if new.approved_by is not null and (tg_op = 'INSERT' or new.approved_by is distinct from old.approved_by)
     and new.approved_by is not distinct from new.submitted_by then
    raise exception 'who submitted a version never approves it'
      using errcode = 'check_violation', constraint = 'tariff_versions_four_eyes';
  end if;
  return new;
end
$$;

do $$
declare
  name text;
  names constant text[] := array['components', 'component_editors', 'tariff_versions', 'audit_entries', 'users'];
begin
  foreach name in array names loop
    execute format('alter table %I no force row level security', name);
  end loop;
  alter table tariff_versions disable trigger user;
  -- The log knows who edited so far.
  insert into component_editors (tenant_id, component_id, user_id)
    select distinct c.tenant_id, c.id, a.actor_user_id from components c
      join audit_entries a on a.tenant_id = c.tenant_id and a.object_type = 'tariffComponent' and a.object_id = c.id::text
       and a.action in ('tariffComponents.create', 'tariffComponents.edit', 'tariffComponents.copy') and a.result = 'done'
      join users u on u.tenant_id = a.tenant_id and u.id = a.actor_user_id;
  update tariff_versions v set editors = array(
      select distinct u.id from audit_entries a join users u on u.tenant_id = a.tenant_id and u.id = a.actor_user_id
       where a.tenant_id = v.tenant_id and a.object_type = 'tariff' and a.object_id = v.tariff_id::text and a.result = 'done'
         and (a.action in ('tariffs.create', 'tariffs.copy') and v.version_number = 1
           or a.action in ('tariffs.edit', 'tariffs.rollback') and a.details->>'versionNumber' = v.version_number::text)
      union select v.last_edited_by where v.last_edited_by is not null
      union select e.user_id from component_editors e
       where e.tenant_id = v.tenant_id and v.state in ('submitted', 'approved') and e.component_id in (
         (v.content->'tariff'->>'componentRiskId')::uuid, (v.content->'tariff'->>'componentSelectionId')::uuid,
         (v.content->'tariff'->>'componentAllocationId')::uuid, (v.content->'tariff'->>'componentUniverseId')::uuid))
    where v.state in ('draft', 'rejected', 'submitted', 'approved');
  -- What one of them approved waits for somebody else again.
  update tariff_versions set state = 'submitted', approved_by = null, approved_at = null, valid_from = null
    where state = 'approved' and (approved_by = any (editors) or approved_by = submitted_by);
  alter table tariff_versions enable trigger user;
  foreach name in array names loop
    execute format('alter table %I force row level security', name);
  end loop;
end
$$;

alter table tariff_versions add constraint tariff_versions_four_eyes_editors
  check (approved_by is null or approved_by <> all (editors));
create trigger note_version_editors before insert or update on tariff_versions
  for each row execute function note_version_editors();
