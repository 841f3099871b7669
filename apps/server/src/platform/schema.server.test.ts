import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import pg from 'pg';
import { expect, test } from 'vitest';
import { useTestDatabase } from '../../test/database.ts';
import { dumpSchema } from '../../test/schema-dump.ts';
import { schemaTypes } from '../../test/schema-types.ts';
import { migrationsDirectory } from '../../test/servers.ts';
import { connectionConfig, unlimited, withDatabase } from './database/connection.ts';
import { migrate, readMigrations } from './migrate.ts';

const world = useTestDatabase();

test('a freshly migrated database is what migrations/schema.expected.txt says: npm run schema writes it', async () => {
  await expect(await dumpSchema(world.owner)).toMatchFileSnapshot('../../migrations/schema.expected.txt');
});

test('the row types follow from the migrations: npm run schema writes them', async () => {
  const file = new URL('./database/schema.ts', import.meta.url);
  expect(await schemaTypes(world.owner)).toBe(readFileSync(file, 'utf8'));
});

/** The last migration that is one of a subject; what comes after meets rows. */
const lastOfSubjects = 18;

/** Rows a database held before the later migrations came, written for the schema of the first ones, one a subject. */
async function insertRows(client: pg.Client): Promise<void> {
  const tenant = randomUUID();
  const [role, group, user, customer, tariff, contract, portfolio] = Array.from({ length: 7 }, () =>
    randomUUID(),
  );
  const run = (sql: string, ...values: unknown[]) => client.query(sql, [tenant, ...values]);
  await run("insert into tenants (tenant_id, tenant_key, tenant_name) values ($1, 'alt', 'Bestand')");
  await run("insert into roles (tenant_id, id, role_name) values ($1, $2, 'Berater')", role);
  await run("insert into groups (tenant_id, id, group_name) values ($1, $2, 'Zentrale')", group);
  await run(
    "insert into users (tenant_id, id, user_name, full_name, role_id) values ($1, $2, 'a@alt.example', 'A', $3)",
    user,
    role,
  );
  await run("insert into group_users values ($1, $2, $3, '{groupCustomers.view}')", group, user);
  await run(
    "insert into sessions (tenant_id, user_id, client_type, mac_key_envelope, idle_expires_at, absolute_expires_at) values ($1, $2, 'web', '{}', now(), now())",
    user,
  );
  await run(
    "insert into fund_categories (tenant_id, id, category_name, category_color) values ($1, 1, 'Aktien', '#112233')",
  );
  await run(
    "insert into peergroups (tenant_id, id, peergroup_key, peergroup_name, category_id) values ($1, 1, 'A', 'Aktien', 1)",
  );
  await run(
    "insert into funds (tenant_id, id, isin, name, peergroup_id) values ($1, 1, 'DE0005140008', 'Fonds', 1)",
  );
  await run("insert into fund_prices values ($1, 1, '2026-01-02', 10)");
  await run(
    "insert into imports (tenant_id, import_type, file_name, file_hash) values ($1, 'funds', 'a.csv', sha256('a'))",
  );
  await run("insert into issuers (tenant_id, id, issuer_name) values ($1, 1, 'Bank')");
  await run(
    "insert into tariffs (tenant_id, id, name, key, issuer_id, tariff_type_id) values ($1, $2, 'Tarif', 'T', 1, 7)",
    tariff,
  );
  await run('insert into fund_matrices values ($1, $2, 1, 3, false)', tariff);
  await run(
    'insert into fund_matrix_classes select $1, $2, n, n * 30, n * 10, 5 from generate_series(1, 3) n',
    tariff,
  );
  await run('insert into fund_matrix_items select $1, $2, n, 1, 1 from generate_series(1, 3) n', tariff);
  await run('insert into tariff_hint_answers values ($1, $2, 1, 3), ($1, $2, 3, 1)', tariff);
  await run(
    "insert into customers (tenant_id, id, group_id, first_name, last_name) values ($1, $2, $3, 'Änne', 'Groß')",
    customer,
    group,
  );
  await run(
    "insert into contracts (tenant_id, id, customer_id, tariff_id, issuer_id, external_key, start_date) values ($1, $2, $3, $4, 1, 'V-1', '2020-01-01')",
    contract,
    customer,
    tariff,
  );
  await run(
    "insert into portfolios (tenant_id, id, contract_id, valuation_date, is_current, total_value, cash_value) values ($1, $2, $3, '2026-01-02', true, 20, 20)",
    portfolio,
    contract,
  );
  await run(
    "insert into portfolio_entries (tenant_id, portfolio_id, fund_id, quantity, price, price_date, value, fraction) values ($1, $2, 1, 2, 10, '2026-01-02', 20, 1)",
    portfolio,
  );
  await run(
    "insert into audit_entries (tenant_id, actor_kind, action, result, chain_day, entry_hash) values ($1, 'system', 'test', 'done', '2026-01-02', sha256('b'))",
  );
}

test('a database migrated step by step with rows in it ends with the same schema and keeps its rows', async () => {
  const name = `steps_${process.pid}_${Date.now()}`;
  await world.owner.query(`create database ${name}`);
  const target = withDatabase(world.target, name);
  const migrations = readMigrations(migrationsDirectory);
  const client = new pg.Client(connectionConfig(target, { role: 'owner', timeouts: unlimited }));
  await client.connect();
  try {
    for (let count = 1; count <= migrations.length; count += 1) {
      await migrate(target, migrations.slice(0, count));
      if (migrations[count - 1]?.version === lastOfSubjects) await insertRows(client);
    }
    expect(await dumpSchema(client)).toBe(await dumpSchema(world.owner));
    const { rows } = await client.query('select customer_sort_name, search_text, total_value from contracts');
    expect(rows).toEqual([
      { customer_sort_name: 'gross aenne', search_text: ' gross aenne v 1', total_value: 20 },
    ]);
  } finally {
    await client.end();
    await world.owner.query(`drop database ${name} with (force)`);
  }
}, 60_000);

test('every table with a tenant is isolated for everybody, and the application role owns and creates nothing', async () => {
  const { rows } = await world.owner.query<{ relname: string }>(
    `select relname from pg_class c where relnamespace = 'public'::regnamespace and relkind = 'r'
        and exists (select from pg_attribute where attrelid = c.oid and attname = 'tenant_id')
        and not (relrowsecurity and relforcerowsecurity and exists (select from pg_policy where polrelid = c.oid and polname = 'tenant_isolation'))`,
  );
  expect(rows).toEqual([]);
  const role = await world.owner.query(
    `select rolsuper, rolbypassrls, rolcreatedb, rolcreaterole, rolcanlogin,
            (select count(*) from pg_class where relowner = r.oid) as owned,
            has_schema_privilege(r.oid, 'public', 'create') as creates
       from pg_roles r where rolname = 'depotwerk_app'`,
  );
  expect(role.rows).toEqual([
    {
      rolsuper: false,
      rolbypassrls: false,
      rolcreatedb: false,
      rolcreaterole: false,
      // Its login has no password: it works only where the server trusts whoever reaches its socket.
      rolcanlogin: true,
      owned: 0,
      creates: false,
    },
  ]);
});

test('foreign keys between tables of a tenant carry the tenant', async () => {
  const { rows } = await world.owner.query<{ name: string }>(
    `select conrelid::regclass || '.' || conname as name from pg_constraint k
      where contype = 'f' and connamespace = 'public'::regnamespace
        and exists (select from pg_attribute where attrelid = k.confrelid and attname = 'tenant_id')
        and not exists (select from unnest(k.conkey) as n join pg_attribute a on a.attrelid = k.conrelid and a.attnum = n where a.attname = 'tenant_id')`,
  );
  expect(rows).toEqual([]);
});

test('every foreign key between growing tables has an index behind it', async () => {
  // Lists people pick from are never deleted in bulk, so their references need no index of their own.
  const small = [
    'tenants',
    'roles',
    'insurers',
    'issuers',
    'users',
    'groups',
    'permissions',
    'peergroups',
    'fund_categories',
    'tags',
    'risk_types',
    'tariff_types',
    'guarantee_types',
    'universe_types',
    'ranking_types',
    'rating_types',
    'allocation_types',
    'optimization_hints',
  ];
  const { rows } = await world.owner.query<{ name: string }>(
    `select conrelid::regclass || ' ' || pg_get_constraintdef(k.oid) as name from pg_constraint k
      where contype = 'f' and connamespace = 'public'::regnamespace and confrelid::regclass::text <> all ($1)
        and not exists (
          select from pg_index i where i.indrelid = k.conrelid
             and (select array_agg(x order by x) from unnest(k.conkey) x)
                 @> (select array_agg(x) from unnest((i.indkey::int2[])[0:least(cardinality(k.conkey), 2) - 1]) x))
      order by 1`,
    [small],
  );
  expect(rows.map(({ name }) => name)).toEqual([]);
});
