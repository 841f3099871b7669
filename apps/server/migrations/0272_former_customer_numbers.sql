-- The numbers two records had before they became one lead to the one that stayed.
alter table customer_merges
  add column merged_number text collate "C" generated always as (before->'merged'->>'external_key') stored,
  add column survivor_number text collate "C" generated always as (before->'survivor'->>'external_key') stored;
create index customer_merges_merged_number on customer_merges (tenant_id, merged_number) where undone_at is null;
create index customer_merges_survivor_number on customer_merges (tenant_id, survivor_number) where undone_at is null;

-- Who had a number once, after all merges since; null = nobody. The newest merge counts.
create function customer_of_former_number(number text) returns uuid
  language sql stable strict
  as $$
  with recursive ways (id, depth) as (
    (select m.survivor_id, 1 from customer_merges m
      where m.tenant_id = app_tenant_id() and m.undone_at is null
        and (m.merged_number = number collate "C" or m.survivor_number = number collate "C")
      order by m.merged_at desc, m.id limit 1)
    union all
    select m.survivor_id, w.depth + 1 from ways w
      join customer_merges m on m.tenant_id = app_tenant_id() and m.merged_id = w.id and m.undone_at is null
     where w.depth < 1000)
  select u.id from ways w join customers u on u.tenant_id = app_tenant_id() and u.id = w.id
   where u.deleted_at is null order by w.depth desc limit 1
$$;

-- All numbers a customer has and had, those of records merged into him included.
create function customer_numbers(customer_id uuid) returns text[]
  language sql stable strict
  as $$
  with recursive records (id) as (
    select customer_id
    union
    select m.merged_id from records r
      join customer_merges m on m.tenant_id = app_tenant_id() and m.survivor_id = r.id and m.undone_at is null)
  select coalesce(array_agg(n.number order by n.number), '{}') from (
    select u.external_key as number from customers u where u.tenant_id = app_tenant_id() and u.id = customer_id
    union
    select unnest(array[m.merged_number, m.survivor_number]) from customer_merges m
     where m.tenant_id = app_tenant_id() and m.undone_at is null and m.survivor_id in (select id from records)) n
   where n.number is not null
$$;
