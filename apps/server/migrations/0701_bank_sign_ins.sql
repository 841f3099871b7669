-- Sign-ins of visitors at their banks that wait for the bank's answer. Ending the link takes them away: an answer that comes
-- afterwards finds none of its own, and nothing is kept against the visitor's will. What a crash leaves goes with the analysis.
create table depot_analysis_bank_sign_ins (
  tenant_id uuid not null references tenants,
  id uuid not null default gen_random_uuid(),
  analysis_id uuid not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, analysis_id) references depot_analyses (tenant_id, id) on delete cascade
);
create index depot_analysis_bank_sign_ins_analysis on depot_analysis_bank_sign_ins (tenant_id, analysis_id);

select protect_tenant_table('depot_analysis_bank_sign_ins');
