import type { Job } from '@depotwerk/api/jobs/jobs';
import { sql, type Transaction } from 'kysely';
import type * as z from 'zod/mini';
import type { Schema } from '../database/schema.ts';
import { AppError, notFound } from '../http/app-error.ts';
import type { SignedInContext } from '../http/request-context.ts';
import type { Limited } from '../quotas.ts';
import type { Scope } from '../scope.ts';
import { startJob } from './start-job.ts';

/** A change of many objects that runs as a job and can be taken back by another. */
export interface ChangeOfMany<Change> {
  readonly jobType: string;
  readonly takeBackType: string;
  readonly change: z.ZodMiniType<Change>;
  /** Whether such a change can be undone at all. */
  readonly hasWayBack: (change: Change) => boolean;
  /** @throws 403 without the right to such a change, which is also that to take it back */
  readonly requireRight: (scope: Scope, change: Change) => void;
}

/**
 * Starts taking back what a job has changed; once at a time, and as often as something is left. What right it takes is known
 * with the change, so it is asked for as soon as that is read; again for each piece.
 * @throws 404 for other work, 403 without the right of the change, 409 while it or another way back runs, and as `startJob`
 */
export async function startWayBack<Change extends { readonly kind: string }>(
  services: Limited,
  transaction: Transaction<Schema>,
  context: SignedInContext,
  job: Job,
  of: ChangeOfMany<Change>,
  action: string,
): Promise<string> {
  if (job.jobType !== of.jobType) throw notFound();
  const change = await readChange(transaction, job.id, of);
  if (!of.hasWayBack(change)) throw notFound();
  of.requireRight(context.scope, change);
  if (job.state !== 'done' && job.state !== 'dead')
    throw new AppError('common.inProgress', { retryAfter: 5 });
  return startJob(services, transaction, context, {
    jobType: of.takeBackType,
    payload: { ofJobId: job.id, change },
    uniqueKey: `${of.takeBackType} ${job.id}`,
    action,
    ofJobId: job.id,
    details: { kind: change.kind },
  });
}

async function readChange<Change>(
  transaction: Transaction<Schema>,
  jobId: string,
  of: ChangeOfMany<Change>,
): Promise<Change> {
  const { rows } = await sql<{ change: unknown }>`
    select payload -> 'change' as change from jobs where tenant_id = app_tenant_id() and id = ${jobId}`.execute(
    transaction,
  );
  return of.change.parse(rows[0]?.change);
}
