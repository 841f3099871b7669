import { addDays } from '@depotwerk/domain/add-days';
import { groupRights, permissionCodes } from '@depotwerk/domain/permissions';
import { beforeAll, expect, it, vi } from 'vitest';
import { ContractWorld, north, region, south, tenantA } from '../../../test/contract-world.ts';
import { useTestDatabase } from '../../../test/database.ts';
import { houseZone, todayIn } from '../../platform/http/client-zone.ts';
import { enqueueDailyJobs } from '../../platform/jobs/daily-jobs.ts';
import { createJobWorker } from '../../platform/jobs/job-worker.ts';
import { buildScope, type Scope } from '../../platform/scope.ts';
import { readTopFunds } from './contract-tiles.view.ts';
import { readContributionsByMonth } from './contributions.view.ts';
import { createSumHoldingsJob, sumHoldingsType } from './sum-holdings-job.ts';

const db = useTestDatabase();
const today = todayIn(houseZone, new Date());
const contracts: string[] = [];
const intervals = [1, 4, 6, 12];

beforeAll(async () => {
  const world = new ContractWorld(db.owner);
  await world.fill();
  const tariffId = await world.addTariff(tenantA, 'Rente', 1);
  await db.owner.query(
    `insert into funds (tenant_id, id, isin, name) values ($1, 1, 'IE00B4L5Y983', 'Welt'), ($1, 2, 'LU0323578657', 'Haus')`,
    [tenantA],
  );
  for (const groupId of [region, north, south, null]) {
    const customer = await world.addCustomer(tenantA, { groupId });
    for (let number = 0; number < 12; number += 1)
      contracts.push(await world.addContract(tenantA, customer.id, tariffId));
  }
  for (const [number, id] of contracts.entries()) {
    await db.owner.query(
      `insert into savings_plans (tenant_id, contract_id, valid_from, contribution, contribution_interval, dynamic_percent)
       values ($1, $2, $3, $4, $5, $6)`,
      [
        tenantA,
        id,
        addDays(today, 25 - number * 31),
        50.01 + number,
        intervals[number % 4],
        (number % 3) / 50,
      ],
    );
    const { rows } = await db.owner.query<{ id: string }>(
      `insert into portfolios (tenant_id, contract_id, valuation_date, is_current, total_value, cash_value)
       values ($1, $2, $3, true, 300, 300) returning id`,
      [tenantA, id, today],
    );
    for (const fund of number % 2 === 0 ? [1, 2] : [1])
      await db.owner.query(
        `insert into portfolio_entries (tenant_id, portfolio_id, fund_id, quantity, price, price_date, value, fraction)
         values ($1, $2, $3, $4, 1, $5, $4, 0.5)`,
        [tenantA, rows[0]?.id, fund, number + 1, today],
      );
  }
});

const seeing = (groupIds: readonly string[], isEverywhere = false): Scope =>
  buildScope({
    tenantId: tenantA,
    userId: tenantA,
    ownCustomerId: null,
    permissions: isEverywhere
      ? permissionCodes
      : permissionCodes.filter((code) => code !== 'customers.viewWithoutGroup'),
    groups: [region, north, south].map((id) => ({ id, parentGroupId: null })),
    memberships: groupIds.map((groupId) => ({ groupId, groupRights })),
  });
const everything = seeing([region, north, south], true);
const nothing = seeing([]);
const people = [everything, seeing([north]), seeing([region, south]), nothing];

async function sumHoldings(): Promise<void> {
  const failures: unknown[] = [];
  const handlers = [createSumHoldingsJob(db.database, Date.now)];
  const worker = createJobWorker({
    database: db.database,
    handlers,
    logger: { error: (details) => failures.push(details) },
    pollMs: 50,
  });
  await db.owner.query('delete from jobs where tenant_id = $1', [tenantA]);
  await enqueueDailyJobs(db.database, [{ jobType: sumHoldingsType, payload: {} }]);
  worker.start();
  await vi.waitFor(
    async () => {
      const done = await db.owner.query(`select from jobs where tenant_id = $1 and state = 'done'`, [
        tenantA,
      ]);
      expect([failures, done.rows.length]).toEqual([[], 1]);
    },
    { timeout: 30_000 },
  );
  await worker.stop();
}

const servicesNow = () => ({ database: db.database, clock: Date.now });
const summed = (scope: Scope) => readContributionsByMonth(servicesNow(), scope, today, 0);
const addedUp = (scope: Scope) => readContributionsByMonth(servicesNow(), scope, today);

it('a night adds up to the cent what single plans pay, and what lies in each fund, for whoever sees a part of the book', async () => {
  // Nobody has added up anything: a large book waits for its tile instead of seeing noughts.
  expect(await summed(everything)).toEqual(await addedUp(everything));
  await sumHoldings();
  for (const scope of people) {
    const now = await addedUp(scope);
    const night = await summed(scope);
    expect(now.markdown).toBeUndefined();
    expect(night.chartData).toEqual(now.chartData);
    // Who sees nothing has no sum to be told the night of.
    expect(night.markdown !== undefined).toBe(scope !== nothing);
  }
  expect((await addedUp(everything)).chartData?.some(({ value }) => value > 0)).toBe(true);
  const held = (
    await db.owner.query<{ contracts: number; value: number }>(
      `select count(*)::int as contracts, sum(value)::float8 as value from portfolio_entries group by fund_id order by 2 desc`,
    )
  ).rows;
  expect((await readTopFunds(servicesNow(), everything)).rows?.map(({ cells }) => cells)).toMatchObject(held);
});

it('a part a server of the release before has worked on leaves the sums of the last night, and nothing behind', async () => {
  await sumHoldings();
  const before = await db.owner.query('select fund_id, group_id, value from fund_holdings order by 1, 2');
  await db.owner.query('update portfolio_entries set quantity = quantity * 2, value = value * 2');
  // What that server does with a part: it completes the chunk, and writes no sums of it.
  await db.owner.query(
    `create rule without_part as on insert to night_sums where new.part = 3 do instead nothing`,
  );
  await sumHoldings();
  await db.owner.query('drop rule without_part on night_sums');
  const kept = await db.owner.query('select fund_id, group_id, value from fund_holdings order by 1, 2');
  expect(kept.rows).toEqual(before.rows);
  await sumHoldings();
  const after = await db.owner.query<{ value: number }>(
    'select sum(value)::float8 as value from fund_holdings',
  );
  const rows = await db.owner.query<{ value: number }>(
    'select sum(value)::float8 as value from portfolio_entries',
  );
  expect(after.rows).toEqual(rows.rows);
  expect((await db.owner.query('select from night_sums')).rows).toEqual([]);
});
