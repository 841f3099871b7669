import { randomUUID } from 'node:crypto';
import type { CallAnswer } from '@depotwerk/api/call';
import type { getContract } from '@depotwerk/api/contracts/contract-detail';
import type {
  getQuestionnaire,
  listGivenAnswers,
  submitAnswers,
} from '@depotwerk/api/questionnaires/questionnaires';
import { assessRisk } from '@depotwerk/domain/questions/assess-risk';
import { checkClassTable, reachOf } from '@depotwerk/domain/questions/class-table';
import { type Answer, answersOf } from '@depotwerk/domain/questions/questionnaire';
import { namedQuestions } from '@depotwerk/domain/questions/visible-questions';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { adviceHouse } from '../../../test/advice-house.ts';
import { anchorDate } from '../../../test/advice-world.ts';
import { riskAnswers } from '../../../test/risk-answers.ts';
import { questionnaireRoutes } from './routes.ts';

const { world, admin: adviser } = adviceHouse('small', questionnaireRoutes);

interface Contract {
  id: string;
  customer_id: string;
  group_id: string;
  risk_class_count: 3 | 5 | 7;
}
let contracts: Contract[];
beforeAll(async () => {
  ({ rows: contracts } = await world.owner.query<Contract>(
    `select c.id, c.customer_id, c.group_id, t.risk_class_count from contracts c
       join tariffs t on t.tenant_id = c.tenant_id and t.id = c.tariff_id and t.risk_class_count is not null
       join customers u on u.tenant_id = c.tenant_id and u.id = c.customer_id and not u.is_blocked
      where c.tenant_id = $1 and c.deleted_at is null and c.group_id is not null
        and exists (select from portfolios p where p.tenant_id = c.tenant_id and p.contract_id = c.id and p.is_current)
      order by c.id`,
    [world.tenantId],
  ));
}, 120_000);
afterEach(() => world.expectNoFailure());

type Submitted = CallAnswer<typeof submitAnswers> & {
  code?: string;
  params?: { version: number; changes: { questionId: string; kind: string }[] };
  validation?: { path: string; code: string }[];
};
const submit = (token: string, body: object, headers: Record<string, string> = {}) =>
  world.call<Submitted>(
    token,
    'POST',
    '/questionnaires/riskProfile/answers',
    { version: 1, answers: riskAnswers(), ...body },
    headers,
  );
const contractAt = (index: number): Contract => {
  const contract = contracts[index];
  if (!contract) throw new Error('the world has too few contracts');
  return contract;
};
const detailOf = async (id: string) =>
  (await world.call<CallAnswer<typeof getContract>>(adviser, 'GET', `/contracts/${id}`)).body;
const delivered = async () =>
  (await world.call<CallAnswer<typeof getQuestionnaire>>(adviser, 'GET', '/questionnaires/riskProfile')).body;

it('delivers a risk profile whose tables leave nobody without a class', async () => {
  const { version, questions, scoring } = await delivered();
  expect(version).toBe(1);
  expect(new Set(questions.map(({ questionType }) => questionType)).size).toBe(5);
  expect(scoring?.scales.map(({ key }) => key)).toEqual(['tolerance', 'capacity', 'horizon']);
  for (const { key, tables } of scoring?.scales ?? []) {
    expect(tables.map(({ classCount }) => classCount)).toEqual([3, 5, 7]);
    for (const table of tables) expect(checkClassTable(table, reachOf(questions, key))).toEqual([]);
  }
  // Conditions name what was asked before, contradictions what is asked at all.
  const ids = questions.map(({ id }) => id);
  for (const [index, { visibleIf }] of questions.entries()) {
    const earlier = ids.slice(0, index);
    expect(visibleIf === null ? [] : namedQuestions(visibleIf).filter((id) => !earlier.includes(id))).toEqual(
      [],
    );
  }
  const named = scoring?.contradictions.flatMap(({ when }) => namedQuestions(when)) ?? [];
  expect(named.filter((id) => !ids.includes(id))).toEqual([]);
  expect((await world.call(adviser, 'GET', '/questionnaires/riskProfile?version=2')).status).toBe(404);
  expect((await world.call(adviser, 'GET', '/questionnaires/gibtEsNicht')).status).toBe(404);
});

it('renews an expired profile, and the plan of the contract is not blocked by it any more', async () => {
  const { id, customer_id, risk_class_count } = contractAt(0);
  await world.owner.query(
    `update risk_assessments set assessment_date = '2023-01-01', valid_until = '2025-01-01' where contract_id = $1 and status = 'valid'`,
    [id],
  );
  const { status, body } = await submit(adviser, { contractId: id });
  expect([status, body.code]).toEqual([200, undefined]);
  const { questions, scoring } = await delivered();
  if (!scoring) throw new Error('a risk profile has a scoring');
  // The samples are answers; their kinds are what is checked.
  const expected = assessRisk(
    questions,
    scoring,
    answersOf(riskAnswers() as Answer[]),
    risk_class_count,
    anchorDate,
  );
  expect(body.assessedContracts).toMatchObject([{ contractId: id, riskClassId: expected.riskClassId }]);
  const detail = await detailOf(id);
  expect(detail.latestRiskAssessment).toEqual(body.riskAssessment);
  expect(detail.latestRiskAssessment).toMatchObject({
    status: 'valid',
    assessmentDate: anchorDate,
    validUntil: '2028-11-20',
    horizonYears: 9,
    lossCapacity: 'limited',
    knowledge: ['Mischfonds', 'Aktienfonds'],
    questionnaireVersion: 1,
  });
  expect(detail.latestRiskAssessment?.askedFields).toEqual(
    expect.arrayContaining(['horizonYears', 'sustainabilityKind', 'excludedRegions']),
  );
  expect(detail.contract.risk.riskClassId).toBe(expected.riskClassId);
  const { rows } = await world.owner.query<{ status: string }>(
    'select status from risk_assessments where contract_id = $1 order by assessment_date',
    [id],
  );
  expect(rows.filter((row) => row.status === 'valid')).toHaveLength(1);
  // Another contract of hers may end before: what is over is renewed, and the first to end counts.
  const { rows: customers } = await world.owner.query<{ stored: string; first: string }>(
    `select u.profile_valid_until as stored, min(a.valid_until) as first from customers u
       join contracts c on c.customer_id = u.id and c.deleted_at is null and (c.end_date is null or c.end_date > $2)
       join risk_assessments a on a.contract_id = c.id and a.status = 'valid' where u.id = $1 group by u.profile_valid_until`,
    [customer_id, anchorDate],
  );
  expect(customers[0]?.stored).toBe(customers[0]?.first);
  expect(String(customers[0]?.stored) > anchorDate).toBe(true);
  const input = await world.call<{ riskAssessment: { validUntil: string } }>(
    adviser,
    'GET',
    `/contracts/${id}/advice-input`,
  );
  expect(input.body.riskAssessment.validUntil).toBe('2028-11-20');
});

it('says of every wrong answer what is wrong, and keeps nothing', async () => {
  const { id } = contractAt(1);
  const refused = async (others: Record<string, unknown>) => {
    const { status, body } = await submit(adviser, { contractId: id, answers: riskAnswers(others) });
    return [status, body.code, body.validation?.map(({ path, code }) => `${path} ${code}`)];
  };
  const wrong = (...lines: string[]) => [400, 'common.validationFailed', lines];
  expect(await refused({ goal: undefined })).toEqual(wrong('answers.goal noValue'));
  expect(await refused({ goal: { id: 'wealth', text: null } })).toEqual(wrong('answers.goal invalidValue'));
  expect(await refused({ goal: { id: 'other', text: '  ' } })).toEqual(wrong('answers.goal otherValue'));
  expect(await refused({ knowledge: [] })).toEqual(wrong('answers.knowledge noValues'));
  const both = [
    { id: 'none', text: null },
    { id: 'etf', text: null },
  ];
  expect(await refused({ knowledge: both })).toEqual(wrong('answers.knowledge invalidValue'));
  expect(await refused({ horizon: 7.5 })).toEqual(wrong('answers.horizon wholeNumber'));
  expect(await refused({ lastPurchase: '2041-01-01' })).toEqual(wrong('answers.lastPurchase date'));
  expect(await refused({ lastPurchase: '2031-01-01' })).toEqual(wrong('answers.lastPurchase futureDay'));
  expect(await refused({ lastPurchase: '2025-02-29', worry: undefined })).toEqual(
    wrong('answers.lastPurchase date', 'answers.worry noValue'),
  );
  const twice = [...riskAnswers(), { questionId: 'horizon', value: 3 }];
  expect((await submit(adviser, { contractId: id, answers: twice })).body.validation).toMatchObject([
    { path: 'answers.horizon', code: 'invalidValue' },
  ]);
  const agreed = (...contractIds: string[]) =>
    submit(adviser, {
      contractId: id,
      agreedClasses: contractIds.map((contractId) => ({ contractId, riskClassId: 1 })),
      comment: 'Vereinbart',
    });
  for (const contractIds of [[contractAt(0).id], [id, id]])
    expect((await agreed(...contractIds)).body.validation).toMatchObject([{ code: 'unknownReference' }]);
  expect((await refused({ shoeSize: 43 })).slice(0, 2)).toEqual([400, 'questionnaire.unknownQuestion']);
  const { rows } = await world.owner.query('select from questionnaire_answers where contract_id = $1', [id]);
  expect(rows).toEqual([]);
});

it('wants contradictions explained, and a lower class too; a higher one is refused', async () => {
  const { id } = contractAt(1);
  const daring = riskAnswers({ lossCapacity: { id: 'none', text: null } });
  const unexplained = await submit(adviser, { contractId: id, answers: daring });
  expect(unexplained.body.validation).toMatchObject([{ path: 'comment', code: 'required' }]);
  const explained = await submit(adviser, { contractId: id, answers: daring, comment: 'Besprochen.' });
  expect(explained.body.assessedContracts).toMatchObject([{ riskClassId: 1 }]);
  const agree = (riskClassId: number, comment?: string) =>
    submit(adviser, { contractId: id, agreedClasses: [{ contractId: id, riskClassId }], comment });
  expect((await agree(1)).body.validation).toMatchObject([{ path: 'comment', code: 'required' }]);
  expect((await agree(7, 'Mehr')).body.code).toBe('questionnaire.classTooHigh');
  expect((await agree(1, 'Auf eigenen Wunsch.')).body.riskAssessment?.riskClassId).toBe(1);
  const history = await world.call<CallAnswer<typeof listGivenAnswers>>(
    adviser,
    'GET',
    `/customers/${contractAt(1).customer_id}/questionnaire-answers`,
  );
  const given = history.body.filter(({ results }) => results.some(({ contractId }) => contractId === id));
  expect(given.map(({ comment }) => comment)).toEqual(['Auf eigenen Wunsch.', 'Besprochen.']);
  expect(given[1]?.contradictions).toHaveLength(1);
  expect(given[1]?.contradictionSources).toEqual([expect.stringContaining('Art.')]);
  expect(given[0]?.lines.find(({ questionId }) => questionId === 'lastPurchase')?.text).toBe('03.04.2024');
});

it('refuses an old version with what changed, and keeps answers with theirs', async () => {
  const { id } = contractAt(2);
  expect((await submit(adviser, { contractId: id })).status).toBe(200);
  await world.owner.query(
    `insert into questionnaires (tenant_id, questionnaire_key, version, title, questions, scoring, state, submitted_at, published_from)
     select tenant_id, questionnaire_key, 2, title, jsonb_set(questions, '{0,title}', '"Wozu?"') - 1, scoring, 'published',
       now(), $2::date from questionnaires where tenant_id = $1 and questionnaire_key = 'riskProfile'`,
    [world.tenantId, anchorDate],
  );
  const { status, body } = await submit(adviser, { contractId: id });
  expect([status, body.code, body.params]).toEqual([
    409,
    'questionnaire.outdated',
    {
      version: 2,
      changes: [
        { questionId: 'goal', title: 'Wozu?', kind: 'changed' },
        { questionId: 'horizon', title: expect.any(String), kind: 'removed' },
      ],
    },
  ]);
  await expect(
    world.owner.query(`update questionnaires set title = 'Anders' where tenant_id = $1 and version = 1`, [
      world.tenantId,
    ]),
  ).rejects.toThrow('never changes');
  await world.owner.query('alter table questionnaires disable trigger keep_published');
  await world.owner.query('delete from questionnaires where version = 2');
  await world.owner.query('alter table questionnaires enable trigger keep_published');
});

it('counts for further contracts of the customer, once with the same key, and for nobody else', async () => {
  const { rows } = await world.owner.query<{ customer_id: string; ids: string[] }>(
    `select c.customer_id, array_agg(c.id order by c.id) as ids from contracts c
       join tariffs t on t.tenant_id = c.tenant_id and t.id = c.tariff_id and t.risk_class_count is not null
       join customers u on u.tenant_id = c.tenant_id and u.id = c.customer_id and not u.is_blocked
      where c.tenant_id = $1 and c.deleted_at is null and c.group_id is not null group by 1 having count(*) > 1 limit 1`,
    [world.tenantId],
  );
  const [holder] = rows;
  if (!holder) throw new Error('nobody has two contracts');
  const key = { 'idempotency-key': randomUUID() };
  const body = { customerId: holder.customer_id, contractIds: holder.ids };
  const first = await submit(adviser, body, key);
  const again = await submit(adviser, body, key);
  expect(first.body.assessedContracts.map(({ contractId }) => contractId)).toEqual(holder.ids);
  expect(first.body.riskAssessment).toBeNull();
  expect(again.body).toEqual(first.body);
  const foreign = contracts.find(({ customer_id }) => customer_id !== holder.customer_id);
  const mixed = await submit(adviser, { ...body, contractIds: [foreign?.id] });
  expect([mixed.status, mixed.body.validation]).toMatchObject([400, [{ path: 'contractIds' }]]);
  expect((await submit(adviser, {})).body.validation).toMatchObject([{ path: 'customerId' }]);
});

it('opens to those who may record profiles of these customers only', async () => {
  const { id, customer_id, group_id } = contractAt(0);
  const { rows } = await world.owner.query<{ id: string }>(
    'select id from groups where tenant_id = $1 and id <> $2 and parent_group_id is not null order by id',
    [world.tenantId, group_id],
  );
  const elsewhere = await world.caller({ groupIds: rows.slice(0, 1).map((group) => group.id) });
  const foreign = await submit(elsewhere, { contractId: id });
  const missing = await submit(elsewhere, { contractId: randomUUID() });
  expect([foreign.status, missing.status]).toEqual([404, 404]);
  const reader = await world.caller({
    permissions: ['customers.view', 'contracts.view', 'riskProfile.view'],
  });
  expect((await submit(reader, { contractId: id })).status).toBe(403);
  const onlySeeing = await world.caller({ rights: ['groupCustomers.view', 'groupContracts.view'] });
  expect((await submit(onlySeeing, { contractId: id })).status).toBe(403);
  const path = `/customers/${customer_id}/questionnaire-answers`;
  expect((await world.call(reader, 'GET', path)).status).toBe(200);
  expect((await world.call(elsewhere, 'GET', path)).status).toBe(404);
});
