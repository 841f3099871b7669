import { randomUUID } from 'node:crypto';
import type { CallAnswer } from '@depotwerk/api/call';
import type {
  listQuestionnaireVersions,
  QuestionnaireVersion,
} from '@depotwerk/api/questionnaires/questionnaire-versions';
import type { getQuestionnaire } from '@depotwerk/api/questionnaires/questionnaires';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { adviceHouse } from '../../../test/advice-house.ts';
import { anchorDate } from '../../../test/advice-world.ts';
import { questionnaireRoutes } from './routes.ts';

const { world, admin: editor } = adviceHouse('small', questionnaireRoutes);
let approver: string;
beforeAll(async () => {
  approver = await world.caller();
}, 120_000);
afterEach(() => world.expectNoFailure());

type Answered = QuestionnaireVersion & {
  code?: string;
  validation?: { path: string; code: string }[];
  current?: QuestionnaireVersion;
};
const list = async (token = editor) =>
  (
    await world.call<CallAnswer<typeof listQuestionnaireVersions>>(token, 'GET', '/questionnaire-versions')
  ).body.filter(({ key }) => key === 'riskProfile');
const open = (content?: 'delivered') =>
  world.call<Answered>(
    editor,
    'POST',
    '/questionnaire-versions',
    { key: 'riskProfile', content },
    { 'idempotency-key': randomUUID() },
  );
const save = (
  { id, rowVersion, title, questions, scoring }: QuestionnaireVersion,
  token = editor,
  change: object = {},
) =>
  world.call<Answered>(
    token,
    'PUT',
    `/questionnaire-versions/${id}`,
    { title, questions, scoring, ...change },
    { 'if-match': `"${rowVersion}"` },
  );
const take = ({ id, rowVersion }: QuestionnaireVersion, verb: string, body: object, token = editor) =>
  world.call<Answered>(token, 'POST', `/questionnaire-versions/${id}/${verb}`, body, {
    'if-match': `"${rowVersion}"`,
  });
const today = () => anchorDate;
const noon = Date.parse(`${anchorDate}T11:00:00Z`);
const asked = async () =>
  (await world.call<CallAnswer<typeof getQuestionnaire>>(editor, 'GET', '/questionnaires/riskProfile')).body;

it('goes from a draft through a second person to what is asked, and stays as it was answered', async () => {
  const before = await asked();
  const { body: draft, status } = await open();
  expect([status, draft.version, draft.state, draft.questions]).toEqual([201, 2, 'draft', before.questions]);
  expect((await open()).body.code).toBe('questionnaire.wrongState');

  // Nobody is asked anew for nothing.
  const same = await take(draft, 'submit', { plannedFrom: today(), comment: '' });
  expect([same.status, same.body.code]).toEqual([409, 'questionnaire.unchanged']);
  const { body: saved } = await save(draft, editor, { title: 'Risikoprofil 2' });
  expect([saved.title, saved.isFourEyes]).toEqual(['Risikoprofil 2', false]);
  // Somebody who looked at the draft before is told what it says now.
  const stale = await save(draft);
  expect([stale.status, stale.body.current?.title]).toEqual([412, 'Risikoprofil 2']);

  const past = await take(saved, 'submit', { plannedFrom: '2020-01-01', comment: '' });
  expect([past.status, past.body.validation]).toEqual([400, [{ path: 'plannedFrom', code: 'dayPassed' }]]);
  const { body: submitted } = await take(saved, 'submit', { plannedFrom: today(), comment: 'Neuer Titel' });
  expect(submitted.state).toBe('submitted');
  expect((await save(submitted)).body.code).toBe('questionnaire.wrongState');

  const own = await take(submitted, 'approve', { comment: '' });
  expect([own.status, own.body.code]).toEqual([409, 'questionnaire.fourEyes']);
  expect((await list(approver))[0]?.isFourEyes).toBe(true);
  const { body: rejected } = await take(submitted, 'reject', { comment: 'Bitte den alten Titel' }, approver);
  expect([rejected.state, rejected.comment]).toEqual(['draft', 'Bitte den alten Titel']);

  const { body: again } = await take(rejected, 'submit', { plannedFrom: today(), comment: '' });
  // What was withdrawn and changed meanwhile is not what somebody looked at.
  const { body: back } = await take(again, 'withdraw', {});
  const { body: other } = await take(back, 'submit', { plannedFrom: today(), comment: '' });
  expect((await take(again, 'approve', { comment: '' }, approver)).status).toBe(412);
  const { body: published } = await take(other, 'approve', { comment: '' }, approver);
  expect([published.state, published.publishedFrom, published.isCurrent]).toEqual([
    'published',
    today(),
    true,
  ]);
  expect((await asked()).title).toBe('Risikoprofil 2');
  expect((await save(published)).body.code).toBe('questionnaire.wrongState');
  expect((await list()).map(({ version, isCurrent }) => [version, isCurrent])).toEqual([
    [2, true],
    [1, false],
  ]);
});

it('is no second pair of eyes who saved it once, also in the database', async () => {
  const { body: draft } = await open();
  const { body: touched } = await save(draft, approver, { title: 'Von beiden' });
  const { body: submitted } = await take(touched, 'submit', { plannedFrom: today(), comment: '' });
  expect((await take(submitted, 'approve', { comment: '' }, approver)).body.code).toBe(
    'questionnaire.fourEyes',
  );
  const forced = world.owner.query(
    `update questionnaires set state = 'published', published_from = current_date, approved_by = editors[1]
      where tenant_id = $1 and id = $2`,
    [world.tenantId, submitted.id],
  );
  await expect(forced).rejects.toThrow('questionnaires_four_eyes');
  const { body: back } = await take(submitted, 'withdraw', {});
  const gone = await world.call(editor, 'DELETE', `/questionnaire-versions/${back.id}`, undefined, {
    'if-match': `"${back.rowVersion}"`,
  });
  expect(gone.status).toBe(204);
  expect((await list()).every(({ state }) => state === 'published')).toBe(true);
});

it('takes no half question, and submits nothing that leaves a sum without a class', async () => {
  const { body: draft } = await open();
  const [first] = draft.questions;
  if (!first) throw new Error('the delivered profile asks something');
  const half = await save(draft, editor, { questions: [{ ...first, values: [] }], scoring: null });
  expect([half.status, half.body.validation]).toEqual([
    400,
    [{ path: 'questions', code: 'questionValues', params: { number: 1 } }],
  ]);
  const { scoring } = draft;
  if (!scoring) throw new Error('the delivered profile leads to a class');
  const { body: kept } = await save(draft, editor, {
    questions: [first],
    scoring: { ...scoring, contradictions: [] },
  });
  const empty = await take(kept, 'submit', { plannedFrom: today(), comment: '' });
  expect(empty.status).toBe(400);
  expect(new Set(empty.body.validation?.map(({ code }) => code))).toEqual(
    new Set(['scaleUnused', 'classTable']),
  );
});

it('counts from its day, not before', async () => {
  const [draft] = await list();
  if (draft?.state !== 'draft') throw new Error('the draft of the test before is missing');
  const { body: open2 } = await world.call<Answered>(editor, 'GET', `/questionnaire-versions/${draft.id}`);
  const current = await asked();
  const { body: saved } = await save(open2, editor, {
    title: 'Ab 2031',
    questions: current.questions,
    scoring: current.scoring,
  });
  const far = await take(saved, 'submit', { plannedFrom: '2062-01-01', comment: '' });
  expect(far.body.validation).toMatchObject([{ path: 'plannedFrom', code: 'noSuchDay' }]);
  const { body: submitted } = await take(saved, 'submit', { plannedFrom: '2031-01-01', comment: '' });
  const { body: published } = await take(submitted, 'approve', { comment: '' }, approver);
  expect([published.publishedFrom, published.isCurrent]).toEqual(['2031-01-01', false]);
  expect((await asked()).title).toBe(current.title);
  // Its day begins where the house is, whatever zone somebody says: 31 December, 21:00, and 1 January, 1:30.
  const titleAt = async (instant: string, zone: string) => {
    // The clock of this world stands at noon of its day.
    world.later = Date.parse(instant) - noon;
    const answer = await world.call<CallAnswer<typeof getQuestionnaire>>(
      editor,
      'GET',
      '/questionnaires/riskProfile',
      undefined,
      { 'x-timezone-name': zone },
    );
    return answer.body.title;
  };
  expect(await titleAt('2030-12-31T20:00:00Z', 'Pacific/Kiritimati')).toBe(current.title);
  expect(await titleAt('2031-01-01T00:30:00Z', 'Pacific/Honolulu')).toBe('Ab 2031');
  world.later = 0;
});

it('is not put away again by an older version that was published for a later day', async () => {
  const { body: draft } = await open();
  expect(draft.title).toBe('Ab 2031');
  const { body: saved } = await save(draft, editor, { title: 'Seither berichtigt' });
  const { body: submitted } = await take(saved, 'submit', { plannedFrom: today(), comment: '' });
  await take(submitted, 'approve', { comment: '' }, approver);
  const titles = async () => [
    (await asked()).title,
    ...(await list()).filter(({ isCurrent }) => isCurrent).map(({ title }) => title),
  ];
  expect(await titles()).toEqual(['Seither berichtigt', 'Seither berichtigt']);
  world.later = 6 * 366 * 86_400_000;
  expect(await titles()).toEqual(['Seither berichtigt', 'Seither berichtigt']);
  world.later = 0;
});

it('makes a draft of what is delivered where the house asks otherwise, which goes the same way', async () => {
  const [newest, , , first] = await list();
  expect([newest?.differsFromDelivered, first?.version, first?.differsFromDelivered]).toEqual([
    true,
    1,
    false,
  ]);
  const { body: draft, status } = await open('delivered');
  const { body: delivered } = await world.call<Answered>(
    editor,
    'GET',
    `/questionnaire-versions/${first?.id}`,
  );
  expect([status, draft.version, draft.state, draft.differsFromDelivered]).toEqual([201, 5, 'draft', false]);
  expect([draft.title, draft.questions, draft.scoring]).toEqual([
    delivered.title,
    delivered.questions,
    delivered.scoring,
  ]);
  expect((await open('delivered')).body.code).toBe('questionnaire.wrongState');
  // Whoever fetched it is no second pair of eyes, whoever submits it.
  const { body: submitted } = await take(draft, 'submit', { plannedFrom: today(), comment: '' }, approver);
  expect((await take(submitted, 'approve', { comment: '' })).body.code).toBe('questionnaire.fourEyes');
  const { body: back } = await take(submitted, 'withdraw', {});
  const { body: again } = await take(back, 'submit', { plannedFrom: today(), comment: '' });
  await take(again, 'approve', { comment: '' }, approver);
  expect((await asked()).title).toBe('Risikoprofil');

  const unknown = await world.call<Answered>(
    editor,
    'POST',
    '/questionnaire-versions',
    { key: 'ownQuestions', content: 'delivered' },
    { 'idempotency-key': randomUUID() },
  );
  expect([unknown.status, unknown.body.code]).toEqual([404, 'common.notFound']);
});

it('adds a questionnaire of the house, which customers are asked once it is published', async () => {
  const keys = async () =>
    (await world.call<{ key: string; title: string }[]>(editor, 'GET', '/questionnaires')).body;
  expect((await keys()).map(({ key }) => key)).toEqual(['riskProfile']);
  const { body: made, status } = await world.call<Answered>(
    editor,
    'POST',
    '/questionnaires',
    { title: 'Zusatzfragen' },
    { 'idempotency-key': randomUUID() },
  );
  expect([status, made.version, made.questions, made.isFourEyes]).toEqual([201, 1, [], false]);
  const question = { ...(await asked()).questions[0], visibleIf: null };
  const { body: saved } = await save(made, editor, { questions: [question], scoring: null });
  const { body: submitted } = await take(saved, 'submit', { plannedFrom: today(), comment: '' });
  await take(submitted, 'approve', { comment: '' }, approver);
  expect((await keys()).map(({ title }) => title)).toContain('Zusatzfragen');
});
