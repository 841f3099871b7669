import { randomUUID } from 'node:crypto';
import type { CallAnswer } from '@depotwerk/api/call';
import type { getCustomerPrivacy } from '@depotwerk/api/customers/customer-privacy';
import type { DepotAnalysis } from '@depotwerk/api/prospects/depot-analysis';
import type { confirmRegistration, WaitingRegistration } from '@depotwerk/api/prospects/registration';
import { analysisConsentVersion, prospectTermsVersion } from '@depotwerk/domain/depot-analysis/consent';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { AdviceWorld } from '../../../test/advice-world.ts';
import { useTestDatabase } from '../../../test/database.ts';
import { prospectServices, setRegistrationMode } from '../../../test/prospect-world.ts';
import { riskAnswers } from '../../../test/risk-answers.ts';
import { openMailBody } from '../../platform/mail/send-mail.ts';
import { privacyRoutes } from '../customers/privacy/routes.ts';
import type { ProspectServices } from './analysis-services.ts';
import { prospectRoutes } from './routes.ts';

const db = useTestDatabase();
let world: AdviceWorld;
let services: ProspectServices;

beforeAll(async () => {
  world = await AdviceWorld.start(db, 'small', (own) => {
    services = prospectServices(own);
    return [...prospectRoutes(services), ...privacyRoutes(own)];
  });
}, 120_000);
afterAll(() => world.stop());
afterEach(() => world.expectNoFailure());

const setMode = (mode: number) => setRegistrationMode(world, mode);

/** A visitor's analysis with its result. */
async function calculated(): Promise<string> {
  const { body } = await world.call<{ guid: string }>(null, 'POST', '/depotanalysis', {
    consentVersion: analysisConsentVersion,
  });
  const { rows } = await world.owner.query<{ isin: string }>(
    'select isin from funds where tenant_id = $1 and price > 0 order by id limit 1',
    [world.tenantId],
  );
  const path = `/depotanalysis/${body.guid}`;
  const read = await world.call<DepotAnalysis>(null, 'GET', path);
  const holdings = [{ isin: rows[0]?.isin ?? '', name: '', quantity: 10, value: null }];
  const answers = riskAnswers({ horizon: '2036-06-01', lastPurchase: undefined });
  await world.call(null, 'PUT', path, { answers, holdings }, { 'if-match': `"${read.body.rowVersion}"` });
  expect((await world.call(null, 'POST', `${path}/calculate`, {})).status).toBe(200);
  return body.guid;
}

/** Registers and answers the guid of the link in the mail. */
async function registered(email: string, analysisGuid: string): Promise<string> {
  const person = { firstName: 'Nora', lastName: 'Neu', email, dateOfBirth: '1990-02-03' };
  const body = { ...person, termsVersion: prospectTermsVersion, analysisGuid };
  expect((await world.call(null, 'POST', '/auth/registration', body)).status).toBe(202);
  const { rows } = await world.owner.query<{ sealId: string; userId: string | null; envelope: unknown }>(
    `select seal_id as "sealId", user_id as "userId", body_envelope as envelope from mail_outbox
      where recipient = $1 order by id desc limit 1`,
    [email],
  );
  const text = rows[0] ? openMailBody(services.keys.keyEncryption, rows[0]) : null;
  return /guid=([0-9a-f-]{36})/.exec(text ?? '')?.[1] ?? '';
}
const confirm = (guid: string) =>
  world.call<CallAnswer<typeof confirmRegistration>>(null, 'POST', '/auth/registration/confirm', { guid });

/** Answers the profile of somebody begins with; nothing without a draft. */
const draftOf = async (email: string) => {
  const { rows } = await world.owner.query<{
    data: { answers: { questionId: string; value: unknown }[] };
  }>(
    `select d.data from drafts d join users u on u.tenant_id = d.tenant_id and u.id = d.user_id
      where u.user_name = $1 and d.entity_key = 'riskProfile-' || u.customer_id`,
    [email],
  );
  return new Map(
    rows.flatMap(({ data }) => data.answers.map(({ questionId, value }) => [questionId, value])),
  );
};

/** What an adviser is told that somebody agreed to: subject, way, version. */
const agreementsOf = async (email: string) => {
  const { rows } = await world.owner.query<{ id: string }>(
    'select customer_id as id from users where user_name = $1',
    [email],
  );
  const { body } = await world.call<CallAnswer<typeof getCustomerPrivacy>>(
    await world.caller(),
    'GET',
    `/customers/${rows[0]?.id}/privacy`,
  );
  return (body.agreements ?? [])
    .toSorted((one, other) => one.subject.localeCompare(other.subject))
    .map(({ subject, way, version, agreedAt }) => [subject, way, version, agreedAt === null]);
};
const agreedTerms = ['terms', 'registration', prospectTermsVersion, false];
const agreedAnalysis = ['analysis', 'analysis', analysisConsentVersion, false];

it('mode 1: the profile of who registers from her analysis begins with its answers, which nobody else sees', async () => {
  await setMode(1);
  const email = `${randomUUID()}@post.example`;
  const link = await registered(email, await calculated());
  expect((await confirm(link)).body.state).toBe('activated');
  const draft = await draftOf(email);
  expect(draft.get('goal')).toEqual({ id: 'retirement', text: null });
  expect(draft.get('horizon')).toBe(9);
  expect(await agreementsOf(email)).toEqual([agreedAnalysis, agreedTerms]);
  const { rows } = await world.owner.query(
    `select 1 from questionnaire_answers a join users u on u.tenant_id = a.tenant_id and u.customer_id = a.customer_id
      where u.user_name = $1`,
    [email],
  );
  expect(rows).toEqual([]);
});

it('mode 3: her answers wait with her, and are gone where she erases the analysis meanwhile', async () => {
  await setMode(3);
  const [kept, erased] = [`${randomUUID()}@post.example`, `${randomUUID()}@post.example`];
  const guid = await calculated();
  for (const [email, own] of [
    [kept, await calculated()],
    [erased, guid],
  ] as const)
    expect((await confirm(await registered(email, own))).body.state).toBe('waiting');
  expect((await world.call(null, 'DELETE', `/depotanalysis/${guid}`)).status).toBe(204);
  const adviser = await world.caller();
  const { body: waiting } = await world.call<WaitingRegistration[]>(
    adviser,
    'GET',
    '/prospects/registrations',
  );
  // Both came at the one moment of the test's clock.
  expect(waiting.map(({ email }) => email).toSorted()).toEqual([kept, erased].toSorted());
  // Who decides is told who she is, and nothing of what she answered.
  expect(JSON.stringify(waiting)).not.toContain('nalysis');
  for (const { id } of waiting) {
    const decision = { isApproved: true, groupId: null, customerId: null };
    const path = `/prospects/registrations/${id}/decide`;
    expect((await world.call(adviser, 'POST', path, decision)).status).toBe(200);
  }
  expect((await draftOf(kept)).get('goal')).toEqual({ id: 'retirement', text: null });
  expect((await draftOf(erased)).size).toBe(0);
  expect(await agreementsOf(kept)).toEqual([agreedAnalysis, agreedTerms]);
  // Who erased her analysis took back what she agreed to in it.
  expect(await agreementsOf(erased)).toEqual([agreedTerms]);
});

it('answers the same for a guid that opens nothing, and whose time is over goes along with nobody', async () => {
  await setMode(1);
  const [unknown, late] = [`${randomUUID()}@post.example`, `${randomUUID()}@post.example`];
  expect((await confirm(await registered(unknown, randomUUID()))).body.state).toBe('activated');
  const guid = await calculated();
  world.later += 31 * 86_400_000;
  expect((await confirm(await registered(late, guid))).body.state).toBe('activated');
  expect([(await draftOf(unknown)).size, (await draftOf(late)).size]).toEqual([0, 0]);
});
