-- Consultations, the archive, reports, and what strangers may open.

create table consultations (
  tenant_id uuid not null references tenants,
  id uuid not null default gen_random_uuid(),
  customer_id uuid not null,
  consultation_kind text not null check (consultation_kind in ('initial', 'periodicReview', 'event', 'other')),
  place text not null default '' check (length(place) <= 200),
  initiative text not null check (initiative in ('customer', 'adviser')),
  participants text[] not null default '{}',
  started_at timestamptz not null,
  completed_at timestamptz,
  profile_snapshot jsonb not null default '{}',
  recommendations jsonb not null default '[]',
  reason_text text not null default '' check (length(reason_text) <= 5000),
  is_periodic_review_agreed boolean not null default false,
  addendum_to_id uuid,
  state text not null default 'draft' check (state in ('draft', 'completed', 'notPursued')),
  created_by uuid not null,
  row_version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- completed ones are kept as long as the law wants, and can be erased then
  retention_until date generated always as (retention_end(coalesce(completed_at, started_at))) stored,
  primary key (tenant_id, id),
  foreign key (tenant_id, customer_id) references customers (tenant_id, id),
  foreign key (tenant_id, created_by) references users (tenant_id, id),
  foreign key (tenant_id, addendum_to_id) references consultations (tenant_id, id),
  check ((state = 'completed') = (completed_at is not null)),
  check (completed_at is null or completed_at >= started_at)
);
create index consultations_customer on consultations (tenant_id, customer_id, started_at desc, id);
create index consultations_created_by on consultations (tenant_id, created_by, started_at desc);
create index consultations_addendum on consultations (tenant_id, addendum_to_id) where addendum_to_id is not null;
-- What rules of the work list look for.
create index consultations_draft on consultations (tenant_id, id) where state = 'draft';

create table consultation_contracts (
  tenant_id uuid not null,
  consultation_id uuid not null,
  contract_id uuid not null,
  primary key (tenant_id, consultation_id, contract_id),
  foreign key (tenant_id, consultation_id) references consultations (tenant_id, id) on delete cascade,
  foreign key (tenant_id, contract_id) references contracts (tenant_id, id)
);
create index consultation_contracts_contract on consultation_contracts (tenant_id, contract_id);

-- Completed consultations are evidence: corrections are addenda.
create function refuse_completed_consultation_change() returns trigger
  language plpgsql
  as $$
declare
  probe consultations;
begin
  if tg_op = 'UPDATE' then
    probe := new;
    probe.customer_id := old.customer_id;
    probe.row_version := old.row_version;
    probe.updated_at := old.updated_at;
    probe.retention_until := old.retention_until;
    if probe is not distinct from old and is_merge_move(old.tenant_id, old.customer_id, new.customer_id) then
      return new;
    end if;
  end if;
  raise exception 'a completed consultation cannot be changed' using errcode = 'check_violation', constraint = 'consultations_immutable';
end
$$;
create trigger refuse_completed_change before update on consultations for each row
  when (old.state = 'completed') execute function refuse_completed_consultation_change();
create trigger refuse_early_deletion before delete on consultations for each row
  when (old.state = 'completed' and old.retention_until >= current_date)
  execute function refuse_completed_consultation_change();

-- The archive: content never changes and nothing is deleted before its retention ends.
create table documents (
  tenant_id uuid not null references tenants,
  id uuid not null default gen_random_uuid(),
  customer_id uuid,
  contract_id uuid,
  consultation_id uuid,
  document_type text not null check (length(document_type) between 1 and 50),
  title text not null check (is_not_blank(title) and length(title) <= 200),
  file_name text not null check (is_not_blank(file_name) and length(file_name) <= 255),
  media_type text not null check (length(media_type) <= 100),
  byte_size bigint not null check (byte_size between 0 and 10485760),
  content_hash bytea not null check (length(content_hash) = 32),
  content bytea,
  state text not null default 'draft' check (state in ('draft', 'released', 'signed', 'archived')),
  released_at timestamptz,
  released_by uuid,
  retention_until date,
  created_by uuid,
  row_version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  fund_id integer,
  primary key (tenant_id, id),
  foreign key (tenant_id, customer_id) references customers (tenant_id, id),
  foreign key (tenant_id, contract_id) references contracts (tenant_id, id),
  foreign key (tenant_id, consultation_id) references consultations (tenant_id, id),
  foreign key (tenant_id, created_by) references users (tenant_id, id),
  foreign key (tenant_id, released_by) references users (tenant_id, id),
  check (content is null or octet_length(content) = byte_size),
  foreign key (tenant_id, fund_id) references funds (tenant_id, id)
);
create index documents_contract on documents (tenant_id, contract_id, created_at desc, id) where contract_id is not null;
create index documents_customer on documents (tenant_id, customer_id, created_at desc, id) where customer_id is not null;
create index documents_consultation on documents (tenant_id, consultation_id) where consultation_id is not null;
create index documents_recent on documents (tenant_id, created_at desc, id);
create index documents_fund on documents (tenant_id, fund_id, document_type, created_at desc) where fund_id is not null;
create index documents_released_by on documents (tenant_id, released_by) where released_by is not null;
-- How much a user filed lately and how much a tenant keeps are asked before every document: both from this index alone.
create index documents_usage on documents (tenant_id, created_by, created_at) include (byte_size);
create index documents_unsigned on documents (tenant_id, contract_id) where document_type = 'legalContract' and state = 'released';

create function refuse_document_change() returns trigger
  language plpgsql
  as $$
declare
  probe documents;
begin
  if tg_op = 'UPDATE' then
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

create table reports (
  tenant_id uuid not null references tenants,
  id uuid not null default gen_random_uuid(),
  report_type text not null check (length(report_type) between 1 and 50),
  contract_id uuid,
  customer_id uuid,
  tariff_id uuid,
  document_id uuid,
  parameters jsonb not null default '{}',
  created_by uuid,
  created_at timestamptz not null default now(),
  -- `data` is what was set and hashed: the hash printed in the footer can be proved from it.
  fund_id integer,
  data jsonb check (jsonb_typeof(data) = 'object'),
  data_hash bytea check (length(data_hash) = 32),
  primary key (tenant_id, id),
  foreign key (tenant_id, contract_id) references contracts (tenant_id, id),
  foreign key (tenant_id, customer_id) references customers (tenant_id, id),
  foreign key (tenant_id, document_id) references documents (tenant_id, id),
  foreign key (tenant_id, created_by) references users (tenant_id, id),
  foreign key (tenant_id, fund_id) references funds (tenant_id, id)
);
create index reports_contract on reports (tenant_id, contract_id, created_at desc) where contract_id is not null;
create index reports_customer on reports (tenant_id, customer_id, created_at desc) where customer_id is not null;
create index reports_recent on reports (tenant_id, created_at desc, id);
create index reports_document on reports (tenant_id, document_id) where document_id is not null;
create index reports_tariff on reports (tenant_id, tariff_id) where tariff_id is not null;
create index reports_fund on reports (tenant_id, fund_id, data_hash) where fund_id is not null;
create index reports_created_by on reports (tenant_id, created_by, created_at desc) where created_by is not null;

create function refuse_report_change() returns trigger
  language plpgsql
  as $$
declare
  probe reports;
begin
  if tg_op = 'UPDATE' then
    probe := new;
    probe.customer_id := old.customer_id;
    if probe is not distinct from old and is_merge_move(old.tenant_id, old.customer_id, new.customer_id) then
      return new;
    end if;
  end if;
  raise exception 'a report cannot be changed' using errcode = 'check_violation', constraint = 'reports_immutable';
end
$$;
create trigger refuse_change before update on reports for each row
  when (old.document_id is not null) execute function refuse_report_change();

-- A report in the archive is kept as long as its document, and goes with it.
create function refuse_report_deletion() returns trigger
  language plpgsql
  as $$
begin
  if exists (select from documents d where d.tenant_id = old.tenant_id and d.id = old.document_id
      and (d.retention_until is null or d.retention_until >= current_date)) then
    raise exception 'a report cannot be changed' using errcode = 'check_violation', constraint = 'reports_immutable';
  end if;
  return old;
end
$$;
create trigger refuse_deletion before delete on reports for each row
  when (old.document_id is not null) execute function refuse_report_deletion();

-- One-time addresses of reports: only the hash is stored.
create table report_urls (
  tenant_id uuid not null,
  id uuid not null default gen_random_uuid(),
  report_id uuid not null,
  token_hash bytea not null check (length(token_hash) = 32),
  created_for uuid,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, report_id) references reports (tenant_id, id) on delete cascade,
  foreign key (tenant_id, created_for) references users (tenant_id, id) on delete cascade
);
create unique index report_urls_hash on report_urls (token_hash);
create index report_urls_report on report_urls (tenant_id, report_id);

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

-- Anonymous analyses and invitations: the guid is the secret, so only its hash is stored.
create table depot_analyses (
  tenant_id uuid not null references tenants,
  id uuid not null default gen_random_uuid(),
  guid_hash bytea not null check (length(guid_hash) = 32),
  state text not null default 'open' check (state in ('open', 'calculated', 'submitted')),
  answers jsonb not null default '{}',
  result jsonb,
  consent_version text check (length(consent_version) <= 50),
  consented_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (tenant_id, id)
);
create unique index depot_analyses_guid on depot_analyses (guid_hash);
create index depot_analyses_expiry on depot_analyses (expires_at);

create table preregistrations (
  tenant_id uuid not null references tenants,
  id uuid not null default gen_random_uuid(),
  guid_hash bytea not null check (length(guid_hash) = 32),
  customer_id uuid,
  group_id uuid,
  invited_by uuid not null,
  first_name text not null default '' check (length(first_name) <= 200),
  last_name text not null check (length(last_name) <= 200),
  email text not null check (length(email) <= 200),
  phone_number text check (length(phone_number) <= 50),
  message text not null default '' check (length(message) <= 5000),
  status text not null default 'open' check (status in ('open', 'started', 'submitted', 'expired', 'revoked')),
  identity_attempts_left smallint not null default 3 check (identity_attempts_left between 0 and 3),
  answers jsonb not null default '{}',
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, customer_id) references customers (tenant_id, id),
  foreign key (tenant_id, group_id) references groups (tenant_id, id),
  foreign key (tenant_id, invited_by) references users (tenant_id, id)
);
create unique index preregistrations_guid on preregistrations (guid_hash);
create index preregistrations_invited_by on preregistrations (tenant_id, invited_by, created_at desc);
create index preregistrations_customer on preregistrations (tenant_id, customer_id) where customer_id is not null;

-- A hold stops every erasure, also the nightly one of single documents and contracts.
create function refuse_deletion_on_hold() returns trigger
  language plpgsql
  as $$
declare
  owner uuid;
begin
  if tg_table_name = 'customers' then owner := old.id; else owner := old.customer_id; end if;
  if exists (select from customer_legal_holds h
      where h.tenant_id = old.tenant_id and h.customer_id = owner and h.lifted_at is null) then
    raise exception 'a legal hold keeps the data of the customer' using errcode = 'check_violation', constraint = 'customers_legal_hold';
  end if;
  return old;
end
$$;
create trigger refuse_deletion_on_hold before delete on customers for each row execute function refuse_deletion_on_hold();
create trigger refuse_deletion_on_hold before delete on contracts for each row execute function refuse_deletion_on_hold();
create trigger refuse_deletion_on_hold before delete on consultations for each row execute function refuse_deletion_on_hold();
create trigger refuse_deletion_on_hold before delete on documents for each row
  when (old.customer_id is not null) execute function refuse_deletion_on_hold();

select track_row_version(name) from unnest(array['consultations', 'documents']::regclass[]) as name;
select protect_tenant_table(name) from unnest(array['consultations', 'consultation_contracts', 'documents', 'reports',
  'report_urls', 'depot_analyses', 'preregistrations']::regclass[]) as name;
select protect_tenant_table('public_reports', 'select, insert, delete');
