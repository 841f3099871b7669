import type { CallAnswer } from '@depotwerk/api/call';
import { draftOfContract, type getContractForm } from '@depotwerk/api/contracts/contract-form';
import type { plannedOptimization } from '@depotwerk/api/optimization/optimization';
import type { AdviceInput } from '@depotwerk/engine/advice/advice-input';
import { expect, it } from 'vitest';
import type * as z from 'zod/mini';
import { adviceHouse } from '../../../test/advice-house.ts';
import { riskAnswers } from '../../../test/risk-answers.ts';
import { questionnaireRoutes } from './routes.ts';

const { world, admin, simulate } = adviceHouse('small', questionnaireRoutes);

/** A contract of the house that could be planned for, without the profile it had. */
async function unprofiled(): Promise<{ id: string; customerId: string; classes: number }> {
  const { rows } = await world.owner.query<{ id: string; customerId: string; classes: number }>(
    `select c.id, c.customer_id as "customerId", t.risk_class_count as classes from contracts c
       join tariffs t on t.tenant_id = c.tenant_id and t.id = c.tariff_id and t.risk_class_count is not null
       join customers u on u.tenant_id = c.tenant_id and u.id = c.customer_id and not u.is_blocked
      where c.tenant_id = $1 and c.deleted_at is null and c.group_id is not null and c.risk_class_id is not null
        and exists (select from portfolios p where p.tenant_id = c.tenant_id and p.contract_id = c.id and p.is_current)
      order by c.id limit 1`,
    [world.tenantId],
  );
  const [found] = rows;
  if (!found) throw new Error('the world has no such contract');
  await world.owner.query('delete from risk_assessments where contract_id = $1', [found.id]);
  return found;
}

it('a class chosen by hand bounds the check and carries no recommendation until the profile is recorded', async () => {
  const { id, customerId, classes } = await unprofiled();
  const choose = async (riskClassId: number) => {
    const form = (await world.call<CallAnswer<typeof getContractForm>>(admin, 'GET', `/contracts/${id}/form`))
      .body;
    return world.call(
      admin,
      'PUT',
      `/contracts/${id}`,
      { ...draftOfContract(form), riskClassId },
      { 'if-match': `"${form.rowVersion}"` },
    );
  };
  const input = async () =>
    (await world.call<AdviceInput>(admin, 'GET', `/contracts/${id}/advice-input`)).body;
  const suitability = async () => {
    const { body } = await simulate(id);
    expect(body.proposals).not.toHaveLength(0);
    return body.proposals.map(({ checks }) => checks.find(({ checkKey }) => checkKey === 'suitability'));
  };
  for (const riskClassId of [1, classes]) {
    expect((await choose(riskClassId)).status).toBe(200);
    expect(await input()).toMatchObject({ riskClassId, riskAssessment: null });
    for (const check of await suitability())
      expect(check).toMatchObject({
        result: 'blocked',
        text: expect.stringContaining('vor einer Empfehlung ist es zu erheben'),
      });
  }
  const plan = await world.call<z.output<typeof plannedOptimization>>(
    admin,
    'POST',
    `/contracts/${id}/plan-optimization`,
    { mode: 'full' },
  );
  expect(plan.body).toMatchObject({ state: 'draft', recommended: { isSuitable: false, isNeeded: true } });

  const answered = await world.call(admin, 'POST', '/questionnaires/riskProfile/answers', {
    version: 1,
    answers: riskAnswers(),
    customerId,
    contractIds: [id],
  });
  expect(answered.status).toBe(200);
  const recorded = await input();
  expect(recorded.riskAssessment).toMatchObject({ riskClassId: recorded.riskClassId });
  // By hand above the profile: what was recorded stays the limit.
  expect((await choose(classes)).status).toBe(200);
  expect(await input()).toMatchObject({ riskClassId: classes, riskAssessment: recorded.riskAssessment });
  for (const check of await suitability())
    expect(check).toMatchObject({
      result: 'blocked',
      text: expect.stringContaining(`liegt über der Klasse ${recorded.riskClassId} des Risikoprofils`),
    });
});
