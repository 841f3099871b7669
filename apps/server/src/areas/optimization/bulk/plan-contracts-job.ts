import { planContracts } from '@depotwerk/api/optimization/bulk-plans';
import {
  contractChangedText,
  contractEndedText,
  planObstacleOf,
} from '@depotwerk/domain/contracts/plan-obstacles';
import type { AdviceInput } from '@depotwerk/engine/advice/advice-input';
import { sql, type Transaction } from 'kysely';
import * as z from 'zod/mini';
import { writeAudit } from '../../../platform/audit/write-audit.ts';
import type { Database } from '../../../platform/database/database.ts';
import { Parameters } from '../../../platform/database/parameters.ts';
import type { Schema } from '../../../platform/database/schema.ts';
import { readerIn } from '../../../platform/database/transaction-reader.ts';
import { houseZone, todayIn } from '../../../platform/http/client-zone.ts';
import { type ChunkRun, defineChunkedJob, type JobHandler } from '../../../platform/jobs/job-handler.ts';
import { mapInTurns } from '../../../platform/map-in-turns.ts';
import { readAdviceInputs } from '../advice-input.view.ts';
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
import { planOfProposal } from '../plan-of-proposal.ts';
import { readAsSql, readPlanningStates, readUnchanged } from '../planning-state.view.ts';
import { discardAnyPlans, insertPlans, lockOpenPlans, type PlanToStore } from '../store-plan.ts';
import type { TariffData } from '../tariff-data.ts';
import { hindered, type Proposal, proposeForMany, skipped } from './propose-for-many.ts';
import { type PlanningOfMany, readRenewablePlans } from './renewable-plans.ts';

export const planContractsType = 'planContracts';

/** What planning many takes, beside the right to edit each. */
export const planPermissions = ['contracts.bulk', 'optimization.plan'] as const;

/** Contracts in a chunk: a fraction of a second of planning, so that whoever cancels does not wait, and sees how far it is. */
const usualChunkSize = 50;
/** Writing a chunk whose every contract gets a plan, on a busy machine. */
const writeTimeout = 60_000;

const payload = z.object({ ...checkSelection.shape, replacement: planContracts.body.shape.replacement });
type Run = Omit<ChunkRun<z.output<typeof payload>, ContractRange>, 'addLane' | 'addChunks'>;

/** A contract of the chunk as it was read, before anything else of it was. */
interface Chosen {
  readonly id: string;
  readonly externalKey: string;
  readonly isEnded: boolean;
  readonly mayEdit: boolean;
  /** What {@link readAsSql} said of it. */
  readonly readAs: string;
}

interface Found {
  readonly contract: Chosen;
  readonly proposal: Proposal;
  readonly input: AdviceInput | undefined;
}

interface ResultRow {
  readonly contract_id: string;
  readonly result: Proposal['kind'];
  readonly message: string | null;
  readonly planned_optimization_id: string | null;
  readonly order_count: number | null;
  readonly turnover: number | null;
  readonly costs_once: number | null;
  readonly score_before: number | null;
  readonly score_after: number | null;
}

/**
 * Plans many contracts, any number of processes sharing the chunks: what is recommended for each, or one fund replaced by
 * another. Plans wait as an adviser's own do; nothing is carried out. A chunk's effects happen once.
 */
export function createPlanContractsJob(
  database: Database,
  tariffs: TariffData,
  clock: () => number,
  forgetCounts: (tenantId: string) => void,
  chunkSize = usualChunkSize,
): JobHandler {
  return defineChunkedJob({
    jobType: planContractsType,
    payload,
    chunkPayload: contractRange,
    concurrency: 2,
    async plan(transaction, job, planning) {
      await planSelection(transaction, job, planning, chunkSize);
    },
    async runChunk(run) {
      await runChunk(database, tariffs, new Date(clock()), run);
      forgetCounts(run.job.tenantId);
    },
  });
}

async function runChunk(database: Database, tariffs: TariffData, now: Date, run: Run): Promise<void> {
  const today = todayIn(houseZone, now);
  const found = await propose(database, tariffs, today, run);
  await database.transaction(
    run.job.context,
    async (transaction) => {
      // system job: its starter's rights were asked for anew with the contracts
      const rows = await store(transaction, found, run, now, today);
      const planned = rows.filter(({ result }) => result === 'planned').length;
      const left = rows.filter(({ result }) => result === 'skipped');
      if (planned > 0)
        await writeAudit(transaction, {
          actor: { kind: 'system' },
          action: 'optimization.bulkPlanChunk',
          objectType: 'job',
          objectId: run.job.id,
          after: rows,
          details: { chunk: run.chunk.chunkKey, planned, skipped: left.length },
        });
      const contracts = found.map(({ contract }) => contract);
      await run.complete(transaction, {
        changed: planned,
        ...leftOutOf('optimization.notPlanned', left, contracts),
      });
    },
    { statementTimeout: writeTimeout },
  );
}

async function propose(database: Database, tariffs: TariffData, today: string, run: Run): Promise<Found[]> {
  const context = { ...run.job.context, tenantId: run.job.tenantId };
  const all = await readChosen(database, run, today);
  const chosen = all.filter(({ mayEdit }) => mayEdit);
  const ids = chosen.map(({ id }) => id);
  const states = await readPlanningStates(database, context, ids, today);
  const renewable = await readRenewablePlans(database, context, planningOf(run), ids);
  const contracts = states.map((state) =>
    state.openPlanId !== null && renewable.has(state.openPlanId) ? { ...state, openPlan: null } : state,
  );
  const free = contracts
    .filter((contract) => planObstacleOf(contract) === null)
    .map((contract) => contract.id);
  const inputs = await readAdviceInputs(database, tariffs, context, free, today);
  const byId = new Map(chosen.map((contract) => [contract.id, contract]));
  const found = await mapInTurns(contracts, (state): Found[] => {
    const contract = byId.get(state.id);
    if (!contract) return [];
    const input = inputs.get(contract.id);
    const obstacle = planObstacleOf(state);
    const proposal =
      obstacle !== null
        ? hindered(obstacle)
        : input
          ? proposeForMany(input, run.job.payload.replacement, today)
          : hindered('notCheckable');
    return [{ contract, proposal, input }];
  });
  const planned = new Set(states.map(({ id }) => id));
  return [
    ...found.flat(),
    // Deleted or ended since they were chosen.
    ...chosen
      .filter(({ id, isEnded }) => !planned.has(id) && !isEnded)
      .map((contract) => ({ contract, proposal: skipped(contractChangedText), input: undefined })),
    ...all
      .filter(({ mayEdit, isEnded }) => !mayEdit || isEnded)
      .map((contract) => ({
        contract,
        proposal: skipped(contract.mayEdit ? contractEndedText : rightLostText),
        input: undefined,
      })),
  ];
}

/** Contracts of a chunk, in the order of their ids. */
async function readChosen(database: Database, { job, chunk }: Run, today: string) {
  const parameters = new Parameters();
  const mayEdit = await editableStill(database, job, planPermissions, parameters);
  const chosen = inRange(job.payload, chunk.payload, parameters);
  return database.read<Chosen>(job.context, {
    sql: `select c.id, c.external_key as "externalKey", coalesce(c.end_date <= ${parameters.add(today)}::date, false) as "isEnded",
        ${mayEdit} as "mayEdit", ${readAsSql} as "readAs"
      from contracts c where ${chosen} order by c.id`,
    parameters: parameters.values,
  });
}

const planningOf = ({ job }: Run): PlanningOfMany => ({
  createdBy: job.createdBy,
  replacement: job.payload.replacement,
});

/**
 * Stores plans and what became of each contract. A plan somebody made in between is left alone, and of a contract that changed since it was
 * read nothing is stored but that: neither a plan, nor that there was nothing to do.
 */
async function store(
  transaction: Transaction<Schema>,
  found: readonly Found[],
  run: Run,
  now: Date,
  today: string,
): Promise<ResultRow[]> {
  const { job } = run;
  const ids = found.map(({ contract }) => contract.id);
  const open = await lockOpenPlans(transaction, ids);
  // Once more: what the lock waited for may have changed them.
  const unchanged = await readUnchanged(
    transaction,
    found.map(({ contract }) => contract),
  );
  const renewable = await readRenewablePlans(readerIn(transaction), job.context, planningOf(run), ids);
  // What a plan was made of is hashed with it, which takes as long as some planning.
  const outcomes = await mapInTurns(found, ({ contract, proposal, input }) => {
    if (contract.mayEdit && !unchanged.has(contract.id))
      return { contract, outcome: skipped(contractChangedText), plan: null, replaced: null };
    const other = open.get(contract.id);
    const isFree =
      other === undefined || ((other.isContinuous || renewable.has(other.id)) && !other.isOrdered);
    const outcome =
      proposal.kind !== 'planned' || isFree
        ? proposal
        : hindered(other.isOrdered ? 'ordersOpen' : 'openPlan');
    if (outcome.kind !== 'planned') return { contract, outcome, plan: null, replaced: null };
    if (!input) return { contract, outcome: skipped(''), plan: null, replaced: null };
    return { contract, outcome, plan: planOf(outcome, input, job, now, today), replaced: other?.id ?? null };
  });
  await discardAnyPlans(
    transaction,
    outcomes.flatMap(({ replaced }) => replaced ?? []),
  );
  const plans = outcomes.flatMap(({ plan }) => plan ?? []);
  const planIds = await insertPlans(transaction, plans);
  const idOf = new Map(plans.map((plan, k) => [plan, planIds[k] ?? null]));
  const rows = outcomes.map(({ contract, outcome, plan }) =>
    rowOf(contract.id, outcome, (plan && idOf.get(plan)) ?? null),
  );
  await sql`insert into contract_plan_rows (tenant_id, job_id, contract_id, result, message, planned_optimization_id, order_count,
      turnover, costs_once, score_before, score_after)
    select app_tenant_id(), ${job.id}, x.contract_id, x.result, x.message, x.planned_optimization_id, x.order_count, x.turnover,
           x.costs_once, x.score_before, x.score_after
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x (contract_id uuid, result text, message text,
        planned_optimization_id uuid, order_count smallint, turnover numeric, costs_once numeric, score_before smallint,
        score_after smallint)
    on conflict (tenant_id, job_id, contract_id) do nothing`.execute(transaction);
  return rows;
}

function planOf(
  outcome: Extract<Proposal, { kind: 'planned' }>,
  input: AdviceInput,
  job: Run['job'],
  now: Date,
  today: string,
): PlanToStore {
  const { mode, plan: description, messages, recommended } = outcome;
  return {
    ...planOfProposal({ mode, description, messages, recommended }, input, job.createdBy, now, today),
    isEdited: job.payload.replacement !== null,
  };
}

function rowOf(contractId: string, proposal: Proposal, planId: string | null): ResultRow {
  const isPlanned = proposal.kind === 'planned';
  return {
    contract_id: contractId,
    result: proposal.kind,
    message: proposal.kind === 'skipped' ? proposal.message : null,
    planned_optimization_id: planId,
    order_count: isPlanned ? proposal.plan.transactions.length : null,
    turnover: isPlanned ? proposal.turnover : null,
    costs_once: isPlanned ? proposal.costsOnce : null,
    score_before: isPlanned ? proposal.plan.before.contractScore.value : null,
    score_after: isPlanned ? proposal.plan.after.contractScore.value : null,
  };
}
