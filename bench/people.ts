import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { permissionCodes } from '@depotwerk/domain/permissions';
import { readPossibleParents, readTreePage } from '../apps/server/src/areas/users/groups.view.ts';
import { readRoles } from '../apps/server/src/areas/users/roles.view.ts';
import { listUserPage } from '../apps/server/src/areas/users/users.view.ts';
import { withDatabase } from '../apps/server/src/platform/database/connection.ts';
import { Database } from '../apps/server/src/platform/database/database.ts';
import { migrate, readMigrations } from '../apps/server/src/platform/migrate.ts';
import { openDatabase } from '../apps/server/src/platform/open-database.ts';
import { buildScope } from '../apps/server/src/platform/scope.ts';
import { benchFolder, onServer } from './database.ts';
import { milliseconds, type Row, report, verdict } from './report.ts';

const limit = 50;
/** Against the small house. */
const ratioLimit = 1.5;
const rounds = 100;
const levels = 12;
/** In the small house a name that 1, 11 or 111 have. */
const manyHits = 'search for a name a hundred times as many have';
const sizes = [
  { users: 500, groups: 50 },
  { users: 50_000, groups: 5000 },
] as const;

/** Measures lists, search and tree of people, groups and roles: the functions behind the calls, on one connection each. */
mkdirSync(benchFolder, { recursive: true });
const opened = await openDatabase(
  { databaseUrl: process.env['DATABASE_URL'] ?? null, dataDirectory: join(benchFolder, 'embedded') },
  { mayJoin: false },
);
const rows: Row[] = [];
const houses: House[] = [];
try {
  for (const size of sizes) houses.push(await build(size));
  for (const what of Object.keys(houses[0]?.reads ?? {})) await measure(what);
  report(
    'people',
    'People, groups and roles',
    `Every read ${rounds} times in each house, turn about, the functions behind the calls on PostgreSQL, without HTTP; groups in a tree of ${levels} levels. At most ${limit} ms, and at most ${ratioLimit} times the p95 of the small house. Pages are as large as both houses can fill (50 rows).`,
    [
      'what',
      'users',
      'groups',
      'p50 / p95',
      `at most ${limit} ms`,
      `at most ${ratioLimit} × the small house`,
    ],
    rows,
  );
} finally {
  for (const house of houses) {
    await house.database.close();
    await onServer(opened.target, `drop database if exists ${house.name} with (force)`);
  }
  await opened.close();
}

interface House {
  readonly name: string;
  readonly database: Database;
  readonly size: (typeof sizes)[number];
  readonly reads: Readonly<Record<string, (round: number) => Promise<unknown>>>;
}

/** One kind of read in both houses in turn, so that both meet what else the machine does. */
async function measure(what: string): Promise<void> {
  const measured = houses.map((house) => ({ house, times: [] as number[] }));
  for (let round = -5; round < rounds; round += 1) {
    for (const { house, times } of measured) {
      const started = performance.now();
      await house.reads[what]?.(Math.max(0, round));
      if (round >= 0) times.push(performance.now() - started);
    }
  }
  let base: number | undefined;
  for (const { house, times } of measured) {
    times.sort((a, b) => a - b);
    const at = (share: number) => times[Math.min(rounds - 1, Math.floor(rounds * share))] ?? 0;
    rows.push([
      what,
      house.size.users.toLocaleString('de-DE'),
      house.size.groups.toLocaleString('de-DE'),
      `${milliseconds(at(0.5))} / ${milliseconds(at(0.95))}`,
      verdict(at(0.95) <= limit),
      base === undefined ? '' : `${(at(0.95) / base).toFixed(1)} × ${verdict(at(0.95) <= base * ratioLimit)}`,
    ]);
    base ??= at(0.95);
  }
}

async function build(size: (typeof sizes)[number]): Promise<House> {
  const { users, groups } = size;
  const name = `depotwerk_people_${process.pid}_${users}`;
  await onServer(opened.target, `create database ${name}`);
  const target = withDatabase(opened.target, name);
  const database = new Database(target, { poolSize: 2 });
  await migrate(target, readMigrations(fileURLToPath(new URL('../apps/server/migrations', import.meta.url))));
  const tenantId = randomUUID();
  await furnish(tenantId, users, groups);
  const scope = buildScope({
    tenantId,
    userId: randomUUID(),
    ownCustomerId: null,
    permissions: permissionCodes,
    groups: [],
    memberships: [],
  });
  const services = { database };
  const page = { size: 50, offset: 0 };
  const byName = [{ key: 'fullName', isDescending: false }] as const;
  const reads: House['reads'] = {
    'list, first page': () => listUserPage(services, scope, {}, byName, page),
    'list, a page in the middle': () =>
      listUserPage(services, scope, {}, byName, { size: 50, offset: Math.floor(users / 2) }),
    [manyHits]: (round) => listUserPage(services, scope, { search: `muster${round * 3}` }, byName, page),
    'search for a name 111 have in both houses': (round) =>
      listUserPage(
        services,
        scope,
        { search: `muster${users > 500 ? 100 + round : 1 + (round % 4)}` },
        byName,
        page,
      ),
    'search for two letters everybody has': () =>
      listUserPage(services, scope, { search: 'mu' }, byName, page),
    'search for six letters everybody has': () =>
      listUserPage(services, scope, { search: 'muster' }, byName, page),
    'search for two letters nobody has': () => listUserPage(services, scope, { search: 'xq' }, byName, page),
    'tree of groups, first page': () => readTreePage(services, scope, {}, page),
    'tree of groups, a page in the middle': () =>
      readTreePage(services, scope, {}, { size: 50, offset: Math.max(0, Math.floor(groups / 2) - 25) }),
    'search in the tree': (round) => readTreePage(services, scope, { search: `gruppe ${round * 3}` }, page),
    'active groups of the tree': () => readTreePage(services, scope, { isInactive: false }, page),
    'search for the group above': (round) =>
      readPossibleParents(services, scope, { search: `gruppe ${round * 3}` }, { size: 8, offset: 0 }),
    'list of roles': () => readRoles(services, scope),
  };
  return { name, database, size, reads };

  async function furnish(tenantId: string, userCount: number, groupCount: number): Promise<void> {
    await onServer(
      target,
      `insert into tenants (tenant_id, tenant_key, tenant_name) values ('${tenantId}', 'bench', 'Bench');
       insert into roles (tenant_id, id, role_name) select '${tenantId}', gen_random_uuid(), 'Rolle ' || n from generate_series(1, 20) n;
       insert into users (tenant_id, id, user_name, full_name, company, role_id)
         select '${tenantId}', gen_random_uuid(), 'muster' || n || '@haus.example', 'Anna Muster' || n, 'Firma ' || n % 100,
           (select id from roles order by role_name offset n % 20 limit 1) from generate_series(1, ${userCount}) n;
       create temp table tree as select n, gen_random_uuid() as id from generate_series(1, ${groupCount}) n;
       create unique index on tree (n);
       analyze tree;
       -- Each group hangs below one of the level above it.
       insert into groups (tenant_id, id, group_name, group_description, parent_group_id)
         select '${tenantId}', t.id, 'Gruppe ' || t.n, 'Probe',
           case when t.n % ${levels} <> 1 then (select p.id from tree p where p.n = t.n - 1) end from tree t order by t.n;
       insert into group_users (tenant_id, group_id, user_id, group_rights)
         select '${tenantId}', t.id, u.id, array['groupCustomers.view']
           from (select id, row_number() over () as place from users) u join tree t on t.n = 1 + u.place % ${groupCount}`,
    );
    await onServer(target, 'vacuum analyze');
  }
}
