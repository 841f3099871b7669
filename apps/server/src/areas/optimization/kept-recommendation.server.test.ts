import type { plannedOptimization } from '@depotwerk/api/optimization/optimization';
import { expect, it } from 'vitest';
import type * as z from 'zod/mini';
import { adviceHouse } from '../../../test/advice-house.ts';

type Plan = z.output<typeof plannedOptimization>;

const { world, admin, simulate } = adviceHouse('medium');

it('says of what was recommended whether it suited, whatever the checks of the plan beside it say', async () => {
  const contracts = await world.contractIds('c.risk_class_id is not null', 50);
  let contractId = '';
  for (const id of contracts) {
    const { body } = await simulate(id);
    const best = body.proposals.find(({ isRecommended }) => isRecommended);
    const isSuitable = best?.checks.every(({ result }) => result !== 'blocked') === true;
    if (isSuitable && best?.mode === 'necessary') contractId = id;
    if (contractId !== '') break;
  }
  const path = `/contracts/${contractId}`;
  const stored = await world.call<Plan>(admin, 'POST', `${path}/plan-optimization`, {
    mode: 'keepPortfolio',
  });
  expect(stored.body).toMatchObject({
    mode: 'keepPortfolio',
    recommended: { mode: 'necessary', isSuitable: true },
  });
  const saidAfter = async (change: string) => {
    const { id } = stored.body;
    await world.owner.query(`update planned_optimizations set ${change} where id = $1`, [id]);
    const kept = await world.call<Plan>(admin, 'GET', `${path}/stored-plan?plannedOptimizationId=${id}`);
    const open = await world.call<Plan>(admin, 'GET', `${path}/planned-optimization`);
    return [kept, open].map(({ status, body }) => [status, body.recommended?.isSuitable]);
  };
  const blocked = JSON.stringify([{ checkKey: 'suitability', result: 'blocked', text: 'Das passt nicht.' }]);
  const answered = (isSuitable: boolean | undefined) => [
    [200, isSuitable],
    [200, isSuitable],
  ];
  expect(await saidAfter(`checks = '${blocked}'`)).toEqual(answered(true));
  // A plan from before this was told, and one that nothing was recommended beside.
  expect(await saidAfter(`parameters = parameters - 'isRecommendedSuitable'`)).toEqual(answered(undefined));
  expect(await saidAfter(`parameters = parameters || '{"recommended": null}'`)).toEqual(answered(undefined));
});
