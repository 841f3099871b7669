import { randomUUID } from 'node:crypto';
import { type PermissionCode, permissionCodes } from '@depotwerk/domain/permissions';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { contractHouse } from '../../../../test/contract-house.ts';
import { north, region, south, tenantA } from '../../../../test/contract-world.ts';
import { endedJob } from '../../../../test/ended-job.ts';
import { loseRights } from '../../../../test/store-rights.ts';
import { findAuditBreaks } from '../../../platform/audit/find-audit-breaks.ts';
import { createJobWorker, type JobWorker } from '../../../platform/jobs/job-worker.ts';
import { jobRoutes } from '../../jobs/routes.ts';
import { createChangeJob } from './change-job.ts';
import { createTakeBackJob } from './take-back-job.ts';

const { test, world, server, tariff } = contractHouse((services) => jobRoutes(services));
let worker: JobWorker;
let tagId: number;
const failures: object[] = [];
const forgotten: string[] = [];

beforeAll(async () => {
  worker = createJobWorker({
    database: test.database,
    handlers: [createChangeJob, createTakeBackJob].map((create) =>
      create(test.database, Date.now, {
        forgetCounts: (tenantId) => void forgotten.push(tenantId),
        chunkSize: 40,
      }),
    ),
    logger: { error: (values) => void failures.push(values) },
    pollMs: 20,
  });
  worker.start();
  const { rows } = await test.owner.query<{ id: number }>(
    `insert into tags (tenant_id, tag_name, colour) values ($1, 'Termin', '#123456') returning id`,
    [tenantA],
  );
  tagId = rows[0]?.id ?? 0;
});
afterAll(async () => {
  await worker.stop();
  await server.app.close();
});

/** Somebody who may sign in, so that work goes on for him without a session. */
const person = (permissions: readonly PermissionCode[] = permissionCodes) =>
  server.lastingCaller({ permissions });
async function addContracts(count: number, groupId = north): Promise<string> {
  const { id } = await world.addCustomer(tenantA, { groupId, lastName: `Viele ${randomUUID().slice(0, 4)}` });
  await test.owner.query(
    `insert into contracts (tenant_id, customer_id, tariff_id, insurer_id, issuer_id, external_key, start_date)
     select $1, $2::uuid, $3, 1, 1, $2::uuid::text || n, '2020-01-01' from generate_series(1, $4::int) n`,
    [tenantA, id, tariff, count],
  );
  return id;
}
const start = (token: string, body: object, key = randomUUID()) =>
  server.call(token, 'POST', '/contracts/bulk-job', { body, headers: { 'idempotency-key': key } });
const finished = async (token: string, body: object) => ended(token, await start(token, body));
/** A job that was asked for, once it is over, and what went wrong in it. */
async function ended(token: string, started: Awaited<ReturnType<typeof start>>) {
  const job = await endedJob(server, token, started);
  const problems = (await server.get(token, `/jobs/${job.id}/problems`)).body;
  return { job, problems };
}
const numberOf = async (sql: string, ...values: unknown[]) =>
  Number((await test.owner.query<{ n: string }>(`select count(*) as n from ${sql}`, values)).rows[0]?.n);

describe('a change of more contracts than go at once', () => {
  it('runs in pieces, with an entry for each and the reason of those that stay', async () => {
    const token = await person();
    const [customer, blocked] = [await addContracts(1050), await addContracts(1)];
    await addContracts(50);
    await test.owner.query('update customers set is_blocked = true where id = $1', [blocked]);
    await test.owner.query(
      `insert into contract_tags (tenant_id, contract_id, tag_id)
       select tenant_id, id, $2 from contracts where customer_id = $1 order by id limit 100`,
      [customer, tagId],
    );
    const change = { kind: 'addTag', tagId };
    const { job, problems } = await finished(token, { selection: { filter: { tariffId: tariff } }, change });
    expect(job).toMatchObject({ state: 'done', total: 1101, done: 1101, changed: 1000, failed: 1 });
    expect(problems).toEqual([
      expect.objectContaining({
        message: 'Nicht geändert: der Kunde ist gesperrt.',
        externalKey: `${blocked}1`,
      }),
    ]);
    expect(await numberOf('contract_tags where tag_id = $1', tagId)).toBe(1100);
    const entries = `audit_entries where action = 'contracts.addTag' and actor_user_id = $1`;
    expect(await numberOf(entries, token)).toBe(1000);
    expect([forgotten, failures, await findAuditBreaks(test.database, tenantA)]).toEqual([[tenantA], [], []]);
    const again = await finished(token, { selection: { filter: { tariffId: tariff } }, change });
    expect(again.job).toMatchObject({ changed: 0, failed: 1 });
  });

  it('moves a customer once with all of his contracts', async () => {
    const token = await person();
    const customer = await addContracts(90);
    const { job } = await finished(token, {
      selection: { filter: { customerId: customer } },
      change: { kind: 'group', groupId: south },
    });
    expect(job).toMatchObject({ state: 'done', total: 90, changed: 90, failed: 0 });
    expect(await numberOf('contracts where customer_id = $1 and group_id = $2', customer, south)).toBe(90);
    expect(await numberOf(`audit_entries where action = 'customers.edit' and object_id = $1`, customer)).toBe(
      1,
    );
  });

  it('changes nothing more once the right is gone, and is not started without it', async () => {
    const lacking = await person(permissionCodes.filter((code) => code !== 'contracts.bulk'));
    const body = { selection: { filter: {} }, change: { kind: 'checked' } };
    expect((await start(lacking, body)).status).toBe(403);
    const token = await person();
    const customer = await addContracts(3);
    await loseRights(test.owner, token, ['contracts.check']);
    const { job, problems } = await finished(token, {
      selection: { filter: { customerId: customer } },
      change: { kind: 'checked' },
    });
    expect(job).toMatchObject({ state: 'done', changed: 0, failed: 3 });
    expect(problems).toEqual([
      expect.objectContaining({ message: expect.stringContaining('fehlt inzwischen') }),
    ]);
    expect(await numberOf('contracts where customer_id = $1 and last_check is not null', customer)).toBe(0);
  });
});

const takeBack = (token: string, jobId: string) =>
  server.call(token, 'POST', `/jobs/${jobId}/take-back-changes`, {
    headers: { 'idempotency-key': randomUUID() },
  });
const rowsShape = z.array(
  z.looseObject({
    contractId: z.string(),
    result: z.string(),
    message: z.nullable(z.string()),
    isTakenBack: z.boolean(),
    isOpen: z.boolean(),
  }),
);
const rowsOf = async (token: string, jobId: string) =>
  rowsShape.parse((await server.get(token, `/jobs/${jobId}/contract-changes?pageSize=200`)).body);
const idsOf = async (customer: string) =>
  (
    await test.owner.query<{ id: string }>('select id from contracts where customer_id = $1 order by id', [
      customer,
    ])
  ).rows.map(({ id }) => id);
const idOf = (job: { readonly id: string }) => job.id;

describe('a change of many that is taken back', () => {
  it('leaves what somebody blocked holds with the customer, as the change of one does, there and back', async () => {
    const token = await person();
    const customer = await addContracts(2);
    const other = await world.addCustomer(tenantA, { groupId: north });
    const [shared = '', own] = await idsOf(customer);
    await test.owner.query(
      'insert into contract_holders (tenant_id, contract_id, customer_id) values ($1, $2, $3)',
      [tenantA, shared, other.id],
    );
    const block = (isBlocked: boolean) =>
      test.owner.query('update customers set is_blocked = $2 where id = $1', [other.id, isBlocked]);
    const selection = { filter: { customerId: customer } };
    const change = { kind: 'addTag', tagId };
    const given = idOf((await finished(token, { selection, change })).job);
    await block(true);
    const back = (await ended(token, await takeBack(token, given))).job;
    expect(back).toMatchObject({ changed: 1, failed: 1 });
    const kept = (await rowsOf(token, idOf(back))).find(({ result }) => result === 'skipped');
    expect([kept?.contractId, kept?.message]).toEqual([shared, expect.stringContaining('gesperrt')]);
    const again = (await finished(token, { selection, change: { kind: 'removeTag', tagId } })).job;
    expect(again).toMatchObject({ changed: 0, failed: 1 });
    // Who moves is the customer: what he holds with others goes with him.
    const moved = await finished(token, { selection, change: { kind: 'group', groupId: south } });
    expect(moved.job).toMatchObject({ changed: 2, failed: 0 });
    await block(false);
    expect((await finished(token, { selection, change })).job).toMatchObject({ changed: 1, failed: 0 });
    expect(await numberOf('contract_tags where contract_id = any ($1::uuid[])', [shared, own])).toBe(2);
  });

  it('takes the tag off those it was given to, and off nobody who had it or got it by hand since', async () => {
    const token = await person();
    const customer = await addContracts(60);
    const [had, anew, lost, gone] = await idsOf(customer);
    const give = 'insert into contract_tags (tenant_id, contract_id, tag_id) values ($1, $2, $3)';
    await test.owner.query(give, [tenantA, had, tagId]);
    const { job } = await finished(token, {
      selection: { filter: { customerId: customer } },
      change: { kind: 'addTag', tagId },
    });
    const jobId = idOf(job);
    // Every row says what became of it.
    const rows = await rowsOf(token, jobId);
    expect([rows.length, rows.filter(({ isOpen }) => isOpen).length]).toEqual([60, 59]);
    expect(rows.find(({ contractId }) => contractId === had)).toMatchObject({ result: 'unchanged' });
    // Meanwhile somebody takes it off two, gives it to one of them anew, and deletes a contract.
    await test.owner.query('delete from contract_tags where tag_id = $1 and contract_id in ($2, $3)', [
      tagId,
      anew,
      lost,
    ]);
    await test.owner.query(give, [tenantA, anew, tagId]);
    await test.owner.query(`update contracts set deleted_at = now(), deletion_reason = 'x' where id = $1`, [
      gone,
    ]);
    const back = await ended(token, await takeBack(token, jobId));
    expect(back.job).toMatchObject({ state: 'done', total: 59, changed: 56, failed: 3 });
    const tagged = await test.owner.query<{ id: string }>(
      `select contract_id as id from contract_tags t join contracts c on c.id = t.contract_id
        where c.customer_id = $1 and t.tag_id = $2 order by 1`,
      [customer, tagId],
    );
    expect(new Set(tagged.rows.map(({ id }) => id))).toEqual(new Set([had, anew, gone]));
    expect(new Set((await rowsOf(token, idOf(back.job))).map(({ message }) => message))).toEqual(
      new Set(['Nicht zurückgenommen: seitdem an dieser Stelle anders geändert.', null]),
    );
    const after = await rowsOf(token, jobId);
    expect(after.filter(({ isTakenBack }) => isTakenBack)).toHaveLength(56);
    // Once more there is nothing left but what stays.
    const again = await ended(token, await takeBack(token, jobId));
    expect(again.job).toMatchObject({ total: 3, changed: 0, failed: 3 });
    expect(failures).toEqual([]);
  });

  it('gives a tag back', async () => {
    const token = await person();
    const customer = await addContracts(5);
    const selection = { filter: { customerId: customer } };
    await finished(token, { selection, change: { kind: 'addTag', tagId } });
    const { job } = await finished(token, { selection, change: { kind: 'removeTag', tagId } });
    const back = await ended(token, await takeBack(token, idOf(job)));
    expect(back.job).toMatchObject({ changed: 5, failed: 0 });
    const carried = `contract_tags t join contracts c on c.id = t.contract_id where c.customer_id = $1`;
    expect(await numberOf(carried, customer)).toBe(5);
  });

  it('leads customers back to the groups they came from, but for those somebody has moved on', async () => {
    const token = await person();
    const [one, other, moved, blocked] = [
      await addContracts(50),
      await addContracts(3, region),
      await addContracts(2),
      await addContracts(1),
    ];
    const all = [one, other, moved, blocked];
    const contractIds: string[] = [];
    for (const customer of all) contractIds.push(...(await idsOf(customer)));
    const { job } = await finished(token, {
      selection: { contractIds },
      change: { kind: 'group', groupId: south },
    });
    expect(job).toMatchObject({ changed: 56, failed: 0 });
    await test.owner.query('update customers set group_id = $2 where id = $1', [moved, region]);
    await test.owner.query('update customers set is_blocked = true where id = $1', [blocked]);
    const back = await ended(token, await takeBack(token, idOf(job)));
    expect(back.job).toMatchObject({ changed: 53, failed: 3 });
    const groups = await test.owner.query<{ groupId: string }>(
      'select group_id as "groupId" from customers where id = any ($1) order by array_position($1, id)',
      [all],
    );
    expect(groups.rows.map(({ groupId }) => groupId)).toEqual([north, region, region, south]);
    expect(back.problems).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ message: 'Nicht zurückgenommen: der Kunde ist gesperrt.' }),
      ]),
    );
    expect(await findAuditBreaks(test.database, tenantA)).toEqual([]);
  });

  it('gives contracts the version of the tariff they had', async () => {
    const token = await person();
    const customer = await addContracts(3);
    const other = await world.addTariff(tenantA, `Anderer ${randomUUID().slice(0, 4)}`, 2);
    const versions = () =>
      test.owner.query(
        'select tariff_id, tariff_version_id, insurer_id, issuer_id from contracts where customer_id = $1 order by id',
        [customer],
      );
    const before = (await versions()).rows;
    const { job } = await finished(token, {
      selection: { filter: { customerId: customer } },
      change: { kind: 'tariff', tariffId: other },
    });
    expect((await versions()).rows).not.toEqual(before);
    const back = await ended(token, await takeBack(token, idOf(job)));
    expect(back.job).toMatchObject({ changed: 3, failed: 0 });
    expect((await versions()).rows).toEqual(before);
  });

  it('is refused without the right of the change, for other work, and to whom does not see it', async () => {
    const token = await person();
    const customer = await addContracts(2);
    const selection = { filter: { customerId: customer } };
    const tagged = idOf((await finished(token, { selection, change: { kind: 'addTag', tagId } })).job);
    const seen = idOf((await finished(token, { selection, change: { kind: 'checked' } })).job);
    expect((await rowsOf(token, seen)).map(({ isOpen }) => isOpen)).toEqual([false, false]);
    expect((await takeBack(token, seen)).status).toBe(404);
    const stranger = await person(permissionCodes.filter((code) => code !== 'jobs.view'));
    expect((await takeBack(stranger, tagged)).status).toBe(404);
    const reader = await person(permissionCodes.filter((code) => code !== 'contracts.edit'));
    expect((await takeBack(reader, tagged)).status).toBe(403);
    // Lost after the way back was started: it stays as it is, with the reason.
    const losing = await person();
    await loseRights(test.owner, losing, ['contracts.edit']);
    const lost = (await ended(losing, await takeBack(losing, tagged))).job;
    expect(lost).toMatchObject({ changed: 0, failed: 2 });
    expect((await rowsOf(token, idOf(lost)))[0]?.message).toContain('Nicht zurückgenommen');
    // Who sees all jobs takes back what she may change herself, whoever started it.
    const second = await person();
    expect((await ended(second, await takeBack(second, tagged))).job).toMatchObject({ changed: 2 });
  });
});
