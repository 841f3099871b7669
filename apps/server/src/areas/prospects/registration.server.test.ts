import { randomUUID } from 'node:crypto';
import type { CallAnswer } from '@depotwerk/api/call';
import type { confirmRegistration, WaitingRegistration } from '@depotwerk/api/prospects/registration';
import { prospectTermsVersion } from '@depotwerk/domain/depot-analysis/consent';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { AdviceWorld } from '../../../test/advice-world.ts';
import { useTestDatabase } from '../../../test/database.ts';
import { prospectServices, setRegistrationMode } from '../../../test/prospect-world.ts';
import { openMailBody } from '../../platform/mail/send-mail.ts';
import { followTaskChanges } from '../workbench/follow-changes.ts';
import type { ProspectServices } from './analysis-services.ts';
import { prospectRoutes } from './routes.ts';

const db = useTestDatabase();
let world: AdviceWorld;
let services: ProspectServices;

beforeAll(async () => {
  world = await AdviceWorld.start(db, 'small', (own) => {
    services = prospectServices(own);
    return prospectRoutes(services);
  });
}, 120_000);
afterAll(() => world.stop());
afterEach(async () => {
  world.expectNoFailure();
  await world.owner.query('delete from mail_outbox; delete from login_throttles');
});

const setMode = (mode: number) => setRegistrationMode(world, mode);
const person = (others: object = {}) => ({
  firstName: 'Nora',
  lastName: `Neu ${randomUUID().slice(0, 8)}`,
  email: `${randomUUID()}@post.example`,
  dateOfBirth: '1990-02-03',
  termsVersion: prospectTermsVersion,
  ...others,
});
const register = (body: object) => world.call(null, 'POST', '/auth/registration', body);
const confirm = (guid: string) =>
  world.call<CallAnswer<typeof confirmRegistration>>(null, 'POST', '/auth/registration/confirm', { guid });
/** Texts of the mails in the outbox, newest last. */
const mails = async (): Promise<string[]> => {
  const { rows } = await world.owner.query<{ sealId: string; userId: string | null; envelope: unknown }>(
    'select seal_id as "sealId", user_id as "userId", body_envelope as envelope from mail_outbox order by id',
  );
  return rows.map((row) => openMailBody(services.keys.keyEncryption, row) ?? '');
};
const guidIn = (text = '') => /guid=([0-9a-f-]{36})/.exec(text)?.[1] ?? '';
const usersOf = async (email: string) =>
  (
    await world.owner.query(
      `select r.role_key, u.terms_version, c.last_name from users u join roles r on r.id = u.role_id
         join customers c on c.id = u.customer_id where u.user_name = $1`,
      [email],
    )
  ).rows;

it('modes 0 and 2 take nobody who registers by himself', async () => {
  for (const mode of [0, 2]) {
    await setMode(mode);
    expect((await register(person())).body).toMatchObject({ code: 'auth.registrationClosed' });
    expect((await confirm(randomUUID())).body).toMatchObject({ code: 'auth.registrationClosed' });
  }
  expect(await mails()).toEqual([]);
});

it('asks nobody to agree to terms that cannot be read, and keeps no version then', async () => {
  await setMode(1);
  // With terms online nobody registers without them.
  expect((await register(person({ termsVersion: null }))).body).toMatchObject({ code: 'auth.termsOutdated' });
  const { rows } = await world.owner.query<{ terms_url: string }>(
    'select terms_url from white_label_configs where tenant_id = $1',
    [world.tenantId],
  );
  await world.owner.query('update white_label_configs set terms_url = null where tenant_id = $1', [
    world.tenantId,
  ]);
  world.later += 31_000;
  const body = person({ termsVersion: null });
  expect((await register(body)).status).toBe(202);
  const [asked = ''] = await mails();
  expect((await confirm(guidIn(asked))).status).toBe(200);
  const { rows: users } = await world.owner.query(
    'select terms_version, terms_accepted_at from users where user_name = $1',
    [body.email],
  );
  expect(users).toEqual([{ terms_version: null, terms_accepted_at: null }]);
  await world.owner.query('update white_label_configs set terms_url = $2 where tenant_id = $1', [
    world.tenantId,
    rows[0]?.terms_url,
  ]);
  world.later += 31_000;
});

it('mode 1: the confirmed address becomes a customer with a user who sets his password by the link', async () => {
  await setMode(1);
  const body = person();
  expect((await register({ ...body, termsVersion: '1999' })).body).toMatchObject({
    code: 'auth.termsOutdated',
  });
  expect((await register({ ...body, email: 'ohne' })).body).toMatchObject({
    code: 'common.validationFailed',
  });
  expect((await register(body)).status).toBe(202);
  const [asked = ''] = await mails();
  // Names are free text of a stranger, who must not write to anybody under the house's name.
  expect(asked).not.toContain(body.lastName);
  // PUBLIC_ORIGIN shows another house here, where the link would open nothing.
  const [, linked] = /https:\/\/([^/]+)\/auth\/registration/.exec(asked) ?? [];
  const { rows: houses } = await world.owner.query('select tenant_id from find_white_label($1)', [linked]);
  expect(houses).toEqual([{ tenant_id: world.tenantId }]);
  const guid = guidIn(asked);
  expect((await confirm(randomUUID())).body).toMatchObject({ code: 'auth.activationInvalid' });
  const { body: confirmed } = await confirm(guid);
  expect(confirmed).toMatchObject({ state: 'activated', userName: body.email });
  expect(await usersOf(body.email)).toEqual([
    { role_key: 'client', terms_version: prospectTermsVersion, last_name: body.lastName },
  ]);
  const { rows } = await world.owner.query(
    `select a.purpose from activation_tokens a where a.token_hash = sha256(convert_to($1, 'UTF8'))`,
    [confirmed.guid],
  );
  expect(rows).toEqual([{ purpose: 'invitation' }]);
  expect((await confirm(guid)).body).toMatchObject({ code: 'auth.activationInvalid' });
});

it('mode 1: nobody underage registers', async () => {
  await setMode(1);
  expect((await register(person({ dateOfBirth: '2012-02-29' }))).body).toMatchObject({
    code: 'common.validationFailed',
    validation: [{ path: 'dateOfBirth', code: 'underage' }],
  });
  expect(await mails()).toEqual([]);
});

it('mode 1: the house hears of whoever registered, until she is in a group', async () => {
  await setMode(1);
  const {
    rows: [house],
  } = await world.owner.query<{ group_id: string }>(
    `update white_label_configs w set support_mail = 'besuch@haus.example' where tenant_id = $1
     returning (select id from groups g where g.tenant_id = w.tenant_id order by id limit 1) as group_id`,
    [world.tenantId],
  );
  world.later += 31_000;
  const body = person();
  await register(body);
  await confirm(guidIn((await mails())[0]));
  // The rule reads the clock of the database, which is not that of these tests.
  const { rows: clients } = await world.owner.query<{ customer_id: string }>(
    `update users set registered_at = now() where user_name = $1 and registered_at is not null returning customer_id`,
    [body.email],
  );
  const customerId = clients[0]?.customer_id ?? '';
  const { rows: told } = await world.owner.query('select recipient from mail_outbox order by id');
  expect(told).toEqual([{ recipient: body.email }, { recipient: 'besuch@haus.example' }]);
  const [, mail = ''] = await mails();
  expect(mail).toContain(`/goto/customer/${customerId}`);
  for (const own of [body.firstName, body.lastName, body.email]) expect(mail).not.toContain(own);
  await world.owner.query('update white_label_configs set support_mail = null where tenant_id = $1', [
    world.tenantId,
  ]);

  const tasks = async () => {
    await followTaskChanges({ database: db.database, clock: services.clock, forgetCounts: () => {} });
    const { rows } = await world.owner.query(
      `select cause_key, group_id from workbench_tasks
        where task_type = 'clientRegistered' and ended_at is null and customer_id = $1`,
      [customerId],
    );
    return rows;
  };
  expect(await tasks()).toEqual([{ cause_key: customerId, group_id: null }]);
  await world.owner.query('update customers set group_id = $2 where id = $1', [customerId, house?.group_id]);
  expect(await tasks()).toEqual([]);

  // Whom an adviser approves has somebody: she is no news.
  await setMode(3);
  const approved = person();
  await register(approved);
  await confirm(guidIn((await mails()).at(-1)));
  const adviser = await world.caller();
  const { body: waiting } = await world.call<WaitingRegistration[]>(
    adviser,
    'GET',
    '/prospects/registrations',
  );
  const id = waiting.find(({ email }) => email === approved.email)?.id;
  const decision = { isApproved: true, groupId: null, customerId: null };
  await world.call(adviser, 'POST', `/prospects/registrations/${id}/decide`, decision);
  const { rows: others } = await world.owner.query('select registered_at from users where user_name = $1', [
    approved.email,
  ]);
  expect(others).toEqual([{ registered_at: null }]);
});

it('answers addresses that have an access like any other, and tells only their mailbox', async () => {
  await setMode(1);
  const body = person();
  await register(body);
  await confirm(guidIn((await mails())[0]));
  const known = await register(person({ email: body.email.toUpperCase() }));
  const unknown = await register(person());
  expect({ status: known.status, body: known.body }).toEqual({ status: unknown.status, body: unknown.body });
  const [, told = '', link = ''] = await mails();
  expect(told).toContain('Es gibt schon einen');
  expect(guidIn(told)).toBe('');
  expect(guidIn(link)).not.toBe('');
});

it('does not fill the mailbox of who has an access either', async () => {
  await setMode(1);
  const body = person();
  await register(body);
  await confirm(guidIn((await mails())[0]));
  await world.owner.query('delete from mail_outbox');
  for (let count = 0; count < 5; count += 1) {
    expect((await register(person({ email: body.email }))).status).toBe(202);
  }
  expect(await mails()).toHaveLength(3);
});

it('a link ends after a day, and a mailbox is not filled', async () => {
  await setMode(1);
  const body = person();
  for (let count = 0; count < 5; count += 1) expect((await register(body)).status).toBe(202);
  const texts = await mails();
  expect(texts).toHaveLength(3);
  world.later += 25 * 3_600_000;
  expect((await confirm(guidIn(texts[0]))).body).toMatchObject({ code: 'auth.activationInvalid' });
});

it('of one address the registration waits that was confirmed last, and none of who has an access', async () => {
  await setMode(3);
  const adviser = await world.caller();
  const first = person();
  const [mended, late] = [
    { ...first, firstName: 'Leonore', email: first.email.toUpperCase() },
    { ...first, firstName: 'Zu spät' },
  ];
  const links: string[] = [];
  for (const body of [first, mended, late]) {
    await register(body);
    links.push(guidIn((await mails()).at(-1)));
  }
  const waiting = async () =>
    (await world.call<WaitingRegistration[]>(adviser, 'GET', '/prospects/registrations')).body.filter(
      ({ lastName }) => lastName === first.lastName,
    );
  // Both links of one mailbox at once are one registration; the third was not confirmed and opens nothing any more.
  const answers = await Promise.all(links.slice(0, 2).map(confirm));
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400]);
  const [found, ...more] = await waiting();
  expect(more).toEqual([]);
  expect((await confirm(links[2] ?? '')).body).toMatchObject({ code: 'auth.activationInvalid' });
  // She registers again while she waits: a link she follows once she has her access makes nobody wait.
  await register(late);
  const decision = { isApproved: true, groupId: null, customerId: null };
  const path = `/prospects/registrations/${found?.id}/decide`;
  expect((await world.call(adviser, 'POST', path, decision)).status).toBe(200);
  const second = (await mails()).filter((text) => text.includes('/auth/registration?guid=')).at(-1);
  expect((await confirm(guidIn(second))).body).toMatchObject({ code: 'auth.activationInvalid' });
  expect(await waiting()).toEqual([]);
});

it('mode 3: an adviser approves or refuses; either way the registration is gone', async () => {
  await setMode(3);
  const adviser = await world.caller();
  const waiting = async (body: ReturnType<typeof person>) => {
    await register(body);
    const { body: confirmed } = await confirm(guidIn((await mails()).at(-1)));
    expect(confirmed).toEqual({ state: 'waiting', guid: null, userName: body.email });
    expect(await usersOf(body.email)).toEqual([]);
    const { body: list } = await world.call<WaitingRegistration[]>(
      adviser,
      'GET',
      '/prospects/registrations',
    );
    return list.find(({ email }) => email === body.email)?.id ?? '';
  };
  const decide = (id: string, body: object, caller = adviser) =>
    world.call(caller, 'POST', `/prospects/registrations/${id}/decide`, {
      isApproved: true,
      groupId: null,
      customerId: null,
      ...body,
    });
  const first = person();
  const id = await waiting(first);
  const stranger = await world.caller({ tenant: 'nord.example' });
  expect((await decide(id, {}, stranger)).status).toBe(404);
  expect((await decide(id, { groupId: randomUUID() })).body).toMatchObject({
    code: 'common.validationFailed',
  });
  expect((await decide(id, {})).body).toEqual({ link: null });
  expect(await usersOf(first.email)).toMatchObject([{ role_key: 'client', last_name: first.lastName }]);
  expect((await mails()).at(-1)).toContain('/auth/activation/credentials?guid=');
  expect((await decide(id, {})).status).toBe(404);

  const second = person();
  const refused = await waiting(second);
  for (const named of [{ groupId: randomUUID() }, { customerId: randomUUID() }])
    expect((await decide(refused, { isApproved: false, ...named })).status).toBe(400);
  expect((await decide(refused, { isApproved: false })).body).toEqual({ link: null });
  const { rows: entries } = await world.owner.query(
    `select group_id from audit_entries where action = 'registrations.refuse' and object_id = $1`,
    [refused],
  );
  expect(entries).toEqual([{ group_id: null }]);
  expect(await usersOf(second.email)).toEqual([]);

  const third = person({ lastName: first.lastName });
  const known = await waiting(third);
  const { rows } = await world.owner.query<{ customer_id: string }>(
    'select customer_id from users where user_name = $1',
    [first.email],
  );
  expect((await decide(known, { customerId: rows[0]?.customer_id })).body).toMatchObject({
    code: 'registration.hasUser',
  });

  // Somebody else's address opens nothing of a customer who has no access yet, whoever decides.
  const strange = await waiting(person());
  const { rows: others } = await world.owner.query<{ id: string }>(
    `select id from customers c where tenant_id = $1 and deleted_at is null and not is_blocked
       and not exists (select from users u where u.customer_id = c.id) order by id limit 1`,
    [world.tenantId],
  );
  const taken = await decide(strange, { customerId: others[0]?.id });
  expect([taken.status, taken.body]).toMatchObject([409, { code: 'registration.otherPerson' }]);
  expect((await decide(strange, { customerId: randomUUID() })).status).toBe(404);
  // It waits on, and becomes a customer of her own.
  expect((await decide(strange, {})).status).toBe(200);
});
