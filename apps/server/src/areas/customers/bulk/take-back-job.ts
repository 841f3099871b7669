import { customerBulkRequest } from '@depotwerk/api/customers/customer-bulk';
import { id } from '@depotwerk/api/fields';
import { type TakeBackReason, takeBackReasonTexts } from '@depotwerk/domain/contracts/bulk-reasons';
import { noGroupId } from '@depotwerk/domain/permissions';
import { sql, type Transaction } from 'kysely';
import * as z from 'zod/mini';
import { storeRows } from '../../../platform/customers/change-rows.ts';
import { moveBack } from '../../../platform/customers/move-back.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { Schema } from '../../../platform/database/schema.ts';
import type { FatesOfMany } from '../../../platform/deletions/fates-of-many.ts';
import type { KeptPart } from '../../../platform/deletions/keep-deletion.ts';
import { attempt } from '../../../platform/jobs/attempt.ts';
import { defineChangeJob, inPieces, type JobParts } from '../../../platform/jobs/change-job.ts';
import type { ChunkOutcome, JobHandler, JobOf } from '../../../platform/jobs/job-handler.ts';
import { type ActingFor, readStarter, starterShape } from '../../../platform/jobs/job-starter.ts';
import { giveTagsBack, takeTagsOff } from '../../../platform/tags/tags-back.ts';
import { takeBackJobType } from './change-job-types.ts';
import type { CustomerBulkRequest } from './customer-outcome.view.ts';
import { requireBulk } from './require-bulk.ts';

const payload = z.object({ ofJobId: id, change: customerBulkRequest.shape.change, ...starterShape });
type Payload = z.output<typeof payload>;
type Change = CustomerBulkRequest['change'];

/**
 * Takes back what a change of many customers did: each that is still as that change left him becomes what he was, by the rules of one
 * change and the rights its starter holds then. Whatever somebody has changed since stays, with the reason.
 */
export function createCustomerTakeBackJob(database: Database, parts: JobParts): JobHandler {
  return defineChangeJob<Payload>(database, parts, {
    jobType: takeBackJobType,
    payload,
    laneName: 'Kunden',
    idsName: 'customerIds',
    async *pieces(transaction, job, chunkSize) {
      const { rows } = await sql<{ id: string }>`select customer_id as id from customer_change_rows
        where tenant_id = app_tenant_id() and job_id = ${job.payload.ofJobId} and result = 'changed' and taken_back_at is null
        order by customer_id`.execute(transaction);
      yield* inPieces(
        rows.map((row) => row.id),
        chunkSize,
      );
    },
    work: takeBackPiece,
  });
}

async function takeBackPiece(
  transaction: Transaction<Schema>,
  job: JobOf<Payload>,
  customerIds: readonly string[],
): Promise<ChunkOutcome> {
  const { ofJobId, change } = job.payload;
  const parts = await readFormer(transaction, ofJobId, customerIds, change);
  const acting = await readStarter(transaction, job);
  const fates = acting && (await attempt(() => putBack(transaction, acting, change, parts)));
  const fateOf = (customerId: string): TakeBackReason | null =>
    fates === null ? 'notAllowed' : (fates.get(customerId) ?? null);
  const open = parts.flatMap(({ rows }) => rows.map((row) => String(row['customer_id'])));
  const back = open.filter((customerId) => fateOf(customerId) === null);
  await sql`update customer_change_rows set taken_back_at = now()
    where tenant_id = app_tenant_id() and job_id = ${ofJobId} and customer_id = any (${back}::uuid[])`.execute(
    transaction,
  );
  return storeRows(
    transaction,
    job.id,
    open.map((customerId) => {
      const reason = fateOf(customerId);
      if (reason === null) return { customerId, result: 'changed', message: null };
      return reason === 'unchanged'
        ? { customerId, result: reason, message: null }
        : { customerId, result: 'skipped', message: `Nicht zurückgenommen: ${takeBackReasonTexts[reason]}.` };
    }),
  );
}

/** What the customers of a piece were, as an undo of a change of many takes it; nobody who was taken back before. */
async function readFormer(
  transaction: Transaction<Schema>,
  jobId: string,
  customerIds: readonly string[],
  change: Change,
): Promise<readonly KeptPart[]> {
  const tagId = change.kind === 'group' ? null : change.tagId;
  // A tag that was taken off is given anew, now; one that was given is known by the time it was given.
  const givenAt = change.kind === 'removeTag' ? sql`now()` : sql`r.changed_at`;
  const { rows } = await sql<{ row: KeptPart['rows'][number] }>`
    select jsonb_build_object('tenant_id', r.tenant_id, 'id', r.customer_id, 'customer_id', r.customer_id,
        'group_id', r.group_before, 'tag_id', ${tagId}::int, 'given_at', ${givenAt}) as row
      from customer_change_rows r
     where r.tenant_id = app_tenant_id() and r.job_id = ${jobId} and r.customer_id = any (${customerIds}::uuid[])
       and r.result = 'changed' and r.taken_back_at is null
     order by r.customer_id for update of r`.execute(transaction);
  return [{ table: 'customers', rows: rows.map(({ row }) => row) }];
}

async function putBack(
  transaction: Transaction<Schema>,
  acting: ActingFor,
  change: Change,
  parts: readonly KeptPart[],
): Promise<FatesOfMany> {
  requireBulk(acting.scope);
  if (change.kind === 'group') return moveBack(transaction, acting, change.groupId ?? noGroupId, parts);
  if (change.kind === 'addTag') return takeTagsOff(transaction, acting, 'customer', parts);
  // Whoever is about to delete the tag waits; where it is gone, it comes back to nobody.
  const { rows } = await sql`select 1 from tags where tenant_id = app_tenant_id() and id = ${change.tagId}
    for key share`.execute(transaction);
  if (rows.length > 0) return giveTagsBack(transaction, acting, 'customer', parts);
  return new Map(
    parts.flatMap((part) => part.rows.map((row) => [String(row['customer_id']), 'formerGone' as const])),
  );
}
