import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { contractHouse } from '../../../../test/contract-house.ts';
import { tenantA } from '../../../../test/contract-world.ts';
import { unzip } from '../../../../test/unzip.ts';

const { world, server, admin, tariff, run } = contractHouse();

it('a look of continuous optimisation stands in the archive as the contract says it, with what became of its plan', async () => {
  const { id } = await world.addCustomer(tenantA);
  const states = ['checked', 'submitted', 'confirmed', 'rejected', null];
  for (const [k, state] of states.entries()) {
    const contract = await world.addContract(tenantA, id, tariff);
    const plan = state === null ? null : randomUUID();
    if (plan !== null)
      await run(
        `insert into planned_optimizations (tenant_id, id, contract_id, mode, state, expires_at)
         values ($1, $2, $3, 'necessary', $4, now())`,
        plan,
        contract,
        state,
      );
    await run(
      `insert into continuous_plans (tenant_id, contract_id, due_date, due_cause, state, planned_optimization_id, looked_at)
       values ($1, $2, make_date(2026, 1, $4), 'interval', 'waiting', $3, now())`,
      contract,
      plan,
      k + 1,
    );
  }
  const answer = await server.get(admin, `/customers/${id}/export`);
  const archive = JSON.parse(unzip(answer.bytes).get('daten.json')?.toString() ?? '') as Record<
    string,
    { state: string }[]
  >;
  expect(archive['continuousOptimization']?.map(({ state }) => state)).toEqual([
    'waiting',
    'released',
    'executed',
    'replaced',
    'replaced',
  ]);
});
