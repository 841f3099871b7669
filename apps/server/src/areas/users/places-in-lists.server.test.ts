import { randomUUID } from 'node:crypto';
import { foldText } from '@depotwerk/domain/fold-text';
import { inTreeOrder } from '@depotwerk/domain/users/group-tree';
import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { useTestDatabase } from '../../../test/database.ts';

const test = useTestDatabase();
const tenant = randomUUID();
const role = randomUUID();

beforeAll(async () => {
  await test.owner.query("insert into tenants (tenant_id, tenant_key, tenant_name) values ($1, 't', 'T')", [
    tenant,
  ]);
  await test.owner.query("insert into roles (tenant_id, id, role_name) values ($1, $2, 'R')", [tenant, role]);
  await test.owner.query("select set_config('app.tenant_id', $1, false)", [tenant]);
});

const query = async <Row extends object>(sql: string, ...values: unknown[]) =>
  (await test.owner.query<Row>(sql, values)).rows;

it('a page of people lies where the order of names puts it, in whatever block, whatever changes', async () => {
  const add = (from: number, to: number, name: string) =>
    query(
      `insert into users (tenant_id, user_name, full_name, role_id)
       select $1, gen_random_uuid() || '@x.example', ${name}, $2 from generate_series(${from}, ${to}) n`,
      tenant,
      role,
    );
  const blocks = async () =>
    (
      await query<{ number: number }>(
        'select count(*)::int as number from (select from user_name_blocks group by from_name, from_id) each',
      )
    )[0]?.number;
  const expectPages = async () => {
    const all = await query<{ id: string }>(
      'select id from users where tenant_id = $1 order by sort_name, id',
      tenant,
    );
    const ids = all.map(({ id }) => id);
    for (const isDescending of [false, true]) {
      const order = isDescending ? ids.toReversed() : ids;
      for (const offset of [
        0,
        1,
        1999,
        2000,
        2001,
        2600,
        4100,
        order.length - 3,
        order.length,
        order.length + 9,
      ]) {
        const [page] = await query<{ ids: string[] }>(
          `select array(select u.id from users u where u.id = any (users_in_order(7, $1, $2))
             order by case when $2 then null else u.sort_name end, case when $2 then null else u.id end,
               u.sort_name desc, u.id desc) as ids`,
          offset,
          isDescending,
        );
        expect([isDescending, offset, page?.ids]).toEqual([
          isDescending,
          offset,
          order.slice(offset, offset + 7),
        ]);
      }
    }
    const [sum] = await query<{ sum: number }>('select sum(user_count)::int as sum from user_name_blocks');
    expect(sum?.sum).toBe(ids.length);
  };
  // Blocks of a test are small.
  await query(
    'create or replace function user_name_block_size() returns integer language sql immutable as $$ select 5 $$',
  );
  await add(1, 9, `'Anna ' || n`);
  expect(await blocks()).toBe(1);
  await expectPages();
  // More than a block holds; many of one name, who lie in the order of their ids.
  await add(1, 40, `case when n % 2 = 0 then 'Berta' else 'Anna ' || n || ' von der Au' end`);
  expect(await blocks()).toBeGreaterThan(7);
  await expectPages();
  for (let number = 1; number <= 12; number += 1) await add(1, 1, `'Aaron ${number}'`);
  await query(`update users set full_name = 'Zacharias ' || full_name where sort_name like 'anna 1%'`);
  await query(`delete from users where sort_name like '%5 von der au'`);
  await query('select compact_user_statistics($1)', tenant);
  await query('update users set last_login = now()');
  await add(1, 30, `'Aaron der ' || n`);
  await expectPages();
});

it('whoever is found by part of a name comes in the order of names, however many there are and wherever they stand', async () => {
  await query('delete from users where tenant_id = $1', tenant);
  const names = ['Aaron Ämter', 'Berta von der Au', 'Cäsar Meier', 'Dora Haus', 'Zoe Meier'];
  await query(
    `insert into users (tenant_id, user_name, full_name, role_id)
     select $1, 'm' || n || '@haus.example', ($3::text[])[1 + n / 20] || ' ' || n, $2 from generate_series(0, 99) n`,
    tenant,
    role,
    names,
  );
  const all = await query<{ id: string; text: string }>(
    'select id, search_text as text from users where tenant_id = $1 order by sort_name, id',
    tenant,
  );
  // Few and many, all at the beginning, all at the end, everywhere, in the mail address; letters everybody has, with and without rarer ones.
  for (const text of [
    'aaron',
    'meier',
    'zoe',
    'zoe meier 9',
    'haus',
    'haus example',
    'm9 haus',
    'm77',
    'au',
    'me',
    'o',
    'xy',
    'nobody',
  ])
    for (const most of [1, 3, 30])
      for (const offset of [0, 2, 19, 35, 60]) {
        const hits = all.filter((person) => person.text.includes(text)).map(({ id }) => id);
        const [found] = await query<{ ids: string[] | null; total: number }>(
          'select ids, total from users_found($1, $2, 4, $3)',
          text,
          most,
          offset,
        );
        expect([text, most, offset, found?.ids ?? [], found?.total]).toEqual([
          text,
          most,
          offset,
          hits.slice(offset, offset + 4),
          Math.min(hits.length, most + 1),
        ]);
      }
});

interface Row {
  id: string;
  parentGroupId: string | null;
  name: string;
  isInactive: boolean;
}
type Change = readonly ['add' | 'move' | 'rename' | 'switch' | 'remove', number, number];
const change: fc.Arbitrary<Change> = fc.tuple(
  fc.constantFrom('add', 'add', 'add', 'move', 'rename', 'switch', 'remove'),
  fc.nat(30),
  fc.nat(30),
);
const words = ['Nord', 'Süd', 'Ost', 'West', 'Filiale', 'Außen'];

it('every group knows its place in the tree, and a page is a part of what a filter keeps (property)', async () => {
  let number = 0;
  const run = async ([kind, one, two]: Change, groups: readonly Row[]) => {
    const group = groups[one % Math.max(1, groups.length)];
    const other = groups[two % Math.max(1, groups.length)];
    number += 1;
    const name = `${words[two % words.length]} ${number}`;
    if (kind === 'add')
      return query(
        `insert into groups (tenant_id, group_name, parent_group_id, is_inactive) values ($1, $2, $3, $4)`,
        tenant,
        name,
        one % 4 === 0 ? null : (group?.id ?? null),
        two % 3 === 0,
      );
    if (!group) return;
    if (kind === 'rename') return query('update groups set group_name = $2 where id = $1', group.id, name);
    if (kind === 'switch')
      return query('update groups set is_inactive = not is_inactive where id = $1', group.id);
    // A move below itself, and what still has something below it, are refused.
    const sql =
      kind === 'move'
        ? 'update groups set parent_group_id = $2 where id = $1'
        : 'delete from groups where id = $1 and $2 = $2';
    return query(sql, group.id, other?.id).catch(() => undefined);
  };
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 15 }), async (changes) => {
      const read = () =>
        query<Row>(
          `select id, parent_group_id as "parentGroupId", group_name as name, is_inactive as "isInactive"
             from groups where tenant_id = $1 order by sort_name, id`,
          tenant,
        );
      for (const each of changes) await run(each, await read());
      const tree = inTreeOrder(await read());
      const places = await query(
        'select group_id as id, place, cardinality(above) as level from group_places where tenant_id = $1 order by place',
        tenant,
      );
      expect(places).toEqual(tree.map(({ id, level }, place) => ({ id, place, level })));
      const childrenOf = (id: string): Row[] => tree.filter(({ parentGroupId }) => parentGroupId === id);
      const familyOf = (row: Row): Row[] => [row, ...childrenOf(row.id).flatMap(familyOf)];
      for (const [text, isInactive] of [
        [undefined, undefined],
        ['süd', undefined],
        ['1', false],
        ['st', undefined],
        ['filiale', true],
        [undefined, true],
        [undefined, false],
      ] as const) {
        const isHit = (row: Row) =>
          (text === undefined || foldText(row.name).includes(foldText(text))) &&
          (isInactive === undefined || row.isInactive === isInactive);
        const kept = tree.filter((row) => familyOf(row).some(isHit)).map(({ id }) => id);
        for (const offset of [0, 1, 3, 8]) {
          const [page] = await query<{ ids: string[]; total: number; isExact: boolean }>(
            'select ids, total, is_exact as "isExact" from groups_in_tree($1, $2, 100, 3, $3)',
            text === undefined ? null : foldText(text),
            isInactive ?? null,
            offset,
          );
          expect(page).toEqual({ ids: kept.slice(offset, offset + 3), total: kept.length, isExact: true });
        }
      }
      const [first] = tree;
      if (!first) return;
      const below = familyOf(first).map(({ id }) => id);
      const [parents] = await query(
        'select ids, total from possible_parents(null, $1, 100, 50, 1)',
        first.id,
      );
      const possible = tree
        .filter(({ id, isInactive }) => !isInactive && !below.includes(id))
        .map(({ id }) => id);
      expect(parents).toEqual({ ids: possible.slice(1), total: possible.length });
    }),
    { numRuns: 10 },
  );
});

it('of very many hits no more are counted than were asked for, and pages go on', async () => {
  const one = randomUUID();
  await query(`insert into groups (tenant_id, id, group_name) values ($1, $2, 'Oben')`, tenant, one);
  await query(
    `insert into groups (tenant_id, group_name, parent_group_id) select $1, 'Zweig ' || n, $2 from generate_series(101, 140) n`,
    tenant,
    one,
  );
  const page = async (offset: number) => {
    const [found] = await query<{ ids: string[]; isExact: boolean; total: number }>(
      `select ids, total, is_exact as "isExact" from groups_in_tree('zweig', null, 10, 5, $1)`,
      offset,
    );
    return [found?.ids.length, found?.isExact, (found?.total ?? 0) > 10];
  };
  expect(await page(0)).toEqual([5, false, true]);
  expect(await page(30)).toEqual([5, false, true]);
  expect(await page(38)).toEqual([3, true, true]);
});

it('whatever letters are looked for in the tree, rare or everybody has them, the same groups are found', async () => {
  await query('delete from groups where tenant_id = $1 and parent_group_id is not null', tenant);
  await query('delete from groups where tenant_id = $1', tenant);
  await query(
    `insert into groups (tenant_id, group_name, is_inactive)
     select $1, 'Filiale ' || n || case when n = 195 then ' (50 %, Zürich)' else '' end, n % 7 = 0 from generate_series(101, 299) n`,
    tenant,
  );
  const all = await query<{ id: string; name: string; isInactive: boolean }>(
    'select id, sort_name as name, is_inactive as "isInactive" from groups where tenant_id = $1 order by sort_name, id',
    tenant,
  );
  for (const text of [
    'filiale',
    'filiale 2',
    'filiale 23',
    '23',
    'e 29',
    '9',
    'zue',
    'iale 195 50',
    'xy',
    'nobody',
  ])
    for (const isInactive of [null, false, true])
      for (const offset of [0, 3, 95]) {
        const hits = all.filter(
          (group) => group.name.includes(text) && (isInactive === null || group.isInactive === isInactive),
        );
        const [page] = await query<{ ids: string[]; total: number; isExact: boolean }>(
          'select ids, total, is_exact as "isExact" from groups_in_tree($1, $2, 300, 4, $3)',
          text,
          isInactive,
          offset,
        );
        expect([text, isInactive, offset, page]).toEqual([
          text,
          isInactive,
          offset,
          { ids: hits.slice(offset, offset + 4).map(({ id }) => id), total: hits.length, isExact: true },
        ]);
        if (isInactive !== false) continue;
        const [parents] = await query(
          'select ids, total from possible_parents($1, $2, 300, 4, $3)',
          text,
          hits[1]?.id ?? null,
          offset,
        );
        const others = hits.filter((_, place) => place !== 1);
        expect([text, offset, parents]).toEqual([
          text,
          offset,
          { ids: others.slice(offset, offset + 4).map(({ id }) => id), total: others.length },
        ]);
      }
});
