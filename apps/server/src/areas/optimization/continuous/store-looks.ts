import type { Due } from '@depotwerk/domain/continuous-optimization/optimization-days';
import type { PlanObstacle } from '@depotwerk/domain/contracts/plan-obstacles';
import type { AdviceInput } from '@depotwerk/engine/advice/advice-input';
import { sql, type Transaction } from 'kysely';
import type { Schema } from '../../../platform/database/schema.ts';
import { mapInTurns } from '../../../platform/map-in-turns.ts';
import { carriedOutSql } from '../../contracts/public.ts';
import { planOfProposal } from '../plan-of-proposal.ts';
import { readUnchanged } from '../planning-state.view.ts';
import {
  discardAnyPlans,
  insertPlans,
  lockOpenPlans,
  type OpenPlanOf,
  type PlanToStore,
} from '../store-plan.ts';
import type { ContractToLookAt } from './contracts-to-look-at.view.ts';
import { isLookUnsettledSql, rememberReleaseSql } from './open-looks.view.ts';
import type { Look } from './propose-plan.ts';

/** A look at a contract for a day due; `input` where it could be read, `readAs` what the contract was read as before that. */
export interface FoundLook {
  readonly contract: Pick<ContractToLookAt, 'id' | 'readAs'>;
  readonly day: string;
  readonly cause: Due['cause'];
  readonly look: Look;
  readonly input: AdviceInput | undefined;
}

/** What is stored of a look. */
export interface LookRow {
  readonly contract_id: string;
  readonly due_date: string;
  readonly due_cause: Due['cause'];
  readonly state: 'waiting' | 'nothingToDo' | 'skipped';
  readonly skip_reason: PlanObstacle | null;
  readonly planned_optimization_id: string | null;
  readonly summary: object | null;
}

/**
 * Stores what was found: plans that wait, and what was done with each contract. Somebody's own plan that came in between is
 * left alone; an earlier day that still waits is replaced. Of a contract that changed since it was read nothing is stored: it stays due, and
 * the next run looks at what it is now. Answers what was stored.
 * @param now when it was begun to look: what was looked at or decided later stays
 */
export async function storeLooks(
  transaction: Transaction<Schema>,
  looked: readonly FoundLook[],
  now: Date,
  today: string,
): Promise<readonly LookRow[]> {
  if (looked.length === 0) return [];
  const contractIds = looked.map(({ contract }) => contract.id);
  const open = await lockOpenPlans(transaction, contractIds);
  const newer = await newerLooks(transaction, contractIds, now);
  const unchanged = await readUnchanged(
    transaction,
    looked.map(({ contract }) => contract),
  );
  const found = looked.filter(({ contract: { id } }) => !newer.has(id) && unchanged.has(id));
  const outcomes = found.map((one) => outcomeOf(one, open.get(one.contract.id)));
  await discardAnyPlans(
    transaction,
    outcomes.flatMap(({ replaced }) => replaced ?? []),
  );
  const planned = outcomes.flatMap(({ plan }) => plan ?? []);
  const ids = await insertPlans(
    transaction,
    // What a plan was made of is hashed with it, which takes as long as some planning.
    await mapInTurns(planned, ({ look, input }) => planOf(look, input, now, today)),
  );
  const idOf = new Map(planned.map((plan, k) => [plan, ids[k] ?? null]));
  const rows = outcomes.map(({ row, plan }) => ({
    ...row,
    planned_optimization_id: (plan && idOf.get(plan)) ?? null,
  }));
  await writeRows(transaction, rows, now);
  return rows;
}

/** Contracts another run looked at, or somebody decided about, since `now`; theirs are locked. */
async function newerLooks(
  transaction: Transaction<Schema>,
  contractIds: readonly string[],
  now: Date,
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`select distinct contract_id as id from continuous_plans
    where tenant_id = app_tenant_id() and contract_id = any (${[...contractIds]}::uuid[])
      and greatest(looked_at, decided_at) > ${now.toISOString()}`.execute(transaction);
  return new Set(rows.map(({ id }) => id));
}

type PlannedLook = Extract<Look, { kind: 'planned' }>;

interface Outcome {
  readonly row: Omit<LookRow, 'planned_optimization_id'>;
  /** The plan that waits; null = none. */
  readonly plan: { readonly look: PlannedLook; readonly input: AdviceInput } | null;
  /** The open plan that gives way; null = none. */
  readonly replaced: string | null;
}

/** What becomes of a look beside the plan that stands open. */
function outcomeOf({ contract, day, cause, look, input }: FoundLook, open: OpenPlanOf | undefined): Outcome {
  // What stood open is an earlier look's, or nobody's: an adviser's own plan is never touched.
  const isFree = open === undefined || (open.isContinuous && !open.isOrdered);
  const replaced = isFree && open ? open.id : null;
  const base = { contract_id: contract.id, due_date: day, due_cause: cause };
  const skipped = (reason: PlanObstacle): Outcome => ({
    row: { ...base, state: 'skipped', skip_reason: reason, summary: null },
    plan: null,
    replaced,
  });
  if (look.kind === 'skipped') return skipped(look.reason);
  if (!isFree) return skipped(open.isOrdered ? 'ordersOpen' : 'openPlan');
  const state = look.kind === 'planned' ? 'waiting' : 'nothingToDo';
  return {
    row: { ...base, state, skip_reason: null, summary: look.summary },
    plan: look.kind === 'planned' && input ? { look, input } : null,
    replaced,
  };
}

function planOf(
  { proposal, summary }: PlannedLook,
  input: AdviceInput,
  now: Date,
  today: string,
): PlanToStore {
  const { mode, messages } = proposal;
  return planOfProposal(
    { mode, description: proposal, messages, recommended: summary.advice },
    input,
    null,
    now,
    today,
  );
}

async function writeRows(
  transaction: Transaction<Schema>,
  rows: readonly LookRow[],
  now: Date,
): Promise<void> {
  const json = JSON.stringify(rows);
  // `o` is the look as it was: of one that was released the later one says so. What the bank carried out, or has, stays what it is.
  await sql`with x as (select * from jsonb_to_recordset(${json}::jsonb) as x (contract_id uuid, due_date date, due_cause text,
        state text, skip_reason text, planned_optimization_id uuid, summary jsonb)),
    gone as (update continuous_plans k set state = 'replaced', skip_reason = null from x, continuous_plans o
      where k.tenant_id = app_tenant_id() and k.contract_id = x.contract_id and k.due_date < x.due_date
        and ${sql.raw(isLookUnsettledSql('k.state'))} and o.tenant_id = k.tenant_id and o.id = k.id
        and not exists (select from planned_optimizations p where p.tenant_id = k.tenant_id
          and p.id = k.planned_optimization_id and (p.state in ${sql.raw(carriedOutSql)} or p.state = 'submitted'))
      returning k.contract_id, k.due_date,
        case when o.state = 'released' then o.decided_by else o.released_before_by end as released_by,
        case when o.state = 'released' then o.decided_at else o.released_before_at end as released_at)
    insert into continuous_plans as k (tenant_id, contract_id, due_date, due_cause, state, skip_reason,
      planned_optimization_id, summary, looked_at, released_before_by, released_before_at)
    select app_tenant_id(), x.contract_id, x.due_date, x.due_cause, x.state, x.skip_reason, x.planned_optimization_id, x.summary,
           ${now.toISOString()}, g.released_by, g.released_at
      from x left join lateral (select * from gone where gone.contract_id = x.contract_id and gone.released_at is not null
        order by gone.due_date desc limit 1) g on true
    on conflict (tenant_id, contract_id, due_date) do update
      set state = excluded.state, skip_reason = excluded.skip_reason, summary = excluded.summary,
          planned_optimization_id = excluded.planned_optimization_id, looked_at = excluded.looked_at,
          ${sql.raw(rememberReleaseSql)},
          decided_by = null, decided_at = null, decision_note = null`.execute(transaction);
}
