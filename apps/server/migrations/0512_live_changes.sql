-- Tells every process of the product that something has changed, once a transaction and kind, when it is committed. What is
-- told is the house and the kind of what changed, never an object or a person: who hears it asks again with his own rights.
create function tell_change() returns trigger
  language plpgsql
  as $$
begin
  if tg_nargs > 0 then
    perform pg_notify('depotwerk_changes', new.tenant_id || ' ' || tg_argv[0]);
  else
    perform pg_notify('depotwerk_changes', new.tenant_id || ' ' || split_part(new.action, '.', 1));
  end if;
  return null;
end
$$;

-- Every change leaves an entry in the log. Signing in, looking and refusals change nothing others see.
create trigger tell_change after insert on audit_entries for each row
  when (new.result = 'done' and split_part(new.action, '.', 1) not in ('access', 'audit', 'auth'))
  execute function tell_change();
-- What the log does not tell: how far work is, and tasks that rules open and close.
create trigger tell_job after insert on jobs for each row execute function tell_change('jobs');
create trigger tell_job_state after update of state on jobs for each row
  when (old.state is distinct from new.state) execute function tell_change('jobs');
create trigger tell_chunk_state after update of state on job_chunks for each row
  when (old.state is distinct from new.state and new.state in ('done', 'dead')) execute function tell_change('jobs');
create trigger tell_task after insert or update on workbench_tasks for each row execute function tell_change('workbench');
