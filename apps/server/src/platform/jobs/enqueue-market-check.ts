import { sql, type Transaction } from 'kysely';
import type { Schema } from '../database/schema.ts';
import { enqueueJob } from './enqueue-job.ts';

export const marketCheckJobType = 'checkAfterFigures';

/** Seconds a check of all contracts waits for more computations, so that several make one check. */
const delay = 20;

/**
 * Lets all contracts of the house be checked anew against fund data as the transaction leaves them; call at its end. At most
 * one such check is on its way: one that began before these data asks for another when it ends.
 */
export async function enqueueMarketCheck(transaction: Transaction<Schema>): Promise<void> {
  // One that ends waits for this transaction and then sees what it stored.
  await sql`select from jobs where tenant_id = app_tenant_id() and unique_key = ${marketCheckJobType}
      and state not in ('done', 'dead') for share`.execute(transaction);
  await enqueueJob(transaction, {
    jobType: marketCheckJobType,
    payload: {
      afterFigures: true,
      visibility: { groupIds: null, includesWithoutGroup: true, ownCustomerId: null },
    },
    createdBy: null,
    uniqueKey: marketCheckJobType,
    delay,
  });
}

/** Notes with the check that begins which computation of figures it follows. */
export async function noteFiguresOfCheck(transaction: Transaction<Schema>, jobId: string): Promise<void> {
  await sql`update jobs set payload = payload || jsonb_build_object('figuresOf', (select started_at from fund_figure_runs
      where tenant_id = app_tenant_id()))
    where tenant_id = app_tenant_id() and id = ${jobId}`.execute(transaction);
}

/** Asks for another check where figures were computed since the one that ends began: it may have read of both. */
export async function followNewerFigures(transaction: Transaction<Schema>, jobId: string): Promise<void> {
  const { rows } =
    await sql`select from fund_figure_runs r join jobs j on j.tenant_id = r.tenant_id and j.id = ${jobId}
    where r.tenant_id = app_tenant_id() and r.started_at is distinct from (j.payload ->> 'figuresOf')::timestamptz`.execute(
      transaction,
    );
  if (rows.length > 0) await enqueueMarketCheck(transaction);
}
