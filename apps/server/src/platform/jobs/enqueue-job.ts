import { sql, type Transaction } from 'kysely';
import type { Schema } from '../database/schema.ts';

export interface NewJob {
  readonly jobType: string;
  /** No secrets: payloads are stored as they are. */
  readonly payload: unknown;
  /** The user it is done for; null = the machine. */
  readonly createdBy: string | null;
  /** At most one job with this key is on its way. */
  readonly uniqueKey?: string;
  /** Seconds from now; default at once. */
  readonly delay?: number;
}

/**
 * Enqueues a job in the command's own transaction, so that the command and its job happen together or not at all.
 * Answers its id, or null when a job with the same `uniqueKey` is on its way.
 */
export async function enqueueJob(transaction: Transaction<Schema>, job: NewJob): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    insert into jobs (tenant_id, job_type, payload, created_by, unique_key, run_at)
    values (app_tenant_id(), ${job.jobType}, ${JSON.stringify(job.payload)}::jsonb, ${job.createdBy},
      ${job.uniqueKey ?? null}, now() + ${job.delay ?? 0} * interval '1 second')
    on conflict (tenant_id, unique_key) where state not in ('done', 'dead') do nothing
    returning id`.execute(transaction);
  return rows[0]?.id ?? null;
}
