-- Whose bank passwords are kept, and for how long.

-- Kept for the session only: the bank wants it so (issuers.is_session_only), or its user shows no second factor here.
alter table trader_credentials add column is_session_only boolean not null default false;

create or replace function forget_session_passwords() returns trigger
  language plpgsql
  as $$
begin
  update trader_credentials c
     set password_envelope = null, status = 'none', logged_in_until = null, expires_at = null
   where c.tenant_id = new.tenant_id and c.user_id = new.user_id and c.password_envelope is not null
     and (c.is_session_only or exists (select from issuers i
            where i.tenant_id = c.tenant_id and i.id = c.issuer_id and i.is_session_only))
     and not exists (select from sessions s where s.tenant_id = new.tenant_id and s.user_id = new.user_id
                        and s.id <> new.id and s.revoked_at is null and s.absolute_expires_at > now());
  return null;
end
$$;

-- Nobody works with the bank in the name of somebody who may not sign in any more, however he came to be inactive.
create function forget_passwords_of_inactive() returns trigger
  language plpgsql
  as $$
begin
  update trader_credentials c
     set password_envelope = null, status = 'none', logged_in_until = null, expires_at = null
   where c.tenant_id = new.tenant_id and c.user_id = new.id and c.password_envelope is not null;
  return null;
end
$$;
create trigger forget_passwords_of_inactive after update of is_inactive on users
  for each row when (new.is_inactive and not old.is_inactive)
  execute function forget_passwords_of_inactive();

do $$
begin
  alter table trader_credentials no force row level security;
  alter table users no force row level security;
  update trader_credentials c set password_envelope = null, status = 'none', logged_in_until = null, expires_at = null
    from users u where u.tenant_id = c.tenant_id and u.id = c.user_id and u.is_inactive
     and c.password_envelope is not null;
  alter table trader_credentials force row level security;
  alter table users force row level security;
end
$$;
