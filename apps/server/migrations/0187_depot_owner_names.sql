-- A contract's number can be typed in: it tells whose a depot is only where the contract is linked to its depot already, or
-- where the customer has the name the bank knows as its holder.

create or replace function depot_owner_id(depot trader_depots) returns uuid
  language sql stable
  as $$
select coalesce(
  (select u.id from customers u
    where u.tenant_id = depot.tenant_id and u.id = depot.customer_id and u.deleted_at is null),
  (select u.id from contracts c join customers u on u.tenant_id = c.tenant_id and u.id = c.customer_id
    where c.tenant_id = depot.tenant_id and c.issuer_id = depot.issuer_id and c.external_key = depot.external_key
      and c.deleted_at is null and u.deleted_at is null
      and (c.is_linked or fold_text(u.first_name || ' ' || u.last_name) = fold_text(depot.holder_name))),
  (select (array_agg(distinct u.id))[1] from contracts c
     join customers u on u.tenant_id = c.tenant_id and u.id = c.customer_id
    where c.tenant_id = depot.tenant_id and c.issuer_id = depot.issuer_id
      and c.external_consumer_key = depot.external_consumer_key and c.deleted_at is null and u.deleted_at is null
      and fold_text(u.first_name || ' ' || u.last_name) = fold_text(depot.holder_name)
   having count(distinct u.id) = 1))
$$;
