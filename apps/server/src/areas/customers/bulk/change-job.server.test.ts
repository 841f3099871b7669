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
import { createCustomerChangeJob } from './change-job.ts';
import { createCustomerTakeBackJob } from './take-back-job.ts';

const { test, world, server, tariff } = contractHouse((services) => jobRoutes(services));
let worker: JobWorker;
const failures: object[] = [];

beforeAll(() => {
  worker = createJobWorker({
    database: test.database,
    handlers: [createCustomerChangeJob, createCustomerTakeBackJob].map((create) =>
      create(test.database, { forgetCounts: () => undefined, chunkSize: 40 }),
    ),
    logger: { error: (values) => void failures.push(values) },
    pollMs: 20,
  });
  worker.start();
});
afterAll(async () => {
  await worker.stop();
  await server.app.close();
});

const values = async (sql: string, ...parameters: unknown[]) =>
  (await test.owner.query<{ value: unknown }>(sql, parameters)).rows.map(({ value }) => value);

/** Somebody who may sign in, so that work goes on for him without a session. */
const person = (permissions: readonly PermissionCode[] = permissionCodes) =>
  server.lastingCaller({ permissions });

/** So many customers of one name, under which a filter finds them. */
async function people(count: number, groupId = north): Promise<{ name: string; ids: string[] }> {
  const name = `Viele${randomUUID().slice(0, 8)}`;
  const ids = await values(
    `insert into customers (tenant_id, group_id, salutation, first_name, last_name)
     select tenant_id, $2, salutation, 'Nr' || n, $3 from customers, generate_series(1, $4::int) n
      where id = $1 returning id as value`,
    (await world.addCustomer(tenantA, { groupId })).id,
    groupId,
    name,
    count,
  );
  return { name, ids: ids.map(String) };
}
const newTag = async () =>
  Number(
    (
      await values(
        `insert into tags (tenant_id, tag_name, colour) values ($1, $2, '#123456') returning id as value`,
        tenantA,
        randomUUID().slice(0, 20),
      )
    )[0],
  );

const post = (token: string, path: string, body: object | undefined) =>
  server.call(token, 'POST', path, { body, headers: { 'idempotency-key': randomUUID() } });
const change = async (token: string, selection: object, to: object) =>
  endedJob(server, token, await post(token, '/customers/bulk-job', { selection, change: to }));
const takeBack = async (token: string, jobId: string) =>
  endedJob(server, token, await post(token, `/jobs/${jobId}/take-back-customer-changes`, undefined));
const rowShape = z.array(
  z.looseObject({
    customerId: z.string(),
    result: z.string(),
    message: z.nullable(z.string()),
    isOpen: z.boolean(),
  }),
);
const rowsOf = async (token: string, jobId: string, query = '') =>
  rowShape.parse((await server.get(token, `/jobs/${jobId}/customer-changes?pageSize=100${query}`)).body);
const groupsOf = (ids: readonly string[]) =>
  values('select distinct group_id as value from customers where id = any ($1)', ids);

describe('a change of more customers than go at once', () => {
  it('moves all a filter finds with their contracts, each with a row and its reason, and back again', async () => {
    const token = await person();
    const { name, ids } = await people(1050);
    const [blocked, moved] = [ids[7] ?? '', ids[9] ?? ''];
    const contract = await world.addContract(tenantA, moved, tariff, {});
    await test.owner.query('update customers set is_blocked = true where id = $1', [blocked]);
    const job = await change(token, { filter: { search: name } }, { kind: 'group', groupId: south });
    expect(job).toMatchObject({ state: 'done', total: 1050, done: 1050, changed: 1049, failed: 1 });
    expect(await groupsOf(ids.filter((one) => one !== blocked))).toEqual([south]);
    expect(await values('select group_id as value from contracts where id = $1', contract)).toEqual([south]);
    const [first, second] = await rowsOf(token, job.id);
    expect(first).toMatchObject({
      customerId: blocked,
      result: 'skipped',
      message: 'Nicht geändert: der Kunde ist gesperrt.',
    });
    expect(second).toMatchObject({ result: 'changed', isOpen: true });

    await test.owner.query('update customers set group_id = $2 where id = $1', [moved, region]);
    const back = await takeBack(token, job.id);
    expect(back).toMatchObject({ state: 'done', total: 1049, changed: 1048, failed: 1 });
    expect(await groupsOf(ids.filter((one) => one !== moved))).toEqual([north]);
    expect(await groupsOf([moved])).toEqual([region]);
    expect((await rowsOf(token, back.id))[0]).toMatchObject({
      customerId: moved,
      message: 'Nicht zurückgenommen: seitdem an dieser Stelle anders geändert.',
    });
    // Once what hindered it is gone, the rest comes back, too; and nothing twice.
    await test.owner.query('update customers set group_id = $2 where id = $1', [moved, south]);
    expect(await takeBack(token, job.id)).toMatchObject({ total: 1, changed: 1, failed: 0 });
    expect(await takeBack(token, job.id)).toMatchObject({ total: 0, changed: 0 });
    expect([failures, await findAuditBreaks(test.database, tenantA)]).toEqual([[], []]);
  });

  it('gives a tag and takes it off only where this change gave it', async () => {
    const token = await person();
    const { name, ids } = await people(45);
    const tagId = await newTag();
    const give = 'insert into customer_tags (tenant_id, customer_id, tag_id) values ($1, $2, $3)';
    await test.owner.query(give, [tenantA, ids[0], tagId]);
    const job = await change(token, { filter: { search: name } }, { kind: 'addTag', tagId });
    expect(job).toMatchObject({ changed: 44, failed: 0, done: 45 });
    await test.owner.query('delete from customer_tags where customer_id = $1', [ids[1]]);
    await test.owner.query(give, [tenantA, ids[1], tagId]);
    expect(await takeBack(token, job.id)).toMatchObject({ changed: 43, failed: 1 });
    const left = await values('select customer_id as value from customer_tags where tag_id = $1', tagId);
    expect(new Set(left)).toEqual(new Set([ids[0], ids[1]]));

    const taking = await change(token, { customerIds: ids }, { kind: 'removeTag', tagId });
    expect(taking).toMatchObject({ changed: 2, done: 45 });
    await test.owner.query('delete from tags where id = $1', [tagId]);
    expect(await takeBack(token, taking.id)).toMatchObject({ state: 'done', changed: 0, failed: 2 });
    expect(failures).toEqual([]);
  });

  it('tells them in the order of the list of customers, which German readers look names up in', async () => {
    const token = await person();
    const { ids } = await people(3);
    for (const [k, name] of ['von Alten', 'Ärmel', 'Zimmer'].entries())
      await test.owner.query('update customers set last_name = $2 where id = $1', [ids[k], name]);
    const job = await change(token, { customerIds: ids }, { kind: 'group', groupId: south });
    const [alten, aermel, zimmer] = ids;
    expect((await rowsOf(token, job.id)).map(({ customerId }) => customerId)).toEqual([
      aermel,
      alten,
      zimmer,
    ]);
  });

  it('needs the rights when its turn comes, and its rows show nobody whom the reader does not see', async () => {
    const lacking = await person(permissionCodes.filter((code) => code !== 'customers.edit'));
    const body = { selection: { filter: {} }, change: { kind: 'group', groupId: south } };
    expect((await post(lacking, '/customers/bulk-job', body)).status).toBe(403);
    const token = await person();
    const { ids } = await people(3);
    const job = await change(token, { customerIds: ids }, { kind: 'group', groupId: south });
    expect(job).toMatchObject({ changed: 3 });
    const losing = await person();
    await loseRights(test.owner, losing, ['customers.edit']);
    const lost = await change(losing, { customerIds: ids }, { kind: 'group', groupId: north });
    expect(lost).toMatchObject({ changed: 0, failed: 3 });
    expect((await rowsOf(token, lost.id))[0]?.message).toContain('fehlt inzwischen');
    expect(await takeBack(losing, job.id)).toMatchObject({ changed: 0, failed: 3 });
    await test.owner.query('delete from group_users where user_id = $1 and group_id = $2', [token, south]);
    const [own] = await values(
      'update customers set group_id = $2 where id = $1 returning id as value',
      ids[0],
      north,
    );
    const limited = await server.caller({
      permissions: permissionCodes,
      memberships: [{ groupId: north, groupRights: ['groupCustomers.view', 'groupCustomers.edit'] }],
    });
    await test.owner.query('update jobs set created_by = $2 where id = $1', [job.id, limited]);
    expect((await rowsOf(limited, job.id)).map(({ customerId }) => customerId)).toEqual([own]);
  });
});
