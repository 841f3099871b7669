import { randomUUID } from 'node:crypto';
import type { AnalysisResult, DepotAnalysis } from '@depotwerk/api/prospects/depot-analysis';
import type { Invitation } from '@depotwerk/api/prospects/preregistrations';
import { invitedConsentVersion } from '@depotwerk/domain/depot-analysis/consent';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { AdviceWorld } from '../../../test/advice-world.ts';
import { useTestDatabase } from '../../../test/database.ts';
import { eraseByNight } from '../../../test/erase-by-night.ts';
import { hideCustomer, meanwhile } from '../../../test/meanwhile.ts';
import { invitedPerson, prospectServices } from '../../../test/prospect-world.ts';
import { riskAnswers } from '../../../test/risk-answers.ts';
import { defaultQuotas } from '../../platform/quotas.ts';
import { createPdfPool } from '../reports/pdf/pdf-pool.ts';
import { prospectRoutes } from './routes.ts';

const db = useTestDatabase();
const quotas = { ...defaultQuotas };
let world: AdviceWorld;
let adviser: string;
let groupId: string;
let isin: string;

beforeAll(async () => {
  world = await AdviceWorld.start(db, 'small', (own) =>
    prospectRoutes(prospectServices({ ...own, quotas }, createPdfPool({ size: 1 }), false)),
  );
  adviser = await world.caller();
  const { rows: groups } = await world.owner.query<{ id: string }>(
    'select id from groups where tenant_id = $1 order by id limit 1',
    [world.tenantId],
  );
  groupId = groups[0]?.id ?? '';
  const { rows: funds } = await world.owner.query<{ isin: string }>(
    'select isin from funds where tenant_id = $1 and price > 0 order by id limit 1',
    [world.tenantId],
  );
  isin = funds[0]?.isin ?? '';
}, 120_000);
afterAll(() => world.stop());
afterEach(() => world.expectNoFailure());

const person = (others: object = {}) => invitedPerson(groupId, others);
/** No mail can go out here: the link is answered, to be handed over. */
interface Invited {
  guid: string;
  id: string;
  link: string | null;
}
const invite = async (body: object, caller = adviser) =>
  world.call<Invited>(caller, 'POST', '/preregistrations', body);
const confirm = (guid: string, dateOfBirth = '1980-05-17') =>
  world.call<{ guid: string }>(null, 'POST', `/preregistrations/${guid}/confirm-identity`, {
    dateOfBirth,
    consentVersion: invitedConsentVersion,
  });
const show = (guid: string) => world.call(null, 'GET', `/preregistrations/${guid}`);
const complete = (guid: string, body: object) =>
  world.call(null, 'POST', `/preregistrations/${guid}/complete`, { termsAccepted: true, ...body });
const answered = async (guid: string) => {
  const { body } = await world.call<DepotAnalysis>(null, 'GET', `/depotanalysis/${guid}`);
  const answers = riskAnswers({ horizon: '2036-06-01', lastPurchase: undefined });
  const holdings = [{ isin, name: '', quantity: 10, value: null }];
  await world.call(
    null,
    'PUT',
    `/depotanalysis/${guid}`,
    { answers, holdings },
    { 'if-match': `"${body.rowVersion}"` },
  );
  const result = await world.call<AnalysisResult>(null, 'POST', `/depotanalysis/${guid}/calculate`, {});
  expect(result.status).toBe(200);
  return body;
};

it('goes from the invitation to a customer of the group with a user of role Kunde, once', async () => {
  const body = person();
  const invited = await invite(body);
  const { guid } = invited.body;
  expect((await show(guid)).body).toMatchObject({ status: 'open', firstName: 'Ilse', message: body.message });
  const analysis = (await confirm(guid)).body.guid;
  expect((await show(guid)).body).toMatchObject({ status: 'started' });
  expect((await complete(guid, { analysisGuid: analysis })).body).toMatchObject({
    code: 'common.validationFailed',
  });
  expect((await answered(analysis)).invited).toMatchObject({ lastName: body.lastName });
  // Going on elsewhere: what was answered is there, the former guid opens nothing.
  const again = (await confirm(guid)).body.guid;
  expect((await world.call(null, 'GET', `/depotanalysis/${analysis}`)).status).toBe(404);
  expect((await answered(again)).answers.length).toBeGreaterThan(0);
  const credentials = { password: 'kurz' };
  expect((await complete(guid, { analysisGuid: again, credentials })).body).toMatchObject({
    code: 'auth.passwordTooWeak',
  });
  expect((await complete(guid, { analysisGuid: randomUUID(), credentials })).status).toBe(404);
  expect((await complete(guid, { analysisGuid: again, termsAccepted: false })).body).toMatchObject({
    validation: [{ path: 'termsAccepted', code: 'required' }],
  });
  const strong = { ...credentials, password: 'Sieben-blaue-Zwerge-42' };
  expect((await complete(guid, { analysisGuid: again, credentials: strong })).body).toEqual({
    isUserCreated: true,
  });
  expect((await complete(guid, { analysisGuid: again })).body).toMatchObject({
    code: 'preregistration.alreadyCompleted',
  });
  const { rows } = await world.owner.query(
    `select c.group_id, c.date_of_birth::text, r.role_key, u.user_name, (select count(*)::int from questionnaire_answers a
        where a.customer_id = c.id) as answers
       from customers c join users u on u.customer_id = c.id join roles r on r.id = u.role_id
      where c.tenant_id = $1 and c.last_name = $2`,
    [world.tenantId, body.lastName],
  );
  expect(rows).toEqual([
    { group_id: groupId, date_of_birth: '1980-05-17', role_key: 'client', user_name: body.email, answers: 1 },
  ]);
  const { body: list } = await world.call<Invitation[]>(adviser, 'GET', '/preregistrations');
  expect(list.find(({ id }) => id === invited.body.id)).toMatchObject({ status: 'submitted' });
  // Her own risk profile begins with what she has answered; the day has become years, the rest is asked anew.
  const { rows: drafts } = await world.owner.query<{
    data: { version: number; answers: { questionId: string; value: unknown }[] };
  }>(
    `select d.data from drafts d join users u on u.tenant_id = d.tenant_id and u.id = d.user_id
      where u.user_name = $1 and d.entity_key = 'riskProfile-' || u.customer_id`,
    [body.email],
  );
  const draft = new Map(drafts[0]?.data.answers.map(({ questionId, value }) => [questionId, value]));
  expect([drafts.length, drafts[0]?.data.version]).toEqual([1, 1]);
  expect(draft.get('goal')).toEqual({ id: 'retirement', text: null });
  expect(draft.get('horizon')).toBe(9);
  expect(draft.has('lastPurchase')).toBe(false);
});

it('needs no depot: who answered becomes a customer without holdings and result', async () => {
  const body = person();
  const { guid } = (await invite(body)).body;
  const analysisGuid = (await confirm(guid)).body.guid;
  const { body: analysis } = await world.call<DepotAnalysis>(null, 'GET', `/depotanalysis/${analysisGuid}`);
  const all = riskAnswers({ horizon: '2036-06-01', lastPurchase: undefined });
  const put = (answers: typeof all, version: number) =>
    world.call<{ rowVersion: number }>(
      null,
      'PUT',
      `/depotanalysis/${analysisGuid}`,
      { answers, holdings: [] },
      { 'if-match': `"${version}"` },
    );
  const half = await put(all.slice(1), analysis.rowVersion);
  const refused = await complete(guid, { analysisGuid });
  expect([refused.status, refused.body]).toMatchObject([400, { code: 'common.validationFailed' }]);
  expect((await put(all, half.body.rowVersion)).status).toBe(200);
  const credentials = { password: 'Sieben-blaue-Zwerge-42' };
  expect((await complete(guid, { analysisGuid, credentials })).body).toEqual({ isUserCreated: true });
  const { rows } = await world.owner.query(
    `select a.state, a.result, jsonb_array_length(q.answers) > 5 as "isAnswered" from preregistrations p
       join depot_analyses a on a.preregistration_id = p.id join questionnaire_answers q on q.customer_id = p.customer_id
      where p.tenant_id = $1 and p.last_name = $2`,
    [world.tenantId, body.lastName],
  );
  expect(rows).toEqual([{ state: 'submitted', result: null, isAnswered: true }]);
});

it('makes no second customer of somebody the group knows, and gives nobody a second user', async () => {
  const body = person();
  const finish = async (credentials?: object) => {
    const { guid } = (await invite(body)).body;
    const analysis = (await confirm(guid)).body.guid;
    await answered(analysis);
    return (await complete(guid, { analysisGuid: analysis, ...(credentials && { credentials }) })).body;
  };
  expect(await finish()).toEqual({ isUserCreated: false });
  const password = 'Sieben-blaue-Zwerge-42';
  expect(await finish({ password })).toEqual({ isUserCreated: true });
  expect(await finish({ password })).toEqual({ isUserCreated: false });
  const { rows } = await world.owner.query(
    'select id from customers where tenant_id = $1 and last_name = $2',
    [world.tenantId, body.lastName],
  );
  expect(rows).toHaveLength(1);
  // Her husband at the same address: its user is hers.
  const other = person({ email: body.email, firstName: 'Otto', dateOfBirth: '1955-02-03' });
  const { guid } = (await invite(other)).body;
  const analysis = (await confirm(guid, '1955-02-03')).body.guid;
  await answered(analysis);
  const taken = await complete(guid, {
    analysisGuid: analysis,
    credentials: { password },
  });
  expect(taken.body).toMatchObject({ code: 'contracts.mailIsTaken' });
  expect((await show(guid)).body).toMatchObject({ status: 'started' });
});

it('makes nobody a user of a customer who becomes another one in the same moment', async () => {
  const { rows } = await world.owner.query<{ id: string }>(
    `insert into customers (tenant_id, group_id, last_name, date_of_birth) values ($1, $2, 'Doppelt', '1980-05-17')
     returning id`,
    [world.tenantId, groupId],
  );
  const customerId = rows[0]?.id ?? '';
  const { guid } = (await invite(person({ customerId }))).body;
  const analysisGuid = (await confirm(guid)).body.guid;
  await answered(analysisGuid);
  const credentials = { password: 'Sieben-blaue-Zwerge-42' };
  const answer = await meanwhile(
    db,
    world.tenantId,
    (other) => hideCustomer(other, customerId),
    () => complete(guid, { analysisGuid, credentials }),
  );
  expect(answer.body).toMatchObject({ code: 'preregistration.revoked' });
});

it('is known to nobody but its recipient where a mail can go out', async () => {
  const byHand = (await invite(person())).body;
  expect(byHand.link).toContain(byHand.guid);
  await world.owner.query(
    `insert into mail_settings (tenant_id, host, port, security, sender_address, sender_name)
     values ($1, 'mail.firma.example', 465, 'tls', 'haus@firma.example', 'Haus')`,
    [world.tenantId],
  );
  expect((await invite(person())).body).toMatchObject({ guid: null, link: null });
  await world.owner.query('delete from mail_settings where tenant_id = $1', [world.tenantId]);
});

it('ends after three wrong days of birth, and tells what is left', async () => {
  const { id, guid } = (await invite(person())).body;
  for (const attemptsLeft of [2, 1, 0]) {
    expect((await confirm(guid, '1980-05-18')).body).toMatchObject({
      code: 'preregistration.identityMismatch',
      params: { attemptsLeft },
    });
    expect((await show(guid)).body).toMatchObject({ attemptsLeft });
  }
  expect((await confirm(guid)).body).toMatchObject({ code: 'preregistration.revoked' });
  expect((await show(guid)).body).toMatchObject({ status: 'revoked', message: '' });
  const { body: list } = await world.call<Invitation[]>(adviser, 'GET', '/preregistrations');
  expect(list.find((one) => one.id === id)).toMatchObject({ status: 'revoked', isEndedByTries: true });
});

it('is taken back, and ends with its day', async () => {
  const first = (await invite(person())).body;
  const analysis = (await confirm(first.guid)).body.guid;
  const path = `/prospects/invitations/${first.id}/revoke`;
  const stranger = await world.caller({ tenant: 'nord.example' });
  expect((await world.call(stranger, 'POST', path, {})).status).toBe(404);
  const colleague = await world.caller({ groupIds: [] });
  expect((await world.call(colleague, 'POST', path, {})).status).toBe(404);
  expect((await world.call(adviser, 'POST', path, {})).status).toBe(204);
  expect((await confirm(first.guid)).body).toMatchObject({ code: 'preregistration.revoked' });
  expect((await world.call(null, 'GET', `/depotanalysis/${analysis}`)).status).toBe(404);
  const second = (await invite(person())).body;
  world.later = 20 * 86_400_000;
  expect((await show(second.guid)).body).toMatchObject({ status: 'expired' });
  expect((await confirm(second.guid)).body).toMatchObject({ code: 'preregistration.expired' });
  world.later = 0;
  expect((await show(randomUUID())).status).toBe(404);
});

it('is forgotten 90 days after its end unless it was taken up, also for a customer', async () => {
  const { rows } = await world.owner.query<{ id: string; group_id: string }>(
    `select id, group_id from customers where tenant_id = $1 and group_id is not null and deleted_at is null
        and not is_blocked and date_of_birth is not null limit 1`,
    [world.tenantId],
  );
  const ofCustomer = { customerId: rows[0]?.id, groupId: rows[0]?.group_id };
  const [old, taken, recent] = await Promise.all([1, 2, 3].map(() => invite(person(ofCustomer))));
  const end = (id: string | undefined, days: number, status: string) =>
    world.owner.query(
      `update preregistrations set expires_at = now() - make_interval(days => $2), status = $3 where id = $1`,
      [id, days, status],
    );
  await end(old?.body.id, 91, 'open');
  await end(taken?.body.id, 91, 'submitted');
  await end(recent?.body.id, 89, 'open');
  await eraseByNight(db, world.tenantId);
  const { rows: left } = await world.owner.query<{ id: string }>(
    'select id from preregistrations where id = any ($1)',
    [[old, taken, recent].map((one) => one?.body.id)],
  );
  expect(new Set(left.map(({ id }) => id))).toEqual(new Set([taken?.body.id, recent?.body.id]));
});

it('refuses what cannot be checked or is none of the caller’s', async () => {
  const codes = async (body: object, caller?: string) => {
    const answer = await invite(body, caller);
    return { status: answer.status, fields: (answer.body as { validation?: { path: string }[] }).validation };
  };
  expect((await codes(person({ dateOfBirth: null }))).fields).toMatchObject([{ path: 'dateOfBirth' }]);
  expect((await codes(person({ email: 'ohne', dateOfBirth: '1899-12-31' }))).fields).toHaveLength(2);
  expect((await codes(person({ phoneNumber: 'unbekannt' }))).fields).toMatchObject([{ path: 'phoneNumber' }]);
  expect((await codes(person({ expiresAt: '2027-12-01' }))).fields).toMatchObject([{ path: 'expiresAt' }]);
  expect((await codes(person({ customerId: randomUUID() }))).status).toBe(404);
  const { rows } = await world.owner.query<{ id: string }>(
    'select id from customers where tenant_id = $1 and group_id is not null and deleted_at is null limit 1',
    [world.tenantId],
  );
  const outsider = await world.caller({ groupIds: [] });
  expect((await codes(person({ customerId: rows[0]?.id, groupId: null }), outsider)).status).toBe(404);
});

it('lets one person invite as many in a day as the quota says; others go on', async () => {
  const eager = await world.caller();
  quotas.invitationsPerUserAndDay = 1;
  expect((await invite(person(), eager)).status).toBe(200);
  const more = await invite(person(), eager);
  expect([more.status, more.body]).toMatchObject([409, { code: 'common.quotaExceeded' }]);
  expect((await invite(person(), await world.caller())).status).toBe(200);
  Object.assign(quotas, defaultQuotas);
});

it('of a customer wants the right to edit him, and tells nothing of one nobody sees', async () => {
  const { rows } = await world.owner.query<{ id: string; email: string | null; group_id: string }>(
    `select id, email, group_id from customers where tenant_id = $1 and deleted_at is null and not is_blocked
       and group_id is not null and date_of_birth is not null and email is not null order by id limit 1`,
    [world.tenantId],
  );
  const [customer] = rows;
  if (!customer) throw new Error('the demo has such a customer');
  const reader = await world.caller({ rights: ['groupCustomers.view'], groupIds: [customer.group_id] });
  const nobody = await world.caller({ groupIds: [], rights: [] });
  const body = person({ customerId: customer.id });
  expect((await invite(body, reader)).status).toBe(403);
  const foreign = await invite(body, nobody);
  const missing = await invite(person({ customerId: randomUUID() }), nobody);
  expect([foreign.status, foreign.body]).toMatchObject([404, { code: 'common.notFound' }]);
  expect(missing.status).toBe(404);
  // The entry says whether the address is the one on record.
  for (const [email, isAddressOnRecord] of [
    [customer.email, true],
    [`${randomUUID()}@post.example`, false],
  ] as const) {
    const { id } = (await invite({ ...body, email })).body;
    const { rows: entries } = await world.owner.query(
      `select details from audit_entries where action = 'preregistrations.create' and object_id = $1`,
      [id],
    );
    expect(entries).toMatchObject([{ details: { isForCustomer: true, isAddressOnRecord } }]);
  }
});
