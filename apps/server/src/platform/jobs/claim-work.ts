import { sql, type Transaction } from 'kysely';
import type { Database } from '../database/database.ts';
import type { Schema } from '../database/schema.ts';

/** How long a lease holds without being prolonged. */
const leaseSeconds = 30;
/** How often whoever lives prolongs what it holds: it may miss it four times. */
export const prolongSeconds = 6;

/** Where work waits: a job to plan or finish (`lane` null), or a lane with chunks. */
export interface WaitingWork {
  readonly tenantId: string;
  readonly jobId: string;
  readonly jobType: string;
  readonly lane: string | null;
}

/** Looks over all tenants; what comes back is a hint and may be gone by the time it is claimed. */
export function findWaitingWork(database: Database, jobTypes: readonly string[]): Promise<WaitingWork[]> {
  return database.read<WaitingWork>(
    { tenantId: null, userId: null },
    {
      sql: `select tenant_id as "tenantId", job_id as "jobId", job_type as "jobType", lane from find_waiting_work($1::text[])`,
      parameters: [jobTypes],
    },
  );
}

export interface ClaimedJob {
  readonly payload: unknown;
  readonly createdBy: string | null;
  readonly attempt: number;
  readonly maximumAttempts: number;
}

/** Takes a waiting job under a lease; null when somebody else was faster or nothing is due. */
export async function claimJob(
  transaction: Transaction<Schema>,
  jobId: string,
  worker: string,
): Promise<ClaimedJob | null> {
  const { rows } = await sql<ClaimedJob>`
    update jobs set state = 'running', attempts = attempts + 1, locked_by = ${worker},
        locked_until = now() + ${leaseSeconds} * interval '1 second'
     where tenant_id = app_tenant_id() and id = (
       select j.id from jobs j where j.tenant_id = app_tenant_id() and j.id = ${jobId}
          and ((j.state in ('queued', 'failed') and j.run_at <= now()) or (j.state = 'running' and j.locked_until < now()))
          for update skip locked)
    returning payload, created_by as "createdBy", attempts as attempt, maximum_attempts as "maximumAttempts"
  `.execute(transaction);
  return rows[0] ?? null;
}

export interface ClaimedChunk {
  readonly id: number;
  readonly lane: string;
  readonly chunkKey: string;
  readonly payload: unknown;
  readonly size: number;
  readonly attempt: number;
  readonly jobPayload: unknown;
  readonly createdBy: string | null;
}

/**
 * Takes up to `limit` chunks of a lane under a lease, oldest first; never one that another process holds.
 * Picked once: a subquery with a limit may be run once a row of the join, and then takes all.
 */
export async function claimChunks(
  transaction: Transaction<Schema>,
  work: { readonly jobId: string; readonly lane: string },
  limit: number,
  worker: string,
): Promise<ClaimedChunk[]> {
  const { rows } = await sql<ClaimedChunk>`
    with picked as materialized (
      select w.id from job_chunks w
       where w.tenant_id = app_tenant_id() and w.job_id = ${work.jobId} and w.lane = ${work.lane}
         and w.state in ('queued', 'failed', 'running')
         and case when w.state = 'running' then w.locked_until < now() else w.run_at <= now() end
       order by w.id limit ${limit} for update skip locked)
    update job_chunks c set state = 'running', attempts = c.attempts + 1, locked_by = ${worker},
        locked_until = now() + ${leaseSeconds} * interval '1 second'
      from picked, jobs j
     where c.tenant_id = app_tenant_id() and c.job_id = ${work.jobId} and c.id = picked.id
       and j.tenant_id = c.tenant_id and j.id = c.job_id and j.state = 'split' and j.cancelled_at is null
    returning c.id, c.lane, c.chunk_key as "chunkKey", c.payload, c.size, c.attempts as attempt,
      j.payload as "jobPayload", j.created_by as "createdBy"`.execute(transaction);
  return rows;
}

/** Prolongs everything the worker holds in a tenant; answers the keys `job` or `job/chunk` it still holds. */
export async function prolongLeases(transaction: Transaction<Schema>, worker: string): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    with chunks as (
      update job_chunks set locked_until = now() + ${leaseSeconds} * interval '1 second'
       where tenant_id = app_tenant_id() and state = 'running' and locked_by = ${worker}
      returning job_id || '/' || id || '/' || attempts as key),
    whole as (
      update jobs set locked_until = now() + ${leaseSeconds} * interval '1 second'
       where tenant_id = app_tenant_id() and state = 'running' and locked_by = ${worker}
      returning id || '/' || attempts as key)
    select key from chunks union all select key from whole`.execute(transaction);
  return rows.map((row) => row.key);
}

/** Gives everything back that the worker still holds in a tenant, as if it had not been tried. */
export async function releaseLeases(transaction: Transaction<Schema>, worker: string): Promise<void> {
  await sql`update job_chunks set state = 'queued', attempts = attempts - 1, run_at = now(), locked_by = null,
      locked_until = null
     where tenant_id = app_tenant_id() and state = 'running' and locked_by = ${worker}`.execute(transaction);
  await sql`update jobs set state = 'queued', attempts = attempts - 1, run_at = now(), locked_by = null,
      locked_until = null
     where tenant_id = app_tenant_id() and state = 'running' and locked_by = ${worker}`.execute(transaction);
}
