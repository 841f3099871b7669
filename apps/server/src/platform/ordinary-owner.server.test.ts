import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { expect, test } from 'vitest';
import { useTestDatabase } from '../../test/database.ts';
import { migrationsDirectory } from '../../test/servers.ts';
import { connectionConfig, unlimited, withDatabase } from './database/connection.ts';
import { migrate, readMigrations } from './migrate.ts';

const world = useTestDatabase();
const migrations = readMigrations(migrationsDirectory);
const upTo = (version: number) => migrations.filter((migration) => migration.version <= version);

/** A house as it was before the updates that met no row; answers its tenant. */
async function addHouse(client: pg.Client, key: string): Promise<string> {
  const tenant = randomUUID();
  const [role, group, user, tariff] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
  const run = (sql: string, ...values: unknown[]) => client.query(sql, [tenant, ...values]);
  await run(
    "insert into tenants (tenant_id, tenant_key, tenant_name, is_inactive) values ($1, $2, 'Haus', $2 = 'still')",
    key,
  );
  await run(
    "insert into white_label_configs (tenant_id, application_title, primary_colour, accent_colour) values ($1, 'Haus', '#112233', '#112233')",
  );
  await run("insert into roles (tenant_id, id, role_name) values ($1, $2, 'Berater')", role);
  await run("insert into groups (tenant_id, id, group_name) values ($1, $2, 'Zentrale')", group);
  await run(
    "insert into users (tenant_id, id, user_name, full_name, role_id) values ($1, $2, $4 || '@alt.example', 'A', $3)",
    user,
    role,
    key,
  );
  await run("insert into group_users values ($1, $2, $3, '{groupCustomers.view}')", group, user);
  await run("insert into issuers (tenant_id, id, issuer_name) values ($1, 1, 'Bank')");
  await run(
    "insert into tariffs (tenant_id, id, name, key, issuer_id, tariff_type_id) values ($1, $2, 'Tarif', 'T', 1, 7)",
    tariff,
  );
  await run(
    `insert into tariff_versions (tenant_id, tariff_id, version_number, state, valid_from, content)
     values ($1, $2, 1, 'published', '2020-01-01', '{"tariff": {"maximumRiskIndicator": 4}}')`,
    tariff,
  );
  return tenant;
}

const stateText = `select t.tenant_key as key, w.features, w.languages,
    (select sum(user_count)::int from user_statistics s where s.tenant_id = t.tenant_id) as people,
    (select sum(user_count)::int from group_user_statistics s where s.tenant_id = t.tenant_id) as members,
    (select highest_risk_indicator from tariffs x where x.tenant_id = t.tenant_id) as highest
  from tenants t join white_label_configs w using (tenant_id) order by 1`;

test('migrations of an owner who is no superuser reach the rows of every house, also what earlier ones missed', async () => {
  const name = `ordinary_${process.pid}_${Date.now()}`;
  await world.owner.query(`create role ${name} nologin createrole`);
  await world.owner.query(`grant depotwerk_app, depotwerk_definer to ${name}`);
  await world.owner.query(`create database ${name} owner ${name}`);
  // Whoever connects is this role from the first statement on, and again after each migration.
  await world.owner.query(`alter database ${name} set role = ${name}`);
  const target = withDatabase(world.target, name);
  const client = new pg.Client(connectionConfig(target, { role: 'owner', timeouts: unlimited }));
  await client.connect();
  const state = async () => (await client.query(stateText)).rows;
  try {
    await migrate(target, upTo(574));
    await client.query('set role none');
    for (const key of ['a', 'b', 'still']) await addHouse(client, key);
    await migrate(target, upTo(800));
    const missed = { features: {}, languages: ['de'], people: null, members: null, highest: null };
    expect(await state()).toEqual(['a', 'b', 'still'].map((key) => ({ key, ...missed })));
    // Somebody decides before the repetition, and people come.
    await client.query(
      `update white_label_configs set features = '{"preregistration": false}'
        where tenant_id = (select tenant_id from tenants where tenant_key = 'b')`,
    );
    await client.query(
      `insert into users (tenant_id, user_name, full_name, role_id)
       select tenant_id, 'new@alt.example', 'B', id from roles where tenant_id = (select tenant_id from tenants where tenant_key = 'a')`,
    );
    await migrate(target, migrations);
    const reached = {
      features: { preregistration: true },
      languages: ['de', 'en'],
      people: 1,
      members: 1,
      highest: 4,
    };
    expect(await state()).toEqual([
      { key: 'a', ...reached, people: 2 },
      { key: 'b', ...reached, features: { preregistration: false }, languages: ['de'] },
      { key: 'still', ...reached },
    ]);
  } finally {
    await client.end();
    await world.owner.query(`drop database ${name} with (force)`);
    await world.owner.query(`drop role ${name}`);
  }
}, 120_000);
