import { listMails, mailSettings, testMailSettings } from '@depotwerk/api/mail/mail';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { tenantA } from '../../../test/contract-world.ts';
import { useTestDatabase } from '../../../test/database.ts';
import { MailServer } from '../../../test/mail-server.ts';
import { startedForTests } from '../../../test/started-for-tests.ts';
import { UserWorld } from '../../../test/user-world.ts';
import { deliverMails } from '../../platform/mail/deliver-mails.ts';
import { sendMail } from '../../platform/mail/send-mail.ts';

/** An installation with two houses whose operator says nothing about mail servers. */
const db = useTestDatabase();
const world = startedForTests(() => UserWorld.start(db, null));
let server: MailServer;
beforeAll(async () => {
  server = await MailServer.start();
});
afterAll(async () => {
  await server.stop();
});
beforeEach(async () => {
  await db.owner.query('delete from mail_settings');
  server.received.length = 0;
});

const path = '/admin/mail-settings';
const problem = z.looseObject({
  validation: z.array(z.looseObject({ path: z.string(), code: z.string() })),
});
const draft = (host: string) => ({
  host,
  port: server.port,
  security: 'startTls',
  userName: null,
  password: null,
  senderAddress: 'haus@firma.example',
  senderName: 'Haus',
});
/** As saved before a second house came, or with a name that leads elsewhere since. */
const stored = (host: string) =>
  db.owner.query(
    `insert into mail_settings (tenant_id, host, port, security, sender_address, sender_name)
     values ($1, $2, $3, 'none', 'haus@firma.example', 'Haus')`,
    [tenantA, host, server.port],
  );

it.each(['127.0.0.1', 'localhost', '::1', '10.0.0.1', '169.254.169.254', '0x7f.1', 'exchange.local'])(
  'the mail server %s is refused at its field',
  async (host) => {
    const answer = await world.put(path, draft(host), 0);
    expect(answer.status).toBe(400);
    expect(problem.parse(answer.body).validation).toContainEqual(
      expect.objectContaining({ path: 'host', code: 'innerHost' }),
    );
    expect((await db.owner.query('select 1 from mail_settings')).rows).toEqual([]);
  },
);

it('a public mail server is taken', async () => {
  const answer = await world.put(path, draft('mail.firma.example'), 0);
  expect(mailSettings.parse(answer.body)).toMatchObject({ isSetUp: true, host: 'mail.firma.example' });
});

it.each(['127.0.0.1', 'localhost', '127.1'])(
  'nothing goes to %s, which is found out when connecting, and the words are those of a host nobody knows',
  async (host) => {
    const reasonOf = async (name: string) => {
      await db.owner.query('delete from mail_settings');
      await stored(name);
      const answer = testMailSettings.answer.parse((await world.post(`${path}/test`, {})).body);
      expect(answer.outcome).toBe('later');
      return answer.reason;
    };
    const reason = await reasonOf(host);
    expect(reason).toContain('nicht erlaubt');
    expect(reason).toBe(await reasonOf('unbekannt.invalid'));
    expect(server.received).toEqual([]);
  },
);

it('the outbox keeps what it cannot bring there, and brings it when the operator allows it', async () => {
  await stored('localhost');
  await db.database.transaction({ tenantId: tenantA, userId: null }, (transaction) =>
    sendMail(transaction, world.services.keys.keyEncryption, {
      tenantId: tenantA,
      userId: null,
      recipient: 'anna@firma.example',
      subject: 'Probe',
      body: 'Guten Tag',
    }),
  );
  await deliverMails(world.services);
  const read = async () => listMails.answer.parse((await world.get('/admin/mails')).body)[0];
  expect(await read()).toMatchObject({
    state: 'queued',
    lastError: expect.stringContaining('nicht erlaubt'),
  });
  expect(server.received).toEqual([]);
  const later = () => world.services.clock() + 10 * 60_000;
  await deliverMails({ ...world.services, clock: later, privateMailHosts: 'allowed' });
  expect(await read()).toMatchObject({ state: 'sent' });
  expect(server.received.map(({ recipient }) => recipient)).toEqual(['anna@firma.example']);
});

it.each([
  'http://127.0.0.1:9/sms',
  'https://169.254.169.254/sms',
  'https://[::1]/sms',
  'https://2130706433/',
])('refuses the SMS interface %s just the same', async (url) => {
  const secret = 'ein gemeinsames Geheimnis, lang genug';
  const answer = await world.put('/admin/sms-settings', { url, secret, sender: null }, 0);
  expect([answer.status, answer.body]).toEqual([
    400,
    expect.objectContaining({ validation: [{ path: 'url', code: 'innerHost' }] }),
  ]);
});
