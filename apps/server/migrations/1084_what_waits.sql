-- Since when work has been due that nobody does; null where none is. A job whose pieces are being done has pieces that wait for
-- their turn, which is no standstill: it counts from the last piece that was finished, and not at all while one is held.
-- As its caller reads: the application the work of one house, measure_jobs() that of all.
create function due_work_since() returns timestamptz
  language sql stable set search_path = public, pg_temp
  as $$
  select least(
    (select min(j.run_at) from jobs j where j.state in ('queued', 'failed') and j.run_at <= now()),
    (select min(j.locked_until) from jobs j where j.state = 'running' and j.locked_until < now()),
    (select min(case when s.due_at <= now() then greatest(s.due_at, s.worked_at)
                     when s.due_at is null and s.run_at <= now() then greatest(s.run_at, s.worked_at) end)
       from (select j.run_at,
                    min(case c.state when 'running' then c.locked_until when 'queued' then c.run_at when 'failed' then c.run_at end) as due_at,
                    max(case when c.state = 'running' and c.locked_until > now() then now() else c.finished_at end) as worked_at
               from jobs j left join job_chunks c on c.tenant_id = j.tenant_id and c.job_id = j.id
              where j.state = 'split' group by j.tenant_id, j.id, j.run_at) s
      where s.worked_at is distinct from now()))
  $$;
revoke execute on function due_work_since() from public;
grant execute on function due_work_since() to depotwerk_app, depotwerk_definer;
grant select (finished_at) on job_chunks to depotwerk_definer;

-- As in 0017, with what is due as above.
create or replace function measure_jobs() returns table (oldest_waiting_seconds double precision, open_jobs bigint, dead_jobs bigint)
  language sql stable security definer set search_path = public, pg_temp
  as $$
  select coalesce(extract(epoch from now() - due_work_since()), 0)::double precision,
         (select count(*) from jobs j where j.state in ('queued', 'failed', 'running', 'split')),
         (select count(*) from jobs j where j.state = 'dead')
  $$;

-- For the metrics of the operator: what waits to leave the installation, in all houses.
create function measure_outboxes() returns table (
  mails_oldest_waiting_seconds double precision, mails_failed bigint, sms_failed bigint, webhooks_oldest_waiting_seconds double precision
)
  language sql stable security definer set search_path = public, pg_temp
  as $$
  select coalesce(extract(epoch from now() - (select min(m.created_at) from mail_outbox m where m.state in ('queued', 'sending'))), 0)::double precision,
         (select count(*) from mail_outbox m where m.state in ('failed', 'unclear')),
         (select count(*) from sms_outbox s where s.state = 'failed'),
         coalesce(extract(epoch from now() - (
           select min(d.created_at) from webhooks w join webhook_deliveries d on d.tenant_id = w.tenant_id and d.webhook_id = w.id
            where not w.is_inactive and d.state in ('queued', 'sending'))), 0)::double precision
  $$;
grant select (tenant_id, state, created_at) on mail_outbox to depotwerk_definer;
grant select (tenant_id, state) on sms_outbox to depotwerk_definer;
grant select (created_at) on webhook_deliveries to depotwerk_definer;
create policy definer_lookup on mail_outbox for select to depotwerk_definer using (true);
create policy definer_lookup on sms_outbox for select to depotwerk_definer using (true);
grant create on schema public to depotwerk_definer;
revoke execute on function measure_outboxes() from public;
grant execute on function measure_outboxes() to depotwerk_app;
alter function measure_outboxes() owner to depotwerk_definer;
revoke create on schema public from depotwerk_definer;
