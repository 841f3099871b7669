import { afterAll, beforeAll, expect, it } from 'vitest';
import { useTestDatabase } from '../../../../test/database.ts';
import { type Adviser, ExecutionWorld } from '../../../../test/execution-world.ts';
import { orderFaults } from '../../../../test/order-faults.ts';
import { startedForTests } from '../../../../test/started-for-tests.ts';
import { type Reconciliation, startReconciliation } from './reconciliation.ts';

/** `ORDER_ROUNDS=50` is the whole measure; every landing takes a few. */
const rounds = Number(process.env['ORDER_ROUNDS'] ?? 2);

const faults = [...orderFaults, 'orderLate'] as const;
/** What may go wrong with the question that follows. */
const questionFaults = [null, 'lostAnswer', 'error', 'html'] as const;

const db = useTestDatabase();
const world = startedForTests(() => ExecutionWorld.start(db));
let adviser: Adviser;
let reconciliation: Reconciliation;

beforeAll(async () => {
  adviser = await world.adviserAtBanks();
  reconciliation = startReconciliation(world.services);
});
afterAll(async () => {
  await reconciliation.stop();
});

it(`eleven faults, ${rounds} rounds each: 0 doubled, 0 stuck, 0 hidden`, async () => {
  const contracts: string[] = [];
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, kind] of faults.entries()) {
      const depot = await world.depot();
      const body = await world.signed(adviser, depot.depotId);
      await world.bank.fault('orders.place', kind, kind === 'orderLate' ? { ms: 300 } : {});
      const question = questionFaults[(round + index) % questionFaults.length];
      if (question) await world.bank.fault('orders.read', question);
      await world.step(adviser, depot.depotId, body);
      // Whatever was not used up must not strike the next one.
      await world.bank.clearFaults();
      contracts.push(depot.contractId);
    }
  }
  const open = async () => {
    const { rows } = await db.owner.query<{ count: number }>(
      "select count(*)::int as count from trader_orders where state in ('prepared', 'sent', 'unknown')",
    );
    return rows[0]?.count;
  };
  await expect.poll(open, { timeout: 60_000, interval: 500 }).toBe(0);
  const booked: number[] = [];
  for (const contractId of contracts) {
    const orders = await world.orders(contractId);
    expect(orders.map((order) => order.state)).toEqual(['confirmed']);
    booked.push((await world.bank.ledger(orders[0]?.clientOrderId ?? '')).length);
  }
  expect(new Set(booked)).toEqual(new Set([2]));
  const all = (await world.bank.control('GET', '/control/executions')) as unknown[];
  expect(all).toHaveLength(2 * contracts.length);
}, 900_000);
