-- Whose a depot is, once more: a contract that is linked to one depot says nothing of another one that has its number, also
-- where the numbers are spelled alike. It counts as linked for its own depot only.
create or replace function depot_owner_id(depot trader_depots) returns uuid
  language sql stable
  as $$
select coalesce(
  (select u.id from customers u
    where u.tenant_id = depot.tenant_id and u.id = depot.customer_id and u.deleted_at is null),
  (select u.id from contracts c join customers u on u.tenant_id = c.tenant_id and u.id = c.customer_id
    where c.tenant_id = depot.tenant_id and c.issuer_id = depot.issuer_id and c.external_key = depot.external_key
      and c.deleted_at is null and u.deleted_at is null
      and (c.is_linked or is_named_holder(depot.holder_name, u.first_name, u.last_name, u.company_name))
      and not exists (select from trader_depots o
        where o.tenant_id = c.tenant_id and o.contract_id = c.id and o.id <> depot.id)
      and not exists (select from contracts o join customers h on h.tenant_id = o.tenant_id and h.id = o.customer_id
        where o.tenant_id = c.tenant_id and o.issuer_id = c.issuer_id and o.customer_id <> c.customer_id
          and o.match_key = contract_match_key(depot.external_key) and o.deleted_at is null and h.deleted_at is null
          and (o.is_linked or is_named_holder(depot.holder_name, h.first_name, h.last_name, h.company_name)))),
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
