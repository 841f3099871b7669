import { orderBookRow } from '@depotwerk/api/traders/orders';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { useTestDatabase } from '../../../../test/database.ts';
import { type Adviser, ExecutionWorld, type LinkedDepot } from '../../../../test/execution-world.ts';
import { meanwhile } from '../../../../test/meanwhile.ts';
import { startedForTests } from '../../../../test/started-for-tests.ts';

const db = useTestDatabase();
const world = startedForTests(() => ExecutionWorld.start(db));
let adviser: Adviser;
let other: Adviser;

beforeAll(async () => {
  adviser = await world.adviserAtBanks();
  other = await world.adviserAtBanks();
});
beforeEach(() => world.bank.clearFaults());

const codeOf = (answer: { json(): unknown }) => (answer.json() as { code: string }).code;
const paramsOf = (answer: { json(): unknown }) => (answer.json() as { params: unknown }).params;
/** The plans of this world move 1,000 € each. */
const limit = (amount: number | null) =>
  db.owner.query(
    `insert into order_rules (tenant_id, approval_limit) values ($1, $2)
      on conflict (tenant_id) do update set approval_limit = excluded.approval_limit`,
    [world.tenantId, amount],
  );
const approve = ({ planId }: LinkedDepot, by: Adviser, state = 'approved') =>
  db.owner.query(
    `insert into plan_approvals (tenant_id, planned_optimization_id, state, requested_by, requested_at, decided_by, decided_at)
      values ($1, $2, $3, $4, now(), $5, now())`,
    [world.tenantId, planId, state, by === adviser ? other.userId : adviser.userId, by.userId],
  );
const book = async (query = '') => {
  const answer = await world.call(adviser, 'GET', `/orders${query}`);
  return { rows: z.array(orderBookRow).parse(answer.json()), total: Number(answer.headers['x-total-count']) };
};

describe('orders from the limit of the house on', () => {
  it('reach no bank before a second person has agreed', async () => {
    const depot = await world.depot();
    await limit(1000);
    const none = await world.step(adviser, depot.depotId);
    expect([none.statusCode, codeOf(none), paramsOf(none)]).toEqual([
      409,
      'optimization.notExecutable',
      { reason: 'approvalMissing' },
    ]);
    await approve(depot, other, 'refused');
    expect(paramsOf(await world.step(adviser, depot.depotId))).toEqual({ reason: 'approvalMissing' });
    await limit(1000.01);
    expect((await world.step(adviser, depot.depotId)).statusCode).toBe(200);
    await limit(null);
    expect((await world.step(adviser, depot.depotId)).statusCode).toBe(200);
    expect(await world.orders(depot.contractId)).toEqual([]);
  });

  it('wait for her too when the limit is set while the bank answers', async () => {
    const depot = await world.depot();
    await limit(null);
    const code = await world.signed(adviser, depot.depotId);
    const late = await meanwhile(
      db,
      world.tenantId,
      async (house) => {
        await house.query('select from contracts where id = $1 for no key update', [depot.contractId]);
        await house.query('update order_rules set approval_limit = 500 where tenant_id = $1', [
          world.tenantId,
        ]);
      },
      () => world.step(adviser, depot.depotId, code),
    );
    expect([late.statusCode, codeOf(late), paramsOf(late)]).toEqual([
      409,
      'optimization.notExecutable',
      { reason: 'approvalMissing' },
    ]);
    expect(late.json()).toMatchObject({
      message: expect.stringMatching(/^Ab der Grenze Ihres Hauses muss erst eine zweite Person zustimmen\./),
    });
    expect(await world.orders(depot.contractId)).toEqual([]);
    await limit(null);
  });

  it('are carried out by somebody else than who agreed, also where the limit rose or the code was asked for before', async () => {
    const depot = await world.depot();
    await limit(null);
    const body = await world.signed(other, depot.depotId);
    await limit(500);
    expect(paramsOf(await world.step(other, depot.depotId, body))).toEqual({ reason: 'approvalMissing' });
    await approve(depot, other);
    expect(paramsOf(await world.step(other, depot.depotId, body))).toEqual({ reason: 'approvedByCaller' });
    await limit(5000);
    expect(paramsOf(await world.step(other, depot.depotId))).toEqual({ reason: 'approvedByCaller' });
    await limit(500);
    const last = await world.step(adviser, depot.depotId, await world.signed(adviser, depot.depotId));
    expect(last.statusCode).toBe(204);
    const { rows } = await book();
    expect(rows.find(({ contractId }) => contractId === depot.contractId)).toMatchObject({
      state: 'confirmed',
      orderCount: 2,
      turnover: 1000,
      isSavingsPlanChanged: false,
      issuerName: 'Quaderbank',
      contractNumber: depot.externalKey,
    });
  });
});

describe('several plans of one day', () => {
  /** The bank was read after the last one, and the next one is planned. */
  const again = async (depot: LinkedDepot): Promise<LinkedDepot> => {
    await db.owner.query('update trader_depots set last_refresh_at = now() where id = $1', [depot.depotId]);
    return { ...depot, planId: await world.plan(depot.contractId, depot.portfolioId) };
  };

  it('count together, but for what a second person has agreed to', async () => {
    const depot = await world.depot();
    await limit(1500);
    const carryOut = async ({ depotId }: LinkedDepot) =>
      world.step(adviser, depotId, await world.signed(adviser, depotId));
    expect((await carryOut(depot)).statusCode).toBe(204);
    const second = await again(depot);
    expect(paramsOf(await world.step(adviser, depot.depotId))).toEqual({ reason: 'approvalMissing' });
    await approve(second, other);
    expect((await carryOut(depot)).statusCode).toBe(204);
    await again(depot);
    // What was agreed to does not count: 2,000 € in all, 1,000 of them by one person alone.
    await limit(2000);
    expect(paramsOf(await world.step(adviser, depot.depotId))).toEqual({ reason: 'approvalMissing' });
    await limit(2000.01);
    expect((await world.step(adviser, depot.depotId)).statusCode).toBe(200);
    await limit(1500);
    await db.owner.query(
      "update trader_orders set created_at = created_at - interval '1 day' where contract_id = $1",
      [depot.contractId],
    );
    expect((await world.step(adviser, depot.depotId)).statusCode).toBe(200);
  });
});

describe('the order book', () => {
  it('shows what was ordered in contracts the caller sees, by state, day and search', async () => {
    await limit(null);
    const depot = await world.depot();
    expect(
      (await world.step(adviser, depot.depotId, await world.signed(adviser, depot.depotId))).statusCode,
    ).toBe(204);
    const all = await book();
    expect(all.total).toBe(all.rows.length);
    expect(all.rows[0]).toMatchObject({
      contractId: depot.contractId,
      approvedBy: null,
      traderMessage: null,
    });
    expect((await book(`?search=${depot.externalKey}`)).rows.map(({ contractId }) => contractId)).toEqual([
      depot.contractId,
    ]);
    expect((await book('?state=confirmed')).total).toBe(all.total);
    expect((await book('?state=unknown')).rows).toEqual([]);
    expect((await book('?to=2020-01-01')).rows).toEqual([]);
    expect((await book('?from=2020-01-01&to=9999-12-31')).total).toBe(all.total);
    expect((await book('?page=2&pageSize=1')).rows).toHaveLength(Math.min(1, all.total - 1));
    const file = await world.call(adviser, 'GET', `/orders?format=csv&search=${depot.externalKey}`);
    expect([file.statusCode, file.headers['content-disposition']]).toEqual([
      200,
      expect.stringContaining('Auftragsbuch'),
    ]);
    expect(file.body.split('\r\n').filter((line) => line.includes(depot.externalKey))).toEqual([
      expect.stringContaining('1000,00;'),
    ]);
    // What the bank did of it stands beside what was ordered; what it has not told is empty.
    const result = (action: string, executedAmount: number, state = 'executed') => ({
      action,
      state,
      executedAmount,
    });
    const tell = (results: readonly object[]) =>
      db.owner.query(
        `update trader_orders set state = 'partlyConfirmed', answer = $2 where contract_id = $1`,
        [depot.contractId, JSON.stringify({ state: 'partlyExecuted', results })],
      );
    const search = `?search=${depot.externalKey}`;
    await tell([]);
    expect((await book(search)).rows).toMatchObject([{ turnover: 1000, executedTurnover: null }]);
    await tell([
      result('sell', 400.5),
      result('buy', 250.25),
      result('buy', 100),
      result('sell', 90, 'rejected'),
    ]);
    expect((await book(search)).rows).toMatchObject([{ turnover: 1000, executedTurnover: 400.5 }]);
    const part = await world.call(adviser, 'GET', `/orders?format=csv&search=${depot.externalKey}`);
    expect(part.body).toContain(';1000,00;400,50;');
    const stranger = await world.adviser(['groupCustomers.view']);
    const theirs = await world.call(stranger, 'GET', '/orders');
    expect([theirs.statusCode, theirs.json(), theirs.headers['x-total-count']]).toEqual([200, [], '0']);
  });
});
