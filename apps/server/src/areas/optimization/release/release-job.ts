import {
  approvalStateOf,
  type PlanApprovalState,
  turnoverOf,
  turnoverOfAll,
} from '@depotwerk/domain/contracts/plan-approval';
import { type ReleaseRowResult, releaseTexts } from '@depotwerk/domain/contracts/release-of-many';
import { sql, type Transaction } from 'kysely';
import { type AuditEntry, writeAudits } from '../../../platform/audit/write-audit.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { Schema } from '../../../platform/database/schema.ts';
import { readerIn } from '../../../platform/database/transaction-reader.ts';
import { houseZone, todayIn } from '../../../platform/http/client-zone.ts';
import { defineChunkedJob, type JobHandler, type JobProblem } from '../../../platform/jobs/job-handler.ts';
import { type ActingFor, readStarter } from '../../../platform/jobs/job-starter.ts';
import { askSecondPerson } from '../approvals/decide-approval.ts';
import { contractRange, planSelection } from '../check-selection.ts';
import { readOutdatedPlans } from '../continuous/as-planned.view.ts';
import { refusalOfRelease } from '../continuous/decide-plans.ts';
import { readDueTariffs } from '../continuous/due-tariffs.view.ts';
import { readPlanKeyInformation } from '../key-information/plan-key-information.view.ts';
import { leftOutOf } from '../left-out.ts';
import { readPurchaseRefusals } from '../purchases/plan-purchases.view.ts';
import { lockOpenPlans } from '../store-plan.ts';
import type { TariffData } from '../tariff-data.ts';
import {
  type Chosen,
  type Plan,
  type ReleaseRun,
  readChosen,
  readPlans,
  releasePayload,
} from './plans-to-release.view.ts';
import { lapseOfPlan } from './releases-ahead.view.ts';

export const releasePlansType = 'releasePlans';

const usualChunkSize = 50;

interface Outcome {
  readonly result: ReleaseRowResult;
  readonly message: string | null;
  readonly plan: Plan | undefined;
}

/**
 * Releases the plans of many contracts, each in the version that was confirmed with the second factor when the work was started: what
 * has changed since is refused row by row. Nothing goes to a bank by it. A chunk's effects happen once.
 */
export function createReleaseJob(
  database: Database,
  tariffs: TariffData,
  clock: () => number,
  chunkSize = usualChunkSize,
): JobHandler {
  return defineChunkedJob({
    jobType: releasePlansType,
    payload: releasePayload,
    chunkPayload: contractRange,
    concurrency: 2,
    async plan(transaction, job, planning) {
      const found = await planSelection(transaction, job, planning, chunkSize);
      if (found > 0 && found < Object.keys(job.payload.plans).length) await planning.addProblem(outOfReach);
    },
    async runChunk(run) {
      const now = new Date(clock());
      const today = todayIn(houseZone, now);
      const outdated = await readOutdatedOf(database, tariffs, run, now, today);
      // system job: its starter's rights are asked for anew with the contracts
      await database.transaction(run.job.context, (transaction) =>
        runChunk(transaction, run, outdated, now, today),
      );
    },
  });
}

/** Why plans of the chunk cannot be carried out as planned, by plan; tariffs are read on a connection of their own, so before. */
async function readOutdatedOf(
  database: Database,
  tariffs: TariffData,
  run: ReleaseRun,
  now: Date,
  today: string,
) {
  const context = { ...run.job.context, tenantId: run.job.tenantId };
  const chosen = await readChosen(database, run);
  const ids = chosen.flatMap(({ id, mayRelease }) => (mayRelease ? id : []));
  const plans = await database.read<{ id: string }>(context, {
    sql: `select p.id from planned_optimizations p where p.tenant_id = app_tenant_id() and p.contract_id = any ($1::uuid[])`,
    parameters: [ids],
  });
  const planIds = plans.map(({ id }) => id);
  return readOutdatedPlans(database, tariffs, context, planIds, now.toISOString(), today);
}

async function runChunk(
  transaction: Transaction<Schema>,
  run: ReleaseRun,
  outdated: ReadonlyMap<string, readonly string[]>,
  now: Date,
  today: string,
): Promise<void> {
  const { job } = run;
  const reader = readerIn(transaction);
  const ahead = await readChosen(reader, run);
  const open = await lockOpenPlans(
    transaction,
    ahead.flatMap(({ id, mayRelease }) => (mayRelease ? id : [])),
  );
  // Once more: the locks may have waited for somebody who blocked a customer, ended a contract or took a right.
  const contracts = await readChosen(reader, run);
  const acting = await readStarter(transaction, job);
  const plans = await readPlans(reader, job, [...open.values()]);
  const planIds = [...plans.values()].map(({ id }) => id);
  const bans = await readPurchaseRefusals(reader, job.context, planIds, today);
  const information = await readPlanKeyInformation(reader, job.context, planIds, today);
  const optimized = (await readDueTariffs(reader, job.context)).map(({ id }) => id);
  const outcomes = new Map(
    contracts.map((contract) => {
      const plan = plans.get(contract.id);
      const refused = (): string | null =>
        plan
          ? refusalOfRelease({
              lapse: lapseOfPlan({ ...contract, isOfLook: plan.isOfLook }, optimized, today),
              ban: bans.get(plan.id) ?? null,
              outdated: outdated.get(plan.id) ?? [],
              blockedBy: plan.blockedBy,
              missing: information.get(plan.id)?.missing ?? null,
            })
          : null;
      const confirmed = job.payload.plans[contract.id];
      const isOrdered = open.get(contract.id)?.isOrdered === true;
      return [
        contract.id,
        outcomeOf(acting === null ? { ...contract, mayRelease: false } : contract, plan, {
          confirmed,
          isOrdered,
          refused,
        }),
      ];
    }),
  );
  if (acting) await carryOut(transaction, acting, contracts, outcomes, now);
  const rows = contracts.map(({ id }) => rowOf(id, outcomes.get(id), job.payload.plans[id] ?? 0));
  await storeRows(transaction, job.id, rows);
  const skipped = rows.filter(({ result }) => result === 'skipped');
  const left = leftOutOf(notReleased, skipped, contracts);
  const gone = Math.max(0, run.chunk.size - contracts.length);
  await run.complete(transaction, {
    changed: rows.filter(({ result }) => result === 'released' || result === 'requested').length,
    failed: left.failed + gone,
    problems: gone > 0 ? [...left.problems, outOfReach] : left.problems,
  });
}

const notReleased = 'optimization.notReleased';
/** Said of plans that were confirmed, of contracts the starter does not see any more: they have no row, and their number is not told. */
const outOfReach: JobProblem = { code: notReleased, message: releaseTexts.outOfReach };

interface Found {
  /** Version that was confirmed. */
  readonly confirmed: number | undefined;
  readonly isOrdered: boolean;
  /** Why it may not be carried out, in German; null = it may. */
  readonly refused: () => string | null;
}

function outcomeOf(
  { mayRelease, mayRequest, isBlocked }: Chosen,
  plan: Plan | undefined,
  { confirmed, isOrdered, refused }: Found,
): Outcome {
  const skipped = (message: string): Outcome => ({ result: 'skipped', message, plan });
  const nothing = (message: string): Outcome => ({ result: 'nothingToDo', message, plan });
  if (!mayRelease) return skipped(releaseTexts.rightLost);
  if (isBlocked) return skipped(releaseTexts.blocked);
  if (!plan) return skipped(releaseTexts.gone);
  const state = approvalStateOf(
    turnoverOfAll([plan.orders, ...plan.orderedToday]),
    plan.limit,
    plan.decision,
  );
  if (isOrdered) return nothing(releaseTexts.ordered);
  if (plan.rowVersion !== confirmed) return skipped(releaseTexts.changed);
  if (plan.isReleased && isSettled(state)) return nothing(releaseTexts.alreadyReleased);
  const refusal = refused();
  if (refusal !== null) return skipped(refusal);
  if (state === 'refused') return skipped(releaseTexts.refusedBySecond);
  if (state === 'missing')
    return mayRequest
      ? { result: 'requested', message: releaseTexts.requested, plan }
      : skipped(releaseTexts.mayNotRequest);
  if (state === 'waiting' && plan.waitingLookId === null) return nothing(releaseTexts.waiting);
  return { result: 'released', message: null, plan };
}

/** Whether no second person is left to be asked. */
const isSettled = (state: PlanApprovalState) => state === 'notRequired' || state === 'approved';

/** What becomes of plans that are released, or that a second person is asked about; what waited at a look is released with it. */
async function carryOut(
  transaction: Transaction<Schema>,
  { scope, actor }: ActingFor,
  contracts: readonly Chosen[],
  outcomes: ReadonlyMap<string, Outcome>,
  now: Date,
): Promise<void> {
  const groups = new Map(contracts.map(({ id, groupId }) => [id, groupId]));
  const done = [...outcomes.values()].flatMap(({ result, plan }) =>
    plan && (result === 'released' || result === 'requested') ? [{ plan, result }] : [],
  );
  const requested = done.flatMap(({ plan, result }) => (result === 'requested' ? plan.id : []));
  const lookIds = done.flatMap(({ plan }) => plan.waitingLookId ?? []);
  if (requested.length > 0) await askSecondPerson(transaction, scope, requested, now, null);
  if (lookIds.length > 0)
    await sql`update continuous_plans set state = 'released', decision_note = null, decided_by = ${scope.userId},
        decided_at = ${now.toISOString()} where tenant_id = app_tenant_id() and id = any (${lookIds}::uuid[])`.execute(
      transaction,
    );
  const entries = done.flatMap(({ plan, result }): AuditEntry[] => {
    const of = {
      actor,
      objectType: 'contract',
      objectId: plan.contractId,
      groupId: groups.get(plan.contractId) ?? null,
      details: { planId: plan.id },
    } as const;
    const turnover = turnoverOf(plan.orders);
    const released: AuditEntry =
      plan.waitingLookId === null
        ? { ...of, action: 'optimization.release', after: { turnover, planVersion: plan.rowVersion } }
        : {
            ...of,
            action: 'continuousOptimization.release',
            before: { state: 'waiting' },
            after: { state: 'released', note: null },
          };
    const asked: AuditEntry = {
      ...of,
      action: 'optimization.requestApproval',
      after: { turnover, limit: plan.limit, note: null },
    };
    if (result === 'released') return [released];
    return plan.waitingLookId === null ? [asked] : [released, asked];
  });
  await writeAudits(transaction, entries);
}

const rowOf = (contractId: string, outcome: Outcome | undefined, planVersion: number) => ({
  contract_id: contractId,
  result: outcome?.result ?? 'skipped',
  message: outcome ? outcome.message : releaseTexts.gone,
  planned_optimization_id: outcome?.plan?.id ?? null,
  plan_version: planVersion,
  turnover: outcome?.plan ? turnoverOf(outcome.plan.orders) : null,
});

async function storeRows(
  transaction: Transaction<Schema>,
  jobId: string,
  rows: readonly ReturnType<typeof rowOf>[],
): Promise<void> {
  await sql`insert into contract_release_rows (tenant_id, job_id, contract_id, result, message, planned_optimization_id, plan_version, turnover)
    select app_tenant_id(), ${jobId}, x.contract_id, x.result, x.message, x.planned_optimization_id, x.plan_version, x.turnover
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x (contract_id uuid, result text, message text,
        planned_optimization_id uuid, plan_version integer, turnover numeric)
    on conflict (tenant_id, job_id, contract_id) do nothing`.execute(transaction);
}
