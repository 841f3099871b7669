-- A visitor's way to her bank while holdings are read into an analysis: the bank's permission, sealed, and no longer than it is
-- good; beside it, as long as the analysis, what she agreed to. Neither her name at the bank nor her password is here.
create table depot_analysis_bank_links (
  tenant_id uuid not null references tenants,
  analysis_id uuid not null,
  issuer_id integer not null,
  -- null = over
  token_envelope jsonb,
  expires_at timestamptz not null,
  consent_version text not null check (is_not_blank(consent_version) and length(consent_version) <= 50),
  consented_at timestamptz not null,
  primary key (tenant_id, analysis_id),
  foreign key (tenant_id, analysis_id) references depot_analyses (tenant_id, id) on delete cascade,
  foreign key (tenant_id, issuer_id) references issuers (tenant_id, id) on delete cascade
);
create index depot_analysis_bank_links_issuer on depot_analysis_bank_links (tenant_id, issuer_id);
create index depot_analysis_bank_links_open on depot_analysis_bank_links (tenant_id, expires_at)
  where token_envelope is not null;

select protect_tenant_table('depot_analysis_bank_links');
