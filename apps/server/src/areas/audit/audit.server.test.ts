import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { contractHouse } from '../../../test/contract-house.ts';
import { north, tenantA, tenantB } from '../../../test/contract-world.ts';
import { testKeys } from '../../../test/sign-in-world.ts';
import { writeAudit } from '../../platform/audit/write-audit.ts';
import { createJobWorker, type JobWorker } from '../../platform/jobs/job-worker.ts';
import { verifyAuditJob } from './verify-audit-job.ts';

const { test, world, server, admin: adviser, tariff } = contractHouse();
let auditor: string;
let contract: string;
let worker: JobWorker;

interface Entry {
  id: number;
  action: string;
  objectId: string | null;
  objectName: string | null;
  actorName: string | null;
  details: Record<string, unknown>;
  entryHash: string;
}

beforeAll(async () => {
  const customer = await world.addCustomer(tenantA, { groupId: north });
  contract = await world.addContract(tenantA, customer.id, tariff);
  worker = createJobWorker({
    database: test.database,
    handlers: [verifyAuditJob(test.database, { file: null, mail: null, keys: testKeys().keyEncryption })],
    logger: { error: () => {} },
    pollMs: 100,
  });
  worker.start();
  auditor = await server.caller({ permissions: ['audit.view', 'audit.export'], memberships: [] });
  await server.get(adviser, `/contracts/${contract}`);
  await server.get(adviser, `/customers/${customer.id}`);
  await server.get(adviser, '/contracts?format=csv');
  const other = await server.caller({ tenantId: tenantB });
  await server.get(other, '/contracts?format=csv');
});
afterAll(async () => {
  await worker.stop();
  await server.app.close();
});

const list = async (query = '') => {
  const answer = await server.get(auditor, `/audit-entries${query}`);
  expect(answer.status).toBe(200);
  return { entries: answer.body as Entry[], headers: answer.headers };
};

describe('the log', () => {
  it('shows who read and exported what, newest first, and nothing of another tenant', async () => {
    const { entries, headers } = await list();
    expect(entries.map((entry) => entry.action)).toEqual([
      'contracts.export',
      'customers.read',
      'contracts.read',
    ]);
    // The house has two of that name: the sign-in name tells them apart.
    expect(entries.every(({ actorName }) => actorName?.startsWith('Berta Berater ('))).toBe(true);
    expect(entries[2]).toMatchObject({
      objectId: contract,
      objectName: expect.stringMatching(/^V-/),
      details: { part: 'contract' },
    });
    expect(headers['x-total-count']).toBe('3');
  });

  it.each([
    ['?action=contracts', 2],
    ['?action=contracts.read', 1],
    ['?action=contract', 0],
    ['?objectType=customer', 1],
    ['?result=refused', 0],
    ['?from=2000-01-01&to=2000-12-31', 0],
    ['?from=2000-01-01', 3],
    ['?page=2&pageSize=2', 1],
  ])('filters and pages: %s', async (query, count) => {
    expect((await list(query)).entries).toHaveLength(count);
  });

  it('refuses who may not see it, and broken filters', async () => {
    const adviser = await server.caller({ permissions: ['contracts.view'] });
    expect((await server.get(adviser, '/audit-entries')).status).toBe(403);
    expect((await server.get(adviser, '/audit-entries/verify')).status).toBe(403);
    const headers = { 'idempotency-key': randomUUID() };
    expect((await server.call(adviser, 'POST', '/audit-entries/verify', { headers })).status).toBe(403);
    expect((await server.get(null, '/audit-entries')).status).toBe(401);
    for (const query of ['?action=a%25', '?from=2026-02-30', '?result=x', '?actorUserId=1', '?nonsense=1']) {
      expect((await server.get(auditor, `/audit-entries${query}`)).status).toBe(400);
    }
    const viewer = await server.caller({ permissions: ['audit.view'] });
    expect((await server.get(viewer, '/audit-entries?format=csv')).status).toBe(403);
  });

  /** Has the log checked as a person does, and waits for the job. */
  async function verify(): Promise<unknown> {
    const headers = { 'idempotency-key': randomUUID() };
    expect((await server.call(auditor, 'POST', '/audit-entries/verify', { headers })).status).toBe(204);
    worker.wake();
    return vi.waitFor(
      async () => {
        const { body } = await server.get(auditor, '/audit-entries/verify');
        expect(body).toMatchObject({ isUnderWay: false });
        return body;
      },
      { timeout: 10_000 },
    );
  }

  it('is proved whole, and says where it was altered', async () => {
    const { entries } = await list();
    expect((await server.get(auditor, '/audit-entries/verify')).body).toMatchObject({
      isIntact: null,
      checkedAt: null,
      isUnderWay: false,
    });
    const proof = await verify();
    // Who had it checked is an entry itself.
    const [newest] = (await list()).entries;
    expect(newest?.action).toBe('audit.verify');
    expect(proof).toMatchObject({
      isIntact: true,
      entryCount: 4,
      lastEntryHash: newest?.entryHash,
      breaks: [],
    });
    const update = async (action: string, from: string) => {
      await test.owner.query('alter table audit_entries disable trigger user');
      await test.owner.query('update audit_entries set action = $1 where action = $2 and tenant_id = $3', [
        action,
        from,
        tenantA,
      ]);
      await test.owner.query('alter table audit_entries enable trigger user');
    };
    await update('customers.view', 'customers.read');
    expect(await verify()).toMatchObject({
      isIntact: false,
      breaks: [{ entryId: entries[1]?.id, breakKind: 'changed' }],
    });
    await update('customers.read', 'customers.view');
    expect(await verify()).toMatchObject({ isIntact: true });
  });

  it('goes out as a file, which is an entry itself', async () => {
    const answer = await server.get(auditor, '/audit-entries?format=csv&action=customers');
    expect(answer.status).toBe(200);
    expect(answer.headers['content-disposition']).toContain('Protokoll_');
    expect(answer.text).toContain('customers.read');
    // Words for people, and what only machines know beside them.
    expect(answer.text).toMatch(
      /Berta Berater \([^;]+\);Kunde gelesen;customers\.read;Kunde;;[^;]*;[^;]*;ausgeführt;Teil: /,
    );
    expect((await list('?action=audit')).entries[0]).toMatchObject({
      action: 'audit.export',
      details: { format: 'csv', rowCount: 1 },
    });
  });
});

it('says whose account was changed, on screen and in the file, and never the name of a customer', async () => {
  const { rows } = await test.owner.query<{ id: string; name: string }>(
    'select id, full_name as name from users where tenant_id = $1 and customer_id is null limit 1',
    [tenantA],
  );
  const person = rows[0] ?? { id: '', name: '' };
  const customer = await world.addCustomer(tenantA, { groupId: north });
  const ofCustomer = { userId: randomUUID(), name: 'Karla Kundin' };
  await server.caller({ userId: ofCustomer.userId, ownCustomerId: customer.id });
  await test.owner.query('update users set full_name = $2 where id = $1', [
    ofCustomer.userId,
    ofCustomer.name,
  ]);
  await test.database.transaction({ tenantId: tenantA, userId: null }, async (transaction) => {
    const entry = {
      actor: { kind: 'system' },
      action: 'users.resetSecondFactor',
      objectType: 'user',
    } as const;
    await writeAudit(transaction, { ...entry, objectId: person.id });
    const noIds = ['no-id', '-'.repeat(36), `${person.id.slice(1, 9)}-${person.id.slice(9)}`];
    for (const objectId of [...noIds, '0'.repeat(36), ofCustomer.userId])
      await writeAudit(transaction, { ...entry, objectId });
  });
  const { entries } = await list('?action=users.resetSecondFactor');
  expect(entries.map(({ objectName }) => objectName)).toEqual([null, null, null, null, null, person.name]);
  expect((await list('?objectType=customer')).entries.map(({ objectName }) => objectName)).toEqual([null]);
  const file = await server.get(auditor, '/audit-entries?format=csv&objectType=user');
  expect(file.text).toContain(person.name);
  expect(file.text).not.toContain(ofCustomer.name);
});
