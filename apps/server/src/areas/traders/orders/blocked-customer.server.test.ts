import { beforeAll, expect, it } from 'vitest';
import { connectOwner, useTestDatabase } from '../../../../test/database.ts';
import { type Adviser, ExecutionWorld } from '../../../../test/execution-world.ts';
import { startedForTests } from '../../../../test/started-for-tests.ts';

const db = useTestDatabase();
const world = startedForTests(() => ExecutionWorld.start(db));
let adviser: Adviser;

beforeAll(async () => {
  adviser = await world.adviserAtBanks();
});

const block = (contractId: string, isBlocked: boolean) =>
  db.owner.query(
    `update customers set is_blocked = $2 from contracts c
      where c.id = $1 and customers.tenant_id = c.tenant_id and customers.id = c.customer_id`,
    [contractId, isBlocked],
  );
/** Statements that wait for a lock. */
const waiting = async () => {
  const { rows } = await db.owner.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
  );
  return rows[0]?.count;
};
const said = (answer: { statusCode: number; json(): unknown }) => [
  answer.statusCode,
  (answer.json() as { code: string }).code,
];
const refused = [409, 'customers.blocked'];

it('no order of a blocked customer leaves, not even one whose code the bank has sent', async () => {
  const { depotId, contractId, planId } = await world.depot();
  await block(contractId, true);
  expect(said(await world.step(adviser, depotId))).toEqual(refused);
  await block(contractId, false);
  const code = await world.signed(adviser, depotId);
  await block(contractId, true);
  expect(said(await world.step(adviser, depotId, code))).toEqual(refused);
  expect([await world.orders(contractId), await world.planState(planId)]).toEqual([
    [],
    'waitingForSecondFactor',
  ]);
  await block(contractId, false);
  expect((await world.step(adviser, depotId, code)).statusCode).toBe(204);
});

it('nor one whose customer is blocked while the bank looks at the code', async () => {
  const { depotId, contractId } = await world.depot();
  const code = await world.signed(adviser, depotId);
  const other = await connectOwner(db.target);
  try {
    // The step has read everything and waits to count its try; what is looked at afterwards sees the block.
    await other.query('begin');
    await other.query('select from second_factor_challenges where user_id = $1 for update', [adviser.userId]);
    const step = world.step(adviser, depotId, code);
    await expect.poll(waiting, { timeout: 1500 }).toBe(1);
    await block(contractId, true);
    await other.query('commit');
    expect(said(await step)).toEqual(refused);
  } finally {
    await other.end();
  }
  expect(await world.orders(contractId)).toEqual([]);
});

it('nor one of a contract whose other holder is blocked', async () => {
  const { depotId, contractId } = await world.depot();
  const { rows } = await db.owner.query<{ id: string }>(
    `insert into contract_holders (tenant_id, contract_id, customer_id)
     select c.tenant_id, c.id, (select u.id from customers u where u.tenant_id = c.tenant_id and u.id <> c.customer_id
         and u.deleted_at is null order by u.id limit 1) from contracts c where c.id = $1 returning customer_id as id`,
    [contractId],
  );
  const [holder] = rows;
  await db.owner.query('update customers set is_blocked = true where id = $1', [holder?.id]);
  expect(said(await world.step(adviser, depotId))).toEqual(refused);
  await db.owner.query('update customers set is_blocked = false where id = $1', [holder?.id]);
  expect(said(await world.step(adviser, depotId))).not.toEqual(refused);
  expect(await world.orders(contractId)).toEqual([]);
});
