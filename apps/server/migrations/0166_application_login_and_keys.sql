-- The application connects as its own role where it can (embedded server), and a start can tell whether this
-- database holds secrets that only the keys of its installation open.

-- Without a password the login works only where the server trusts whoever reaches its socket.
do $$
begin
  if exists (select from pg_roles where rolname = 'depotwerk_app' and not rolcanlogin) then
    execute 'alter role depotwerk_app login';
  end if;
exception when insufficient_privilege or internal_error then
  null; -- an outside server whose administrator made the role, or another database of this cluster a moment ago
end
$$;

grant select (totp_confirmed_at) on users to depotwerk_definer;
grant select (tenant_id) on trader_credentials to depotwerk_definer;
create policy definer_lookup on trader_credentials for select to depotwerk_definer using (true);

create function has_sealed_secrets() returns boolean
  language sql stable security definer set search_path = public, pg_temp
  as $$
  select exists (select from sessions) or exists (select from users where totp_confirmed_at is not null)
    or exists (select from trader_credentials)
  $$;
grant create on schema public to depotwerk_definer;
revoke execute on function has_sealed_secrets() from public;
grant execute on function has_sealed_secrets() to depotwerk_app;
alter function has_sealed_secrets() owner to depotwerk_definer;
revoke create on schema public from depotwerk_definer;
