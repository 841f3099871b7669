-- Tells every process which session has ended, so that what it still hears ends with it. An id of a session opens nothing.
create function tell_ended_session() returns trigger
  language plpgsql
  as $$
begin
  perform pg_notify('depotwerk_changes', new.tenant_id || ' sessionEnded ' || new.id);
  return null;
end
$$;
create trigger tell_ended_session after update of revoked_at on sessions for each row
  when (old.revoked_at is null and new.revoked_at is not null)
  execute function tell_ended_session();
