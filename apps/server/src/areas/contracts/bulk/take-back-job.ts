import { bulkRequest } from '@depotwerk/api/contracts/contract-bulk';
import { id } from '@depotwerk/api/fields';
import { type TakeBackReason, takeBackReasonTexts } from '@depotwerk/domain/contracts/bulk-reasons';
import { sql, type Transaction } from 'kysely';
import * as z from 'zod/mini';
import type { Database } from '../../../platform/database/database.ts';
import type { Schema } from '../../../platform/database/schema.ts';
import { readerIn } from '../../../platform/database/transaction-reader.ts';
import { refusing } from '../../../platform/editing.ts';
import { attempt } from '../../../platform/jobs/attempt.ts';
import { defineChangeJob, type JobParts } from '../../../platform/jobs/change-job.ts';
import type { ChunkOutcome, JobHandler, JobOf } from '../../../platform/jobs/job-handler.ts';
import { type ActingFor, readStarter, starterShape } from '../../../platform/jobs/job-starter.ts';
import { contractRefusals } from '../save-contract.ts';
import { applyChange } from './apply-change.ts';
import { judgeSelected } from './bulk-outcome.view.ts';
import { takeBackJobType } from './change-job-types.ts';
import { type KeptContract, outcomeOfKept, rowOfKept, storeRows } from './change-rows.ts';
import { requireChange } from './require-change.ts';
import { type FormerContract, readFormer, wayBack } from './way-back.ts';

const payload = z.object({ ofJobId: id, change: bulkRequest.shape.change, ...starterShape });
type Payload = z.output<typeof payload>;

/**
 * Takes back what a change of many contracts did: each contract that is still as that change left it becomes what it was, by the
 * rules of one change and the rights its starter holds then. Whatever somebody has changed since stays, with the reason.
 */
export function createTakeBackJob(database: Database, clock: () => number, parts: JobParts): JobHandler {
  return defineChangeJob<Payload>(database, parts, {
    jobType: takeBackJobType,
    payload,
    laneName: 'Verträge',
    idsName: 'contractIds',
    async *pieces(transaction, job, chunkSize) {
      // Contracts of a customer stay together: they move as one.
      const { rows } = await sql<{ contractIds: string[] }>`
        with changed as (
          select r.contract_id as id, c.customer_id,
                 (rank() over (order by c.customer_id) - 1) / ${chunkSize}::int as piece
            from contract_change_rows r join contracts c on c.tenant_id = r.tenant_id and c.id = r.contract_id
           where r.tenant_id = app_tenant_id() and r.job_id = ${job.payload.ofJobId}
             and r.result = 'changed' and r.taken_back_at is null)
        select array_agg(id::text order by customer_id, id) as "contractIds" from changed group by piece order by piece`.execute(
        transaction,
      );
      for (const { contractIds } of rows) yield contractIds;
    },
    work: (transaction, job, contractIds) =>
      takeBackPiece(transaction, job, contractIds, new Date(clock()).toISOString()),
  });
}

async function takeBackPiece(
  transaction: Transaction<Schema>,
  job: JobOf<Payload>,
  contractIds: readonly string[],
  now: string,
): Promise<ChunkOutcome> {
  const { ofJobId, change } = job.payload;
  const starter = await readStarter(transaction, job);
  const acting =
    starter !== null && (await attempt(async () => requireChange(starter.scope, change))) !== null
      ? starter
      : null;
  const former = await readFormer(transaction, ofJobId, contractIds, change);
  const reasonOf = new Map<string, TakeBackReason>();
  const open: FormerContract[] = [];
  for (const one of former) {
    if (one.isBack) reasonOf.set(one.contractId, 'unchanged');
    else if (acting === null) reasonOf.set(one.contractId, 'notAllowed');
    else if (!one.isAsMade) reasonOf.set(one.contractId, 'changedSince');
    else open.push(one);
  }
  const back: string[] = [];
  // By what they were: nearly always one or two.
  for (const same of Map.groupBy(open, (one) => one.formerKey).values()) {
    if (acting === null) break;
    const gone = await putBack(transaction, job, acting, same, now);
    for (const { contractId } of same) {
      const reason = gone.get(contractId);
      if (reason === undefined) back.push(contractId);
      else reasonOf.set(contractId, reason);
    }
  }
  await sql`update contract_change_rows set taken_back_at = ${now}::timestamptz
    where tenant_id = app_tenant_id() and job_id = ${ofJobId} and contract_id = any (${back}::uuid[])`.execute(
    transaction,
  );
  const kept = former.flatMap(({ contractId, externalKey }): KeptContract[] => {
    const reason = reasonOf.get(contractId);
    if (reason === undefined) return [];
    const message = reason === 'unchanged' ? null : `Nicht zurückgenommen: ${takeBackReasonTexts[reason]}.`;
    return [{ contractId, externalKey, message }];
  });
  await storeRows(transaction, job.id, kept.map(rowOfKept));
  return { changed: back.length, ...outcomeOfKept(kept) };
}

/** Gives contracts that were the same what they were; answers why those that stay do so. They are locked already. */
async function putBack(
  transaction: Transaction<Schema>,
  job: JobOf<Payload>,
  acting: ActingFor,
  same: readonly FormerContract[],
  now: string,
): Promise<ReadonlyMap<string, TakeBackReason>> {
  const [first] = same;
  const { change } = job.payload;
  const target = first ? await attempt(() => wayBack(transaction, acting.scope, change, first)) : null;
  if (target === null) return new Map(same.map(({ contractId }) => [contractId, 'formerGone']));
  const selection = { contractIds: same.map(({ contractId }) => contractId) };
  const reading = { database: readerIn(transaction) };
  const judged = await judgeSelected(reading, acting.scope, selection, target, false, same.length);
  await storeRows(
    transaction,
    job.id,
    judged.changing.map(({ id: contractId }) => ({ contractId, result: 'changed', message: null })),
  );
  await refusing(contractRefusals, () =>
    applyChange(transaction, acting, { changing: judged.changing, target }, now),
  );
  const reasons = new Map(judged.all.map(([contract, reason]) => [contract.id, reason]));
  return new Map(
    same.flatMap(({ contractId }): [string, TakeBackReason][] => {
      const reason = reasons.get(contractId);
      return reason === null ? [] : [[contractId, reason ?? 'notSeen']];
    }),
  );
}
