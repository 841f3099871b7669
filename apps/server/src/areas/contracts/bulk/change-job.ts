import { bulkRequest } from '@depotwerk/api/contracts/contract-bulk';
import { bulkReasonTexts } from '@depotwerk/domain/contracts/bulk-reasons';
import { CompiledQuery, type Transaction } from 'kysely';
import * as z from 'zod/mini';
import type { Database } from '../../../platform/database/database.ts';
import { Parameters } from '../../../platform/database/parameters.ts';
import type { Schema } from '../../../platform/database/schema.ts';
import { readerIn } from '../../../platform/database/transaction-reader.ts';
import { refusing } from '../../../platform/editing.ts';
import { attempt } from '../../../platform/jobs/attempt.ts';
import { defineChangeJob, type JobParts, starterGoneText } from '../../../platform/jobs/change-job.ts';
import type { ChunkOutcome, JobHandler, JobOf } from '../../../platform/jobs/job-handler.ts';
import { readStarter, starterShape } from '../../../platform/jobs/job-starter.ts';
import { type Scope, visibilityOf } from '../../../platform/scope.ts';
import { readStarterScope } from '../../../platform/sessions/starter-scope.ts';
import { contractsOfSelection } from '../contract-selection.view.ts';
import { contractRefusals } from '../save-contract.ts';
import { applyChange } from './apply-change.ts';
import { type BulkRequest, workOut } from './bulk-outcome.view.ts';
import { changeJobType } from './change-job-types.ts';
import { outcomeOfKept, rowOfKept, storeRows } from './change-rows.ts';
import { requireChange } from './require-change.ts';

/** Contracts read at once while the work is divided. */
const readAtOnce = 10_000;

const payload = z.object({ ...bulkRequest.shape, ...starterShape });
type Payload = z.output<typeof payload>;

/**
 * A change of any number of contracts, in pieces of one transaction each. Every contract is judged when its turn comes, by the
 * rules of one change and the rights its starter holds then; those that stay as they are become problems with their reason.
 */
export function createChangeJob(database: Database, clock: () => number, parts: JobParts): JobHandler {
  return defineChangeJob<Payload>(database, parts, {
    jobType: changeJobType,
    payload,
    laneName: 'Verträge',
    idsName: 'contractIds',
    async *pieces(transaction, job, chunkSize) {
      const scope = await readStarterScope(readerIn(transaction), job);
      if (scope !== null) yield* piecesOf(transaction, scope, job.payload.selection, chunkSize);
    },
    work: (transaction, job, contractIds) =>
      changePiece(transaction, job, contractIds, new Date(clock()).toISOString()),
  });
}

/** Contracts of a selection by their customers, whose contracts stay together: they move as one. */
async function* piecesOf(
  transaction: Transaction<Schema>,
  scope: Scope,
  selection: BulkRequest['selection'],
  chunkSize: number,
): AsyncGenerator<string[]> {
  let after: { id: string; customerId: string } | undefined;
  let piece: string[] = [];
  for (;;) {
    const parameters = new Parameters();
    const conditions = [
      contractsOfSelection(
        selection,
        visibilityOf(scope, 'groupContracts.view'),
        visibilityOf(scope, 'groupCustomers.view'),
        parameters,
      ),
    ];
    if (after !== undefined) {
      conditions.push(
        `(c.customer_id, c.id) > (${parameters.add(after.customerId)}::uuid, ${parameters.add(after.id)}::uuid)`,
      );
    }
    const { rows } = await transaction.executeQuery<{ id: string; customerId: string }>(
      CompiledQuery.raw(
        `select c.id, c.customer_id as "customerId" from contracts c where ${conditions.join(' and ')}
          order by c.customer_id, c.id limit ${readAtOnce}`,
        parameters.values,
      ),
    );
    for (const row of rows) {
      if (piece.length >= chunkSize && row.customerId !== after?.customerId) {
        yield piece;
        piece = [];
      }
      piece.push(row.id);
      after = row;
    }
    if (rows.length < readAtOnce) break;
  }
  if (piece.length > 0) yield piece;
}

/** Changes one piece; answers how many changed and why the others did not. */
async function changePiece(
  transaction: Transaction<Schema>,
  job: JobOf<Payload>,
  contractIds: string[],
  now: string,
): Promise<ChunkOutcome> {
  const { change } = job.payload;
  const acting = await readStarter(transaction, job);
  if (acting === null) return refused(transaction, job, contractIds, starterGoneText);
  const { scope } = acting;
  const worked = await attempt(() => {
    requireChange(scope, change);
    const request = { selection: { contractIds }, change };
    // One customer's contracts stay together, however many they are.
    return workOut({ database: readerIn(transaction) }, scope, request, true, contractIds.length);
  });
  if (worked === null) {
    return refused(
      transaction,
      job,
      contractIds,
      'Gruppe, Tarif oder Schlagwort lassen sich nicht mehr wählen, oder das Recht zu dieser Änderung fehlt inzwischen.',
    );
  }
  const kept = worked.outcome.skipped.map(({ contractId, externalKey, reason }) => ({
    contractId,
    externalKey,
    message: reason === 'unchanged' ? null : `Nicht geändert: ${bulkReasonTexts[reason]}.`,
  }));
  // Before anything changes: the rows keep what each contract was.
  await storeRows(transaction, job.id, [
    ...worked.changing.map(({ id }) => ({ contractId: id, result: 'changed' as const, message: null })),
    ...kept.map(rowOfKept),
  ]);
  await refusing(contractRefusals, () => applyChange(transaction, acting, worked, now));
  return { changed: worked.changing.length, ...outcomeOfKept(kept) };
}

async function refused(
  transaction: Transaction<Schema>,
  { id }: JobOf<Payload>,
  contractIds: readonly string[],
  message: string,
): Promise<ChunkOutcome> {
  await storeRows(
    transaction,
    id,
    contractIds.map((contractId) => ({ contractId, result: 'skipped' as const, message })),
  );
  return { failed: contractIds.length, problems: [{ code: 'contracts.notChanged', message }] };
}
