import { handOverToMany } from '@depotwerk/api/optimization/key-information';
import { type HandoverRowResult, noHandoverTexts } from '@depotwerk/domain/contracts/key-information';
import { CompiledQuery, sql, type Transaction } from 'kysely';
import * as z from 'zod/mini';
import { type AuditEntry, writeAudits } from '../../../platform/audit/write-audit.ts';
import { isContractBlocked } from '../../../platform/customers/blocked-contract.ts';
import type { Database } from '../../../platform/database/database.ts';
import { Parameters } from '../../../platform/database/parameters.ts';
import type { Schema } from '../../../platform/database/schema.ts';
import { readerIn } from '../../../platform/database/transaction-reader.ts';
import { houseZone, todayIn } from '../../../platform/http/client-zone.ts';
import { type ChunkRun, defineChunkedJob, type JobHandler } from '../../../platform/jobs/job-handler.ts';
import { readStarter, type Starter } from '../../../platform/jobs/job-starter.ts';
import { writeHandovers } from '../../../platform/key-information/write-handovers.ts';
import {
  type ContractRange,
  checkSelection,
  contractRange,
  editableStill,
  inRange,
  planSelection,
  rightLostText,
} from '../check-selection.ts';
import { leftOutOf } from '../left-out.ts';
import { lockOpenPlans, type OpenPlanOf } from '../store-plan.ts';
import { awaitedFunds, handOverPermissions } from './handovers-ahead.view.ts';
import { readPlanKeyInformation } from './plan-key-information.view.ts';

export const handOverToManyType = 'handOverToMany';

const usualChunkSize = 100;

const { form, documents } = handOverToMany.body.shape;
const payload = z.object({ ...checkSelection.shape, form, documents, handedOverAt: z.string() });
type Run = Omit<ChunkRun<z.output<typeof payload>, ContractRange>, 'addLane' | 'addChunks'>;

interface Chosen {
  readonly id: string;
  readonly externalKey: string;
  readonly groupId: string | null;
  readonly isBlocked: boolean;
  readonly mayEdit: boolean;
}

interface ResultRow {
  readonly contract_id: string;
  readonly result: HandoverRowResult;
  readonly message: string | null;
  readonly document_count: number | null;
  readonly holder_count: number | null;
}

/**
 * Records for many contracts that all their holders got the documents their open plans wait for: those that were shown to
 * whoever confirmed it, in that version. A chunk's effects happen once.
 */
export function createHandOverJob(
  database: Database,
  clock: () => number,
  chunkSize = usualChunkSize,
): JobHandler {
  return defineChunkedJob({
    jobType: handOverToManyType,
    payload,
    chunkPayload: contractRange,
    concurrency: 2,
    async plan(transaction, job, planning) {
      await planSelection(transaction, job, planning, chunkSize);
    },
    // system job: its starter's rights are asked for anew with the contracts
    runChunk: (run) =>
      database.transaction(run.job.context, (transaction) => runChunk(transaction, new Date(clock()), run)),
  });
}

async function runChunk(transaction: Transaction<Schema>, now: Date, run: Run): Promise<void> {
  const { job } = run;
  const contracts = await readChosen(transaction, run);
  const free = contracts.filter(({ mayEdit }) => mayEdit).map(({ id }) => id);
  const open = await lockOpenPlans(transaction, free);
  const reader = readerIn(transaction);
  const today = todayIn(houseZone, now);
  const planIds = [...open.values()].map(({ id }) => id);
  const information = await readPlanKeyInformation(reader, job.context, planIds, today);
  // Once more: the locks may have waited for somebody who blocked a customer.
  const blocked = new Set(
    (await readChosen(transaction, run)).flatMap((one) => (one.isBlocked ? one.id : [])),
  );
  const acting = await starterOf(transaction, job);
  const joined = await joinedSince(transaction, job.id, free);
  const entries: AuditEntry[] = [];
  const recorded = new Map<string, { planId: string; documentCount: number; holderCount: number }>();
  const left = new Map<string, Pick<ResultRow, 'result' | 'message'>>();
  for (const contract of contracts) {
    const plan = open.get(contract.id);
    const found = plan && information.get(plan.id);
    const obstacle = obstacleOf(contract, blocked.has(contract.id), plan);
    if (obstacle !== null || acting === null || !plan || !found) {
      left.set(contract.id, obstacle ?? { result: 'skipped', message: rightLostText });
      continue;
    }
    if (found.missing === null) {
      left.set(contract.id, { result: 'nothingToDo', message: noHandoverTexts.nothingMissing });
      continue;
    }
    const funds = awaitedFunds(found).filter(({ fundId, document }) =>
      job.payload.documents.some((shown) => shown.fundId === fundId && shown.version === document?.version),
    );
    if (funds.length === 0) {
      left.set(contract.id, { result: 'skipped', message: found.missing });
      continue;
    }
    // Who holds the contract only since it was confirmed got nothing by then.
    const customerIds = found.holders.flatMap(({ customerId }) =>
      joined.has(`${contract.id} ${customerId}`) ? [] : customerId,
    );
    const { form, handedOverAt } = job.payload;
    const fundNames = funds.map(({ fundName }) => fundName).join(', ');
    const handover = { contractId: contract.id, customerIds, funds, form, handedOverAt };
    await writeHandovers(transaction, acting.scope, handover, now.toISOString());
    recorded.set(contract.id, {
      planId: plan.id,
      documentCount: funds.length,
      holderCount: customerIds.length,
    });
    entries.push({
      actor: acting.actor,
      action: 'optimization.handOverKeyInformation',
      objectType: 'contract',
      objectId: contract.id,
      groupId: contract.groupId,
      after: {
        form,
        customerIds,
        documents: funds.map(({ fundId, document }) => ({ fundId, version: document?.version })),
        handedOverAt,
      },
      details: {
        planId: plan.id,
        keyInformationOf: fundNames,
        handingOverForm: form,
        holderCount: customerIds.length,
      },
    });
  }
  const after = await readPlanKeyInformation(
    reader,
    job.context,
    [...recorded.values()].map(({ planId }) => planId),
    today,
  );
  const rows = contracts.map(({ id }): ResultRow => {
    const done = recorded.get(id);
    if (!done)
      return {
        contract_id: id,
        ...(left.get(id) ?? { result: 'skipped', message: rightLostText }),
        document_count: null,
        holder_count: null,
      };
    const message = after.get(done.planId)?.missing ?? null;
    return {
      contract_id: id,
      result: message === null ? 'handedOver' : 'partly',
      message,
      document_count: done.documentCount,
      holder_count: done.holderCount,
    };
  });
  await storeRows(transaction, job.id, rows);
  await writeAudits(transaction, entries);
  const skipped = rows.filter(({ result }) => result === 'skipped');
  const leftOut = leftOutOf('optimization.notHandedOver', skipped, contracts);
  await run.complete(transaction, { changed: recorded.size, ...leftOut });
}

/** What keeps a contract from being handed anything; null where nothing does. */
function obstacleOf(
  { mayEdit }: Chosen,
  isBlocked: boolean,
  plan: OpenPlanOf | undefined,
): Pick<ResultRow, 'result' | 'message'> | null {
  if (!mayEdit) return { result: 'skipped', message: rightLostText };
  if (!plan) return { result: 'nothingToDo', message: noHandoverTexts.noPlan };
  if (isBlocked) return { result: 'skipped', message: noHandoverTexts.blocked };
  if (plan.isOrdered) return { result: 'nothingToDo', message: noHandoverTexts.ordered };
  return null;
}

/** Contracts of a chunk, in the order of their ids. */
async function readChosen(transaction: Transaction<Schema>, { job, chunk }: Run): Promise<Chosen[]> {
  const parameters = new Parameters();
  const mayEdit = await editableStill(readerIn(transaction), job, handOverPermissions, parameters);
  const chosen = inRange(job.payload, chunk.payload, parameters);
  const { rows } = await transaction.executeQuery<Chosen>(
    CompiledQuery.raw(
      `select c.id, c.external_key as "externalKey", c.group_id as "groupId", ${isContractBlocked} as "isBlocked",
          ${mayEdit} as "mayEdit" from contracts c where ${chosen} order by c.id`,
      parameters.values,
    ),
  );
  return rows;
}

/** Contracts and the holders they have only since the work was begun, as `contract customer`. */
async function joinedSince(
  transaction: Transaction<Schema>,
  jobId: string,
  contractIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{
    key: string;
  }>`select h.contract_id || ' ' || h.customer_id as key from contract_holders h
    where h.tenant_id = app_tenant_id() and h.contract_id = any (${[...contractIds]}::uuid[])
      and h.created_at > (select j.created_at from jobs j where j.id = ${jobId})`.execute(transaction);
  return new Set(rows.map(({ key }) => key));
}

/** In whose name it is recorded; null where he may not sign in any more. */
function starterOf(transaction: Transaction<Schema>, job: Run['job']) {
  const { sessionId } = job.payload;
  if (sessionId === undefined) return null;
  const starter: Starter = { ...job.payload, sessionId };
  return readStarter(transaction, { ...job, payload: starter });
}

async function storeRows(
  transaction: Transaction<Schema>,
  jobId: string,
  rows: readonly ResultRow[],
): Promise<void> {
  await sql`insert into contract_handover_rows (tenant_id, job_id, contract_id, result, message, document_count, holder_count)
    select app_tenant_id(), ${jobId}, x.contract_id, x.result, x.message, x.document_count, x.holder_count
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x (contract_id uuid, result text, message text,
        document_count smallint, holder_count smallint)
    on conflict (tenant_id, job_id, contract_id) do nothing`.execute(transaction);
}
