import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { adviceCalls } from '../../../test/advice-calls.ts';
import { AdviceWorld } from '../../../test/advice-world.ts';
import { useTestDatabase } from '../../../test/database.ts';
import { startedForTests } from '../../../test/started-for-tests.ts';

const db = useTestDatabase();
const world = startedForTests(() => AdviceWorld.start(db, 'small'));

it('a plan carried out in part uses up a free switch only where the bank sold anything for it', async () => {
  const admin = await world.caller();
  const { inputOf } = adviceCalls(world, () => admin);
  const [id] = await world.contractIds('c.risk_class_id is not null and c.cost_model_id is not null', 1);
  if (id === undefined) throw new Error('the world has a contract with costs');
  await world.owner.query(
    'update cost_models set free_switches_per_year = 9 where id = (select cost_model_id from contracts where id = $1)',
    [id],
  );
  const left = async () => (await inputOf(id)).body.costs.freeSwitchesLeft;
  const before = (await left()) ?? 0;
  const carriedOut = async (
    state: 'confirmed' | 'partlyConfirmed',
    sold: number | null,
    told = 'executed',
  ) => {
    const planId = randomUUID();
    await world.owner.query(
      `insert into planned_optimizations (tenant_id, id, contract_id, expires_at, mode, state)
       values ($1, $2, $3, now(), 'full', $4)`,
      [world.tenantId, planId, id, state],
    );
    await world.owner.query(
      `insert into planned_transactions (tenant_id, planned_optimization_id, fund_id, action, quantity, amount, fraction_before, fraction_after, reason)
       select $1, $2, id, 'sell', 1, 90, 0.1, 0, '' from funds where tenant_id = $1 order by id limit 1`,
      [world.tenantId, planId],
    );
    const result = { isin: 'X', action: 'sell', state: told, executedQuantity: 1, executedAmount: sold };
    await world.owner.query(
      `insert into trader_orders (tenant_id, contract_id, planned_optimization_id, state, sent_at, settled_at, answer)
       values ($1, $2, $3, $4, now(), now(), $5)`,
      [world.tenantId, id, planId, state, sold === null ? null : JSON.stringify({ results: [result] })],
    );
  };
  await carriedOut('partlyConfirmed', 0);
  await carriedOut('partlyConfirmed', null);
  await carriedOut('partlyConfirmed', 45, 'rejected');
  expect(await left()).toBe(before);
  await carriedOut('partlyConfirmed', 45);
  expect(await left()).toBe(before - 1);
  await carriedOut('confirmed', null);
  expect(await left()).toBe(before - 2);
  // An application to the insurer is a switch as well, and the form of the next one counts as plans do.
  await world.owner.query(
    `insert into element_submissions (tenant_id, contract_id, element_key, description_version, request, created_by)
     select $1, $2, 'fundSwitch', 1, '{}', id from users where tenant_id = $1 order by id limit 1`,
    [world.tenantId, id],
  );
  expect(await left()).toBe(before - 3);
  // Settled last year, touched in this one.
  await world.owner.query(
    `update trader_orders set settled_at = now() - interval '1 year' where contract_id = $1 and state = 'confirmed'`,
    [id],
  );
  expect(await left()).toBe(before - 2);
});
