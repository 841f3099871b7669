-- The archive: content never changes and nothing is deleted before its retention ends; documents of funds; the data a
-- report was made from with its hash; public reports behind a secret guid.

alter table documents add column fund_id integer;
alter table documents add foreign key (tenant_id, fund_id) references funds (tenant_id, id);
create index documents_fund on documents (tenant_id, fund_id, document_type, created_at desc) where fund_id is not null;
create index documents_released_by on documents (tenant_id, released_by) where released_by is not null;

create function refuse_document_change() returns trigger
  language plpgsql
  as $$
begin
  raise exception 'the content of a document cannot be changed' using errcode = 'check_violation', constraint = 'documents_immutable';
end
$$;
create trigger refuse_content_change before update on documents for each row
  when ((old.tenant_id, old.id, old.customer_id, old.contract_id, old.fund_id, old.document_type, old.title, old.file_name,
         old.media_type, old.byte_size, old.content_hash, old.content, old.created_by, old.created_at)
        is distinct from
        (new.tenant_id, new.id, new.customer_id, new.contract_id, new.fund_id, new.document_type, new.title, new.file_name,
         new.media_type, new.byte_size, new.content_hash, new.content, new.created_by, new.created_at)
        -- what belongs to a consultation stays with it
        or (old.consultation_id is not null and new.consultation_id is distinct from old.consultation_id)
        -- retention is only ever made longer, a release is never taken back
        or (old.retention_until is not null and (new.retention_until is null or new.retention_until < old.retention_until))
        or (old.released_at is not null and (old.released_at, old.released_by) is distinct from (new.released_at, new.released_by)))
  execute function refuse_document_change();
create trigger refuse_early_deletion before delete on documents for each row
  when (old.retention_until is null or old.retention_until >= current_date)
  execute function refuse_document_change();

-- `data` is what was set and hashed: the hash printed in the footer can be proved from it.
alter table reports
  add column fund_id integer,
  add column data jsonb check (jsonb_typeof(data) = 'object'),
  add column data_hash bytea check (length(data_hash) = 32);
alter table reports add foreign key (tenant_id, fund_id) references funds (tenant_id, id);
create index reports_fund on reports (tenant_id, fund_id, data_hash) where fund_id is not null;
create index reports_created_by on reports (tenant_id, created_by, created_at desc) where created_by is not null;

create function refuse_report_change() returns trigger
  language plpgsql
  as $$
begin
  raise exception 'a report cannot be changed' using errcode = 'check_violation', constraint = 'reports_immutable';
end
$$;
create trigger refuse_change before update on reports for each row
  when (old.document_id is not null) execute function refuse_report_change();
create trigger refuse_deletion before delete on reports for each row
  when (old.document_id is not null) execute function refuse_report_change();

-- Only hashes of the two secrets: the guid opens the data, the report id its PDF.
create table public_reports (
  tenant_id uuid not null references tenants,
  id uuid not null default gen_random_uuid(),
  report_type text not null check (report_type in ('depotAnalysisResult', 'preregistrationConfirmation',
    'fundComparisonPublic', 'costExamplePublic')),
  guid_hash bytea not null check (length(guid_hash) = 32),
  report_id_hash bytea not null check (length(report_id_hash) = 32),
  title text not null check (is_not_blank(title) and length(title) <= 200),
  sections jsonb not null check (jsonb_typeof(sections) = 'array'),
  disclaimer text not null default '',
  created_by uuid,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, created_by) references users (tenant_id, id)
);
create unique index public_reports_guid on public_reports (guid_hash);
create unique index public_reports_report_id on public_reports (report_id_hash);
create index public_reports_expiry on public_reports (expires_at);
create index public_reports_created_by on public_reports (tenant_id, created_by) where created_by is not null;
select protect_tenant_table('public_reports', 'select, insert, delete');
grant select (tenant_id, id, guid_hash, report_id_hash) on public_reports to depotwerk_definer;
create policy definer_lookup on public_reports for select to depotwerk_definer using (true);

create function find_public_report(p_hash bytea) returns table (tenant_id uuid, id uuid)
  language sql stable security definer set search_path = public, pg_temp
  as $$ select r.tenant_id, r.id from public_reports r where r.guid_hash = p_hash or r.report_id_hash = p_hash $$;
grant create on schema public to depotwerk_definer;
revoke execute on function find_public_report(bytea) from public;
grant execute on function find_public_report(bytea) to depotwerk_app;
alter function find_public_report(bytea) owner to depotwerk_definer;
revoke create on schema public from depotwerk_definer;
