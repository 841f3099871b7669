-- Whose a depot is: who may see it follows from that.

-- The customer a depot is known to belong to: the one it was opened for or linked to, else the one whose contract has its
-- number, else the one customer of its holder's name with its customer number at the institution. Null = nobody known.
create function depot_owner_id(depot trader_depots) returns uuid
  language sql stable
  as $$
select coalesce(
  (select u.id from customers u
    where u.tenant_id = depot.tenant_id and u.id = depot.customer_id and u.deleted_at is null),
  (select u.id from contracts c join customers u on u.tenant_id = c.tenant_id and u.id = c.customer_id
    where c.tenant_id = depot.tenant_id and c.issuer_id = depot.issuer_id and c.external_key = depot.external_key
      and c.deleted_at is null and u.deleted_at is null),
  (select (array_agg(distinct u.id))[1] from contracts c
     join customers u on u.tenant_id = c.tenant_id and u.id = c.customer_id
    where c.tenant_id = depot.tenant_id and c.issuer_id = depot.issuer_id
      and c.external_consumer_key = depot.external_consumer_key and c.deleted_at is null and u.deleted_at is null
      and fold_text(u.first_name || ' ' || u.last_name) = fold_text(depot.holder_name)
   having count(distinct u.id) = 1))
$$;

create index contracts_consumer_key on contracts (tenant_id, issuer_id, external_consumer_key)
  where external_consumer_key is not null and deleted_at is null;

-- Depots that are linked now belong to their contract's customer, also when the link goes.
do $$
begin
  alter table trader_depots no force row level security;
  alter table contracts no force row level security;
  alter table trader_depots disable trigger user;
  update trader_depots d set customer_id = c.customer_id from contracts c
   where c.tenant_id = d.tenant_id and c.id = d.contract_id and d.customer_id is null;
  alter table trader_depots enable trigger user;
  alter table trader_depots force row level security;
  alter table contracts force row level security;
end
$$;
