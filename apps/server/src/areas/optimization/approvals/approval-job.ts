import { releaseTexts } from '@depotwerk/domain/contracts/release-of-many';
import { sql, type Transaction } from 'kysely';
import * as z from 'zod/mini';
import { Parameters } from '../../../platform/database/parameters.ts';
import type { Schema } from '../../../platform/database/schema.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import { houseZone } from '../../../platform/http/client-zone.ts';
import { germanMessages } from '../../../platform/http/german-messages.ts';
import { type ChunkRun, defineChunkedJob, type JobHandler } from '../../../platform/jobs/job-handler.ts';
import { type ActingFor, readStarter } from '../../../platform/jobs/job-starter.ts';
import type { Services } from '../../../platform/services.ts';
import {
  type ContractRange,
  checkSelection,
  contractRange,
  inRange,
  planSelection,
} from '../check-selection.ts';
import { leftOutOf } from '../left-out.ts';
import type { TariffData } from '../tariff-data.ts';
import { agreeToPlan, type Decided } from './decide-approval.ts';

export const approvePlansType = 'approvePlans';

/** Each plan is measured against today's prices: a piece stays short all the same. */
const usualChunkSize = 10;
const notApproved = 'optimization.notApproved';
const outOfReach = { code: notApproved, message: releaseTexts.outOfReach };

/** What is kept of work that agrees to many. */
const approvalPayload = z.object({
  ...checkSelection.shape,
  sessionId: z.string(),
  note: z.nullable(z.string()),
  /** Version of the plan that was confirmed, by contract. */
  plans: z.record(z.string(), z.int()),
});
type ApprovalRun = Omit<ChunkRun<z.output<typeof approvalPayload>, ContractRange>, 'addLane' | 'addChunks'>;

interface Chosen {
  readonly id: string;
  readonly externalKey: string;
}

/**
 * Agrees as second person to the plans of many contracts, each by the rule of the single one and in a transaction of its own, with its
 * row: a piece that is begun anew leaves alone what has one. Nothing is carried out by it.
 */
export function createApprovalJob(
  services: Services,
  tariffs: TariffData,
  chunkSize = usualChunkSize,
): JobHandler {
  const { database } = services;
  return defineChunkedJob({
    jobType: approvePlansType,
    payload: approvalPayload,
    chunkPayload: contractRange,
    concurrency: 2,
    async plan(transaction, job, planning) {
      const found = await planSelection(transaction, job, planning, chunkSize);
      if (found > 0 && found < Object.keys(job.payload.plans).length) await planning.addProblem(outOfReach);
    },
    async runChunk(run) {
      const chosen = await readChosen(services, run);
      // system job: its starter's rights are asked for anew
      const acting = await database.transaction(run.job.context, (transaction) =>
        readStarter(transaction, run.job),
      );
      for (const contract of await withoutRow(services, run, chosen)) {
        run.signal.throwIfAborted();
        await agreeTo(services, tariffs, run, acting, contract.id);
      }
      // no audit entry: what was decided has its own
      await database.transaction(run.job.context, (transaction) => complete(transaction, run, chosen));
    },
  });
}

function readChosen({ database }: Services, { job, chunk }: ApprovalRun): Promise<Chosen[]> {
  const parameters = new Parameters();
  const chosen = inRange(job.payload, chunk.payload, parameters);
  return database.read<Chosen>(job.context, {
    sql: `select c.id, c.external_key as "externalKey" from contracts c where ${chosen} order by c.id`,
    parameters: parameters.values,
  });
}

/** Those a process that came to its end within this piece has not come to. */
async function withoutRow(
  { database }: Services,
  { job }: ApprovalRun,
  chosen: readonly Chosen[],
): Promise<Chosen[]> {
  const rows = await database.read<{ id: string }>(job.context, {
    sql: `select contract_id as id from contract_approval_rows
           where tenant_id = app_tenant_id() and job_id = $1 and contract_id = any ($2::uuid[])`,
    parameters: [job.id, chosen.map(({ id }) => id)],
  });
  const done = new Set(rows.map(({ id }) => id));
  return chosen.filter(({ id }) => !done.has(id));
}

async function agreeTo(
  services: Services,
  tariffs: TariffData,
  { job }: ApprovalRun,
  acting: ActingFor | null,
  contractId: string,
): Promise<void> {
  const version = job.payload.plans[contractId] ?? 0;
  const skip = (message: string) =>
    // no audit entry: nothing happened, and its row says why
    services.database.transaction(job.context, (transaction) =>
      storeRow(transaction, job.id, { contractId, version, message, decided: null }),
    );
  if (acting === null) return skip(releaseTexts.rightLost);
  const context = { ...acting, zone: houseZone, ifMatch: version };
  try {
    await agreeToPlan(services, tariffs, context, contractId, job.payload.note, (transaction, decided) =>
      storeRow(transaction, job.id, { contractId, version, message: null, decided }),
    );
  } catch (error) {
    // What is no refusal is a failure of the work, which is tried again.
    if (!(error instanceof AppError)) throw error;
    await skip(saidOf(error));
  }
}

const ownWords: Readonly<Partial<Record<AppError['code'], string>>> = {
  'auth.forbidden': releaseTexts.rightLost,
  'common.notFound': releaseTexts.gone,
  'common.versionConflict': releaseTexts.changed,
};

/** A refusal in the words of work on many. */
const saidOf = ({ code, details }: AppError): string =>
  ownWords[code] ?? details.reason ?? germanMessages[code];

interface Row {
  readonly contractId: string;
  readonly version: number;
  /** null = agreed to. */
  readonly message: string | null;
  readonly decided: Decided | null;
}

/** A process that lost its piece may still end a contract: what was agreed to counts, and else the row that is there. */
async function storeRow(
  transaction: Transaction<Schema>,
  jobId: string,
  { contractId, version, message, decided }: Row,
): Promise<void> {
  await sql`insert into contract_approval_rows as r (tenant_id, job_id, contract_id, result, message, planned_optimization_id, plan_version, turnover)
    values (app_tenant_id(), ${jobId}, ${contractId}, ${decided ? 'approved' : 'skipped'}, ${message}, ${decided?.planId ?? null},
      ${version}, ${decided?.turnover ?? null})
    on conflict (tenant_id, job_id, contract_id) do update set result = excluded.result, message = excluded.message,
      planned_optimization_id = excluded.planned_optimization_id, turnover = excluded.turnover
      where excluded.result = 'approved'`.execute(transaction);
}

async function complete(
  transaction: Transaction<Schema>,
  run: ApprovalRun,
  chosen: readonly Chosen[],
): Promise<void> {
  const { rows } = await sql<{ contract_id: string; result: string; message: string | null }>`
    select contract_id, result, message from contract_approval_rows
     where tenant_id = app_tenant_id() and job_id = ${run.job.id} and contract_id = any (${chosen.map(({ id }) => id)}::uuid[])
     order by contract_id`.execute(transaction);
  const skipped = rows.filter(({ result }) => result === 'skipped');
  const left = leftOutOf(notApproved, skipped, chosen);
  const gone = Math.max(0, run.chunk.size - rows.length);
  await run.complete(transaction, {
    changed: rows.length - skipped.length,
    failed: left.failed + gone,
    problems: gone > 0 ? [...left.problems, outOfReach] : left.problems,
  });
}
