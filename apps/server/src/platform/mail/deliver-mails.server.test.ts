import { randomUUID } from 'node:crypto';
import { contrastOf, minimumContrast } from '@depotwerk/domain/contrast';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { useTestDatabase } from '../../../test/database.ts';
import { MailServer } from '../../../test/mail-server.ts';
import { testKeys } from '../../../test/sign-in-world.ts';
import { deliverMails, type MailDeliveryServices, pauseAfter } from './deliver-mails.ts';
import { sendMail } from './send-mail.ts';
import { deliverBySmtp, type SmtpSettings } from './smtp.ts';

const db = useTestDatabase();
const tenantId = randomUUID();
const keys = testKeys();
const time = { ahead: 0 };
let server: MailServer;
let services: MailDeliveryServices;

beforeAll(async () => {
  await db.owner.query(
    "insert into tenants (tenant_id, tenant_key, tenant_name) values ($1, 'mail', 'Mail')",
    [tenantId],
  );
  services = {
    database: db.database,
    clock: () => Date.now() + time.ahead,
    keys,
    logger: { error: () => {} },
  };
});
beforeEach(async () => {
  server = await MailServer.start();
  time.ahead = 0;
  await db.owner.query('delete from mail_outbox');
  await db.owner.query('delete from mail_settings');
  await db.owner.query(
    `insert into mail_settings (tenant_id, host, port, security, sender_address, sender_name)
     values ($1, '127.0.0.1', $2, 'none', 'depotwerk@firma.example', 'Firma & Söhne')`,
    [tenantId, server.port],
  );
});
afterEach(() => server.stop());

const queue = (
  recipient: string,
  body = 'Guten Tag,\n\nhttps://depotwerk.example/auth/activation/credentials?guid=1&userName=a',
) =>
  db.database.transaction({ tenantId, userId: null }, (transaction) =>
    sendMail(transaction, keys.keyEncryption, {
      tenantId,
      userId: null,
      recipient,
      subject: 'Ihr Zugang für Büro',
      body,
    }),
  );
const states = async () => {
  const { rows } = await db.owner.query<{
    state: string;
    attempts: number;
    error: string | null;
    kept: boolean;
  }>(
    'select state, attempts, last_error as error, body_envelope is not null as kept from mail_outbox order by id',
  );
  return rows;
};

it('a house whose mail settings cannot be read holds up no other', async () => {
  const others = ['a-mail', 'b-mail'];
  for (const key of others) {
    const id = randomUUID();
    await db.owner.query('insert into tenants (tenant_id, tenant_key, tenant_name) values ($1, $2, $2)', [
      id,
      key,
    ]);
    await db.owner.query(
      `insert into mail_settings (tenant_id, host, port, security, user_name, password_envelope, sender_address, sender_name)
       values ($1, '127.0.0.1', $2, 'none', 'haus', '{}', 'depotwerk@firma.example', 'Haus')`,
      [id, server.port],
    );
    await db.database.transaction({ tenantId: id, userId: null }, (transaction) =>
      sendMail(transaction, keys.keyEncryption, {
        tenantId: id,
        userId: null,
        recipient: 'anna@firma.example',
        subject: 'Ihr Zugang',
        body: 'Guten Tag',
      }),
    );
  }
  await queue('bert@firma.example');
  await deliverMails({ ...services, privateMailHosts: 'allowed' });
  const waiting = await db.owner.query<{ state: string; error: string }>(
    'select state, last_error as error from mail_outbox where tenant_id <> $1',
    [tenantId],
  );
  const told = expect.stringContaining('Das gespeicherte Passwort des Mailservers lässt sich nicht öffnen.');
  expect(waiting.rows).toEqual(others.map(() => ({ state: 'queued', error: told })));
  const { rows } = await db.owner.query<{ state: string }>(
    'select state from mail_outbox where tenant_id = $1',
    [tenantId],
  );
  expect(rows).toEqual([{ state: 'sent' }]);
  await db.owner.query('update tenants set is_inactive = true where tenant_key = any ($1)', [others]);
});

describe('mails', () => {
  it('arrive once, as text and HTML, and their text is then deleted here', async () => {
    await queue('anna@firma.example');
    await queue('bert@firma.example');
    expect(await deliverMails(services)).toBe(2);
    expect(await deliverMails(services)).toBe(0);
    expect(server.received.map(({ recipient }) => recipient)).toEqual([
      'anna@firma.example',
      'bert@firma.example',
    ]);
    expect(server.received[0]?.source).toMatch(/Content-Type: text\/plain/);
    expect(server.received[0]?.source).toMatch(/Content-Type: text\/html/);
    expect(server.received[0]?.source).toMatch(/Message-ID: <[0-9a-f-]{36}@firma\.example>/);
    expect(await states()).toEqual([
      { state: 'sent', attempts: 1, error: null, kept: false },
      { state: 'sent', attempts: 1, error: null, kept: false },
    ]);
  });

  it('have links in the colour of the house, darker where it could not be read', async () => {
    const colourOf = () =>
      /style=3D"color:(#\w{6})"/.exec(server.received.at(-1)?.source.replaceAll('=\r\n', '') ?? '')?.[1];
    await queue('anna@firma.example');
    await deliverMails(services);
    expect(colourOf()).toBe('#0f5566');
    await db.owner.query(
      `insert into white_label_configs (tenant_id, application_title, primary_colour, accent_colour, is_default)
       values ($1, 'Firma', '#ffcc00', '#ffcc00', true)`,
      [tenantId],
    );
    await queue('anna@firma.example');
    await deliverMails(services);
    await db.owner.query('delete from white_label_configs where tenant_id = $1', [tenantId]);
    expect(contrastOf(colourOf() ?? '#ffffff', '#ffffff')).toBeGreaterThanOrEqual(minimumContrast);
    expect(colourOf()).not.toBe('#0f5566');
  });

  it('wait as long as there is no mail server', async () => {
    await db.owner.query('delete from mail_settings');
    await queue('anna@firma.example');
    expect(await deliverMails(services)).toBe(0);
    expect((await states())[0]).toMatchObject({ state: 'queued', attempts: 0 });
  });

  it('refused for now are tried again with growing pauses, and arrive once', async () => {
    server.behaviour.refuseRecipientWith = 451;
    await queue('anna@firma.example');
    await deliverMails(services);
    expect((await states())[0]).toMatchObject({
      state: 'queued',
      attempts: 1,
      error: 'Der Mailserver nimmt die Nachricht zurzeit nicht an (Code 451).',
    });
    expect(await deliverMails(services)).toBe(0);
    time.ahead = pauseAfter(1) + 1000;
    await deliverMails(services);
    expect((await states())[0]).toMatchObject({ state: 'queued', attempts: 2 });
    time.ahead += pauseAfter(1) + 1000;
    expect(await deliverMails(services)).toBe(0);
    server.behaviour.refuseRecipientWith = null;
    time.ahead += pauseAfter(2);
    await deliverMails(services);
    expect((await states())[0]).toMatchObject({ state: 'sent', attempts: 3 });
    expect(server.received).toHaveLength(1);
  });

  it.each([
    ['recipient', 'refuseRecipientWith'],
    ['text', 'refuseTextWith'],
  ] as const)(
    'whose %s is refused for good are not tried again, with the code of the server',
    async (_what, member) => {
      server.behaviour[member] = 550;
      await queue('niemand@firma.example');
      await deliverMails(services);
      time.ahead = 5 * 60 * 60_000;
      expect(await deliverMails(services)).toBe(0);
      expect(await states()).toEqual([
        { state: 'failed', attempts: 1, error: expect.stringContaining('550'), kept: true },
      ]);
    },
  );

  it('cut off before the text go again; cut off after it they are unclear and never go twice', async () => {
    server.behaviour.dropConnection = 'beforeText';
    await queue('anna@firma.example');
    await deliverMails(services);
    // Nothing was encrypted here, so nobody is told to look for what is wrong with it.
    const hungUp = expect.stringMatching(/^Die Verbindung zum Mailserver kam nicht zustande oder brach ab/);
    expect((await states())[0]).toMatchObject({ state: 'queued', attempts: 1, error: hungUp });
    server.behaviour.dropConnection = 'afterText';
    time.ahead = pauseAfter(1) + 1000;
    await deliverMails(services);
    expect((await states())[0]).toMatchObject({ state: 'unclear', attempts: 2 });
    server.behaviour.dropConnection = 'never';
    time.ahead = 23 * 60 * 60_000;
    expect(await deliverMails(services)).toBe(0);
    expect(server.received).toHaveLength(1);
  });

  it('whose sender died are unclear after its lease, not sent again', async () => {
    await queue('anna@firma.example');
    await db.owner.query(
      "update mail_outbox set state = 'sending', attempts = 1, locked_until = now() + interval '1 minute'",
    );
    expect(await deliverMails(services)).toBe(0);
    expect((await states())[0]?.state).toBe('sending');
    time.ahead = 2 * 60_000;
    expect(await deliverMails(services)).toBe(0);
    expect((await states())[0]?.state).toBe('unclear');
    expect(server.received).toEqual([]);
  });

  it('are sent by one of several processes each, also when the server is slow', async () => {
    server.behaviour.delay = 200;
    for (let index = 0; index < 12; index += 1) await queue(`empfang${index}@firma.example`);
    for (let round = 0; round < 3; round += 1)
      await Promise.all([deliverMails(services), deliverMails(services), deliverMails(services)]);
    const recipients = server.received.map(({ recipient }) => recipient);
    expect(recipients).toHaveLength(12);
    expect(new Set(recipients).size).toBe(12);
  });

  it('that waited for a first mail server longer than a day tell of things long past, and do not go', async () => {
    await queue('anna@firma.example');
    await queue('berta@firma.example');
    await db.owner.query(
      "update mail_outbox set created_at = now() - interval '25 hours' where recipient like 'anna%'",
    );
    await deliverMails(services);
    expect(await states()).toMatchObject([
      { state: 'failed', attempts: 0, error: expect.stringContaining('älter als einen Tag') },
      { state: 'sent', attempts: 1 },
    ]);
    expect(server.received.map(({ recipient }) => recipient)).toEqual(['berta@firma.example']);
  });

  it('that never arrive are given up after a day, when their links are over', async () => {
    await server.stop();
    await queue('anna@firma.example');
    await deliverMails(services);
    expect((await states())[0]).toMatchObject({ state: 'queued', attempts: 1 });
    time.ahead = 25 * 60 * 60_000;
    await deliverMails(services);
    expect((await states())[0]).toMatchObject({ state: 'failed', attempts: 2 });
    server = await MailServer.start();
  });
});

describe('a mail server', () => {
  const mail = {
    messageKey: randomUUID(),
    recipient: 'a@firma.example',
    subject: 'S',
    text: 'T',
    colour: null,
  };
  const settings = (port: number, security: SmtpSettings['security']): SmtpSettings => ({
    host: '127.0.0.1',
    port,
    security,
    userName: null,
    password: null,
    senderAddress: 'b@firma.example',
    senderName: 'B',
  });

  it('without a certificate that can be verified gets nothing', async () => {
    const secure = await MailServer.start({ secure: true, disabledCommands: [] });
    const withStartTls = await MailServer.start({ disabledCommands: [] });
    const said = { kind: 'later', reason: expect.stringContaining('Zertifikat') };
    expect(await deliverBySmtp(settings(secure.port, 'tls'), mail, true)).toEqual(said);
    expect(await deliverBySmtp(settings(withStartTls.port, 'startTls'), mail, true)).toEqual(said);
    expect([...secure.received, ...withStartTls.received]).toEqual([]);
    await Promise.all([secure.stop(), withStartTls.stop()]);
  });

  it('that offers no encryption gets nothing where it is demanded', async () => {
    for (const security of ['startTls', 'tls'] as const)
      expect(await deliverBySmtp(settings(server.port, security), mail, true)).toEqual({
        kind: 'later',
        reason: expect.stringContaining('prüfen Sie Verschlüsselung und Port'),
      });
    expect(server.received).toEqual([]);
  });

  it('that is not there is said to be just that, unless houses share the installation', async () => {
    const reasonAt = async (host: string, allowsInner: boolean) => {
      const outcome = await deliverBySmtp({ ...settings(1, 'startTls'), host }, mail, allowsInner);
      return outcome.kind === 'later' ? outcome.reason : outcome.kind;
    };
    expect(await reasonAt('127.0.0.1', true)).toContain('antwortet nicht');
    expect(await reasonAt('unbekannt.invalid', true)).toContain('Schreibweise');
    expect(await reasonAt('127.0.0.1', false)).toBe(await reasonAt('unbekannt.invalid', false));
  });

  it('that refuses the password keeps the mail waiting: the settings can be mended', async () => {
    const guarded = await MailServer.start({
      authOptional: false,
      allowInsecureAuth: true,
      onAuth: (auth, _session, done) =>
        auth.password === 'richtig'
          ? done(null, { user: 'b' })
          : done(Object.assign(new Error('wrong'), { responseCode: 535 })),
    });
    const open = settings(guarded.port, 'none');
    expect((await deliverBySmtp({ ...open, userName: 'b', password: 'falsch' }, mail, true)).kind).toBe(
      'later',
    );
    expect((await deliverBySmtp({ ...open, userName: 'b', password: 'richtig' }, mail, true)).kind).toBe(
      'sent',
    );
    await guarded.stop();
  });

  it('is told no header the text of a subject or name could smuggle in', async () => {
    await deliverBySmtp(
      { ...settings(server.port, 'none'), senderName: 'B\r\nBcc: c@firma.example' },
      { ...mail, subject: 'S\r\nBcc: c@firma.example', recipient: 'a@firma.example' },
      true,
    );
    expect(server.received.map(({ recipient }) => recipient)).toEqual(['a@firma.example']);
    const [headers] = server.received[0]?.source.split('\r\n\r\n') ?? [];
    expect(headers).toContain('Subject:');
    expect(headers).not.toMatch(/^Bcc:/m);
  });
});
