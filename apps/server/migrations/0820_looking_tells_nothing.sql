-- Who looks changes nothing others see. Reading a contract or a customer is in the log, and was told like a change: every
-- page that showed it asked again, which was the next entry, without end. What others see of reading (receipts of documents
-- and messages) is told as before.
create or replace function tell_change() returns trigger
  language plpgsql
  as $$
begin
  if tg_nargs > 0 then
    perform pg_notify('depotwerk_changes', new.tenant_id || ' ' || tg_argv[0]);
  elsif new.action not in ('contracts.read', 'customers.read', 'customers.readTaxIdentificationNumber')
    and new.action not like '%.export' then
    perform pg_notify('depotwerk_changes', new.tenant_id || ' ' || split_part(new.action, '.', 1));
  end if;
  return null;
end
$$;
