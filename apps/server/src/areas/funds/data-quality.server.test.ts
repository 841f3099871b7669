import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { tenantA } from '../../../test/contract-world.ts';
import { useTestDatabase } from '../../../test/database.ts';
import { MasterDataWorld } from '../../../test/master-data-world.ts';
import { startedForTests } from '../../../test/started-for-tests.ts';

const db = useTestDatabase();
const world = startedForTests(() => MasterDataWorld.start(db));

const quality = z.looseObject({
  fundCount: z.int(),
  computation: z.nullable(z.looseObject({})),
  issues: z.array(z.strictObject({ issue: z.string(), count: z.int() })),
  hasMoneyMarket: z.boolean(),
});
const list = z.array(z.looseObject({ id: z.int() }));
const read = async () => quality.parse((await world.get('/admin/data-quality')).body);

it('counts what is missing, and every count is the list behind it', async () => {
  const before = await read();
  expect(before.fundCount).toBeGreaterThan(0);
  expect([before.computation, before.hasMoneyMarket]).toEqual([null, false]);
  await db.owner.query(`update funds set ongoing_fee = null where tenant_id = $1 and id = 1`, [tenantA]);
  await db.owner.query(
    `insert into fund_series_findings (tenant_id, fund_id, finding, first_day, last_day)
     values ($1, 1, 'gap', '2026-01-05', '2026-03-10')`,
    [tenantA],
  );
  const { issues } = await read();
  expect(issues.map(({ issue }) => issue)).toEqual(expect.arrayContaining(['gap', 'noCosts']));
  const counted = await Promise.all(
    issues.map(async ({ issue }) => ({
      issue,
      count: list.parse((await world.get(`/admin/data-quality/funds?issue=${issue}&pageSize=100`)).body)
        .length,
    })),
  );
  expect(counted).toEqual(issues);
  const [gap] = list.parse((await world.get('/admin/data-quality/funds?issue=gap')).body);
  expect(gap).toMatchObject({ id: 1, firstDay: '2026-01-05', lastDay: '2026-03-10' });
});

it('looks for no other cause of an unknown risk where prices are in another currency', async () => {
  const unknownCount = async () =>
    (await read()).issues.find(({ issue }) => issue === 'unknownRisk')?.count ?? 0;
  const priced = (currency: string) =>
    db.owner.query(
      `update funds set price = 10, price_date = '2026-11-20', currency = $2 where tenant_id = $1 and id = 1`,
      [tenantA, currency],
    );
  await priced('EUR');
  const inEuro = await unknownCount();
  await priced('USD');
  expect(await unknownCount()).toBe(inEuro - 1);
  await priced('EUR');
});

it('misses no rank of a fund without a peer group', async () => {
  const unrankedCount = async () => (await read()).issues.find(({ issue }) => issue === 'noRank')?.count ?? 0;
  const { rows } = await db.owner.query<{ peergroup_id: number | null }>(
    'select peergroup_id from funds where tenant_id = $1 and id = 1',
    [tenantA],
  );
  const inGroup = (peergroupId: number | null | undefined) =>
    db.owner.query('update funds set peergroup_id = $2 where tenant_id = $1 and id = 1', [
      tenantA,
      peergroupId,
    ]);
  expect(rows[0]?.peergroup_id).not.toBe(null);
  await db.owner.query(
    `insert into fund_key_figures (tenant_id, fund_id, calculated_for, data_from, data_to, observations, tracking_error)
     values ($1, 1, '2026-11-20', '2021-11-20', '2026-11-20', 260, 0.02)`,
    [tenantA],
  );
  await db.owner.query('delete from fund_ranks where tenant_id = $1 and fund_id = 1', [tenantA]);
  expect(await unrankedCount()).toBe(1);
  await inGroup(null);
  expect(await unrankedCount()).toBe(0);
  await inGroup(rows[0]?.peergroup_id);
  await db.owner.query('delete from fund_key_figures where tenant_id = $1 and fund_id = 1', [tenantA]);
});

it('says of prices that ended before the years the figures look at that they ended', async () => {
  const endedCount = async () => (await read()).issues.find(({ issue }) => issue === 'ended')?.count ?? 0;
  const day = (id: number, date: string) =>
    db.owner.query(`update funds set price = 10, price_date = $3 where tenant_id = $1 and id = $2`, [
      tenantA,
      id,
      date,
    ]);
  await db.owner.query(
    `update funds set price_date = '2026-11-20' where tenant_id = $1 and price is not null`,
    [tenantA],
  );
  expect(await endedCount()).toBe(0);
  await day(1, '2008-04-01');
  // Against what they end nobody knows before the first computation.
  expect(await endedCount()).toBe(0);
  await db.owner.query(
    `insert into fund_figure_runs (tenant_id, started_at, finished_at, calculated_for, fund_count, figure_count, ranked_count,
       peergroup_count, window_weeks) values ($1, now(), now(), '2026-11-20', 1, 1, 0, 0, 0)`,
    [tenantA],
  );
  expect(await endedCount()).toBe(1);
  expect(list.parse((await world.get('/admin/data-quality/funds?issue=ended')).body)).toMatchObject([
    { id: 1 },
  ]);
  await day(1, '2026-11-02');
  expect(await endedCount()).toBe(0);
});

it('speaks of the same funds everywhere and says how many it leaves out', async () => {
  const count = z.int();
  const shape = z.looseObject({
    fundCount: count,
    leftOutCount: count,
    computation: z.looseObject({ fundCount: count, figureCount: count, rankedCount: count }),
  });
  const look = async () => shape.parse((await world.get('/admin/data-quality')).body);
  await db.owner.query(
    `insert into fund_figure_runs (tenant_id, started_at, finished_at, calculated_for, fund_count, figure_count, ranked_count,
       peergroup_count, window_weeks) values ($1, now(), now(), '2026-11-20', 9999, 9998, 9997, 0, 0)
     on conflict (tenant_id) do update set fund_count = 9999, figure_count = 9998, ranked_count = 9997`,
    [tenantA],
  );
  const before = await look();
  await db.owner.query(`update funds set fund_status = 'liquidated' where tenant_id = $1 and id = 2`, [
    tenantA,
  ]);
  const after = await look();
  expect([after.fundCount, after.leftOutCount]).toEqual([before.fundCount - 1, before.leftOutCount + 1]);
  expect(after.computation.fundCount).toBe(after.fundCount);
  expect(after.computation.figureCount).toBeLessThanOrEqual(after.fundCount);
  expect(after.computation.rankedCount).toBeLessThanOrEqual(after.computation.figureCount);
});

it('refuses an issue it does not know', async () => {
  expect((await world.get('/admin/data-quality/funds?issue=nothing')).status).toBe(400);
});

it('starts one computation, however often it is asked for', async () => {
  for (let time = 0; time < 3; time += 1)
    expect((await world.post('/admin/data-quality/computations', {})).status).toBe(202);
  const { rows } = await db.owner.query<{ count: number }>(
    `select count(*)::int as count from jobs where tenant_id = $1 and job_type = 'fundFigures'`,
    [tenantA],
  );
  expect(rows).toEqual([{ count: 1 }]);
});

it('is not for a customer, whose role may look at funds', async () => {
  const ownCustomerId = (await world.contracts.addCustomer(tenantA)).id;
  const client = await world.server.caller({ permissions: ['funds.view'], memberships: [], ownCustomerId });
  expect((await world.get('/funds', client)).status).toBe(200);
  for (const path of ['/admin/data-quality', '/admin/data-quality/funds?issue=gap'])
    expect([path, (await world.get(path, client)).status]).toEqual([path, 404]);
});
