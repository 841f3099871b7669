import { listMails, mailSettings, testMailSettings } from '@depotwerk/api/mail/mail';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { useTestDatabase } from '../../../test/database.ts';
import { MailServer } from '../../../test/mail-server.ts';
import { startedForTests } from '../../../test/started-for-tests.ts';
import { UserWorld } from '../../../test/user-world.ts';
import { deliverMails } from '../../platform/mail/deliver-mails.ts';

const db = useTestDatabase();
const world = startedForTests(() => UserWorld.start(db));
let server: MailServer;
beforeAll(async () => {
  server = await MailServer.start();
});
afterAll(async () => {
  await server.stop();
});
beforeEach(() => db.owner.query('delete from mail_settings'));

const problem = z.looseObject({
  code: z.string(),
  validation: z.optional(z.array(z.looseObject({ path: z.string(), code: z.string() }))),
});
const draft = (values: Record<string, unknown> = {}) => ({
  host: '127.0.0.1',
  port: server.port,
  security: 'none',
  userName: null,
  password: null,
  senderAddress: 'haus@firma.example',
  senderName: 'Haus',
  ...values,
});
const path = '/admin/mail-settings';

it('keeps the password sealed, answers it nowhere, and never gives it to another host', async () => {
  const first = await world.put(path, draft({ userName: 'a', password: 'sehr geheim' }), 0);
  expect([first.status, mailSettings.parse(first.body)]).toEqual([
    200,
    expect.objectContaining({ isSetUp: true, hasPassword: true, rowVersion: 1 }),
  ]);
  const stored = await db.owner.query('select * from mail_settings');
  expect(JSON.stringify([first.body, stored.rows])).not.toContain('sehr geheim');
  const kept = await world.put(path, draft({ userName: 'a', senderName: 'Anders' }), 1);
  expect(mailSettings.parse(kept.body).hasPassword).toBe(true);
  expect(kept.body).not.toHaveProperty('isSecretClosed');
  const moved = await world.put(path, draft({ userName: 'a', host: 'localhost' }), 2);
  expect(mailSettings.parse(moved.body).hasPassword).toBe(false);
  expect((await world.put(path, draft(), 1)).status).toBe(412);
});

it('says that no key opens the password, until it is entered again', async () => {
  await world.put(path, draft({ userName: 'a', password: 'sehr geheim' }), 0);
  await db.owner.query(`update mail_settings set password_envelope = '{"of": "another key"}'`);
  const closed = mailSettings.parse((await world.get(path)).body);
  expect(closed).toMatchObject({ hasPassword: true, isSecretClosed: true });
  const entered = await world.put(path, draft({ userName: 'a', password: 'neu' }), closed.rowVersion);
  expect([entered.status, mailSettings.parse(entered.body).isSecretClosed]).toEqual([200, undefined]);
});

it.each([
  [{ host: '' }, 'host', 'required'],
  [{ host: 'mail server' }, 'host', 'hostName'],
  [{ port: 70_000 }, 'port', 'portNumber'],
  [{ port: null }, 'port', 'required'],
  [{ host: 'mail.firma.example', security: 'none' }, 'security', 'encryptionMissing'],
  [{ senderAddress: 'niemand' }, 'senderAddress', 'mailAddress'],
])('refuses %o at the field', async (change, field, code) => {
  const answer = await world.put(path, draft(change), 0);
  expect(answer.status).toBe(400);
  expect(problem.parse(answer.body).validation).toContainEqual(
    expect.objectContaining({ path: field, code }),
  );
});

it('sends a test mail to the caller and says what the server answered', async () => {
  expect(problem.parse((await world.post(`${path}/test`, {})).body).code).toBe('mail.notSetUp');
  await world.put(path, draft(), 0);
  const sent = testMailSettings.answer.parse((await world.post(`${path}/test`, {})).body);
  expect(sent).toMatchObject({ outcome: 'sent', reason: null });
  expect(server.received.at(-1)?.recipient).toBe(sent.recipient);
  expect(mailSettings.parse((await world.get(path)).body).testedAt).not.toBeNull();
  server.behaviour.refuseRecipientWith = 550;
  const refused = testMailSettings.answer.parse((await world.post(`${path}/test`, {})).body);
  server.behaviour.refuseRecipientWith = null;
  expect(refused).toMatchObject({
    outcome: 'refused',
    reason: 'Der Mailserver hat die Nachricht abgelehnt (Code 550).',
  });
});

it('says what to do when nobody has the key of its password any more', async () => {
  await world.put(path, draft({ userName: 'a', password: 'sehr geheim' }), 0);
  await db.owner.query(
    `update mail_settings set password_envelope = jsonb_set(password_envelope, '{keyVersion}', '77')`,
  );
  const answer = await world.post(`${path}/test`, {});
  expect([answer.status, problem.parse(answer.body).code]).toEqual([409, 'common.secretUnreadable']);
  // What there is can still be seen, and a new password mends it.
  expect((await world.get(path)).status).toBe(200);
  expect((await world.put(path, draft({ userName: 'a', password: 'neu' }), 1)).status).toBe(200);
  expect(problem.safeParse((await world.post(`${path}/test`, {})).body).data?.code).toBeUndefined();
});

it('sends at once what was put off while the settings were wrong, when a test is taken', async () => {
  await world.put(path, draft({ port: 1 }), 0);
  const added = await world.post('/users', {
    userName: 'wartet@firma.example',
    fullName: 'Wanda Wartet',
    company: '',
    phoneNumber: null,
    roleId: world.adviserRole,
    isInactive: false,
  });
  const { id } = z.looseObject({ id: z.string() }).parse(added.body);
  await world.post(`/users/${id}/invite`, {});
  await deliverMails(world.services);
  const read = async () => listMails.answer.parse((await world.get('/admin/mails')).body)[0];
  expect(await read()).toMatchObject({
    state: 'queued',
    attempts: 1,
    lastError: expect.stringContaining('antwortet nicht'),
  });
  expect((await world.put(path, draft(), 1)).status).toBe(200);
  await deliverMails(world.services);
  expect(await read()).toMatchObject({ state: 'queued' });
  await world.post(`${path}/test`, {});
  await deliverMails(world.services);
  expect(await read()).toMatchObject({ state: 'sent', recipient: 'wartet@firma.example' });
});

it('takes invitations, shows what bounced, and sends it again when a person says so', async () => {
  await world.put(path, draft(), 0);
  const added = await world.post('/users', {
    userName: 'neu@firma.example',
    fullName: 'Nele Neu',
    company: '',
    phoneNumber: null,
    roleId: world.adviserRole,
    isInactive: false,
  });
  const { id } = z.looseObject({ id: z.string() }).parse(added.body);
  const invited = await world.post(`/users/${id}/invite`, {});
  expect(invited.body).toMatchObject({ link: null, sentTo: 'neu@firma.example' });
  server.behaviour.refuseRecipientWith = 550;
  await deliverMails(world.services);
  server.behaviour.refuseRecipientWith = null;
  const read = async () => listMails.answer.parse((await world.get('/admin/mails')).body)[0];
  const bounced = await read();
  expect(bounced).toMatchObject({
    state: 'failed',
    isResendable: true,
    lastError: expect.stringContaining('550'),
  });
  expect((await world.post(`/admin/mails/${bounced?.id}/resend`, {})).status).toBe(204);
  await deliverMails(world.services);
  expect(await read()).toMatchObject({ state: 'sent', isResendable: false });
  const twice = await world.post(`/admin/mails/${bounced?.id}/resend`, {});
  expect(problem.parse(twice.body).code).toBe('mail.notResendable');
});

it('says of a mail that waits where there is no server what it waits for', async () => {
  await db.owner.query('delete from mail_outbox');
  const insert = `insert into mail_outbox (tenant_id, recipient, subject, seal_id, body_envelope, created_at)
    select tenant_id, 'frau@firma.example', 'Hinweis', gen_random_uuid(), '{}', now() - $1::interval from tenants
    where tenant_id in (select tenant_id from users where id = $2)`;
  await db.owner.query(insert, ['2 days', world.administrator]);
  await db.owner.query(insert, ['1 hour', world.administrator]);
  const words = async () => {
    const mails = listMails.answer.parse((await world.get('/admin/mails')).body);
    return mails.map(({ lastError }) => lastError);
  };
  expect(await words()).toEqual([
    expect.stringContaining('geht die Nachricht hinaus'),
    expect.stringContaining('geht nicht mehr hinaus'),
  ]);
  expect((await world.put(path, draft(), 0)).status).toBe(200);
  expect(await words()).toEqual([null, null]);
});

it('takes the mail server away: what waits says so, and an invitation is a link again', async () => {
  const added = await world.post('/users', {
    userName: 'link@firma.example',
    fullName: 'Lina Link',
    company: '',
    phoneNumber: null,
    roleId: world.adviserRole,
    isInactive: false,
  });
  const { id } = z.looseObject({ id: z.string() }).parse(added.body);
  const invited = async () =>
    z.looseObject({ link: z.nullable(z.string()) }).parse((await world.post(`/users/${id}/invite`, {})).body)
      .link;
  expect(problem.parse((await world.remove(path, 0)).body).code).toBe('mail.notSetUp');
  await world.put(path, draft({ userName: 'a', password: 'sehr geheim' }), 0);
  expect(await invited()).toBeNull();
  expect((await world.remove(path, 0)).status).toBe(412);
  expect((await world.remove(path, 1)).status).toBe(204);
  expect(mailSettings.parse((await world.get(path)).body)).toMatchObject({
    isSetUp: false,
    host: '',
    hasPassword: false,
    rowVersion: 0,
  });
  const [waiting] = listMails.answer.parse((await world.get('/admin/mails')).body);
  expect(waiting).toMatchObject({
    recipient: 'link@firma.example',
    state: 'queued',
    lastError: expect.stringContaining('kein Mailserver'),
  });
  expect(await invited()).toContain('/auth/');
  expect((await world.put(path, draft(), 0)).status).toBe(200);
});

it('belongs to those who manage people, each of their own house', async () => {
  const adviser = await world.caller(['contracts.view']);
  for (const address of [path, '/admin/mails']) expect((await world.get(address, adviser)).status).toBe(403);
  const approver = await world.caller(['admin.access']);
  expect((await world.get(path, approver)).status).toBe(403);
  expect((await world.get('/admin/mails', approver)).status).toBe(403);
  expect((await world.put(path, draft(), 0, approver)).status).toBe(403);
  for (const address of [`${path}/test`, '/admin/mails/1/resend'])
    expect((await world.post(address, {}, approver)).status).toBe(403);
  await world.put(path, draft(), 0);
  expect(mailSettings.parse((await world.get(path, world.foreignAdmin)).body).isSetUp).toBe(false);
  expect((await world.get('/admin/mails', world.foreignAdmin)).body).toEqual([]);
});
