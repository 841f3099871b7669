import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { expect, test } from 'vitest';
import { useTestDatabase } from '../../test/database.ts';
import { migrationsDirectory } from '../../test/servers.ts';
import { connectionConfig, type DatabaseTarget, unlimited, withDatabase } from './database/connection.ts';
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
    (select sum(user_count)::int from group_user_statistics s where s.tenant_id = t.tenant_id) as members
  from tenants t join white_label_configs w using (tenant_id) order by 1`;

/** A database of an owner who is no superuser; whoever connects is this role, from the first statement on and after each migration. */
async function withOrdinaryOwner(
  work: (target: DatabaseTarget, client: pg.Client, owner: string) => Promise<void>,
): Promise<void> {
  const name = `ordinary_${process.pid}_${Date.now()}`;
  const run = async (...statements: string[]) => {
    for (const statement of statements) await world.owner.query(statement);
  };
  await run(
    `create role ${name} nologin createrole`,
    `grant depotwerk_app, depotwerk_definer to ${name}`,
    `grant set on parameter app.user_id to ${name}`,
    `create database ${name} owner ${name}`,
    `alter database ${name} set role = ${name}`,
  );
  const target = withDatabase(world.target, name);
  const client = new pg.Client(connectionConfig(target, { role: 'owner', timeouts: unlimited }));
  try {
    await client.connect();
    await client.query('set role none');
    await work(target, client, name);
  } finally {
    await client.end();
    await run(`drop database ${name} with (force)`, `drop owned by ${name}`, `drop role ${name}`);
  }
}

test(
  'an owner who is no superuser installs',
  () =>
    withOrdinaryOwner(async (target) => {
      await migrate(target, migrations);
      expect(await migrate(target, migrations)).toEqual([]);
    }),
  120_000,
);

test(
  'what migrations of such an owner did for no house is done for every one, and what was decided since stands',
  () =>
    withOrdinaryOwner(async (target, client, owner) => {
      const state = async () => (await client.query(stateText)).rows;
      await migrate(target, upTo(574));
      for (const key of ['a', 'b', 'still']) await addHouse(client, key);
      await migrate(target, upTo(670));
      const missed = { features: {}, languages: ['de'], people: 1, members: null };
      expect(await state()).toEqual(['a', 'b', 'still'].map((key) => ({ key, ...missed })));
      await expect(migrate(target, upTo(800))).rejects.toThrow('an owner who is no superuser');
      await client.query(`alter role ${owner} superuser`);
      await migrate(target, upTo(800));
      await client.query(`alter role ${owner} nosuperuser`);
      // Somebody decides, and people come.
      await client.query(
        `update white_label_configs set features = '{"preregistration": false}'
        where tenant_id = (select tenant_id from tenants where tenant_key = 'b')`,
      );
      const more = randomUUID();
      await client.query(
        `with made as (insert into users (tenant_id, id, user_name, full_name, role_id)
         select r.tenant_id, $1, 'new@alt.example', 'B', r.id from roles r join tenants using (tenant_id) where tenant_key = 'a'
         returning tenant_id)
       insert into group_users select g.tenant_id, g.id, $1, '{groupCustomers.view}' from groups g join made using (tenant_id)`,
        [more],
      );
      await migrate(target, migrations);
      const reached = { features: { preregistration: true }, languages: ['de', 'en'], people: 1, members: 1 };
      expect(await state()).toEqual([
        { key: 'a', ...reached, people: 2, members: 2 },
        { key: 'b', ...reached, features: { preregistration: false }, languages: ['de'] },
        { key: 'still', ...reached },
      ]);
      const places = await client.query(
        `select t.tenant_key as key, (select sum(user_count)::int from user_name_blocks b where b.tenant_id = t.tenant_id) as people,
            (select max(place) from group_places p where p.tenant_id = t.tenant_id) as place
           from tenants t order by 1`,
      );
      expect(places.rows).toEqual([
        { key: 'a', people: 2, place: 0 },
        { key: 'b', people: 1, place: 0 },
        { key: 'still', people: 1, place: 0 },
      ]);
    }),
  120_000,
);

/** A contract with these valuations: value and what is stored as paid in, one a year. */
async function addContract(
  client: pg.Client,
  tenant: string,
  key: string,
  valuations: readonly (readonly [value: number, paid: number])[],
): Promise<void> {
  await client.query(
    `with u as (insert into customers (tenant_id, last_name) values ($1, $2) returning id),
       c as (insert into contracts (tenant_id, customer_id, tariff_id, issuer_id, external_key, start_date)
         select $1, u.id, t.id, 1, $2, '2020-01-01' from u, tariffs t where t.tenant_id = $1 returning id)
     insert into portfolios (tenant_id, contract_id, valuation_date, is_current, total_value, cash_value, contributions_value)
     select $1, c.id, make_date(2020 + v.place::int, 1, 2), v.place = jsonb_array_length($3), (v.it ->> 0)::numeric,
         (v.it ->> 0)::numeric, (v.it ->> 1)::numeric
       from c, jsonb_array_elements($3) with ordinality v (it, place)`,
    [tenant, key, JSON.stringify(valuations)],
  );
}

test(
  'what nobody said of payments is null in every house, what somebody said stands, and the release before reads and writes 0 for it',
  () =>
    withOrdinaryOwner(async (target, client) => {
      await migrate(target, upTo(820));
      const tenants = [await addHouse(client, 'a'), await addHouse(client, 'b')];
      for (const tenant of tenants) {
        await addContract(client, tenant, 'unknown', [
          [100, 0],
          [120, 0],
        ]);
        await addContract(client, tenant, 'told', [
          [100, 0],
          [120, 90],
        ]);
        await addContract(client, tenant, 'withdrawn', [
          [100, 90],
          [20, 0],
        ]);
        await addContract(client, tenant, 'nothing', [[0, 0]]);
        await addContract(client, tenant, 'unvalued', []);
      }
      await migrate(target, migrations);
      const told = await client.query<{
        key: string;
        paid: (number | null)[];
        own: number | null;
        former: number;
      }>(
        `select c.external_key as key, c.paid_in::float8 as own, c.contributions_value::float8 as former,
            (select coalesce(json_agg(p.paid_in order by p.valuation_date), '[]') from portfolios p
              where p.tenant_id = c.tenant_id and p.contract_id = c.id) as paid
           from contracts c order by c.tenant_id, 1`,
      );
      const each = [
        { key: 'nothing', paid: [0], own: 0, former: 0 },
        { key: 'told', paid: [0, 90], own: 90, former: 90 },
        { key: 'unknown', paid: [null, null], own: null, former: 0 },
        { key: 'unvalued', paid: [], own: null, former: 0 },
        { key: 'withdrawn', paid: [90, 0], own: 0, former: 0 },
      ];
      expect(told.rows).toEqual([...each, ...each]);
      // As the release before writes a new valuation.
      const written = await client.query<{ id: string }>(
        `insert into portfolios (tenant_id, contract_id, valuation_date, total_value, cash_value, contributions_value)
         select tenant_id, id, '2026-01-02', 130, 130, contributions_value from contracts
          where external_key in ('unknown', 'told') returning id`,
      );
      const { rows } = await client.query(
        `select c.external_key as key, p.paid_in::float8 as paid, p.contributions_value::float8 as former from portfolios p
           join contracts c on c.tenant_id = p.tenant_id and c.id = p.contract_id where p.id = any ($1::uuid[])
          group by 1, 2, 3 order by 1`,
        [written.rows.map(({ id }) => id)],
      );
      expect(rows).toEqual([
        { key: 'told', paid: 90, former: 90 },
        { key: 'unknown', paid: null, former: 0 },
      ]);
    }),
  120_000,
);

test(
  'what a further holder answered of the taxonomy regulation is read in every house',
  () =>
    withOrdinaryOwner(async (target, client) => {
      await migrate(target, upTo(996));
      const question = { id: 'q1', profileField: 'minimumShareTaxonomy' };
      for (const [key, value] of [
        ['a', 30],
        ['b', 45],
      ] as const) {
        const tenant = await addHouse(client, key);
        await addContract(client, tenant, 'one', []);
        await client.query(
          `with n as (insert into questionnaires (tenant_id, questionnaire_key, version, title, questions)
             values ($1, 'profil', 1, 'Profil', $2) returning id),
           u as (insert into customers (tenant_id, last_name) values ($1, 'Zweite') returning id),
           w as (insert into questionnaire_answers (tenant_id, questionnaire_id, customer_id, answered_on, answers)
             select $1, n.id, u.id, '2026-01-02', $3 from n, u returning id)
         insert into contract_holders (tenant_id, contract_id, customer_id, sustainability_kind, questionnaire_answers_id)
         select $1, c.id, u.id, 'minimumShare', w.id from contracts c, u, w where c.tenant_id = $1`,
          [tenant, JSON.stringify([question]), JSON.stringify([{ questionId: 'q1', value }])],
        );
      }
      await migrate(target, migrations);
      const { rows } = await client.query(
        'select minimum_share_taxonomy::float8 as share from contract_holders order by 1',
      );
      expect(rows).toEqual([{ share: 0.3 }, { share: 0.45 }]);
    }),
  120_000,
);

test(
  'who decided on a consent herself, and whose contracts nobody ever valued, is known in every house, also in one at rest',
  () =>
    withOrdinaryOwner(async (target, client) => {
      await migrate(target, upTo(1138));
      for (const key of ['a', 'still']) {
        const tenant = await addHouse(client, key);
        await addContract(client, tenant, 'unvalued', []);
        await addContract(client, tenant, 'nothing', [[0, 0]]);
        await client.query(
          `with s as (select id, tenant_id, role_id from users where tenant_id = $1),
           u as (select id from customers where tenant_id = $1 and last_name = 'unvalued'),
           own as (insert into users (tenant_id, id, user_name, full_name, role_id, customer_id)
             select $1, gen_random_uuid(), $2 || '@kunde.example', 'K', s.role_id, u.id from s, u returning id)
         insert into customer_consents (tenant_id, customer_id, consent_kind, decision, text_version, consent_text, decided_on, recorded_by)
         select $1, u.id, 'mail', 'given', '1', 'Text', date '2026-01-02', s.id from u, s
         union all select $1, u.id, 'mail', 'withdrawn', '1', 'Text', date '2026-01-03', own.id from u, own`,
          [tenant, key],
        );
      }
      await migrate(target, migrations);
      const { rows } = await client.query(
        `select t.tenant_key as key, u.last_name as name, u.never_valued_count as unvalued,
            (select json_agg(x.is_own order by x.decided_on) from customer_consents x where x.customer_id = u.id) as own
           from customers u join tenants t using (tenant_id) order by 1, 2`,
      );
      const each = [
        { name: 'nothing', unvalued: 0, own: null },
        { name: 'unvalued', unvalued: 1, own: [false, true] },
      ];
      expect(rows).toEqual(['a', 'still'].flatMap((key) => each.map((one) => ({ key, ...one }))));
    }),
  120_000,
);
