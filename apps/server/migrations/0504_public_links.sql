-- Links to public reports can be counted, limited and taken back, and are found again where they were made: with a fund, an
-- analysis or an invitation, with which they go.
alter table public_reports
  add column max_uses integer check (max_uses between 1 and 1000),
  add column use_count integer not null default 0 check (use_count >= 0),
  add column revoked_at timestamptz,
  add column fund_ids integer[] not null default '{}',
  add column analysis_id uuid,
  add column invitation_id uuid,
  add foreign key (tenant_id, analysis_id) references depot_analyses (tenant_id, id) on delete cascade,
  add foreign key (tenant_id, invitation_id) references preregistrations (tenant_id, id) on delete cascade,
  add check (max_uses is null or use_count <= max_uses);
create index public_reports_analysis on public_reports (tenant_id, analysis_id) where analysis_id is not null;
create index public_reports_invitation on public_reports (tenant_id, invitation_id) where invitation_id is not null;
grant update (use_count, revoked_at) on public_reports to depotwerk_app;
