import { listSms, smsSettings, testSmsSettings } from '@depotwerk/api/mail/sms';
import { beforeEach, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { useTestDatabase } from '../../../test/database.ts';
import { receivingSystem } from '../../../test/receiver.ts';
import { startedForTests } from '../../../test/started-for-tests.ts';
import { UserWorld } from '../../../test/user-world.ts';
import { signBody } from '../../platform/post-signed.ts';
import { deliverSms } from '../../platform/sms/deliver-sms.ts';
import { sendSmsCode } from '../../platform/sms/send-sms-code.ts';

const db = useTestDatabase();
const world = startedForTests(() => UserWorld.start(db));
const secret = 'ein gemeinsames Geheimnis, lang genug';
const receiver = receivingSystem('/sms', 202);
const isSigned = ({ headers, body }: (typeof receiver.received)[number]) =>
  headers['x-depotwerk-signature'] === signBody(secret, String(headers['x-depotwerk-timestamp']), body);

beforeEach(async () => {
  await db.owner.query('delete from sms_settings');
});

const problem = z.looseObject({
  code: z.string(),
  validation: z.optional(z.array(z.looseObject({ path: z.string(), code: z.string() }))),
});
const codeOf = (answer: { body: unknown }) => problem.parse(answer.body).code;
const draft = (values: Record<string, unknown> = {}) => ({
  url: receiver.url,
  secret,
  sender: 'Haus',
  ...values,
});
const path = '/admin/sms-settings';

it('keeps the secret sealed, answers it nowhere, and never signs with it for another address', async () => {
  expect(smsSettings.parse((await world.get(path)).body)).toMatchObject({ way: 'demo', rowVersion: 0 });
  const first = await world.put(path, draft(), 0);
  const { rowVersion, ...kept } = smsSettings.parse(first.body);
  expect([first.status, kept]).toEqual([
    200,
    { way: 'own', url: receiver.url, sender: 'Haus', hasSecret: true, testedAt: null },
  ]);
  const stored = await db.owner.query('select * from sms_settings');
  expect(JSON.stringify([first.body, stored.rows])).not.toContain(secret);
  expect((await world.put(path, draft({ secret: null, sender: null }), rowVersion)).status).toBe(200);
  const moved = await world.put(path, draft({ secret: null, url: `${receiver.url}/anders` }), rowVersion + 1);
  expect(problem.parse(moved.body).validation).toEqual([{ path: 'secret', code: 'required' }]);
  expect((await world.put(path, draft(), rowVersion)).status).toBe(412);
});

it('says that no key opens the secret, until it is entered again', async () => {
  await world.put(path, draft(), 0);
  await db.owner.query(`update sms_settings set secret_envelope = '{"of": "another key"}'`);
  const closed = smsSettings.parse((await world.get(path)).body);
  expect(closed).toMatchObject({ hasSecret: true, isSecretClosed: true });
  const entered = await world.put(path, draft(), closed.rowVersion);
  expect([entered.status, smsSettings.parse(entered.body).isSecretClosed]).toEqual([200, undefined]);
});

it.each([
  [{ url: '' }, 'url', 'required'],
  [{ url: 'http://sms.firma.example/sms' }, 'url', 'webAddress'],
  [{ url: 'https://name:wort@sms.firma.example' }, 'url', 'webAddress'],
  [{ url: 'ftp://sms.firma.example' }, 'url', 'webAddress'],
  [{ secret: 'kurz' }, 'secret', 'tooShort'],
  [{ secret: null }, 'secret', 'required'],
  [{ sender: 'Ein viel zu langer Name' }, 'sender', 'smsSender'],
])('refuses %o at the field', async (change, field, code) => {
  const answer = await world.put(path, draft(change), 0);
  expect(answer.status).toBe(400);
  expect(problem.parse(answer.body).validation).toContainEqual(
    expect.objectContaining({ path: field, code }),
  );
});

it('sends a test message now and says what the interface answered', async () => {
  const test = { phoneNumber: '0151 21234567' };
  expect(codeOf(await world.post(`${path}/test`, test))).toBe('sms.notSetUp');
  await world.put(path, draft(), 0);
  expect(codeOf(await world.post(`${path}/test`, { phoneNumber: '0900 123456' }))).toBe(
    'auth.phoneNumberNotAllowed',
  );
  const sent = testSmsSettings.answer.parse((await world.post(`${path}/test`, test)).body);
  expect(sent).toEqual({ outcome: 'sent', phoneNumber: '+4915121234567', reason: null });
  expect(receiver.received.map((one) => [one.body, isSigned(one)])).toEqual([
    [expect.stringContaining('"from":"Haus"'), true],
  ]);
  expect(smsSettings.parse((await world.get(path)).body).testedAt).not.toBeNull();
  receiver.status = 401;
  const refused = testSmsSettings.answer.parse((await world.post(`${path}/test`, test)).body);
  expect(refused).toMatchObject({ outcome: 'refused', reason: expect.stringContaining('(Code 401)') });
});

it('hands codes to it, shows what was refused without the code, and sends that again while it is good', async () => {
  await world.put(path, draft(), 0);
  receiver.status = 403;
  const { rows } = await db.owner.query<{ tenantId: string; userId: string }>(
    `select tenant_id as "tenantId", id as "userId" from users where id = $1`,
    [world.admin],
  );
  if (!rows[0]) throw new Error('the world lacks a user');
  const phoneNumber = '+4915121234568';
  await sendSmsCode(world.services, { ...rows[0], phoneNumber, purpose: 'activation', challengeId: null });
  await world.services.background.settled();
  const read = async () => listSms.answer.parse((await world.get('/admin/sms')).body)[0];
  const refused = await read();
  expect(refused).toMatchObject({
    phoneNumber: '+49 ••• •••• 4568',
    state: 'failed',
    isResendable: true,
    lastError: expect.stringContaining('(Code 403)'),
  });
  expect(JSON.stringify(refused)).not.toMatch(/lautet/);
  receiver.status = 200;
  expect((await world.post(`/admin/sms/${refused?.id}/resend`, {})).status).toBe(204);
  await deliverSms(world.services);
  expect(await read()).toMatchObject({ state: 'sent', isResendable: false });
  expect(receiver.received.map(({ body }) => JSON.parse(body).id)).toEqual(
    Array(2).fill(JSON.parse(receiver.received[0]?.body ?? '').id),
  );
  expect(codeOf(await world.post(`/admin/sms/${refused?.id}/resend`, {}))).toBe('sms.notResendable');
});

it('is taken away again, and is nobody else’s', async () => {
  await world.put(path, draft(), 0);
  const adviser = await world.caller(['contracts.view']);
  for (const address of [path, '/admin/sms']) expect((await world.get(address, adviser)).status).toBe(403);
  expect(smsSettings.parse((await world.get(path, world.foreignAdmin)).body).way).toBe('demo');
  const { rowVersion } = smsSettings.parse((await world.get(path)).body);
  expect((await world.remove(path, rowVersion)).status).toBe(204);
  expect(smsSettings.parse((await world.get(path)).body).way).toBe('demo');
  expect(codeOf(await world.remove(path, 0))).toBe('sms.notSetUp');
  // Set up anew: a page that still shows the one before changes nothing of it.
  await world.put(path, draft({ sender: 'Neu' }), 0);
  expect((await world.put(path, draft(), rowVersion)).status).toBe(412);
});
