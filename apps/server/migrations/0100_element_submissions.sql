-- Server-driven forms (G-59): what was sent, with the version of the description it was made by.
create table element_submissions (
  tenant_id uuid not null,
  id uuid not null default gen_random_uuid(),
  submission_number bigint generated always as identity,
  contract_id uuid not null,
  element_key text not null check (element_key ~ '^[A-Za-z]{1,50}$'),
  description_version integer not null check (description_version >= 1),
  request jsonb not null check (jsonb_typeof(request) = 'object'),
  created_by uuid not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, contract_id) references contracts (tenant_id, id),
  foreign key (tenant_id, created_by) references users (tenant_id, id)
);
create index element_submissions_contract on element_submissions (tenant_id, contract_id, created_at desc);
create index element_submissions_created_by on element_submissions (tenant_id, created_by);
select protect_tenant_table('element_submissions', 'select, insert');

-- A submission is evidence of what the customer asked for.
create function refuse_submission_change() returns trigger
  language plpgsql
  as $$
begin
  raise exception 'a submission cannot be changed' using errcode = 'check_violation', constraint = 'element_submissions_immutable';
end
$$;
create trigger refuse_submission_change before update or delete on element_submissions
  for each row execute function refuse_submission_change();

-- Two windows on one draft: the later one must notice.
alter table drafts add column row_version integer not null default 1;
select track_row_version('drafts');
