import { beforeAll, expect, it } from 'vitest';
import { useTestDatabase } from '../../../../test/database.ts';
import { type Adviser, ExecutionWorld } from '../../../../test/execution-world.ts';
import { startedForTests } from '../../../../test/started-for-tests.ts';

const db = useTestDatabase();
const world = startedForTests(() => ExecutionWorld.start(db));
let adviser: Adviser;

beforeAll(async () => {
  adviser = await world.adviserAtBanks();
});

it('what was carried out is read from the bank before anything more is ordered: the same holdings are not sold twice', async () => {
  const { depotId, contractId, portfolioId } = await world.depot();
  const first = await world.signed(adviser, depotId);
  expect((await world.step(adviser, depotId, first)).statusCode).toBe(204);
  expect(await world.orders(contractId)).toMatchObject([{ state: 'confirmed' }]);
  // Planned from the holdings as they were before.
  await world.plan(contractId, portfolioId);
  const answer = await world.step(adviser, depotId);
  expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([
    409,
    'optimization.holdingsUnread',
  ]);
  expect(await world.orders(contractId)).toHaveLength(1);
  await db.owner.query('update trader_depots set last_refresh_at = now() where id = $1', [depotId]);
  expect((await world.step(adviser, depotId)).statusCode).toBe(200);
});

it('nothing is ordered while the bank says something else is held, also when it says so between both steps', async () => {
  const { depotId, contractId } = await world.depot();
  const say = (isPending: boolean) =>
    db.owner.query('update contracts set has_pending_changes = $2 where id = $1', [contractId, isPending]);
  const refused = (answer: Awaited<ReturnType<typeof world.step>>) =>
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([
      409,
      'optimization.changesUndecided',
    ]);
  await say(true);
  refused(await world.step(adviser, depotId));
  await say(false);
  const signed = await world.signed(adviser, depotId);
  await say(true);
  refused(await world.step(adviser, depotId, signed));
  expect(await world.orders(contractId)).toEqual([]);
});
