import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { useTestDatabase } from '../../../test/database.ts';
import { measureOutboxes } from '../measure-operation.ts';

const world = useTestDatabase();
const [house, other] = [randomUUID(), randomUUID()];

beforeAll(async () => {
  for (const tenant of [house, other]) {
    await world.owner.query('insert into tenants (tenant_id, tenant_key, tenant_name) values ($1, $2, $2)', [
      tenant,
      tenant.slice(0, 8),
    ]);
  }
});
beforeEach(() => world.owner.query('delete from jobs; delete from mail_outbox'));

/** A job of a house, with what its row says besides. */
async function job(state: string, more: Record<string, string> = {}, tenant = house): Promise<string> {
  const columns = { tenant_id: tenant, job_type: 'checkContracts', state, ...more };
  const values = Object.values(columns);
  const { rows } = await world.owner.query<{ id: string }>(
    `insert into jobs (${Object.keys(columns).join()}) values (${values.map((_, at) => `$${at + 1}`).join()}) returning id`,
    values,
  );
  return rows[0]?.id ?? '';
}

async function chunk(jobId: string, state: string, at: Record<string, string>): Promise<void> {
  await world.owner.query(
    `insert into job_lanes (tenant_id, job_id, lane, lane_name) values ($1, $2, '0', '') on conflict do nothing`,
    [house, jobId],
  );
  await world.owner.query(
    `insert into job_chunks (tenant_id, job_id, lane, chunk_key, state, ${Object.keys(at).join()})
      values ($1, $2, '0', gen_random_uuid()::text, $3, ${Object.keys(at)
        .map((_, place) => `$${place + 4}`)
        .join()})`,
    [house, jobId, state, ...Object.values(at)],
  );
}

/** Whole seconds work has been due, as a house sees its own and as the operator sees all. */
async function dueFor(): Promise<readonly [number | null, number | undefined]> {
  const [own] = await world.database.read<{ seconds: number | null }>(
    { tenantId: house, userId: null },
    { sql: 'select floor(extract(epoch from now() - due_work_since()))::int as seconds', parameters: [] },
  );
  const [all] = await world.database.read<{ seconds: number }>(
    { tenantId: null, userId: null },
    { sql: 'select floor(oldest_waiting_seconds)::int as seconds from measure_jobs()', parameters: [] },
  );
  return [own?.seconds ?? null, all?.seconds];
}

const ago = (seconds: number) => new Date(Date.now() - seconds * 1000).toISOString();
const worker = { locked_by: 'w' };

it('a job nobody takes waits, one that is not due or given up does not, and a house does not see that of another', async () => {
  await job('dead', { run_at: ago(9000) });
  await job('queued', { run_at: ago(-60) });
  expect(await dueFor()).toEqual([null, 0]);
  await job('queued', { run_at: ago(500) }, other);
  const [own, all] = await dueFor();
  expect(own).toBeNull();
  expect(all).toBeGreaterThanOrEqual(500);
  await job('failed', { run_at: ago(700) });
  expect((await dueFor())[0]).toBeGreaterThanOrEqual(700);
});

it('a job whose worker died waits since its lease ran out', async () => {
  await job('running', { run_at: ago(9000), locked_until: ago(-30), ...worker });
  expect(await dueFor()).toEqual([null, 0]);
  await job('running', { run_at: ago(9000), locked_until: ago(100), ...worker });
  expect((await dueFor())[0]).toBeGreaterThanOrEqual(100);
  expect((await dueFor())[0]).toBeLessThan(200);
});

it('pieces that wait for their turn are no standstill while others of the job are done', async () => {
  const id = await job('split', { run_at: ago(9000) });
  await chunk(id, 'done', { run_at: ago(9000), finished_at: ago(90) });
  await chunk(id, 'queued', { run_at: ago(9000) });
  expect((await dueFor())[0]).toBeGreaterThanOrEqual(90);
  expect((await dueFor())[0]).toBeLessThan(200);
  await chunk(id, 'running', { run_at: ago(9000), locked_until: ago(-30), ...worker });
  expect(await dueFor()).toEqual([null, 0]);
});

it('a piece whose worker died waits, one that pauses before another attempt does not, and a job all through waits to be ended', async () => {
  const id = await job('split', { run_at: ago(9000) });
  await chunk(id, 'failed', { run_at: ago(-60) });
  expect(await dueFor()).toEqual([null, 0]);
  await chunk(id, 'running', { run_at: ago(9000), locked_until: ago(300), ...worker });
  expect((await dueFor())[0]).toBeGreaterThanOrEqual(300);
  await world.owner.query(`update job_chunks set state = 'done', finished_at = $1, locked_until = null`, [
    ago(400),
  ]);
  expect((await dueFor())[0]).toBeGreaterThanOrEqual(400);
});

it('mails that wait and that were given up are counted over all houses', async () => {
  expect(await measureOutboxes(world.database)).toMatchObject({
    mailsOldestWaitingSeconds: 0,
    mailsFailed: 0,
  });
  for (const [tenant, state, seconds] of [
    [house, 'queued', 60],
    [other, 'sending', 1200],
    [other, 'failed', 9000],
    [house, 'sent', 9000],
  ] as const) {
    await world.owner.query(
      `insert into mail_outbox (tenant_id, recipient, subject, state, created_at) values ($1, 'a@b.example', 'x', $2, $3)`,
      [tenant, state, ago(seconds)],
    );
  }
  const measured = await measureOutboxes(world.database);
  expect(measured.mailsFailed).toBe(1);
  expect(Math.round(measured.mailsOldestWaitingSeconds / 100)).toBe(12);
});
