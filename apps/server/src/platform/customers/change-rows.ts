import { sql, type Transaction } from 'kysely';
import type { Schema } from '../database/schema.ts';
import type { ChunkOutcome } from '../jobs/job-handler.ts';

interface ChangeRow {
  readonly customerId: string;
  readonly result: 'changed' | 'unchanged' | 'skipped';
  readonly message: string | null;
}

/**
 * Keeps what a job comes to with each customer of a piece, and in which group each is now: to be called before anything changes.
 * Answers what the job tells of it; the names of those that stay stand in the rows only, which are read by rights.
 */
export async function storeRows(
  transaction: Transaction<Schema>,
  jobId: string,
  rows: readonly ChangeRow[],
): Promise<ChunkOutcome> {
  await sql`insert into customer_change_rows (tenant_id, job_id, customer_id, result, message, group_before)
    select u.tenant_id, ${jobId}, u.id, x.result, x.message, u.group_id
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x ("customerId" uuid, result text, message text)
      join customers u on u.tenant_id = app_tenant_id() and u.id = x."customerId"
    on conflict (tenant_id, job_id, customer_id) do nothing`.execute(transaction);
  const countOf = (result: ChangeRow['result']) => rows.filter((row) => row.result === result).length;
  return { changed: countOf('changed'), failed: countOf('skipped') };
}
