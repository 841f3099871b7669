import { expect, it } from 'vitest';
import { connectOwner } from '../../../../test/database.ts';
import { isins } from '../../../../test/execution-world.ts';
import { meanwhile } from '../../../../test/meanwhile.ts';
import { useExecutions } from '../../../../test/use-executions.ts';
import { recordMovements } from './record-movements.ts';
import { applyOutcome } from './settle-order.ts';

const { db, world, adviser } = useExecutions();

async function executed(fault?: () => Promise<void>): Promise<string> {
  const { depotId, contractId } = await world.depot();
  const step = await world.signed(adviser, depotId);
  await fault?.();
  expect((await world.step(adviser, depotId, step)).statusCode).toBe(204);
  return contractId;
}
const movementsOf = async (contractId: string) =>
  (
    await db.owner.query<{ isin: string; kind: string; quantity: number; amount: number; source: string }>(
      `select f.isin, m.movement_kind as kind, m.quantity::float, m.amount::float, m.movement_source as source
         from fund_movements m join funds f on f.tenant_id = m.tenant_id and f.id = m.fund_id
        where m.contract_id = $1 order by m.movement_kind desc`,
      [contractId],
    )
  ).rows;

const orderOf = async (contractId: string) => {
  const { rows } = await db.owner.query<{ id: string; version: number }>(
    `select o.id, c.row_version as version from trader_orders o join contracts c on c.id = o.contract_id where c.id = $1`,
    [contractId],
  );
  const [order] = rows;
  if (!order) throw new Error('The contract has an order.');
  return order;
};
const result = (executedQuantity: number, executedAmount: number) =>
  ({
    isin: isins[0],
    action: 'sell',
    state: 'executed',
    executedQuantity,
    executedAmount,
    message: null,
  }) as const;
/** The bank tells of an order what it executed, as if it had been asked again. */
async function tell(contractId: string, results: readonly ReturnType<typeof result>[]): Promise<void> {
  const { id } = await orderOf(contractId);
  const execution = { state: 'executed', results, traderCode: null, traderMessage: null } as const;
  const { state } = await applyOutcome(
    world.services,
    { tenantId: world.tenantId, userId: adviser.userId, id },
    { kind: 'told', execution: { clientOrderId: 'told', ...execution } },
    { kind: 'system' },
  );
  expect(state).toBe('confirmed');
}

it('keeps what the bank executed as sale and purchase, with its units and euros', async () => {
  const contractId = await executed();
  const movements = await movementsOf(contractId);
  expect(movements).toMatchObject([
    { isin: isins[0], kind: 'sale', quantity: 10, source: 'order' },
    { isin: isins[1], kind: 'purchase', quantity: 10, source: 'order' },
  ]);
  for (const { amount } of movements) expect(amount).toBeGreaterThan(0);
});

it('keeps of an order that was filled in part what was filled', async () => {
  const contractId = await executed(() =>
    world.bank.fault('orders.place', 'orderPartial', { fraction: 0.5 }),
  );
  expect(await movementsOf(contractId)).toMatchObject([{ quantity: 5 }, { quantity: 5 }]);
});

it('replaces what was told earlier, says nothing twice and raises the version of the contract', async () => {
  const contractId = await executed();
  const before = await movementsOf(contractId);
  const order = await orderOf(contractId);
  const results = [
    result(4, 41),
    { ...result(0, 0), isin: isins[1], action: 'buy', state: 'rejected' },
  ] as const;
  const answer = { state: 'partlyExecuted', results, traderCode: null, traderMessage: null } as const;
  await db.database.transaction({ tenantId: world.tenantId, userId: adviser.userId }, (transaction) =>
    recordMovements(transaction, { id: order.id, contractId }, answer),
  );
  expect(before).toHaveLength(2);
  expect(await movementsOf(contractId)).toMatchObject([{ kind: 'sale', quantity: 4, amount: 41 }]);
  const raised = await db.owner.query('select row_version as version from contracts where id = $1', [
    contractId,
  ]);
  expect(raised.rows).toEqual([{ version: order.version + 1 }]);
});

it('settles an order whatever units and euros the bank tells: what cannot be is left out or unknown', async () => {
  const contractId = await executed();
  await db.owner.query("update trader_orders set state = 'sent', settled_at = null where contract_id = $1", [
    contractId,
  ]);
  await tell(contractId, [
    ...[-3, 0, 0.0000004, 1e9, 1e30].map((quantity) => result(quantity, 10)),
    ...[-41, 1e10, 1e30].map((amount) => result(4, amount)),
    result(999_999_999, 9_999_999_999),
    result(0.000001, -0.001),
  ]);
  const stored = (await movementsOf(contractId)).map(({ quantity, amount }) => [quantity, amount]);
  expect(stored.toSorted(([a = 0], [b = 0]) => (a ?? 0) - (b ?? 0))).toEqual([
    [0.000001, 0],
    [4, null],
    [4, null],
    [4, null],
    [999_999_999, 9_999_999_999],
  ]);
});

/** What the form does with the sale of an order: see the tests of `contracts/movements`. */
async function byHand(contractId: string, change: string): Promise<void> {
  await db.owner.query('update trader_orders set are_movements_by_hand = true where contract_id = $1', [
    contractId,
  ]);
  await db.owner.query(`${change} where contract_id = $1 and movement_kind = 'sale'`, [contractId]);
}

it('leaves what somebody has corrected in the form, and adds nothing beside it', async () => {
  const contractId = await executed();
  await byHand(contractId, `update fund_movements set movement_source = 'hand', amount = 7`);
  const before = await movementsOf(contractId);
  await tell(contractId, [result(25, 250)]);
  expect(before).toMatchObject([{ amount: 7, source: 'hand' }, { source: 'order' }]);
  expect(await movementsOf(contractId)).toEqual(before);
});

it('does not bring back what somebody has removed in the form', async () => {
  const contractId = await executed();
  await byHand(contractId, 'delete from fund_movements');
  await tell(contractId, [result(25, 250)]);
  expect(await movementsOf(contractId)).toMatchObject([{ kind: 'purchase', source: 'order' }]);
});

it('adds nothing beside what a file or a person said before the order was settled, each once', async () => {
  const contractId = await executed();
  const order = await orderOf(contractId);
  await db.owner.query('delete from fund_movements where contract_id = $1', [contractId]);
  const known = (day: string, units: number, source: string) =>
    db.owner.query(
      `insert into fund_movements (tenant_id, contract_id, fund_id, movement_kind, movement_day, quantity, amount, movement_source)
       select o.tenant_id, o.contract_id, f.id, 'sale', (o.settled_at at time zone 'Europe/Berlin')::date + $3::int, $4, 40, $5
         from trader_orders o join funds f on f.tenant_id = o.tenant_id and f.isin = $2 where o.id = $1`,
      [order.id, isins[0], day, units, source],
    );
  await known('-2', 4, 'book');
  await known('-6', 4, 'book');
  await known('1', 5, 'hand');
  await known('0', 5.5, 'hand');
  const units = [4, 4, 5];
  await tell(
    contractId,
    units.map((each) => result(each, 41)),
  );
  const told = async () =>
    (await movementsOf(contractId))
      .map(({ quantity, amount, source }) => `${quantity} ${amount} ${source}`)
      .toSorted();
  // The second four units were not known; those of six days before and five and a half are something else.
  expect(await told()).toEqual(['4 40 book', '4 40 book', '4 41 order', '5 40 hand', '5.5 40 hand']);
  // News that say less give free what was there before.
  await tell(contractId, [result(4, 41)]);
  expect(await told()).toEqual(['4 40 book', '4 40 book', '5 40 hand', '5.5 40 hand']);
  const { rows } = await db.owner.query(
    'select quantity::float from fund_movements where claimed_by_order_id = $1',
    [order.id],
  );
  expect(rows).toEqual([{ quantity: 4 }]);
});

it('stays the line of a file it was, also where the bank corrects the units', async () => {
  const contractId = await executed();
  const { id } = await orderOf(contractId);
  await db.owner.query(
    `update fund_movements set booked_day = '2026-01-02', booked_kind = 'sale', booked_quantity = 10, booked_amount = 3
      where trader_order_id = $1 and movement_kind = 'sale'`,
    [id],
  );
  const booked = async () =>
    (
      await db.owner.query(
        `select quantity::float, booked_day::text as day, booked_quantity::float as units from fund_movements
          where trader_order_id = $1 order by quantity`,
        [id],
      )
    ).rows;
  await tell(contractId, [result(10, 99)]);
  expect(await booked()).toEqual([{ quantity: 10, day: '2026-01-02', units: 10 }]);
  await tell(contractId, [result(9, 99), result(2, 20)]);
  expect(await booked()).toEqual([
    { quantity: 2, day: null, units: null },
    { quantity: 9, day: '2026-01-02', units: 10 },
  ]);
});

/** A sale of four units that was known when the order was settled. */
const knownSale = (orderId: string, source: string, amount: number | null) =>
  `insert into fund_movements (tenant_id, contract_id, fund_id, movement_kind, movement_day, quantity, amount, movement_source)
   select o.tenant_id, o.contract_id, f.id, 'sale', (o.settled_at at time zone 'Europe/Berlin')::date, 4, ${amount}, '${source}'
     from trader_orders o join funds f on f.tenant_id = o.tenant_id and f.isin = '${isins[0]}' where o.id = '${orderId}'`;

it('takes nothing for its own whose euros are another sale, and keeps it from the release before', async () => {
  const contractId = await executed();
  const { id } = await orderOf(contractId);
  await db.owner.query('delete from fund_movements where contract_id = $1', [contractId]);
  await db.owner.query(knownSale(id, 'book', 300));
  await tell(contractId, [result(4, 400)]);
  const told = async () => (await movementsOf(contractId)).map(({ amount }) => `${amount}`).toSorted();
  expect(await told()).toEqual(['300', '400']);
  await db.owner.query(knownSale(id, 'book', null));
  await tell(contractId, [result(4, 401)]);
  expect(await told()).toEqual(['300', 'null']);
  // What the release before does with corrected news of the order.
  await db.owner.query('delete from fund_movements where trader_order_id = $1', [id]);
  expect(await told()).toEqual(['300', 'null']);
});

it('leaves what was corrected with the release before, which makes no mark at the order', async () => {
  const contractId = await executed();
  await db.owner.query(
    `update fund_movements set movement_source = 'hand', amount = 7 where contract_id = $1 and movement_kind = 'sale'`,
    [contractId],
  );
  const before = await movementsOf(contractId);
  await tell(contractId, [result(25, 250)]);
  expect(await movementsOf(contractId)).toEqual(before);
});

it('waits for whoever writes a sale to its contract at the same time, and adds nothing beside it', async () => {
  const contractId = await executed();
  const { id } = await orderOf(contractId);
  await db.owner.query('delete from fund_movements where contract_id = $1', [contractId]);
  await meanwhile(
    db,
    world.tenantId,
    async (other) => {
      await other.query('select 1 from contracts where id = $1 for no key update', [contractId]);
      await other.query(knownSale(id, 'book', 40));
    },
    () => tell(contractId, [result(4, 41)]),
  );
  expect(await movementsOf(contractId)).toMatchObject([{ amount: 40, source: 'book' }]);
});

it('waits for the contract before it holds the order, which the form of movements marks with the contract in its hands', async () => {
  const contractId = await executed();
  const { id } = await orderOf(contractId);
  const form = await connectOwner(db.target);
  try {
    await form.query('begin');
    await form.query('select 1 from contracts where id = $1 for update', [contractId]);
    const telling = tell(contractId, [result(4, 41)]);
    const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(async () => (await db.owner.query(waiting)).rowCount, { timeout: 20_000 }).toBe(1);
    const free = await form.query('select 1 from trader_orders where id = $1 for update skip locked', [id]);
    expect(free.rowCount).toBe(1);
    await form.query('commit');
    await telling;
  } finally {
    await form.end();
  }
});

it('takes corrected figures of an order that is settled already, and the same ones once', async () => {
  const contractId = await executed();
  await tell(contractId, [result(25, 250)]);
  expect(await movementsOf(contractId)).toMatchObject([{ kind: 'sale', quantity: 25, amount: 250 }]);
  const { version } = await orderOf(contractId);
  await tell(contractId, [result(25, 250)]);
  expect((await orderOf(contractId)).version).toBe(version);
});
