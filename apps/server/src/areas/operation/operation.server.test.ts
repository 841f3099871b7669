import type { OperationState } from '@depotwerk/api/operation/operation';
import { describe, expect, it } from 'vitest';
import { AdviceWorld } from '../../../test/advice-world.ts';
import { useTestDatabase } from '../../../test/database.ts';
import { testKeys } from '../../../test/sign-in-world.ts';
import { startedForTests } from '../../../test/started-for-tests.ts';
import { operationRoutes } from './routes.ts';

const db = useTestDatabase();
const seen = { host: 'haus.example', validUntil: '2027-02-01T00:00:00.000Z', isRefused: false };
const certificate = async () => seen;
const product = {
  productVersion: '1.2.3',
  startedAt: '2026-11-23T10:00:00.000Z',
  dataDirectory: '/',
  certificate,
};
const world = startedForTests(() =>
  AdviceWorld.start(db, 'small', (services) => operationRoutes({ ...services, keys: testKeys() }, product)),
);
const read = (token: string) => world.call<OperationState>(token, 'GET', '/operation');

describe('the state of the product', () => {
  it('tells versions, database, disk and backup, and what waits in one’s own house', async () => {
    const admin = await world.caller();
    const { status, body } = await read(admin);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      productVersion: '1.2.3',
      startedAt: product.startedAt,
      lastBackup: null,
      certificate: seen,
      documentStore: null,
    });
    expect(body.database.serverVersion).toMatch(/^\d+\.\d+/);
    expect(body.database.schemaVersion).toBeGreaterThanOrEqual(520);
    expect(body.database.sizeBytes).toBeGreaterThan(1e6);
    expect(body.disk?.totalBytes).toBeGreaterThan(body.disk?.freeBytes ?? Number.POSITIVE_INFINITY);

    await world.owner.query(
      `insert into backups (made_at, bytes, file_count) values ('2026-11-22T02:00:00Z', 7, 1), ('2026-11-23T02:00:00Z', 312000000, 1600)`,
    );
    await world.owner.query(
      `insert into mail_outbox (tenant_id, recipient, subject, state) values ($1, 'a@b.example', 'x', 'failed'), ($1, 'a@b.example', 'x', 'queued')`,
      [world.tenantId],
    );
    await world.owner.query(
      `insert into jobs (tenant_id, job_type, state) values ($1, 'checkContracts', 'dead')`,
      [world.tenantId],
    );
    const after = (await read(admin)).body;
    expect(after.lastBackup).toEqual({ madeAt: '2026-11-23T02:00:00.000Z', bytes: 312_000_000 });
    expect(after.queues).toMatchObject({
      deadJobs: body.queues.deadJobs + 1,
      failedMails: body.queues.failedMails + 1,
      waitingMails: body.queues.waitingMails + 1,
    });
    expect(body.archive).toBeNull();
    expect(body.queues.oldestMailSeconds).toBeNull();
    expect(after.queues.oldestMailSeconds).toBeGreaterThanOrEqual(0);
    expect(after.queues).toMatchObject({ waitingWebhooks: 0, oldestWebhookSeconds: null });
    const foreign = (await read(await world.caller({ tenant: 'nord.example' }))).body;
    expect(foreign.queues).toMatchObject({ deadJobs: 0, failedMails: 0, waitingMails: 0 });
  });

  it('names secrets that no key opens, of one’s own house only', async () => {
    const admin = await world.caller();
    expect((await read(admin)).body.closedSecrets).toEqual({ mail: false, sms: false, provider: false });
    await world.owner.query(
      `insert into mail_settings (tenant_id, host, port, security, user_name, sender_address, sender_name, password_envelope)
       values ($1, 'mail.example', 587, 'startTls', 'a', 'a@b.example', 'A', '{"of": "another key"}')`,
      [world.tenantId],
    );
    await world.owner.query(
      `insert into sms_settings (tenant_id, url, secret_envelope) values ($1, 'https://sms.example/send', '{"of": "another key"}')`,
      [world.tenantId],
    );
    expect((await read(admin)).body.closedSecrets).toEqual({ mail: true, sms: true, provider: false });
    const foreign = (await read(await world.caller({ tenant: 'nord.example' }))).body;
    expect(foreign.closedSecrets).toEqual({ mail: false, sms: false, provider: false });
  });

  it('is shown to those who look after the work of the house, and to nobody else', async () => {
    expect((await read(await world.caller({ permissions: ['contracts.view'] }))).status).toBe(403);
    expect(world.failures).toEqual([]);
  });
});
