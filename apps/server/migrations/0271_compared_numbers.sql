-- Numbers of contracts and of customers at an institution are compared by one rule, wherever a depot is looked for. As
-- columns, because an index over the rule itself is of no use below row level security.
alter table contracts
  add column match_key text collate "C" generated always as (contract_match_key(external_key)) stored,
  add column consumer_match_key text collate "C" generated always as (contract_match_key(external_consumer_key)) stored;

create index contracts_compared_key on contracts (tenant_id, issuer_id, match_key) where deleted_at is null;
create index contracts_compared_consumer on contracts (tenant_id, issuer_id, consumer_match_key)
  where consumer_match_key is not null and deleted_at is null;
drop index contracts_consumer_key;

-- A number in another spelling says less than the number itself: the contract must be the only one of it, and have no other
-- depot.
create or replace function depot_owner_id(depot trader_depots) returns uuid
  language sql stable
  as $$
select coalesce(
  (select u.id from customers u
    where u.tenant_id = depot.tenant_id and u.id = depot.customer_id and u.deleted_at is null),
  (select u.id from contracts c join customers u on u.tenant_id = c.tenant_id and u.id = c.customer_id
    where c.tenant_id = depot.tenant_id and c.issuer_id = depot.issuer_id and c.external_key = depot.external_key
      and c.deleted_at is null and u.deleted_at is null
      and (c.is_linked or is_named_holder(depot.holder_name, u.first_name, u.last_name, u.company_name))),
  (select (array_agg(u.id))[1] from contracts c
     join customers u on u.tenant_id = c.tenant_id and u.id = c.customer_id
    where c.tenant_id = depot.tenant_id and c.issuer_id = depot.issuer_id
      and c.match_key = contract_match_key(depot.external_key) and c.deleted_at is null and u.deleted_at is null
   having count(*) = 1 and bool_and(
      (c.is_linked or is_named_holder(depot.holder_name, u.first_name, u.last_name, u.company_name))
      and not exists (select from trader_depots o
        where o.tenant_id = c.tenant_id and o.contract_id = c.id and o.id <> depot.id))),
  (select (array_agg(distinct u.id))[1] from contracts c
     join customers u on u.tenant_id = c.tenant_id and u.id = c.customer_id
    where c.tenant_id = depot.tenant_id and c.issuer_id = depot.issuer_id
      and c.consumer_match_key = contract_match_key(depot.external_consumer_key)
      and c.deleted_at is null and u.deleted_at is null
      and is_named_holder(depot.holder_name, u.first_name, u.last_name, u.company_name)
   having count(distinct u.id) = 1))
$$;
