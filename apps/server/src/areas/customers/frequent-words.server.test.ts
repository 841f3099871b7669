import { beforeAll, expect, test } from 'vitest';
import { contractHouse } from '../../../test/contract-house.ts';
import { north, south, tenantA, tenantB } from '../../../test/contract-world.ts';

const { test: db, world, tariff } = contractHouse();

/** So many that the tables are large enough to be judged by some of their pages. */
const crowd = 12_000;

beforeAll(async () => {
  const template = await world.addCustomer(tenantA, { groupId: north, lastName: 'Vorlage' });
  await world.addContract(tenantA, template.id, tariff, { external_key: 'ZZ-1' });
  await db.owner.query(
    `insert into customers (tenant_id, group_id, first_name, last_name, email, street)
     select $1, case when n % 4000 = 0 then $3 else $2 end::uuid, 'Rita', 'Menge' || n, n || '@jedermann.example', repeat('x', 150)
       from generate_series(1, $4::int) n`,
    [tenantA, north, south, crowd],
  );
  await db.owner.query(
    `insert into contracts (tenant_id, customer_id, tariff_id, issuer_id, external_key, start_date, beneficiary)
     select u.tenant_id, u.id, c.tariff_id, c.issuer_id, 'QQQ' || u.last_name, c.start_date, repeat('x', 150)
       from customers u cross join (select tariff_id, issuer_id, start_date from contracts where external_key = 'ZZ-1') c
      where u.tenant_id = $1 and u.last_name like 'Menge%'`,
    [tenantA],
  );
  await db.owner.query('vacuum analyze customers');
  await db.owner.query('vacuum analyze contracts');
  await db.owner.query('select set_config($1, $2, false)', ['app.tenant_id', tenantA]);
}, 120_000);

const isFrequent = async (table: string, words: string) => {
  const { rows } = await db.owner.query<{ frequent: boolean }>(
    'select is_frequent($1, search_condition($2)) as frequent',
    [table, words],
  );
  return rows[0]?.frequent;
};

test('what everybody has is told from what few have', async () => {
  expect(await isFrequent('customers', 'jedermann')).toBe(true);
  expect(await isFrequent('customers', 'vorlage')).toBe(false);
  expect(await isFrequent('contracts', 'qqq')).toBe(true);
  expect(await isFrequent('contracts', 'zz-1')).toBe(false);
});

const ranked = async (words: string, groups: readonly string[] | null, offset = 0) => {
  const { rows } = await db.owner.query<{ id: string; total: number }>(
    `select r.id, r.total_hits as total from search_customers_ranked($1, $2, $3, null, false, null, null, null, 50, $4) r`,
    [words, groups, groups === null, offset],
  );
  return { ids: rows.map(({ id }) => id), total: rows[0]?.total };
};

test('customers are found by a word everybody has, in a large and in a small group, page after page', async () => {
  for (const groups of [null, [north], [north, south]]) {
    const pages = [await ranked('jedermann', groups), await ranked('jedermann', groups, 50)];
    expect(pages.map(({ ids, total }) => [ids.length, total])).toEqual([
      [50, 1001],
      [50, 1001],
    ]);
    expect(new Set(pages.flatMap(({ ids }) => ids)).size).toBe(100);
  }
  // Far fewer of hers than rows are read: those of the index.
  expect(await ranked('jedermann', [south])).toMatchObject({ total: 3 });
  expect(await ranked('jedermann 4000@', [south])).toMatchObject({ total: 1 });
  expect((await ranked('jedermann', [])).ids).toEqual([]);
});

test('contracts are found by a word everybody has, in a large and in a small group', async () => {
  const found = async (groups: readonly string[] | null, limit: number) => {
    const { rows } = await db.owner.query<{ groupId: string }>(
      `select c.group_id as "groupId" from search_contract_ids('qqq', $1, $2, $3) s join contracts c on c.id = s.id`,
      [groups, groups === null, limit],
    );
    return rows.map(({ groupId }) => groupId);
  };
  expect(await found(null, 5)).toHaveLength(5);
  expect(await found([north], 5)).toEqual(Array.from({ length: 5 }, () => north));
  expect(await found([south], 5)).toEqual([south, south, south]);
  expect(await found([north, south], 1_000_000)).toHaveLength(crowd);
});

test('another house has none of it', async () => {
  await db.owner.query('select set_config($1, $2, false)', ['app.tenant_id', tenantB]);
  try {
    expect((await ranked('jedermann', null)).ids).toEqual([]);
  } finally {
    await db.owner.query('select set_config($1, $2, false)', ['app.tenant_id', tenantA]);
  }
});
