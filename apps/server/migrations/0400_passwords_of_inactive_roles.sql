-- Somebody whose role is inactive may not sign in either: his bank passwords go as those of an inactive person do.
create or replace function forget_passwords_of_inactive() returns trigger
  language plpgsql
  as $$
begin
  update trader_credentials c
     set password_envelope = null, status = 'none', logged_in_until = null, expires_at = null
   where c.tenant_id = new.tenant_id and c.user_id = new.id and c.password_envelope is not null
     and (new.is_inactive or exists (select from roles r
       where r.tenant_id = new.tenant_id and r.id = new.role_id and r.is_inactive));
  return null;
end
$$;
drop trigger forget_passwords_of_inactive on users;
create trigger forget_passwords_of_inactive after update of is_inactive, role_id on users
  for each row when ((new.is_inactive and not old.is_inactive) or new.role_id is distinct from old.role_id)
  execute function forget_passwords_of_inactive();

create function forget_passwords_of_inactive_role() returns trigger
  language plpgsql
  as $$
begin
  update trader_credentials c
     set password_envelope = null, status = 'none', logged_in_until = null, expires_at = null
    from users u
   where u.tenant_id = new.tenant_id and u.role_id = new.id
     and c.tenant_id = u.tenant_id and c.user_id = u.id and c.password_envelope is not null;
  return null;
end
$$;
create trigger forget_passwords_of_inactive after update of is_inactive on roles
  for each row when (new.is_inactive and not old.is_inactive)
  execute function forget_passwords_of_inactive_role();
