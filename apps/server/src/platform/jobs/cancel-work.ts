import { sql, type Transaction } from 'kysely';
import type { Reader } from '../database/database.ts';
import type { Schema } from '../database/schema.ts';

/**
 * Work over many objects that may be cancelled: every piece stands for itself, and what is done stays good without the rest. Not the
 * reading of a bank, whose lanes count as read when their job ends, nor a sum over all pieces, which would be of some of them.
 */
const cancellableTypes = [
  'approvePlans',
  'bookImport',
  'changeContracts',
  'changeCustomers',
  'checkContracts',
  'handOverToMany',
  'inviteCustomers',
  'planContracts',
  'releasePlans',
  'takeBackContracts',
  'takeBackCustomers',
  'yearEndReports',
];

/**
 * Whether the job `j` may be cancelled now: somebody asked for it as such (its payload says so), and it goes on. Of an import its
 * writing alone is done in pieces; its check and its way back are one statement after the other of one transaction.
 */
export const isCancellable = `(j.job_type in (${cancellableTypes.map((type) => `'${type}'`).join(', ')})
  and (j.job_type <> 'bookImport' or j.payload ->> 'step' = 'write') and j.payload ? 'sessionId' and j.cancelled_at is null and j.state not in ('done', 'dead'))`;

/**
 * Cancels a job: pieces nobody has begun are never done, those at work end as they would have. One that was not planned yet has no
 * pieces; the worker ends it like one whose pieces are through. Answers how many pieces are left out, null where it cannot be cancelled.
 */
export async function cancelWork(
  transaction: Transaction<Schema>,
  jobId: string,
  userId: string,
): Promise<number | null> {
  const { rows } = await sql`select from jobs j where j.tenant_id = app_tenant_id() and j.id = ${jobId}
    and ${sql.raw(isCancellable)} for update`.execute(transaction);
  if (rows.length === 0) return null;
  await sql`update jobs set cancelled_at = now(), cancelled_by = ${userId}, run_at = least(run_at, now()),
      attempts = case when state in ('queued', 'failed') then 0 else attempts end,
      last_error = case when state in ('queued', 'failed') then null else last_error end,
      state = case when state in ('queued', 'failed') then 'split' else state end
     where tenant_id = app_tenant_id() and id = ${jobId}`.execute(transaction);
  return dropCancelled(transaction, jobId);
}

/** Of a cancelled job, the pieces nobody works on are left as they are for good: also those put back or found since. */
export async function dropCancelled(transaction: Transaction<Schema>, jobId: string): Promise<number> {
  const result =
    await sql`update job_chunks c set state = 'cancelled', locked_until = null, locked_by = null, finished_at = now()
     where c.tenant_id = app_tenant_id() and c.job_id = ${jobId}
       and (c.state in ('queued', 'failed') or (c.state = 'running' and c.locked_until < now()))
       and exists (select from jobs j where j.tenant_id = c.tenant_id and j.id = c.job_id and j.cancelled_at is not null)`.execute(
      transaction,
    );
  return Number(result.numAffectedRows ?? 0);
}

/** Whether somebody has cancelled the job: asked by a handler whose piece takes long. */
export async function isCancelled(reader: Reader, tenantId: string, jobId: string): Promise<boolean> {
  const rows = await reader.read<object>(
    { tenantId, userId: null },
    { sql: 'select from jobs where id = $1 and cancelled_at is not null', parameters: [jobId] },
  );
  return rows.length > 0;
}
