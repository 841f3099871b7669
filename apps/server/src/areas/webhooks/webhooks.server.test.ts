import { randomUUID } from 'node:crypto';
import type { Webhook, WebhookDelivery } from '@depotwerk/api/webhooks/webhooks';
import { auditActionText } from '@depotwerk/domain/audit-texts';
import { permissionCodes } from '@depotwerk/domain/permissions';
import { webhookEvents } from '@depotwerk/domain/webhooks/webhook-fields';
import { beforeEach, describe, expect, it } from 'vitest';
import { codeOf, contractHouse } from '../../../test/contract-house.ts';
import { tenantA, tenantB } from '../../../test/contract-world.ts';
import { receivingSystem } from '../../../test/receiver.ts';
import { testKeys } from '../../../test/sign-in-world.ts';
import type { PrivateMailHosts } from '../../platform/mail/private-hosts.ts';
import { signBody } from '../../platform/post-signed.ts';
import { deliverWebhooks, webhookPauseAfter } from './deliver-webhooks.ts';
import { webhookRoutes } from './routes.ts';

const keys = testKeys();
let hosts: PrivateMailHosts = 'allowed';
const {
  test: db,
  server,
  admin,
  post,
  run,
} = contractHouse((services) =>
  webhookRoutes({
    ...services,
    keys,
    get privateWebhookHosts() {
      return hosts;
    },
  }),
);
let now = Date.now();
const deliver = () =>
  deliverWebhooks({ database: db.database, clock: () => now, keys, privateWebhookHosts: hosts });

const secret = 'ein gemeinsames Geheimnis, lang genug';
const receiver = receivingSystem('/depotwerk', 204, { location: 'http://127.0.0.1:1/' });
beforeEach(async () => {
  now = Date.now();
  hosts = 'allowed';
  await db.owner.query('delete from webhooks');
});

const draft = (values: object = {}) => ({
  webhookName: 'Buchhaltung',
  url: receiver.url,
  events: ['contracts.check', 'contracts.edit'],
  secret,
  isInactive: false,
  ...values,
});
const create = (values: object = {}, who = admin) => post(who, '/admin/webhooks', draft(values));
// Every answer has passed the schema of its call.
const made = async (values: object = {}) => (await create(values)).body as Webhook;
const put = ({ id, rowVersion }: Pick<Webhook, 'id' | 'rowVersion'>, values: object, who = admin) =>
  server.call(who, 'PUT', `/admin/webhooks/${id}`, {
    body: draft(values),
    headers: { 'if-match': `"${rowVersion}"` },
  });
const read = async (id: string) => (await server.get(admin, `/admin/webhooks/${id}`)).body as Webhook;
const log = async (query = '') =>
  (await server.get(admin, `/admin/webhook-deliveries${query}`)).body as WebhookDelivery[];
/** What any verb does at its end; answers the contract that was checked. */
async function check(): Promise<string> {
  const contractId = randomUUID();
  await db.database.transaction({ tenantId: tenantA, userId: null }, async (_transaction, connection) =>
    connection.query(
      `select append_audit_entry('system', null, null, 'contracts.check', 'contract', $1, null, null, null, '{}', 'done')`,
      [contractId],
    ),
  );
  return contractId;
}

describe('a system', () => {
  it('is told what it asks for, signed, by kind and id', async () => {
    const { id } = await made();
    const contractId = await check();
    expect(await read(id)).toMatchObject({ waitingCount: 1, failureCount: 0, pausedUntil: null });
    expect(await deliver()).toBe(1);
    expect(receiver.received).toHaveLength(1);
    const [{ headers, body } = { headers: {}, body: '' }] = receiver.received;
    const told = JSON.parse(body) as Record<string, string>;
    expect(told).toEqual({
      id: headers['idempotency-key'],
      event: 'contracts.check',
      occurredAt: expect.any(String),
      objectType: 'contract',
      objectId: contractId,
      path: `/goto/contract/${contractId}`,
    });
    const timestamp = String(headers['x-depotwerk-timestamp']);
    expect([headers['x-depotwerk-signature'], headers['x-depotwerk-event']]).toEqual([
      signBody(secret, timestamp, body),
      'contracts.check',
    ]);
    expect(Math.abs(Number(timestamp) - Date.now() / 1000)).toBeLessThan(60);
    expect(await log()).toMatchObject([
      { webhookName: 'Buchhaltung', state: 'sent', attempts: 1, statusCode: 204, objectId: contractId },
    ]);
    expect(await deliver()).toBe(0);
  });

  it('is told the way to a document that was filed, released or signed', async () => {
    await made({ events: ['signatures.sign'] });
    const documentId = randomUUID();
    await db.database.transaction({ tenantId: tenantA, userId: null }, async (_transaction, connection) =>
      connection.query(
        `select append_audit_entry('system', null, null, 'signatures.sign', 'document', $1, null, null, null, '{}', 'done')`,
        [documentId],
      ),
    );
    await deliver();
    expect(JSON.parse(receiver.received[0]?.body ?? '')).toMatchObject({
      path: `/goto/document/${documentId}`,
    });
  });

  it('is not told of anything else, while it is inactive, or of another house', async () => {
    await made({ isInactive: true });
    await made({ events: ['customers.create'] });
    await db.owner.query(
      `insert into webhooks (tenant_id, webhook_name, url, events, secret_envelope)
       values ($1, 'Fremd', $2, '{contracts.check}', '{}')`,
      [tenantB, receiver.url],
    );
    await check();
    await deliver();
    expect([receiver.received, await log()]).toEqual([[], []]);
  });

  it('is told again with growing pauses, under the same key, until it answers', async () => {
    const { id } = await made();
    receiver.status = 503;
    await check();
    await check();
    await deliver();
    // One attempt tells that it is away: nothing else is tried meanwhile.
    expect(receiver.received).toHaveLength(1);
    expect(await read(id)).toMatchObject({ waitingCount: 2, failureCount: 1 });
    await deliver();
    expect(receiver.received).toHaveLength(1);
    now += webhookPauseAfter(1) + 1000;
    await deliver();
    expect([receiver.received.length, (await read(id)).failureCount]).toEqual([2, 2]);
    const keysOf = receiver.received.map(({ headers }) => headers['idempotency-key']);
    expect(new Set(keysOf).size).toBe(1);
    expect((await log()).at(-1)).toMatchObject({ state: 'queued', attempts: 2, statusCode: 503 });
    receiver.status = 200;
    now += webhookPauseAfter(2) + 1000;
    expect(await deliver()).toBe(2);
    expect(await read(id)).toMatchObject({ waitingCount: 0, failureCount: 0, pausedUntil: null });
  });

  it.each([1, 2, 3, 8, 9, 30])('pauses %i failures long, at most four hours', (failures) => {
    expect(webhookPauseAfter(failures)).toBe(Math.min(240, 2 ** (failures - 1)) * 60_000);
  });

  it('that refuses one thing is told the next; after three days it is given up', async () => {
    await made();
    receiver.status = 422;
    await check();
    await check();
    expect(await deliver()).toBe(2);
    expect((await log()).map(({ state, isResendable }) => [state, isResendable])).toEqual([
      ['failed', true],
      ['failed', true],
    ]);
    receiver.status = 500;
    await check();
    now += 4 * 24 * 60 * 60_000;
    await deliver();
    expect((await log())[0]).toMatchObject({
      state: 'failed',
      lastError: expect.stringContaining('(Code 500)'),
    });
  });

  it('is sent a failed one again when a person says so', async () => {
    await made();
    receiver.status = 400;
    await check();
    await deliver();
    const [failed] = await log();
    receiver.status = 204;
    expect((await post(admin, `/admin/webhook-deliveries/${failed?.id}/resend`)).status).toBe(204);
    expect(codeOf(await post(admin, `/admin/webhook-deliveries/${failed?.id}/resend`))).toEqual([
      409,
      'webhooks.notResendable',
    ]);
    await deliver();
    expect(await log('?state=sent')).toMatchObject([{ id: failed?.id, statusCode: 204, lastError: null }]);
    const [first, second] = receiver.received.map(({ headers }) => headers['idempotency-key']);
    expect(first).toBe(second);
  });

  it('whose sender died is told by another', async () => {
    await made();
    await check();
    await run(
      `update webhook_deliveries set state = 'sending', locked_until = now() + interval '30 seconds' where tenant_id = $1`,
    );
    expect(await deliver()).toBe(0);
    now += 31_000;
    expect(await deliver()).toBe(1);
  });

  it('is not followed where it leads, and redirects are no acceptance', async () => {
    const { id } = await made();
    receiver.status = 302;
    await check();
    await deliver();
    expect([receiver.received.length, (await read(id)).failureCount]).toEqual([1, 1]);
  });
});

describe('a webhook', () => {
  it('keeps its secret sealed, answers it nowhere, and never signs with it for another address', async () => {
    const answer = await create();
    const webhook = answer.body as Webhook;
    const { rows } = await run('select * from webhooks where tenant_id = $1');
    const { rows: entries } = await run(
      `select * from audit_entries where tenant_id = $1 and object_type = 'webhook'`,
    );
    expect(JSON.stringify([webhook, rows, entries])).not.toContain(secret);
    const kept = await put(webhook, { secret: null, webhookName: 'Anders' });
    expect([kept.status, kept.body]).toMatchObject([200, { webhookName: 'Anders', rowVersion: 2 }]);
    const moved = await put({ ...webhook, rowVersion: 2 }, { secret: null, url: `${receiver.url}/anders` });
    expect([moved.status, moved.body]).toMatchObject([
      400,
      { validation: [{ path: 'secret', code: 'required' }] },
    ]);
    expect(await put(webhook, {})).toMatchObject({
      status: 412,
      body: { current: { webhookName: 'Anders' } },
    });
    await check();
    await deliver();
    expect(receiver.received).toHaveLength(1);
    const version = (await read(webhook.id)).rowVersion;
    // Attempts are no edits.
    expect(version).toBe(2);
    const remove = await server.call(admin, 'DELETE', `/admin/webhooks/${webhook.id}`, {
      headers: { 'if-match': '"2"' },
    });
    expect([remove.status, await log()]).toEqual([204, []]);
  });

  it.each([
    [{ webhookName: ' ' }, 'webhookName', 'required'],
    [{ url: '' }, 'url', 'required'],
    [{ url: 'http://system.firma.example' }, 'url', 'webAddress'],
    [{ url: 'https://name:wort@system.firma.example' }, 'url', 'webAddress'],
    [{ events: [] }, 'events', 'required'],
    [{ secret: 'kurz' }, 'secret', 'tooShort'],
    [{ secret: null }, 'secret', 'required'],
  ])('with %o is refused at the field', async (change, path, code) => {
    expect(await create(change)).toMatchObject({ status: 400, body: { validation: [{ path, code }] } });
  });

  it.each([
    'https://127.0.0.1/x',
    'https://169.254.169.254/latest',
    'https://[::1]/x',
    'https://2130706433/',
    'https://rechner.local/x',
    'http://localhost:8080/x',
  ])('never leads to %s where houses share the installation', async (address) => {
    hosts = null;
    expect(await create({ url: address })).toMatchObject({
      status: 400,
      body: { validation: [{ path: 'url', code: 'innerHost' }] },
    });
  });

  it('that leads inside since is found out at the attempt, in the words of an unknown host', async () => {
    const inner = await made();
    const unknown = await made({ url: 'https://unbekannt.invalid/x' });
    hosts = 'refused';
    const reasonOf = async (id: string) =>
      (await post(admin, `/admin/webhooks/${id}/test`)).body as { reason: string };
    const [one, other] = [await reasonOf(inner.id), await reasonOf(unknown.id)];
    expect([one, receiver.received]).toEqual([other, []]);
    expect(one).toMatchObject({ isAccepted: false, reason: expect.stringContaining('nicht erlaubt') });
  });

  it('is tested now and says what was answered', async () => {
    const { id } = await made();
    expect((await post(admin, `/admin/webhooks/${id}/test`)).body).toEqual({
      isAccepted: true,
      reason: null,
    });
    expect(JSON.parse(receiver.received[0]?.body ?? '')).toMatchObject({
      event: 'webhooks.test',
      objectId: id,
      path: null,
    });
    receiver.status = 401;
    expect((await post(admin, `/admin/webhooks/${id}/test`)).body).toEqual({
      isAccepted: false,
      reason: expect.stringContaining('(Code 401)'),
    });
  });

  it('whose secret nobody can open any more says so, and is told again with a new one', async () => {
    const { id } = await made();
    await db.owner.query(
      `update webhooks set secret_envelope = jsonb_set(secret_envelope, '{keyVersion}', '77')`,
    );
    expect((await post(admin, `/admin/webhooks/${id}/test`)).body).toEqual({
      isAccepted: false,
      reason: 'Das Geheimnis dieses Webhooks lässt sich nicht mehr öffnen. Bitte hinterlegen Sie ein neues.',
    });
    expect(receiver.received).toEqual([]);
  });

  it('is kept by those who manage the whole house, each of their own, twenty at most', async () => {
    const { id } = await made();
    const without = await server.caller({
      permissions: permissionCodes.filter((code) => code !== 'admin.access'),
    });
    const adviser = await server.caller({ permissions: ['contracts.view'] });
    expect((await create({}, without)).status).toBe(403);
    for (const path of ['/admin/webhooks', '/admin/webhook-deliveries'])
      expect((await server.get(adviser, path)).status).toBe(403);
    const foreign = await server.caller({ tenantId: tenantB });
    for (const answer of [
      await server.get(foreign, `/admin/webhooks/${id}`),
      await put({ id, rowVersion: 1 }, {}, foreign),
      await post(foreign, `/admin/webhooks/${id}/test`),
      await post(admin, `/admin/webhooks/${randomUUID()}/test`),
    ])
      expect(codeOf(answer)).toEqual([404, 'common.notFound']);
    for (let count = 1; count < 20; count += 1) await made();
    expect(codeOf(await create())).toEqual([409, 'common.quotaExceeded']);
  });

  it('asks for events that have words', () => {
    expect(webhookEvents.filter((event) => auditActionText(event) === event)).toEqual([]);
  });
});
