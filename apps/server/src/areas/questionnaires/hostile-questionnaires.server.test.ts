import { randomUUID } from 'node:crypto';
import type { CallAnswer } from '@depotwerk/api/call';
import type { QuestionnaireVersion } from '@depotwerk/api/questionnaires/questionnaire-versions';
import type { getQuestionnaire, submitAnswers } from '@depotwerk/api/questionnaires/questionnaires';
import { plainQuestion } from '@depotwerk/domain/questions/fixtures/plain-question';
import { afterEach, expect, it } from 'vitest';
import { adviceHouse } from '../../../test/advice-house.ts';
import { anchorDate } from '../../../test/advice-world.ts';
import { riskAnswers } from '../../../test/risk-answers.ts';
import { defaultQuotas } from '../../platform/quotas.ts';
import { questionnaireRoutes } from './routes.ts';

const quotas = { ...defaultQuotas };
const { world, admin: editor } = adviceHouse('small', (services) =>
  questionnaireRoutes({ ...services, quotas }),
);
afterEach(() => world.expectNoFailure());

type Answered = QuestionnaireVersion & { code?: string; validation?: { path: string; code: string }[] };
const key = () => ({ 'idempotency-key': randomUUID() });
const draft = async () =>
  (await world.call<Answered>(editor, 'POST', '/questionnaires', { title: 'Zusatz' }, key())).body;
const save = ({ id, rowVersion }: QuestionnaireVersion, content: object) =>
  world.call<Answered>(
    editor,
    'PUT',
    `/questionnaire-versions/${id}`,
    { title: 'Zusatz', scoring: null, ...content },
    { 'if-match': `"${rowVersion}"` },
  );
const value = (id: string) => ({ id, label: `Wert ${id}`, description: '', isOther: false, points: 0 });
const asked = (id: string, change: object = {}) => ({
  ...plainQuestion(id, {
    questionType: 'singleSelect',
    title: `Frage ${id}`,
    values: [value('a'), value('b')],
  }),
  ...change,
});
const several = asked('m', { questionType: 'multiSelect' });

it.each([
  ['a zero byte below a choice', { operator: 'eq', path: 'one.\u0000', value: 'a' }],
  ['half a character below a choice', { operator: 'eq', path: 'one.\ud800', value: 'a' }],
  ['a zero byte below a value of several', { operator: 'eq', path: 'm.a.\u0000', value: true }],
  ['a zero byte as the value of several', { operator: 'eq', path: 'm.a', value: '\u0000' }],
  ['a way that leads nowhere', { operator: 'eq', path: 'one.x', value: 'a' }],
  ['a value nothing equals', { operator: 'eq', path: 'm.a', value: 'ja' }],
])('refuses a condition with %s', async (_name, visibleIf) => {
  const { status, body } = await save(await draft(), {
    questions: [asked('one'), several, asked('two', { visibleIf })],
  });
  expect([status, body.validation?.[0]?.code]).toEqual([400, 'questionCondition']);
});

it('refuses two questions, or two values of one, of the same id', async () => {
  const twice = await save(await draft(), {
    questions: [asked('one'), asked('one', { questionType: 'freeText', values: [] })],
  });
  const values = [value('a'), { ...value('a'), label: 'anders' }];
  const twiceValue = await save(await draft(), { questions: [asked('one', { values })] });
  expect([twice.status, twiceValue.status]).toEqual([400, 400]);
});

it('takes a condition only of a size a form can have', async () => {
  const conditions = Array.from({ length: 12_000 }, () => ({ operator: 'eq', path: 'one', value: 'a' }));
  const huge = await save(await draft(), {
    questions: [asked('one'), asked('two', { visibleIf: { operator: 'or', conditions } })],
  });
  expect(huge.status).toBe(400);
});

it('makes no risk profile of a contract from the analysis of visitors', async () => {
  const { rows } = await world.owner.query<{ id: string }>(
    `select c.id from contracts c join tariffs t on t.tenant_id = c.tenant_id and t.id = c.tariff_id and t.risk_class_count is not null
       join customers u on u.tenant_id = c.tenant_id and u.id = c.customer_id and not u.is_blocked
      where c.tenant_id = $1 and c.deleted_at is null and c.group_id is not null order by c.id limit 1`,
    [world.tenantId],
  );
  const { body: analysis } = await world.call<CallAnswer<typeof getQuestionnaire>>(
    editor,
    'GET',
    '/questionnaires/depotAnalysis',
  );
  const known = new Set(analysis.questions.map(({ id }) => id));
  const answers = (riskAnswers() as { questionId: string; value: unknown }[])
    .filter(({ questionId }) => known.has(questionId))
    .map((one) => (one.questionId === 'horizon' ? { ...one, value: '2035-01-01' } : one));
  const { status, body } = await world.call<
    CallAnswer<typeof submitAnswers> & { code?: string; validation?: unknown }
  >(
    editor,
    'POST',
    '/questionnaires/depotAnalysis/answers',
    { contractId: rows[0]?.id, version: analysis.version, answers, comment: anchorDate },
    key(),
  );
  expect([status, body.code, body.validation, body.assessedContracts]).toEqual([
    404,
    'common.notFound',
    undefined,
    undefined,
  ]);
});

it('lets a house have as many questionnaires as its quota, whatever versions they have', async () => {
  const { body: first } = await world.call<Answered>(
    editor,
    'POST',
    '/questionnaires',
    { title: 'Eins' },
    key(),
  );
  const { rows } = await world.owner.query<{ count: number }>(
    'select count(distinct questionnaire_key)::int as count from questionnaires where tenant_id = $1',
    [world.tenantId],
  );
  quotas.questionnairesPerTenant = rows[0]?.count ?? 0;
  const full = await world.call<Answered>(editor, 'POST', '/questionnaires', { title: 'Zwei' }, key());
  expect([full.status, full.body.code]).toEqual([409, 'common.quotaExceeded']);
  // Of those there are, everything goes on; a discarded draft makes room.
  const own = { 'if-match': `"${first.rowVersion}"` };
  expect(
    (await world.call(editor, 'DELETE', `/questionnaire-versions/${first.id}`, undefined, own)).status,
  ).toBe(204);
  const again = await world.call<Answered>(editor, 'POST', '/questionnaires', { title: 'Zwei' }, key());
  expect(again.status).toBe(201);
  Object.assign(quotas, defaultQuotas);
});
