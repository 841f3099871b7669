-- What somebody deleted a moment ago, row by row as it was, so that the message that tells of it can take it back: the rows
-- themselves, what went with them by the database's own rules, and what pointed at them. Whatever holds a secret is not kept.
create table kept_deletions (
  tenant_id uuid not null references tenants,
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  object_type text not null check (length(object_type) between 1 and 50),
  object_id text not null check (length(object_id) between 1 and 100),
  -- parts in the order in which they are put back; emptied when they are
  parts jsonb not null check (jsonb_typeof(parts) = 'array'),
  deleted_at timestamptz not null default now(),
  taken_back_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
);
create index kept_deletions_object on kept_deletions (tenant_id, user_id, object_type, object_id, deleted_at desc);
create index kept_deletions_age on kept_deletions (tenant_id, deleted_at);
select protect_tenant_table('kept_deletions');

-- One row, by its id, with all that goes when it is deleted, and the rows whose reference to any of it is then forgotten.
-- Read before the deletion, in its transaction.
create function parts_of_deletion(root regclass, root_id text)
  returns jsonb
  language plpgsql stable
  as $$
declare
  parts jsonb;
  links jsonb := '[]';
  found jsonb;
  place integer := 0;
  reference record;
begin
  execute format('select jsonb_agg(to_jsonb(o)) from %s o where o.tenant_id = app_tenant_id() and o.id = %L', root, root_id)
    into found;
  parts := jsonb_build_array(jsonb_build_object('table', root::text, 'rows', coalesce(found, '[]')));
  while place < jsonb_array_length(parts) loop
    for reference in
      select c.conrelid::regclass::text as child, c.confrelid::regclass::text as parent, c.confdeltype as fate,
             string_agg(format('c.%I = p.%I', a.attname, b.attname), ' and ') as matches,
             jsonb_agg(a.attname) filter (where c.confdelsetcols is null or k.child = any (c.confdelsetcols)) as forgotten
        from pg_constraint c
        cross join unnest(c.conkey, c.confkey) as k (child, parent)
        join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.child
        join pg_attribute b on b.attrelid = c.confrelid and b.attnum = k.parent
       where c.contype = 'f' and c.confdeltype in ('c', 'n')
         and c.confrelid = (parts -> place ->> 'table')::regclass
       group by c.oid, c.conrelid, c.confrelid, c.confdeltype order by c.oid
    loop
      execute format('select jsonb_agg(distinct to_jsonb(c)) from %s c join jsonb_populate_recordset(null::%s, $1) p on %s',
        reference.child, reference.parent, reference.matches)
        into found using parts -> place -> 'rows';
      if found is null then
        continue;
      elsif reference.fate = 'c' then
        parts := parts || jsonb_build_object('table', reference.child, 'rows', found);
      else
        links := links || jsonb_build_object('table', reference.child, 'rows', found, 'columns', reference.forgotten);
      end if;
    end loop;
    place := place + 1;
  end loop;
  return parts || links;
end
$$;

-- Puts them back as they were. What somebody else has meanwhile put in the place of a part stays; in the place of the object
-- itself it is an error, as is a reference to what is gone. Whoever puts them back becomes the author of nothing: he may well be
-- the one who approved them.
create function put_parts_back(parts jsonb)
  returns void
  language plpgsql
  set app.user_id = ''
  as $$
declare
  part jsonb;
  target regclass;
  is_object boolean := true;
  given text;
  kept text;
  keys text;
begin
  for part in select value from jsonb_array_elements(parts) loop
    target := (part ->> 'table')::regclass;
    if part ? 'columns' then
      select string_agg(format('%1$I = r.%1$I', value), ', '), string_agg(format('o.%I is null', value), ' and ')
        into given, kept from jsonb_array_elements_text(part -> 'columns');
      select string_agg(format('o.%1$I = r.%1$I', a.attname), ' and ') into keys
        from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey::smallint[])
       where i.indrelid = target and i.indisprimary;
      execute format('update %1$s o set %2$s from jsonb_populate_recordset(null::%1$s, $1) r where %3$s and %4$s',
        target, given, keys, kept) using part -> 'rows';
    else
      select string_agg(format('%I', attname), ', ' order by attnum), string_agg(format('r.%I', attname), ', ' order by attnum)
        into given, kept from pg_attribute
       where attrelid = target and attnum > 0 and not attisdropped and attgenerated = '';
      execute format('insert into %1$s (%2$s) overriding system value
        select %3$s from jsonb_populate_recordset(null::%1$s, $1) r %4$s',
        target, given, kept, case when is_object then '' else 'on conflict do nothing' end) using part -> 'rows';
    end if;
    is_object := false;
  end loop;
end
$$;
