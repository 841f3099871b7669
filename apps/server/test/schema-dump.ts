import type pg from 'pg';

/**
 * One line for everything the migrations decide: columns, constraints, indexes, policies, triggers, functions
 * and grants. Leaves out what differs between PostgreSQL versions though the meaning is the same (texts of
 * views, not-null constraints as catalog rows) and what belongs to the installation (owner names).
 */
const dumpQuery = `
  with tables as (
    select oid, relname, relrowsecurity, relforcerowsecurity, relkind from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v') and relname <> 'schema_migrations'
  )
  select format('table %s rls=%s forced=%s', relname, relrowsecurity, relforcerowsecurity) as line from tables where relkind <> 'v'
  union all
  select format('view %s', relname) from tables where relkind = 'v'
  union all
  select format('column %s.%s %s%s%s%s%s', t.relname, a.attname, format_type(a.atttypid, a.atttypmod),
                case when a.attnotnull then ' not null' else '' end,
                case a.attidentity when 'a' then ' identity always' when 'd' then ' identity by default' else '' end,
                case when a.attcollation <> 0 and a.attcollation <> (select typcollation from pg_type where oid = a.atttypid)
                     then ' collate ' || (select collname from pg_collation where oid = a.attcollation) else '' end,
                case when d.adbin is null then '' when a.attgenerated = 's' then ' generated ' || pg_get_expr(d.adbin, d.adrelid)
                     else ' default ' || pg_get_expr(d.adbin, d.adrelid) end)
    from tables t join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
    left join pg_attrdef d on d.adrelid = t.oid and d.adnum = a.attnum
  union all
  select format('constraint %s.%s %s', t.relname, k.conname, pg_get_constraintdef(k.oid))
    from tables t join pg_constraint k on k.conrelid = t.oid where k.contype in ('p', 'u', 'f', 'c', 'x')
  union all
  select 'index ' || pg_get_indexdef(i.indexrelid) from tables t join pg_index i on i.indrelid = t.oid
   where not exists (select from pg_constraint k where k.conindid = i.indexrelid and k.contype in ('p', 'u'))
  union all
  select format('policy %s.%s %s to %s using %s check %s', t.relname, p.polname, p.polcmd,
                (select string_agg(coalesce(r.rolname, 'public'), ',' order by r.rolname) from unnest(p.polroles) as role_id left join pg_roles r on r.oid = role_id),
                coalesce(pg_get_expr(p.polqual, p.polrelid), '-'), coalesce(pg_get_expr(p.polwithcheck, p.polrelid), '-'))
    from tables t join pg_policy p on p.polrelid = t.oid
  union all
  select 'trigger ' || pg_get_triggerdef(g.oid) || ' enabled=' || g.tgenabled::text
    from tables t join pg_trigger g on g.tgrelid = t.oid where not g.tgisinternal
  union all
  select format('function %s definer=%s owner=%s body=%s settings=%s executable=%s', f.oid::regprocedure, f.prosecdef,
                case when r.rolname = 'depotwerk_definer' then r.rolname else 'migrator' end, md5(f.prosrc), f.proconfig,
                has_function_privilege('depotwerk_app', f.oid, 'execute'))
    from pg_proc f join pg_roles r on r.oid = f.proowner
   where f.pronamespace = 'public'::regnamespace
     and not exists (select from pg_depend d where d.objid = f.oid and d.deptype = 'e')
  union all
  select format('grant %s on %s to %s', string_agg(acl.privilege_type, ',' order by acl.privilege_type), t.relname, r.rolname)
    from tables t join pg_class c on c.oid = t.oid cross join lateral aclexplode(c.relacl) acl join pg_roles r on r.oid = acl.grantee
   where r.rolname in ('depotwerk_app', 'depotwerk_definer') group by t.relname, r.rolname
  union all
  select format('grant %s (%s) on %s to %s', acl.privilege_type, string_agg(a.attname, ',' order by a.attname), t.relname, r.rolname)
    from tables t join pg_attribute a on a.attrelid = t.oid cross join lateral aclexplode(a.attacl) acl join pg_roles r on r.oid = acl.grantee
   group by acl.privilege_type, t.relname, r.rolname
  union all
  select 'extension ' || extname from pg_extension where extname <> 'plpgsql'`;

/** The schema of a database as sorted text; two equal texts mean equal schemas. */
export async function dumpSchema(client: pg.ClientBase): Promise<string> {
  const { rows } = await client.query<{ line: string }>(
    `select line from (${dumpQuery}) as dump order by line collate "C"`,
  );
  return `${rows.map(({ line }) => line.replaceAll(/\s*\n\s*/g, ' ')).join('\n')}\n`;
}
