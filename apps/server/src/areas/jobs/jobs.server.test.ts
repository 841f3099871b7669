import { randomUUID } from 'node:crypto';
import { scopesOf } from '@depotwerk/api/call-scope';
import { cancelJob, listJobs, retryJob } from '@depotwerk/api/jobs/jobs';
import { beforeAll, describe, expect, it } from 'vitest';
import { useTestDatabase } from '../../../test/database.ts';
import { type Adviser, RefreshWorld } from '../../../test/refresh-world.ts';
import { aUser, signIn } from '../../../test/sign-in-world.ts';
import { startedForTests } from '../../../test/started-for-tests.ts';

const db = useTestDatabase();
const world = startedForTests(() => RefreshWorld.start(db));
let adviser: Adviser;
let colleague: Adviser;
let admin: Adviser;

beforeAll(async () => {
  // Jobs of these tests stay as they are written.
  await world.worker.stop();
  adviser = await world.adviser({ passwords: false });
  colleague = await world.adviser({ passwords: false });
  const user = await aUser(db, { tenantId: world.tenantId, role: 'administrator' });
  admin = { ...user, accessToken: (await signIn(world.signIns, user.userName)).accessToken };
});

/** A job with two lanes: the first is through with a dead chunk, the second gave up as a whole. */
async function aJob(state: 'dead' | 'done' | 'split', createdBy = adviser.userId, key: string | null = null) {
  const jobId = randomUUID();
  await world.run(
    `insert into jobs (tenant_id, id, job_type, state, created_by, unique_key, finished_at)
      values ($1, $2, 'testJob', $3, $4, $5, case when $3 = 'split' then null else now() end)`,
    jobId,
    state,
    createdBy,
    key,
  );
  await world.run(
    `insert into job_lanes (tenant_id, job_id, lane, lane_name, error_code, error_message)
      values ($1, $2, 'a', 'Bank A', null, null), ($1, $2, 'b', 'Bank B', 'traderAuth.locked', 'Gesperrt')`,
    jobId,
  );
  await world.run(
    `insert into job_chunks (tenant_id, job_id, lane, chunk_key, size, changed_count, failed_count, state)
      values ($1, $2, 'a', '1', 10, 4, 0, 'done'), ($1, $2, 'a', '2', 5, 0, 5, 'dead'), ($1, $2, 'b', '3', 1, 0, 1, 'dead')`,
    jobId,
  );
  await world.run(
    `insert into job_problems (tenant_id, job_id, chunk_id, lane, code, message, external_key)
      select $1, $2, id, 'a', 'jobs.givenUp', 'Fehlgeschlagen', 'D-1' from job_chunks where tenant_id = $1 and job_id = $2 and chunk_key = '2'`,
    jobId,
  );
  return jobId;
}

/** Work over many contracts that somebody started: of its three pieces one is done. */
async function workOf(createdBy: string, state: 'split' | 'queued' = 'split') {
  const jobId = randomUUID();
  await world.run(
    `insert into jobs (tenant_id, id, job_type, state, created_by, payload)
      values ($1, $2, 'planContracts', $3, $4, '{"sessionId": "s"}')`,
    jobId,
    state,
    createdBy,
  );
  if (state === 'queued') return jobId;
  await world.run(
    `insert into job_lanes (tenant_id, job_id, lane, lane_name) values ($1, $2, 'all', 'Verträge')`,
    jobId,
  );
  await world.run(
    `insert into job_chunks (tenant_id, job_id, lane, chunk_key, size, changed_count, state)
      values ($1, $2, 'all', '1', 10, 4, 'done'), ($1, $2, 'all', '2', 10, 0, 'failed'), ($1, $2, 'all', '3', 10, 0, 'queued')`,
    jobId,
  );
  return jobId;
}

const get = (who: Adviser, path: string) => world.call(who, 'GET', path);
const cancel = (who: Adviser, jobId: string) => world.call(who, 'POST', `/jobs/${jobId}/cancel`);
const retry = (who: Adviser, jobId: string) => world.call(who, 'POST', `/jobs/${jobId}/retry`);
const codeOf = (answer: { body: unknown }) => (answer.body as { code?: string }).code;

describe('jobs', () => {
  it('tell their progress by part', async () => {
    const jobId = await aJob('done');
    expect((await get(adviser, `/jobs/${jobId}`)).body).toMatchObject({
      state: 'done',
      total: 16,
      done: 16,
      changed: 4,
      failed: 6,
      problemCount: 1,
      isMine: true,
      parts: [
        {
          partKey: 'a',
          name: 'Bank A',
          state: 'done',
          total: 15,
          done: 15,
          changed: 4,
          failed: 5,
          code: null,
        },
        { partKey: 'b', name: 'Bank B', state: 'failed', total: 1, failed: 1, code: 'traderAuth.locked' },
      ],
    });
  });

  it('are seen by their owner and by who may see all', async () => {
    const jobId = await aJob('done');
    expect((await get(colleague, `/jobs/${jobId}`)).status).toBe(404);
    expect((await get(colleague, `/jobs/${jobId}/problems`)).status).toBe(404);
    expect((await get(colleague, '/jobs')).body).toEqual([]);
    expect((await get(admin, `/jobs/${jobId}`)).body).toMatchObject({ isMine: false });
    expect((await get(adviser, `/jobs/${jobId}/problems`)).body).toMatchObject([
      { partKey: 'a', code: 'jobs.givenUp', externalKey: 'D-1' },
    ]);
    const mine = (await get(adviser, '/jobs?jobType=testJob&isMine=true&state=done')).body as {
      id: string;
    }[];
    expect(mine.map((job) => job.id)).toContain(jobId);
    expect((await get(admin, '/jobs?isMine=true')).body).toEqual([]);
  });

  it('show of a contract what came up only while their owner sees it', async () => {
    const jobId = await aJob('done');
    const { contractId } = await world.linked();
    await world.run(
      `insert into job_problems (tenant_id, job_id, lane, code, message, contract_id, external_key)
        select $1, $2, 'a', 'jobs.givenUp', 'Fehlgeschlagen', c.id, c.external_key from contracts c
         where c.tenant_id = $1 and c.id = $3`,
      jobId,
      contractId,
    );
    const shown = async (who: Adviser) => {
      const { body, headers } = await get(who, `/jobs/${jobId}/problems`);
      const rows = body as { contractId: string | null }[];
      expect(headers['x-total-count']).toBe(String(rows.length));
      return rows.map((row) => row.contractId);
    };
    expect(await shown(adviser)).toEqual([null, contractId]);
    const ownedBy = ({ userId }: Adviser) =>
      world.run('update jobs set created_by = $2 where tenant_id = $1 and id = $3', userId, jobId);
    await world.run(`delete from role_permissions where tenant_id = $1 and permission_id = 'contracts.view'`);
    const mayNot = await world.adviser({ passwords: false });
    await ownedBy(mayNot);
    expect(await shown(mayNot)).toEqual([null]);
    await world.run(`insert into role_permissions (tenant_id, role_id, permission_id)
      select tenant_id, id, 'contracts.view' from roles where tenant_id = $1`);
    await ownedBy(adviser);
    const groupId = randomUUID();
    await world.run(`insert into groups (tenant_id, id, group_name) values ($1, $2, 'Andere')`, groupId);
    await world.run(
      `update customers set group_id = $2 where tenant_id = $1
          and id = (select customer_id from contracts where tenant_id = $1 and id = $3)`,
      groupId,
      contractId,
    );
    expect(await shown(adviser)).toEqual([null]);
  });

  it('run again where they stopped, and only there', async () => {
    const jobId = await aJob('dead');
    expect((await retry(adviser, jobId)).status).toBe(403);
    const answer = await retry(admin, jobId);
    expect(answer).toMatchObject({
      status: 200,
      body: { state: 'running', done: 10, failed: 0, problemCount: 0 },
    });
    const { rows } = await world.run(
      'select chunk_key, state, attempts from job_chunks where tenant_id = $1 and job_id = $2 order by chunk_key',
      jobId,
    );
    expect(rows).toEqual([
      { chunk_key: '1', state: 'done', attempts: 0 },
      { chunk_key: '2', state: 'queued', attempts: 0 },
      { chunk_key: '3', state: 'queued', attempts: 0 },
    ]);
    const again = await retry(admin, jobId);
    expect([again.status, codeOf(again)]).toEqual([409, 'jobs.notRetryable']);
  });

  it('are cancelled by who started them or may have them done again; what is done stays', async () => {
    const jobId = await workOf(adviser.userId);
    expect((await get(adviser, `/jobs/${jobId}`)).body).toMatchObject({ canCancel: true, cancelled: 0 });
    expect((await cancel(colleague, jobId)).status).toBe(404);
    const answer = await cancel(adviser, jobId);
    expect(answer).toMatchObject({
      status: 200,
      body: { state: 'running', done: 10, cancelled: 20, failed: 0, canCancel: false },
    });
    expect((answer.body as { cancelledAt: string | null }).cancelledAt).not.toBeNull();
    const again = await cancel(adviser, jobId);
    expect([again.status, codeOf(again)]).toEqual([409, 'jobs.notCancellable']);
    const listed = async (state: string) =>
      ((await get(adviser, `/jobs?state=${state}`)).body as { id: string }[]).map((job) => job.id);
    expect(await listed('cancelled')).toContain(jobId);
    expect(await listed('running')).not.toContain(jobId);
    const { rows } = await world.run(
      `select action, details from audit_entries where tenant_id = $1 and object_id = $2
          and result = 'done'`,
      jobId,
    );
    expect(rows).toEqual([{ action: 'jobs.cancel', details: { chunkCount: 2 } }]);
    expect((await cancel(admin, await workOf(adviser.userId))).status).toBe(200);
  });

  it('are not cancelled by the token of a system that may only look on', () => {
    expect(scopesOf(cancelJob)).toEqual(scopesOf(retryJob));
    expect(scopesOf(cancelJob)).not.toEqual(scopesOf(listJobs));
  });

  it('go on where they were cancelled when they are started again', async () => {
    const jobId = await workOf(adviser.userId);
    await cancel(adviser, jobId);
    await world.run(
      `update jobs set state = 'done', finished_at = now() where tenant_id = $1 and id = $2`,
      jobId,
    );
    expect((await retry(colleague, jobId)).status).toBe(404);
    // Who cancelled the own work takes it up again; what somebody else stopped takes the right to.
    expect((await get(adviser, `/jobs/${jobId}`)).body).toMatchObject({ canRetry: true });
    expect(await retry(adviser, jobId)).toMatchObject({
      status: 200,
      body: { state: 'running', done: 10, cancelled: 0, cancelledAt: null, canCancel: true, canRetry: false },
    });
    // A second window comes too late, and does not lack a right.
    expect(await retry(adviser, jobId)).toMatchObject({ status: 409, body: { code: 'jobs.notRetryable' } });
    await cancel(admin, jobId);
    await world.run(
      `update jobs set state = 'done', finished_at = now() where tenant_id = $1 and id = $2`,
      jobId,
    );
    expect((await get(adviser, `/jobs/${jobId}`)).body).toMatchObject({ canRetry: false });
    expect((await retry(adviser, jobId)).status).toBe(403);
    expect((await get(admin, `/jobs/${jobId}`)).body).toMatchObject({ canRetry: true });
    expect((await retry(admin, jobId)).status).toBe(200);
  });

  it('are not started again where they have ended with what they were about', async () => {
    const jobId = await workOf(adviser.userId);
    await world.run(
      `update jobs set job_type = 'bookImport', state = 'done', finished_at = now(), cancelled_at = now()
        where tenant_id = $1 and id = $2`,
      jobId,
    );
    const answer = await retry(admin, jobId);
    expect([answer.status, codeOf(answer)]).toEqual([409, 'jobs.notRetryable']);
  });

  it('cancelled before they were planned end without a piece', async () => {
    const jobId = await workOf(adviser.userId, 'queued');
    expect((await cancel(adviser, jobId)).body).toMatchObject({ state: 'running', total: 0, cancelled: 0 });
    const { rows } = await world.run('select state from jobs where tenant_id = $1 and id = $2', jobId);
    expect(rows).toEqual([{ state: 'split' }]);
  });

  it.each([
    ['is over', `state = 'done', finished_at = now()`],
    ['reads a bank', `job_type = 'remoteRefresh'`],
    ['follows from an edit', `payload = '{}'`],
  ])('cannot be cancelled where the work %s', async (_, change) => {
    const jobId = await workOf(adviser.userId);
    await world.run(`update jobs set ${change} where tenant_id = $1 and id = $2`, jobId);
    expect((await get(adviser, `/jobs/${jobId}`)).body).toMatchObject({ canCancel: false });
    const answer = await cancel(adviser, jobId);
    expect([answer.status, codeOf(answer)]).toEqual([409, 'jobs.notCancellable']);
  });

  it('do not run again beside their like', async () => {
    const old = await aJob('dead', adviser.userId, 'one at a time');
    await aJob('split', adviser.userId, 'one at a time');
    const answer = await retry(admin, old);
    expect([answer.status, codeOf(answer)]).toEqual([409, 'jobs.notRetryable']);
    expect((await retry(admin, randomUUID())).status).toBe(404);
  });
});
