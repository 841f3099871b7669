-- Whose name a bank gives as a depot's holder, in one place. It decides who sees the depot, so all of the name must be there,
-- the person's or the company's, and a bank that names nobody names no one. isHolderName() of packages/domain is wider: it
-- only decides whether a person is asked before he links, and accepts whoever is named here (a test compares them).

create function is_named_holder(holder_name text, first_name text, last_name text, company_name text) returns boolean
  language sql immutable parallel safe
  as $$
  select fold_text(coalesce(holder_name, '')) <> '' and fold_text(holder_name) in (
    fold_text(coalesce(first_name, '') || ' ' || coalesce(last_name, '')), fold_text(coalesce(company_name, '')))
$$;

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
  (select (array_agg(distinct u.id))[1] from contracts c
     join customers u on u.tenant_id = c.tenant_id and u.id = c.customer_id
    where c.tenant_id = depot.tenant_id and c.issuer_id = depot.issuer_id
      and c.external_consumer_key = depot.external_consumer_key and c.deleted_at is null and u.deleted_at is null
      and is_named_holder(depot.holder_name, u.first_name, u.last_name, u.company_name)
   having count(distinct u.id) = 1))
$$;
