-- Work over many objects that somebody cancelled: what is done stays, the pieces nobody has begun are never done. The job ends as
-- `done`, which a server of the release before knows; that it was cancelled, by whom and when stands beside it.
alter table jobs add column cancelled_at timestamptz, add column cancelled_by uuid;
alter table jobs add constraint jobs_cancelled_by_fkey foreign key (tenant_id, cancelled_by) references users (tenant_id, id) not valid;
alter table jobs add constraint jobs_cancelled_check check (cancelled_by is null or cancelled_at is not null) not valid;
alter table job_chunks drop constraint job_chunks_state_check;
alter table job_chunks add constraint job_chunks_state_check
  check (state in ('queued', 'running', 'failed', 'done', 'dead', 'cancelled')) not valid;
