import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { useTestDatabase } from '../../../test/database.ts';
import { checkApplicationLogin } from '../application-login.ts';
import { embeddedOwner } from './connection.ts';
import { Database, type DbContext } from './database.ts';
import { DatabaseUnavailable } from './database-errors.ts';

const noContext: DbContext = { tenantId: null, userId: null };
const tenant = '11111111-1111-4111-8111-111111111111';
const other = '22222222-2222-4222-8222-222222222222';
const asTenant: DbContext = { tenantId: tenant, userId: null };

const whoAmI = {
  sql: "select current_user as role, current_setting('app.tenant_id', true) as tenant, current_setting('transaction_read_only') as read_only, pg_backend_pid() as pid",
  parameters: [],
};

describe('Database.read', () => {
  const test = useTestDatabase();

  it('works as the application role, read-only, under the given tenant', async () => {
    const [row] = await test.database.read(asTenant, whoAmI);
    expect(row).toMatchObject({ role: 'depotwerk_app', tenant, read_only: 'on' });
  });

  it('leaves no tenant behind on a pooled connection', async () => {
    const contexts = Array.from({ length: 60 }, (_, index) => (index % 2 === 0 ? asTenant : noContext));
    const rows = await Promise.all(
      contexts.map(async (context) => (await test.database.read<{ tenant: string }>(context, whoAmI))[0]),
    );
    expect(rows.map((row) => row?.tenant)).toEqual(contexts.map((context) => context.tenantId ?? ''));
    const left = await test.database.system(async (_transaction, connection) => {
      return connection.query("select current_setting('app.tenant_id', true) as tenant");
    });
    expect(left.rows).toEqual([{ tenant: '' }]);
  });

  it('refuses to write', async () => {
    const attempt = test.database.read(asTenant, {
      sql: "insert into tenants (tenant_id, tenant_name) values ($1, 'x')",
      parameters: [other],
    });
    await expect(attempt).rejects.toMatchObject({ code: '25006' });
  });

  it('gives exact JavaScript values', async () => {
    const [row] = await test.database.read(noContext, {
      sql: `select 1234.56::numeric(15,2) as money, 9007199254740991::int8 as big, date '2024-02-29' as day,
        timestamptz '2024-02-29 13:14:15.123456+02' as instant, null::text as nothing, true as yes,
        '{"a":[1]}'::jsonb as json, array[1.5,null]::numeric[] as numbers, array['a,b','"c"',null] as texts,
        array['2024-02-29T00:00:00Z'::timestamptz] as instants, $1::text[] as echo, $2::jsonb as object`,
      parameters: [['x "y"', 'a\\b', null], { name: 'Öl' }],
    });
    expect(row).toEqual({
      money: 1234.56,
      big: 9007199254740991,
      day: '2024-02-29',
      instant: '2024-02-29T11:14:15.123Z',
      nothing: null,
      yes: true,
      json: { a: [1] },
      numbers: [1.5, null],
      texts: ['a,b', '"c"', null],
      instants: ['2024-02-29T00:00:00.000Z'],
      echo: ['x "y"', 'a\\b', null],
      object: { name: 'Öl' },
    });
  });

  it('answers several queries in their order', async () => {
    const results = await test.database.readMany(noContext, [
      { sql: 'select $1::int as a', parameters: [1] },
      { sql: 'select 2 as b where false', parameters: [] },
      { sql: 'select $1::int as a', parameters: [3] },
    ]);
    expect(results).toEqual([[{ a: 1 }], [], [{ a: 3 }]]);
  });

  it('goes on after an error on the same connection, and after a change of the schema', async () => {
    await test.owner.query('create table shapes (a int)');
    await test.owner.query('grant select on shapes to depotwerk_app');
    const query = { sql: 'select * from shapes', parameters: [] };
    const divide = { sql: 'select 1 / $1::int as a', parameters: [0] };
    for (let round = 0; round < 12; round += 1) {
      await expect(test.database.read(noContext, divide)).rejects.toMatchObject({ code: '22012' });
      expect(await test.database.read(noContext, { ...divide, parameters: [1] })).toEqual([{ a: 1 }]);
      expect(await test.database.read(noContext, query)).toEqual([]);
    }
    await test.owner.query("insert into shapes values (1); alter table shapes add b text default 'x'");
    await expect(test.database.read(noContext, query)).resolves.toEqual([{ a: 1, b: 'x' }]);
  });

  it('keeps the texts used last prepared, also where a message that made room for one failed', async () => {
    const one = new Database(test.target, { poolSize: 1 });
    const ask = <Row>(sql: string, parameters: unknown[] = []) =>
      one.read<Row>(noContext, { sql, parameters });
    const preparedSql = 'select statement from pg_prepared_statements';
    const divide = 'select 1 / $1::int as a';
    const usual = 'select 4711 as usual';
    try {
      for (let begin = 0; begin < 640; begin += 40) {
        for (let index = begin; index < begin + 40; index += 1) {
          expect(await ask(`select ${index} as n`)).toEqual([{ n: index }]);
          expect(await ask(usual)).toEqual([{ usual: 4711 }]);
        }
        // The failing statement skips what stands behind it, which was to take the place of another.
        await expect(
          one.readMany(noContext, [
            { sql: divide, parameters: [0] },
            { sql: `select -${begin} as skipped`, parameters: [] },
          ]),
        ).rejects.toMatchObject({ code: '22012' });
      }
      expect(await ask(divide, [1])).toEqual([{ a: 1 }]);
      expect(await ask('select -600 as skipped')).toEqual([{ skipped: -600 }]);
      const kept = (await ask<{ statement: string }>(preparedSql)).map(({ statement }) => statement);
      // As many as may be, none forgotten on the server.
      expect(kept).toHaveLength(300);
      expect(new Set(kept).size).toBe(300);
      expect(kept).toEqual(
        expect.arrayContaining([usual, divide, preparedSql, 'select 639 as n', 'select 400 as n']),
      );
      expect(kept).not.toContain('select 0 as n');
    } finally {
      await one.close();
    }
  });

  it('tells a slow statement apart as busy', async () => {
    const slow = test.database.read(noContext, { sql: 'select pg_sleep(6)', parameters: [] });
    await expect(slow).rejects.toMatchObject({ name: 'DatabaseUnavailable' });
  });
});

describe('Database.transaction', () => {
  const test = useTestDatabase();

  it('keeps what it wrote, and nothing when the work fails', async () => {
    await test.owner.query('create table jottings (n int primary key)');
    await test.owner.query('grant select, insert, update on jottings to depotwerk_app');
    await test.database.system(async (_trx, connection) => {
      await connection.query('insert into jottings values (1)');
    });
    const failing = test.database.system(async (_trx, connection) => {
      await connection.query('insert into jottings values (2)');
      throw new Error('on purpose');
    });
    await expect(failing).rejects.toThrow('on purpose');
    const rows = await test.database.read(noContext, { sql: 'select n from jottings', parameters: [] });
    expect(rows).toEqual([{ n: 1 }]);
  });

  it('lets long work be idle for longer, and that work alone', async () => {
    const idle = (options?: { statementTimeout: number }) =>
      test.database.transaction(
        asTenant,
        async (_transaction, connection) => {
          const { rows } = await connection.query<{ idle_in_transaction_session_timeout: string }>(
            'show idle_in_transaction_session_timeout',
          );
          return rows[0]?.idle_in_transaction_session_timeout;
        },
        options,
      );
    // An import reads the next lines of its file meanwhile, for seconds where the processor has much else to do.
    expect([await idle(), await idle({ statementTimeout: 60_000 }), await idle()]).toEqual([
      '10s',
      '1min',
      '10s',
    ]);
  });

  it('repeats serialization failures until all are stored', async () => {
    await test.owner.query('create table counters (value int not null)');
    await test.owner.query(
      'insert into counters values (0); grant select, update on counters to depotwerk_app',
    );
    let attempts = 0;
    const allHaveRead = Promise.withResolvers<void>();
    const increment = () =>
      test.database.system(
        async (_trx, connection) => {
          attempts += 1;
          const { rows } = await connection.query<{ value: number }>('select value from counters');
          // The others have read the same value before the first one writes.
          if (attempts === 3) allHaveRead.resolve();
          await allHaveRead.promise;
          await connection.query('update counters set value = $1', [(rows[0]?.value ?? 0) + 1]);
        },
        { isolationLevel: 'serializable' },
      );
    await Promise.all([increment(), increment(), increment()]);
    const [row] = await test.database.read(noContext, { sql: 'select value from counters', parameters: [] });
    expect(row).toEqual({ value: 3 });
    expect(attempts).toBeGreaterThan(3);
  });

  it('gives up a conflict that never ends after six attempts', async () => {
    let attempts = 0;
    const work = test.database.system(async (_trx, connection) => {
      attempts += 1;
      await connection.query("do $$ begin raise exception 'x' using errcode = '40001'; end $$");
    });
    await expect(work).rejects.toMatchObject({ name: 'DatabaseUnavailable', reason: 'conflict' });
    expect(attempts).toBe(6);
  });

  it('refuses a context that is no UUID', async () => {
    const work = test.database.transaction({ tenantId: "'; drop", userId: null }, async () => 1);
    await expect(work).rejects.toThrow('UUID');
  });

  it('gives up waiting for a connection while all are taken', async () => {
    const small = new Database(test.target, { poolSize: 2, connectionTimeout: 1000 });
    const release = Promise.withResolvers<void>();
    const taken = Array.from({ length: 2 }, () => Promise.withResolvers<void>());
    const holders = taken.map((one) =>
      small.system(async () => {
        one.resolve();
        await release.promise;
      }),
    );
    await Promise.all(taken.map((one) => one.promise));
    try {
      await expect(small.read(noContext, whoAmI)).rejects.toBeInstanceOf(DatabaseUnavailable);
      release.resolve();
      await Promise.all(holders);
      await expect(small.read(noContext, whoAmI)).resolves.toHaveLength(1);
    } finally {
      release.resolve();
      await small.close();
    }
  });
});

describe('a database that takes no writes', () => {
  const test = useTestDatabase();

  it('is unavailable for writes, readable, and not ready', async () => {
    const [name] = await test.database.read<{ name: string }>(noContext, {
      sql: 'select current_database() as name',
      parameters: [],
    });
    expect(await test.database.ping()).toBe(true);
    await test.owner.query(`alter database ${name?.name} set default_transaction_read_only = on`);
    const demoted = new Database(test.target, { poolSize: 1 });
    try {
      const write = demoted.transaction(asTenant, (transaction) =>
        transaction
          .insertInto('installation_settings')
          .values({ setting_key: 'x', setting_value: '1' })
          .execute(),
      );
      await expect(write).rejects.toThrow(DatabaseUnavailable);
      await expect(write).rejects.toMatchObject({ reason: 'away' });
      expect(await demoted.read(noContext, { sql: 'select 1 as one', parameters: [] })).toEqual([{ one: 1 }]);
      expect(await demoted.ping()).toBe(false);
    } finally {
      await demoted.close();
    }
  });
});

describe('the application role', () => {
  const test = useTestDatabase();

  it('is whom the embedded server knows: giving up the role leads nowhere else', async () => {
    const rows = await test.database.system(async (_transaction, connection) => {
      await connection.query('set role none');
      return connection.query('select session_user as session, current_user as role');
    });
    const outside = await test.owner.query('select session_user as session');
    const session = test.target.kind === 'socket' ? 'depotwerk_app' : outside.rows[0].session;
    expect(rows.rows).toEqual([{ session, role: session }]);
  });

  it('never becomes the owner again with a login of its own', async () => {
    const login = `app_login_${randomUUID().slice(0, 8)}`;
    await test.owner.query(`create role ${login} login password 'geheim' in role depotwerk_app`);
    const { rows: owners } = await test.owner.query<{ name: string }>('select session_user as name');
    const application = new Database({ ...outside(), applicationUrl: urlAs(login) }, { poolSize: 1 });
    const config = { isProduction: true, databaseUrl: 'x', databaseAppUrl: 'x' };
    try {
      expect(await checkApplicationLogin(config, application)).toBeNull();
      for (const statement of ['set role none', 'reset role', 'reset session authorization']) {
        const seen = await application.system(async (_transaction, connection) => {
          await connection.query(statement);
          return connection.query(
            `select current_user as role, has_table_privilege('users', 'truncate') as may`,
          );
        });
        expect(seen.rows[0]?.may).toBe(false);
        expect([login, 'depotwerk_app']).toContain(seen.rows[0]?.role);
      }
      for (const statement of [
        `set role ${owners[0]?.name}`,
        `set session authorization ${owners[0]?.name}`,
      ]) {
        const attempt = application.system((_transaction, connection) => connection.query(statement));
        await expect(attempt).rejects.toMatchObject({ code: '42501' });
      }
    } finally {
      await application.close();
      await test.owner.query(`drop role ${login}`);
    }
  });

  it('is refused in production, or as DATABASE_APP_URL, when its login can become the owner', async () => {
    const owner = new Database(outside(), { poolSize: 1 });
    const config = { isProduction: false, databaseUrl: 'x', databaseAppUrl: null };
    try {
      expect(await checkApplicationLogin(config, owner)).toContain('set DATABASE_APP_URL');
      await expect(checkApplicationLogin({ ...config, isProduction: true }, owner)).rejects.toThrow(
        /of DATABASE_URL, who can take the rights/,
      );
      await expect(checkApplicationLogin({ ...config, databaseAppUrl: 'x' }, owner)).rejects.toThrow(
        /of DATABASE_APP_URL, who can take the rights/,
      );
    } finally {
      await owner.close();
    }
  });

  it('is whom requests of the embedded server connect as', async () => {
    const config = { isProduction: true, databaseUrl: null, databaseAppUrl: null };
    const seen = String(await checkApplicationLogin(config, test.database).catch(String));
    expect(seen).toContain(test.target.kind === 'socket' ? 'null' : 'set DATABASE_APP_URL');
  });

  /** The test's database as an address, whichever server it is on. */
  function urlAs(user?: string): string {
    const { target } = test;
    if (target.kind === 'socket') {
      const place = `host=${encodeURIComponent(target.directory)}&port=${target.port}`;
      return `postgres://${user ?? embeddedOwner}@localhost/${target.database}?${place}`;
    }
    const url = new URL(target.url);
    if (user !== undefined) Object.assign(url, { username: user, password: 'geheim' });
    return url.href;
  }
  const outside = () => ({ kind: 'url', url: urlAs() }) as const;
});
