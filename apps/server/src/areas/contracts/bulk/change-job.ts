import { bulkRequest } from '@depotwerk/api/contract-bulk';
import { id } from '@depotwerk/api/fields';
import { bulkReasonTexts } from '@depotwerk/domain/contracts/bulk-reasons';
import { CompiledQuery, type Transaction } from 'kysely';
import * as z from 'zod/mini';
import type { Database } from '../../../platform/database/database.ts';
import { Parameters } from '../../../platform/database/parameters.ts';
import type { Schema } from '../../../platform/database/schema.ts';
import { readerIn } from '../../../platform/database/transaction-reader.ts';
import { refusing } from '../../../platform/editing.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import {
  type ChunkOutcome,
  defineChunkedJob,
  type JobHandler,
  type JobOf,
} from '../../../platform/jobs/job-handler.ts';
import { type Scope, visibilityOf } from '../../../platform/scope.ts';
import { readUserScope } from '../../../platform/sessions/read-user-scope.ts';
import { contractsOfSelection } from '../contract-selection.view.ts';
import { contractRefusals } from '../save-contract.ts';
import { type ActingFor, applyChange } from './apply-change.ts';
import { type BulkRequest, workOut } from './bulk-outcome.view.ts';
import { requireChange } from './require-change.ts';

export const changeJobType = 'changeContracts';

/** Contracts of one transaction: its log entries hold up other writers of the house only for a moment. */
const usualChunkSize = 500;
/** Contracts read at once while the work is divided. */
const readAtOnce = 10_000;
const writeTimeout = 60_000;
const lane = 'all';

const payload = z.object({
  ...bulkRequest.shape,
  /** Of who started it, for the log. */
  sessionId: z.string(),
  apiTokenId: z.optional(z.string()),
});
const chunkPayload = z.object({ contractIds: z.array(id) });
type Payload = z.output<typeof payload>;

/**
 * A change of any number of contracts, in pieces of one transaction each. Every contract is judged when its turn comes, by the
 * rules of one change and the rights its starter holds then; those that stay as they are become problems with their reason.
 */
export function createChangeJob(
  database: Database,
  clock: () => number,
  forgetCounts: (tenantId: string) => void,
  chunkSize = usualChunkSize,
): JobHandler {
  return defineChunkedJob<Payload, z.output<typeof chunkPayload>>({
    jobType: changeJobType,
    payload,
    chunkPayload,
    concurrency: 1,
    async plan(transaction, job, planning) {
      await planning.addLane(lane, 'Verträge');
      const scope = await scopeOf(transaction, job);
      if (scope === null) return;
      let count = 0;
      for await (const contractIds of pieces(transaction, scope, job.payload.selection, chunkSize)) {
        await planning.addChunks([
          { lane, chunkKey: String(count), payload: { contractIds }, size: contractIds.length },
        ]);
        count += 1;
      }
    },
    // A system job that asks for its starter's permission anew (`requireChange`); no audit entry: each change writes its own.
    runChunk: (run) =>
      database.transaction(
        run.job.context,
        async (transaction) => {
          const { contractIds } = run.chunk.payload;
          const outcome = await changePiece(
            transaction,
            run.job,
            contractIds,
            new Date(clock()).toISOString(),
          );
          await run.complete(transaction, outcome);
        },
        { statementTimeout: writeTimeout },
      ),
    async finish(_transaction, job) {
      forgetCounts(job.tenantId);
    },
  });
}

const scopeOf = (
  transaction: Transaction<Schema>,
  { createdBy, tenantId }: Pick<JobOf<Payload>, 'createdBy' | 'tenantId'>,
): Promise<Scope | null> =>
  createdBy === null ? Promise.resolve(null) : readUserScope(readerIn(transaction), tenantId, createdBy);

/** Contracts of a selection by their customers, whose contracts stay together: they move as one. */
async function* pieces(
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
  const acting = await readActing(transaction, job);
  if (acting === null) return refused(contractIds, 'Wer die Änderung gestartet hat, ist nicht mehr aktiv.');
  const { scope } = acting;
  const worked = await attempt(() => {
    requireChange(scope, change);
    const request = { selection: { contractIds }, change };
    // One customer's contracts stay together, however many they are.
    return workOut({ database: readerIn(transaction) }, scope, request, true, contractIds.length);
  });
  if (worked === null) {
    return refused(
      contractIds,
      'Gruppe, Tarif oder Schlagwort lassen sich nicht mehr wählen, oder das Recht zu dieser Änderung fehlt inzwischen.',
    );
  }
  await refusing(contractRefusals, () => applyChange(transaction, acting, worked, now));
  const kept = worked.outcome.skipped.filter(({ reason }) => reason !== 'unchanged');
  return {
    changed: worked.changing.length,
    failed: kept.length,
    problems: kept.map(({ contractId, externalKey, reason }) => ({
      code: 'contracts.notChanged',
      message: `Nicht geändert: ${bulkReasonTexts[reason]}.`,
      contractId,
      externalKey,
    })),
  };
}

/** null where the change as a whole is refused; what fails otherwise is tried again. */
async function attempt<Result>(work: () => Promise<Result>): Promise<Result | null> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

const refused = (contractIds: readonly string[], message: string): ChunkOutcome => ({
  failed: contractIds.length,
  problems: [{ code: 'contracts.notChanged', message }],
});

async function readActing(transaction: Transaction<Schema>, job: JobOf<Payload>): Promise<ActingFor | null> {
  const scope = await scopeOf(transaction, job);
  if (scope === null) return null;
  const { rows } = await transaction.executeQuery<{ userName: string; fullName: string }>(
    CompiledQuery.raw('select user_name as "userName", full_name as "fullName" from users where id = $1', [
      scope.userId,
    ]),
  );
  const [person] = rows;
  if (!person) return null;
  const { sessionId, apiTokenId } = job.payload;
  return {
    scope,
    actor: {
      kind: 'user',
      userId: scope.userId,
      tenantId: job.tenantId,
      sessionId,
      ...person,
      ...(apiTokenId !== undefined && { apiTokenId }),
    },
  };
}
