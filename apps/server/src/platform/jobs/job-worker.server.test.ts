import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { useTestDatabase } from '../../../test/database.ts';
import { createEffectsTable, effectsJob } from '../../../test/effects-job.ts';
import { dropCancelled } from './cancel-work.ts';
import { enqueueJob } from './enqueue-job.ts';
import type { JobHandler } from './job-handler.ts';
import { createJobWorker, type JobWorker } from './job-worker.ts';

const world = useTestDatabase();
const tenants = [randomUUID(), randomUUID()] as const;
const workers: JobWorker[] = [];
const children: ChildProcess[] = [];
const logged: string[] = [];

beforeAll(async () => {
  await createEffectsTable(world.owner);
  for (const [index, tenant] of tenants.entries()) {
    await world.owner.query('insert into tenants (tenant_id, tenant_key, tenant_name) values ($1, $2, $2)', [
      tenant,
      `t${index}`,
    ]);
  }
});

beforeEach(async () => {
  await world.owner.query('truncate job_effects');
  await world.owner.query('delete from jobs');
  logged.length = 0;
});

afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  await Promise.all(workers.splice(0).map((worker) => worker.stop()));
});

const nothing = () => {};

function startWorker(handler: JobHandler, graceMs = 5000): JobWorker {
  const worker = createJobWorker({
    database: world.database,
    handlers: [handler],
    logger: { error: (_values, message) => logged.push(message) },
    pollMs: 30,
    graceMs,
  });
  workers.push(worker);
  worker.start();
  return worker;
}

async function enqueue(count: number, lanes = 1, tenantId: string = tenants[0]): Promise<string> {
  const id = await world.database.transaction({ tenantId, userId: null }, (transaction) =>
    enqueueJob(transaction, { jobType: 'testEffects', payload: { count, lanes }, createdBy: null }),
  );
  if (id === null) throw new Error('enqueued without a key');
  return id;
}

async function stateOf(jobId: string): Promise<string> {
  const { rows } = await world.owner.query<{ state: string }>('select state from jobs where id = $1', [
    jobId,
  ]);
  return rows[0]?.state ?? 'none';
}

async function chunks(jobId: string): Promise<Record<string, number>> {
  const { rows } = await world.owner.query<{ state: string; count: number }>(
    'select state, count(*)::int as count from job_chunks where job_id = $1 group by state',
    [jobId],
  );
  return Object.fromEntries(rows.map((row) => [row.state, row.count]));
}

/** Effects by chunk: 1 each when everything happened exactly once. */
async function effects(): Promise<Record<string, number>> {
  const { rows } = await world.owner.query<{ chunk_key: string; count: number }>(
    'select chunk_key, count(*)::int as count from job_effects group by chunk_key',
  );
  return Object.fromEntries(rows.map((row) => [row.chunk_key, row.count]));
}

const once = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, number) => [`k${number}`, 1]));
const until = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 15_000, interval: 30 });
const untilState = (jobId: string, state: string) =>
  until(async () => expect(await stateOf(jobId)).toBe(state));

/** What a dead process holds is free when its leases end. */
async function endLeases(): Promise<void> {
  await world.owner.query(
    `update job_chunks set locked_until = now() - interval '1 second' where state = 'running'`,
  );
}

describe('enqueueing', () => {
  it('happens with the command or not at all', async () => {
    const failing = world.database.transaction(
      { tenantId: tenants[0], userId: null },
      async (transaction) => {
        await enqueueJob(transaction, { jobType: 'testEffects', payload: {}, createdBy: null });
        throw new Error('the command failed');
      },
    );
    await expect(failing).rejects.toThrow('the command failed');
    expect((await world.owner.query('select 1 from jobs')).rowCount).toBe(0);
  });

  it('knows one job a key at a time', async () => {
    const run = () =>
      world.database.transaction({ tenantId: tenants[0], userId: null }, (transaction) =>
        enqueueJob(transaction, { jobType: 'other', payload: {}, createdBy: null, uniqueKey: 'a' }),
      );
    expect(await run()).not.toBeNull();
    expect(await run()).toBeNull();
    await world.owner.query(`update jobs set state = 'done'`);
    expect(await run()).not.toBeNull();
  });
});

describe('workers', () => {
  it('share the chunks of a job, each done once, and end the job', async () => {
    const jobId = await enqueue(40, 3);
    const byWorker = [new Set<string>(), new Set<string>()];
    for (const seen of byWorker) {
      startWorker(
        effectsJob(world.database, async (key) => {
          seen.add(key);
          await new Promise((resolve) => setTimeout(resolve, 5));
          return nothing;
        }),
      );
    }
    await untilState(jobId, 'done');
    expect(await effects()).toEqual(once(40));
    expect(byWorker.every((seen) => seen.size > 0)).toBe(true);
    const { rows } = await world.owner.query(
      'select sum(size)::int as size, sum(changed_count)::int as changed from job_chunks where job_id = $1',
      [jobId],
    );
    expect(rows[0]).toEqual({ size: 400, changed: 20 });
    expect(logged).toEqual([]);
  });

  it('work for every tenant, each under its own rows', async () => {
    const jobs = [await enqueue(3, 1, tenants[0]), await enqueue(3, 1, tenants[1])];
    startWorker(effectsJob(world.database, () => Promise.resolve(nothing)));
    for (const jobId of jobs) await untilState(jobId, 'done');
    expect(await effects()).toEqual({ k0: 2, k1: 2, k2: 2 });
  });

  it('try a failing chunk again, then give it up and name the job dead; the others are done', async () => {
    const jobId = await enqueue(6, 2);
    const attempts: number[] = [];
    startWorker(
      effectsJob(
        world.database,
        (key, attempt) => {
          if (key === 'k2') attempts.push(attempt);
          if (key === 'k4' && attempt === 1) return Promise.reject(new Error('once'));
          return key === 'k2' ? Promise.reject(new Error('always')) : Promise.resolve(nothing);
        },
        { maximumAttempts: 3 },
      ),
    );
    await untilState(jobId, 'dead');
    expect(attempts).toEqual([1, 2, 3]);
    const { k2: _given, ...others } = once(6);
    expect(await effects()).toEqual(others);
    const { rows } = await world.owner.query('select code, lane from job_problems where job_id = $1', [
      jobId,
    ]);
    expect(rows).toEqual([{ code: 'jobs.givenUp', lane: '0' }]);
    const [measured] = await world.database.read<{ dead_jobs: number }>(
      { tenantId: null, userId: null },
      { sql: 'select dead_jobs from measure_jobs()', parameters: [] },
    );
    expect(measured?.dead_jobs).toBe(1);
  });

  it('end when cancelled: the piece at work is done, and nothing after it, also what a piece put back', async () => {
    const jobId = await enqueue(6);
    const release = Promise.withResolvers<void>();
    let began = 0;
    startWorker(
      effectsJob(
        world.database,
        async (key, attempt) => {
          began += 1;
          await release.promise;
          if (key === 'k1' && attempt === 1) throw new Error('once');
          return nothing;
        },
        { concurrency: 2 },
      ),
    );
    await until(async () => expect(await chunks(jobId)).toEqual({ running: 2, queued: 4 }));
    await world.database.transaction({ tenantId: tenants[0], userId: null }, async (transaction) => {
      await sql`update jobs set cancelled_at = now() where id = ${jobId}`.execute(transaction);
      expect(await dropCancelled(transaction, jobId)).toBe(4);
    });
    release.resolve();
    await untilState(jobId, 'done');
    expect(await effects()).toEqual({ k0: 1 });
    expect(began).toBe(2);
    expect(await chunks(jobId)).toEqual({ done: 1, cancelled: 5 });
  });

  it('end when cancelled while they are planned or after a process died with a piece', async () => {
    const planned = await enqueue(3);
    await world.owner.query('update jobs set cancelled_at = now() where id = $1', [planned]);
    startWorker(effectsJob(world.database, () => Promise.resolve(nothing)));
    await untilState(planned, 'done');
    expect(await chunks(planned)).toEqual({ cancelled: 3 });
    const died = await enqueue(3);
    await until(async () => expect(await chunks(died)).toEqual({ done: 3 }));
    await world.owner.query(
      `update job_chunks set state = 'running', locked_by = 'gone', locked_until = now() - interval '1 second'
        where job_id = $1 and chunk_key = 'k1'`,
      [died],
    );
    await world.owner.query(
      `update jobs set state = 'split', finished_at = null, cancelled_at = now() where id = $1`,
      [died],
    );
    await untilState(died, 'done');
    expect(await chunks(died)).toEqual({ done: 2, cancelled: 1 });
  });

  it('leave a lane that hangs to itself: the others are through while it waits', async () => {
    const jobId = await enqueue(30, 3);
    const release = Promise.withResolvers<void>();
    startWorker(
      effectsJob(world.database, async (key) => {
        if (Number(key.slice(1)) % 3 === 0) await release.promise;
        return nothing;
      }),
    );
    await until(async () => expect(await chunks(jobId)).toEqual({ done: 20, running: 2, queued: 8 }));
    release.resolve();
    await untilState(jobId, 'done');
  });

  it('cannot complete what another took over meanwhile', async () => {
    const jobId = await enqueue(1);
    const gate = Promise.withResolvers<void>();
    const started = Promise.withResolvers<void>();
    startWorker(
      effectsJob(world.database, async (_key, attempt) => {
        started.resolve();
        if (attempt === 1) await gate.promise;
        return nothing;
      }),
    );
    await started.promise;
    await endLeases();
    startWorker(effectsJob(world.database, () => Promise.resolve(nothing)));
    await untilState(jobId, 'done');
    gate.resolve();
    await workers.pop()?.stop();
    await workers.pop()?.stop();
    expect(await effects()).toEqual(once(1));
    expect(logged).toEqual([]);
  });

  it('give back what they hold when they are stopped', async () => {
    const jobId = await enqueue(5);
    const worker = startWorker(
      effectsJob(world.database, async (_key, _attempt, signal) => {
        await new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(new Error('aborted')));
        });
        return nothing;
      }),
      50,
    );
    await until(async () => expect(await chunks(jobId)).toEqual({ running: 2, queued: 3 }));
    await worker.stop();
    expect((await chunks(jobId))['running']).toBeUndefined();
    startWorker(effectsJob(world.database, () => Promise.resolve(nothing)));
    await untilState(jobId, 'done');
    expect(await effects()).toEqual(once(5));
  });
});

/** A worker in a process of its own. */
function startProcess(): { child: ChildProcess; lines: string[] } {
  const script = fileURLToPath(new URL('../../../test/run-job-worker.ts', import.meta.url));
  const child = spawn(process.execPath, [script, JSON.stringify(world.target)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  const lines: string[] = [];
  child.stdout?.on('data', (data: Buffer) => lines.push(...data.toString().trim().split('\n')));
  return { child, lines };
}

const ended = (child: ChildProcess) => new Promise((resolve) => child.once('exit', resolve));

describe('processes', () => {
  it('killed with -9 in the middle of a job leave nothing undone and nothing doubled', async () => {
    const jobId = await enqueue(30, 3);
    const first = startProcess();
    await until(async () =>
      expect(first.lines.filter((line) => line.startsWith('done')).length).toBeGreaterThan(3),
    );
    await until(async () => expect((await chunks(jobId))['running']).toBeGreaterThan(0));
    first.child.kill('SIGKILL');
    await ended(first.child);
    const left = await chunks(jobId);
    expect(left['running']).toBeGreaterThan(0);
    const second = startProcess();
    await until(async () => expect(second.lines.length).toBeGreaterThan(0));
    await endLeases();
    await untilState(jobId, 'done');
    expect(await effects()).toEqual(once(30));
    expect(await chunks(jobId)).toEqual({ done: 30 });
  }, 40_000);

  it('end on SIGTERM with what they were at, and leave the rest to others', async () => {
    const jobId = await enqueue(30, 2);
    const { child, lines } = startProcess();
    await until(async () =>
      expect(lines.filter((line) => line.startsWith('done')).length).toBeGreaterThan(1),
    );
    child.kill('SIGTERM');
    expect(await ended(child)).toBe(0);
    expect((await chunks(jobId))['running']).toBeUndefined();
    const done = (await chunks(jobId))['done'] ?? 0;
    expect(Object.keys(await effects())).toHaveLength(done);
    startProcess();
    await untilState(jobId, 'done');
    expect(await effects()).toEqual(once(30));
  }, 40_000);
});
