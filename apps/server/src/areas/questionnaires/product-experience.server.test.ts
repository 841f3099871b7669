import type { CallAnswer } from '@depotwerk/api/call';
import type { getContract } from '@depotwerk/api/contracts/contract-detail';
import type {
  getQuestionnaire,
  listGivenAnswers,
  submitAnswers,
} from '@depotwerk/api/questionnaires/questionnaires';
import { asksForExperience } from '@depotwerk/domain/questions/product-experience';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { adviceHouse } from '../../../test/advice-house.ts';
import { riskAnswers } from '../../../test/risk-answers.ts';
import { questionnaireRoutes } from './routes.ts';

const { world, admin: adviser } = adviceHouse('small', questionnaireRoutes);

let contract: { id: string; customer_id: string; risk_class_id: number | null };
beforeAll(async () => {
  const { rows } = await world.owner.query<typeof contract>(
    `select c.id, c.customer_id, c.risk_class_id from contracts c
       join tariffs t on t.tenant_id = c.tenant_id and t.id = c.tariff_id and t.risk_class_count is not null
       join customers u on u.tenant_id = c.tenant_id and u.id = c.customer_id and not u.is_blocked
      where c.tenant_id = $1 and c.deleted_at is null and c.group_id is not null order by c.id limit 1`,
    [world.tenantId],
  );
  const [first] = rows;
  if (!first) throw new Error('the world has no contract with risk classes');
  contract = first;
}, 120_000);
afterEach(() => world.expectNoFailure());

const chosen = (id: string) => ({ id, text: null });
const submit = async (answers: Readonly<Record<string, unknown>>, comment = 'Besprochen.') => {
  const { body } = await world.call<CallAnswer<typeof submitAnswers> & { code?: string }>(
    adviser,
    'POST',
    '/questionnaires/riskProfile/answers',
    { version: 1, contractId: contract.id, answers: riskAnswers(answers), comment },
  );
  return body;
};
const given = async () =>
  (
    await world.call<CallAnswer<typeof listGivenAnswers>>(
      adviser,
      'GET',
      `/customers/${contract.customer_id}/questionnaire-answers`,
    )
  ).body[0];

it('asks advised customers once for each investment, and visitors not at all', async () => {
  const { body } = await world.call<CallAnswer<typeof getQuestionnaire>>(
    adviser,
    'GET',
    '/questionnaires/riskProfile',
  );
  const known = body.questions.find(({ id }) => id === 'knowledge')?.values ?? [];
  expect(body.questions.filter(asksForExperience).map(({ id }) => id)).toEqual(
    known
      .filter(({ id }) => id !== 'none')
      .flatMap(({ id }) => [`period-${id}`, `frequency-${id}`, `volume-${id}`]),
  );
  const { rows } = await world.owner.query<{ questions: { id: string }[] }>(
    `select questions from questionnaires where tenant_id = $1 and questionnaire_key = 'depotAnalysis'`,
    [world.tenantId],
  );
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toContain('period-equity');
});

it('keeps what was done with each investment known; what was not said stays unknown', async () => {
  const { riskAssessment } = await submit({
    'period-equity': chosen('more5'),
    'frequency-equity': chosen('upTo5'),
    // Not known, so not asked: it does not count.
    'period-etf': chosen('more5'),
  });
  const experience = [
    { product: 'Mischfonds', period: null, frequency: null, volume: null },
    {
      product: 'Aktienfonds',
      period: 'Seit mehr als fünf Jahren',
      frequency: 'Ein- bis fünfmal im Jahr',
      volume: null,
    },
  ];
  expect(riskAssessment?.experience).toEqual(experience);
  const { body } = await world.call<CallAnswer<typeof getContract>>(
    adviser,
    'GET',
    `/contracts/${contract.id}`,
  );
  expect(body.latestRiskAssessment?.experience).toEqual(experience);
  const lines = (await given())?.lines ?? [];
  const told = lines.filter(({ questionId }) => questionId.endsWith('-equity'));
  expect(told.map(({ text }) => text)).toEqual(['Seit mehr als fünf Jahren', 'Ein- bis fünfmal im Jahr', '']);
  expect(lines.some(({ questionId }) => questionId.endsWith('-etf'))).toBe(false);
});

it('keeps the goal with the profile, also where only the answers of before still say it', async () => {
  const { riskAssessment } = await submit({ goal: chosen('growth') });
  expect(riskAssessment).toMatchObject({ goal: 'Vermögensaufbau' });
  expect(riskAssessment?.askedFields).toContain('goal');
  const { rows } = await world.owner.query(
    `select goal from risk_assessments where contract_id = $1 and status = 'valid'`,
    [contract.id],
  );
  expect(rows).toEqual([{ goal: 'Vermögensaufbau' }]);
  // As the release before writes it.
  await world.owner.query(`update risk_assessments set goal = null where contract_id = $1`, [contract.id]);
  const { body } = await world.call<CallAnswer<typeof getContract>>(
    adviser,
    'GET',
    `/contracts/${contract.id}`,
  );
  expect(body.latestRiskAssessment?.goal).toBe('Vermögensaufbau');
});

it('asks to explain high losses wanted of what was never done', async () => {
  const bold = { choice: chosen('fourth'), 'period-equity': chosen('none') };
  expect(await submit(bold, '')).toMatchObject({ code: 'common.validationFailed' });
  const { riskAssessment } = await submit(bold);
  expect(riskAssessment?.experience?.[1]).toMatchObject({ product: 'Aktienfonds', period: 'Noch nie' });
  expect((await given())?.contradictionSources).toContain(
    'Art. 54 Abs. 2 Buchst. c und Art. 55 Abs. 1 Buchst. b der Delegierten Verordnung (EU) 2017/565',
  );
  await submit({ choice: chosen('fourth') });
  expect((await given())?.contradictionSources).toEqual([]);
});
