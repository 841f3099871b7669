-- Contents of documents may leave the database for an object store (S3). A content is here (`content`), there
-- (`stored_at`), or nowhere because it was erased; never in both places as far as readers are concerned.
alter table documents add column stored_at timestamptz;
alter table documents add constraint documents_one_place check (stored_at is null or content is null) not valid;
-- What waits to be moved out, oldest first.
create index documents_here on documents (tenant_id, created_at, id) where content is not null;

-- One row for each object of the store, made before the object and deleted after it: nothing lies there that no row knows of.
-- It outlives its document, hence no reference to it.
create table stored_contents (
  tenant_id uuid not null references tenants,
  document_id uuid not null,
  state text not null check (state in ('moving', 'stored', 'deleting')),
  content_hash bytea not null check (length(content_hash) = 32),
  byte_size bigint not null check (byte_size between 0 and 10485760),
  -- of buckets that keep versions, as locked ones do
  version_id text check (length(version_id) between 1 and 1024),
  -- last day the store itself keeps it
  locked_until date,
  -- when it is worked on next: a lease while somebody does, the next attempt after a failure; null = nothing to do
  due_at timestamptz,
  attempts integer not null default 0 check (attempts >= 0),
  last_problem text check (length(last_problem) between 1 and 50),
  failed_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (tenant_id, document_id)
);
create index stored_contents_due on stored_contents (tenant_id, due_at) where due_at is not null;
select protect_tenant_table('stored_contents');

-- As before, and two changes more: a content that lies in the store as it is leaves its row, and one that has the hash of
-- the document comes back to it. Neither is a new version of the document.
create or replace function refuse_document_change() returns trigger
  language plpgsql
  as $$
declare
  probe documents;
begin
  if tg_op = 'UPDATE' then
    probe := new;
    probe.row_version := old.row_version;
    probe.updated_at := old.updated_at;
    probe.content := old.content;
    probe.stored_at := old.stored_at;
    if probe is not distinct from old and (
      old.content is not null and old.stored_at is null and new.content is null and new.stored_at is not null
        and exists (select from stored_contents s where s.tenant_id = old.tenant_id and s.document_id = old.id
          and s.state = 'stored' and s.content_hash = old.content_hash and s.byte_size = old.byte_size)
      or old.content is null and old.stored_at is not null and new.stored_at is null and new.content is not null
        and sha256(new.content) = old.content_hash
    ) then
      new.row_version := old.row_version;
      new.updated_at := old.updated_at;
      return new;
    end if;
    probe := new;
    probe.customer_id := old.customer_id;
    probe.row_version := old.row_version;
    probe.updated_at := old.updated_at;
    if probe is not distinct from old and is_merge_move(old.tenant_id, old.customer_id, new.customer_id) then
      return new;
    end if;
  end if;
  raise exception 'the content of a document cannot be changed' using errcode = 'check_violation', constraint = 'documents_immutable';
end
$$;
-- The place alone is no content, and no more to be changed by itself.
create trigger refuse_place_change before update of stored_at on documents for each row
  when (old.stored_at is distinct from new.stored_at and old.content is not distinct from new.content)
  execute function refuse_document_change();

-- The record of an object is believed by the trigger above, so what it says of the content never changes.
create function refuse_stored_content_change() returns trigger
  language plpgsql
  as $$
begin
  if (old.tenant_id, old.document_id, old.content_hash, old.byte_size)
      is distinct from (new.tenant_id, new.document_id, new.content_hash, new.byte_size)
    or new.locked_until < old.locked_until then
    raise exception 'what lies in the document store cannot be changed'
      using errcode = 'check_violation', constraint = 'stored_contents_immutable';
  end if;
  return new;
end
$$;
create trigger refuse_change before update on stored_contents for each row execute function refuse_stored_content_change();

-- An object is forgotten only after its document has let go of it.
create function refuse_stored_content_deletion() returns trigger
  language plpgsql
  as $$
begin
  if exists (select from documents d where d.tenant_id = old.tenant_id and d.id = old.document_id and d.stored_at is not null) then
    raise exception 'a document lies in the document store' using errcode = 'check_violation', constraint = 'stored_contents_needed';
  end if;
  return old;
end
$$;
create trigger refuse_deletion before delete on stored_contents for each row execute function refuse_stored_content_deletion();

-- However a document goes, its object goes after it, when its lock is over. Whoever is moving it out at this moment is let
-- finish first (`due_at`).
create function forget_stored_content() returns trigger
  language plpgsql
  as $$
begin
  update stored_contents s set state = 'deleting', attempts = 0, due_at = greatest(s.due_at, now(), (s.locked_until + 1)::timestamptz)
   where s.tenant_id = old.tenant_id and s.document_id = old.id;
  return null;
end
$$;
create trigger forget_stored_content after delete on documents for each row execute function forget_stored_content();

-- A retention made longer is made longer there, too.
create function prolong_stored_content() returns trigger
  language plpgsql
  as $$
begin
  update stored_contents s set due_at = coalesce(s.due_at, now())
   where s.tenant_id = new.tenant_id and s.document_id = new.id and s.state = 'stored';
  return null;
end
$$;
create trigger prolong_stored_content after update of retention_until on documents for each row
  when (new.stored_at is not null and new.retention_until is distinct from old.retention_until)
  execute function prolong_stored_content();

-- Of the whole installation, for its start.
create function has_stored_contents() returns boolean
  language sql stable security definer set search_path = public, pg_temp
  as $$ select exists (select from stored_contents s where s.state = 'stored') $$;

-- And for its metrics.
create function measure_document_store() returns table (
  waiting bigint, oldest_waiting_seconds double precision, deleting bigint, failing bigint
)
  language sql stable security definer set search_path = public, pg_temp
  as $$
  select count(d.tenant_id), coalesce(extract(epoch from now() - min(d.created_at)), 0)::double precision,
    (select count(s.tenant_id) from stored_contents s where s.state = 'deleting'),
    (select count(s.tenant_id) from stored_contents s where s.due_at is not null and s.last_problem is not null)
    from documents d where d.content is not null
  $$;
-- Of a content only whether it is there.
grant select (tenant_id, created_at, content) on documents to depotwerk_definer;
grant select (tenant_id, document_id, state, due_at, last_problem) on stored_contents to depotwerk_definer;
create policy definer_lookup on documents for select to depotwerk_definer using (true);
create policy definer_lookup on stored_contents for select to depotwerk_definer using (true);
grant create on schema public to depotwerk_definer;
revoke execute on function measure_document_store(), has_stored_contents() from public;
grant execute on function measure_document_store(), has_stored_contents() to depotwerk_app;
alter function measure_document_store() owner to depotwerk_definer;
alter function has_stored_contents() owner to depotwerk_definer;
revoke create on schema public from depotwerk_definer;
