import { sql, type Transaction } from 'kysely';
import type { Schema } from '../database/schema.ts';
import { faultForLog } from '../fault-for-log.ts';
import { AppError } from '../http/app-error.ts';
import { ImportRefused } from '../table-files/import-refused.ts';
import { dropCancelled } from './cancel-work.ts';
import { type ChunkOutcome, type JobProblem, LeaseLost } from './job-handler.ts';

/** A chunk under a lease: worker and attempt together say whose it is. */
export interface HeldChunk {
  readonly jobId: string;
  readonly id: number;
  readonly lane: string;
  readonly size: number;
  readonly attempt: number;
  readonly worker: string;
}

const longestError = 500;

/** What is kept of an error: its name and message, never a stack; values only where the message is written for people. */
export function errorText(error: unknown): string {
  const isForPeople = error instanceof AppError || error instanceof ImportRefused;
  const { name, message } = isForPeople ? error : faultForLog(error);
  return `${name}: ${message}`.slice(0, longestError);
}

/** The condition under which a chunk is still ours. */
const held = (
  chunk: HeldChunk,
) => sql`tenant_id = app_tenant_id() and job_id = ${chunk.jobId} and id = ${chunk.id}
  and state = 'running' and locked_by = ${chunk.worker} and attempts = ${chunk.attempt}`;

/** Marks a chunk as done. @throws LeaseLost when it is no longer the worker's */
export async function completeChunk(
  transaction: Transaction<Schema>,
  chunk: HeldChunk,
  outcome: ChunkOutcome,
): Promise<void> {
  const result = await sql`update job_chunks set state = 'done', locked_until = null, locked_by = null,
      last_error = null, finished_at = now(), changed_count = ${outcome.changed ?? 0}, failed_count = ${outcome.failed ?? 0}
     where ${held(chunk)}`.execute(transaction);
  if (result.numAffectedRows !== 1n) throw new LeaseLost();
  await addProblems(transaction, chunk, outcome.problems ?? []);
}

/** Notes what people must know, of a chunk or of the whole job. */
export async function addProblems(
  transaction: Transaction<Schema>,
  { jobId, id, lane }: { readonly jobId: string; readonly id: number | null; readonly lane: string | null },
  problems: readonly JobProblem[],
): Promise<void> {
  if (problems.length === 0) return;
  const rows = problems.map((problem) => ({
    code: problem.code,
    message: problem.message.slice(0, 2000).toWellFormed(),
    contract_id: problem.contractId ?? null,
    external_key: problem.externalKey?.slice(0, 100).toWellFormed() ?? null,
  }));
  await sql`insert into job_problems (tenant_id, job_id, chunk_id, lane, code, message, contract_id, external_key)
    select app_tenant_id(), ${jobId}, ${id}, ${lane}, p.code, p.message, p.contract_id, p.external_key
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as p (code text, message text, contract_id uuid, external_key text)`.execute(transaction);
}

/** Puts a chunk back for a later try, or gives it up after the last; nothing when it is no longer the worker's. */
export async function failChunk(
  transaction: Transaction<Schema>,
  chunk: HeldChunk,
  error: unknown,
  retryInSeconds: number | null,
): Promise<void> {
  const text = errorText(error);
  if (retryInSeconds !== null) {
    await sql`update job_chunks set state = 'failed', locked_until = null, locked_by = null, last_error = ${text},
        run_at = now() + ${retryInSeconds} * interval '1 second' where ${held(chunk)}`.execute(transaction);
    return;
  }
  const result = await sql`update job_chunks set state = 'dead', locked_until = null, locked_by = null,
      last_error = ${text}, finished_at = now(), failed_count = size where ${held(chunk)}`.execute(
    transaction,
  );
  if (result.numAffectedRows !== 1n) return;
  await addProblems(transaction, chunk, [
    { code: 'jobs.givenUp', message: 'Dieser Teil der Aufgabe ist wiederholt fehlgeschlagen.' },
  ]);
}

/** Gives up the chunk and what waits in its lane. @throws LeaseLost when it is no longer the worker's */
export async function failLane(
  transaction: Transaction<Schema>,
  chunk: HeldChunk,
  code: string,
  message: string,
): Promise<void> {
  const result = await sql`update job_chunks set state = 'dead', locked_until = null, locked_by = null,
      last_error = ${code}, finished_at = now(), failed_count = size where ${held(chunk)}`.execute(
    transaction,
  );
  if (result.numAffectedRows !== 1n) throw new LeaseLost();
  await sql`update job_lanes set error_code = ${code}, error_message = ${message.slice(0, 2000)}
     where tenant_id = app_tenant_id() and job_id = ${chunk.jobId} and lane = ${chunk.lane}`.execute(
    transaction,
  );
  await sql`update job_chunks set state = 'dead', last_error = ${code}, finished_at = now(), failed_count = size
     where tenant_id = app_tenant_id() and job_id = ${chunk.jobId} and lane = ${chunk.lane}
       and state in ('queued', 'failed')`.execute(transaction);
}

/** Whether a chunk of the lane was done within the last minute. */
export async function isLaneAlive(transaction: Transaction<Schema>, chunk: HeldChunk): Promise<boolean> {
  const { rows } =
    await sql`select 1 from job_chunks where tenant_id = app_tenant_id() and job_id = ${chunk.jobId}
     and lane = ${chunk.lane} and state = 'done' and finished_at > now() - interval '60 seconds' limit 1`.execute(
      transaction,
    );
  return rows.length > 0;
}

/** A job under a lease. */
export interface HeldJob {
  readonly id: string;
  readonly attempt: number;
  readonly worker: string;
}

const heldJob = (job: HeldJob) => sql`tenant_id = app_tenant_id() and id = ${job.id} and state = 'running'
  and locked_by = ${job.worker} and attempts = ${job.attempt}`;

/** The plan is made, its chunks may be worked on. @throws LeaseLost when the job is no longer the worker's */
export async function splitJob(transaction: Transaction<Schema>, job: HeldJob): Promise<void> {
  const result =
    await sql`update jobs set state = 'split', attempts = 0, locked_until = null, locked_by = null,
      last_error = null where ${heldJob(job)}`.execute(transaction);
  if (result.numAffectedRows !== 1n) throw new LeaseLost();
}

/** Puts a job back for a later try, or on the pile of dead ones; one that was cancelled meanwhile is at its end. */
export async function failJob(
  transaction: Transaction<Schema>,
  job: HeldJob,
  error: unknown,
  retryInSeconds: number | null,
): Promise<void> {
  await sql`update jobs set locked_until = null,
      state = case when cancelled_at is not null then 'split' else ${retryInSeconds === null ? 'dead' : 'failed'} end,
      locked_by = null, last_error = ${errorText(error)}, run_at = now() + ${retryInSeconds ?? 0} * interval '1 second',
      finished_at = case when cancelled_at is null and ${retryInSeconds === null} then now() end
     where ${heldJob(job)}`.execute(transaction);
}

/**
 * Ends a job all of whose chunks are through: `dead` when one was given up that no lane accounts for, else `done`, and so where
 * somebody cancelled it, who has nothing left to look after.
 * Answers its payload and creator when it was us who ended it, null when chunks are open or it has ended already.
 */
export async function endJob(
  transaction: Transaction<Schema>,
  jobId: string,
): Promise<{ readonly payload: unknown; readonly createdBy: string | null } | null> {
  await dropCancelled(transaction, jobId);
  const { rows } = await sql<{ payload: unknown; createdBy: string | null }>`
    update jobs j set finished_at = now(), state = case when j.cancelled_at is null and exists (
        select 1 from job_chunks c join job_lanes l
            on l.tenant_id = c.tenant_id and l.job_id = c.job_id and l.lane = c.lane
         where c.tenant_id = j.tenant_id and c.job_id = j.id and c.state = 'dead' and l.error_code is null)
      then 'dead' else 'done' end
     where j.tenant_id = app_tenant_id() and j.id = ${jobId} and j.state = 'split' and not exists (
       select 1 from job_chunks c where c.tenant_id = j.tenant_id and c.job_id = j.id
          and c.state in ('queued', 'failed', 'running'))
    returning payload, created_by as "createdBy"`.execute(transaction);
  return rows[0] ?? null;
}

/** The end of a split job failed: again later, or dead after the last try. */
export async function failEnd(
  transaction: Transaction<Schema>,
  jobId: string,
  error: unknown,
): Promise<void> {
  await sql`update jobs set attempts = attempts + 1, last_error = ${errorText(error)},
      run_at = now() + least(300, power(2, attempts + 1)) * (1 + random() / 4) * interval '1 second',
      state = case when attempts + 1 >= maximum_attempts then 'dead' else state end,
      finished_at = case when attempts + 1 >= maximum_attempts then now() end
     where tenant_id = app_tenant_id() and id = ${jobId} and state = 'split'`.execute(transaction);
}
