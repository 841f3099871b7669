import { randomUUID } from 'node:crypto';
import type { CallAnswer } from '@depotwerk/api/call';
import type {
  getOwnLastAnswers,
  getOwnQuestionnaire,
  listWaitingAnswers,
} from '@depotwerk/api/questionnaires/own-answers';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { adviceHouse } from '../../../test/advice-house.ts';
import { riskAnswers } from '../../../test/risk-answers.ts';
import { followTaskChanges } from '../workbench/follow-changes.ts';
import { questionnaireRoutes } from './routes.ts';

const { db, world, admin: adviser } = adviceHouse('small', questionnaireRoutes);
let contractId: string;
let customerId: string;
let otherId: string;
beforeAll(async () => {
  const { rows } = await world.owner.query<{ id: string; customer_id: string }>(
    `select distinct on (c.customer_id) c.id, c.customer_id from contracts c
       join tariffs t on t.tenant_id = c.tenant_id and t.id = c.tariff_id and t.risk_class_count is not null
       join customers u on u.tenant_id = c.tenant_id and u.id = c.customer_id and not u.is_blocked
      where c.tenant_id = $1 and c.deleted_at is null and c.group_id is not null order by c.customer_id`,
    [world.tenantId],
  );
  contractId = rows[0]?.id ?? '';
  customerId = rows[0]?.customer_id ?? '';
  otherId = rows[1]?.customer_id ?? '';
}, 120_000);
afterEach(() => world.expectNoFailure());

const clientOf = (id: string) => world.caller({ permissions: [], groupIds: [], ownCustomerId: id });
type Answered = { code?: string; submittedAt?: string; validation?: { path: string }[] };
const submitOwn = (token: string, body: object = {}, key: string = randomUUID()) =>
  world.call<Answered>(
    token,
    'POST',
    '/my/questionnaires/riskProfile/answers',
    { version: 1, answers: riskAnswers(), ...body },
    { 'idempotency-key': key },
  );
type Waiting = CallAnswer<typeof listWaitingAnswers>;
const waitingOf = async (token = adviser, id = customerId) =>
  await world.call<Waiting & { code?: string }>(token, 'GET', `/customers/${id}/own-answers`);

it('asks a customer without telling what her answers count', async () => {
  const client = await clientOf(customerId);
  const { body } = await world.call<CallAnswer<typeof getOwnQuestionnaire>>(
    client,
    'GET',
    '/my/questionnaires/riskProfile',
  );
  expect(body.scoring).toBeNull();
  expect(body.questions.length).toBeGreaterThan(5);
  expect(body.questions.every(({ scale }) => scale === null)).toBe(true);
  expect(body.questions.flatMap(({ values }) => values).every(({ points }) => points === 0)).toBe(true);
  expect((await world.call(client, 'GET', '/my/questionnaires/depotAnalysis')).status).toBe(404);
  expect((await world.call(adviser, 'GET', '/my/questionnaires/riskProfile')).status).toBe(403);
  // The house's own form of it stays the house's.
  expect((await world.call(client, 'GET', '/questionnaires/riskProfile')).status).toBe(403);
});

it('takes no answers of who is underage: her representatives give them', async () => {
  const client = await clientOf(otherId);
  const born = (years: number) =>
    world.owner.query(
      `update customers set date_of_birth = (current_date - make_interval(years => $2))::date where id = $1`,
      [otherId, years],
    );
  await born(17);
  const refused = await submitOwn(client);
  expect([refused.status, refused.body]).toMatchObject([409, { code: 'questionnaire.underage' }]);
  expect((await waitingOf(adviser, otherId)).body).toEqual([]);
  await born(40);
});

it('keeps her answers for the adviser, changes nothing else, and ends with his confirmation', async () => {
  const client = await clientOf(customerId);
  const assessments = async () =>
    (await world.owner.query('select id from risk_assessments where contract_id = $1', [contractId])).rows
      .length;
  const before = await assessments();
  const key = randomUUID();
  const first = await submitOwn(client, {}, key);
  expect(first.status).toBe(200);
  expect((await submitOwn(client, {}, key)).body).toEqual(first.body);
  // Newer ones replace those nobody has looked at.
  await submitOwn(client);
  const { body } = await waitingOf();
  expect(body.map(({ questionnaireKey, version }) => [questionnaireKey, version])).toEqual([
    ['riskProfile', 1],
  ]);
  expect(body[0]?.answers).toEqual(expect.arrayContaining([expect.objectContaining({ questionId: 'goal' })]));
  expect(await assessments()).toBe(before);
  const tasks = async () => {
    await followTaskChanges({ database: db.database, clock: Date.now, forgetCounts: () => {} });
    const { rows } = await world.owner.query<{ cause_key: string }>(
      `select cause_key from workbench_tasks where task_type = 'answersWaiting' and ended_at is null`,
    );
    return rows.map(({ cause_key: cause }) => cause);
  };
  expect(await tasks()).toEqual([`${customerId} riskProfile`]);

  const confirmed = await world.call(
    adviser,
    'POST',
    '/questionnaires/riskProfile/answers',
    { contractId, version: 1, answers: body[0]?.answers, comment: 'Gemeinsam angesehen' },
    { 'idempotency-key': randomUUID() },
  );
  expect(confirmed.status).toBe(200);
  expect((await waitingOf()).body).toEqual([]);
  expect(await tasks()).toEqual([]);
  expect(await assessments()).toBe(before + 1);
  const { rows } = await world.owner.query<{ state: string; decided: boolean }>(
    'select state, decided_by is not null as decided from own_answers where customer_id = $1 order by submitted_at',
    [customerId],
  );
  expect(rows).toEqual([
    { state: 'replaced', decided: false },
    { state: 'confirmed', decided: true },
  ]);
});

it('confirms nothing the adviser was not shown', async () => {
  const client = await clientOf(customerId);
  const confirm = (seenOwnAnswersId: string | null) =>
    world.call<{ code?: string }>(
      adviser,
      'POST',
      '/questionnaires/riskProfile/answers',
      { contractId, version: 1, answers: riskAnswers(), comment: 'Gemeinsam angesehen', seenOwnAnswersId },
      { 'idempotency-key': randomUUID() },
    );
  const shown = async () => (await waitingOf()).body[0]?.id ?? null;
  await submitOwn(client);
  const first = await shown();
  // She has answered anew since he opened the page, and before he knew that she answers at all.
  await submitOwn(client);
  for (const seen of [first, null])
    expect((await confirm(seen)).body.code).toBe('questionnaire.answeredMeanwhile');
  const second = await shown();
  expect(second).not.toBe(first);
  expect((await confirm(second)).status).toBe(200);
  // A colleague who looked at the same answers comes too late.
  expect((await confirm(second)).body.code).toBe('questionnaire.answeredMeanwhile');
  expect((await confirm(null)).status).toBe(200);
});

it('takes none while the house blocks her, and says with whom to speak instead of not knowing her', async () => {
  const block = (isBlocked: boolean) =>
    world.owner.query('update customers set is_blocked = $2 where id = $1', [customerId, isBlocked]);
  const client = await clientOf(customerId);
  await block(true);
  const refused = await submitOwn(client);
  expect([refused.status, refused.body.code]).toEqual([409, 'questionnaire.notAccepted']);
  await block(false);
  expect((await submitOwn(client)).status).toBe(200);
});

it('takes no wrong answers, no old version, nothing for somebody else', async () => {
  const client = await clientOf(customerId);
  expect((await submitOwn(client, { version: 99 })).body.code).toBe('questionnaire.outdated');
  expect((await submitOwn(client, { answers: [] })).body.code).toBe('common.validationFailed');
  const unknown = [{ questionId: 'gibtEsNicht', value: 'x' }];
  expect((await submitOwn(client, { answers: unknown })).body.code).toBe('questionnaire.unknownQuestion');
  expect((await submitOwn(adviser)).body.code).toBe('auth.forbidden');
  const other = await clientOf(otherId);
  expect((await waitingOf(other)).status).toBe(403);
  const draft = (token: string, id: string) =>
    world.call(token, 'PUT', `/drafts/questionnaire/riskProfile-${id}`, {
      step: 'questions',
      data: { version: 1, answers: [] },
      baseVersion: null,
      revision: null,
    });
  expect((await draft(client, otherId)).status).toBe(403);
});

it('begins with what she answered last: not as a child, and not with years that have passed', async () => {
  const client = await clientOf(customerId);
  type Last = CallAnswer<typeof getOwnLastAnswers>;
  const last = async (token = client) =>
    await world.call<Last & { code?: string }>(token, 'GET', '/my/questionnaires/riskProfile/last-answers');
  expect((await last(await clientOf(otherId))).body).toBeNull();
  expect((await last(adviser)).status).toBe(403);
  for (const key of ['depotAnalysis', 'gibtEsNicht'])
    expect((await world.call(client, 'GET', `/my/questionnaires/${key}/last-answers`)).status).toBe(404);
  await submitOwn(client);
  const asked = async () => (await last()).body?.answers.map(({ questionId }) => questionId) ?? [];
  expect((await last()).body).toMatchObject({ version: 1 });
  expect(await asked()).toEqual(riskAnswers().map(({ questionId }) => questionId));
  const answered = (ago: string) =>
    world.owner.query(
      `update own_answers set submitted_at = now() - $2::interval where customer_id = $1 and state = 'waiting'`,
      [customerId, ago],
    );
  // Nothing newer than these.
  await world.owner.query(
    `update own_answers set submitted_at = now() - interval '9 years' where customer_id = $1 and state <> 'waiting'`,
    [customerId],
  );
  await world.owner.query(`delete from questionnaire_answers where customer_id = $1`, [customerId]);
  await answered('13 months');
  expect(await asked()).not.toContain('horizon');
  expect(await asked()).toContain('goal');
  await world.owner.query(
    `update customers set date_of_birth = (current_date - interval '18 years 6 months')::date where id = $1`,
    [customerId],
  );
  expect((await last()).body).toBeNull();
  await answered('2 months');
  expect(await asked()).toContain('horizon');
});
