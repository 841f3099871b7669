import { randomInt, randomUUID } from 'node:crypto';
import type { ProposalMode } from '@depotwerk/domain/advice/proposal-modes';
import { openPlanStates } from '@depotwerk/domain/contracts/plan-states';
import type { PlanDescription } from '@depotwerk/engine/advice/describe-plan';
import { sql, type Transaction } from 'kysely';
import type { Schema } from '../../platform/database/schema.ts';
import { AppError, notFound } from '../../platform/http/app-error.ts';
import { isOrderedSql } from './planning-state.view.ts';

export interface OpenPlan {
  id: string;
  row_version: number;
  state: (typeof openPlanStates)[number];
  mode: ProposalMode;
}

/**
 * The contract's open plan, locked; null without one.
 * @throws 409 while the bank has it
 */
export async function lockOpenPlan(
  transaction: Transaction<Schema>,
  contractId: string,
): Promise<OpenPlan | null> {
  const { rows } = await sql<OpenPlan & { is_ordered: boolean }>`
    select o.id, o.row_version, o.state, o.mode, ${sql.raw(isOrderedSql('o'))} as is_ordered
      from planned_optimizations o
     where o.contract_id = ${contractId} and o.state = any (${[...openPlanStates]}::text[]) for update of o`.execute(
    transaction,
  );
  const [plan] = rows;
  if (!plan) return null;
  if (plan.is_ordered) throw new AppError('optimization.planInExecution');
  return plan;
}

/**
 * The contract's open plan in the version its caller has seen, locked.
 * @throws 404 without one, 412 when somebody changed it, 409 while the bank has it
 */
export async function lockSeenPlan(
  transaction: Transaction<Schema>,
  ifMatch: number | null,
  contractId: string,
): Promise<OpenPlan> {
  const open = await lockOpenPlan(transaction, contractId);
  if (!open) throw notFound();
  if (open.row_version !== ifMatch)
    throw new AppError('common.versionConflict', { current: { rowVersion: open.row_version } });
  return open;
}

/** An open plan among many, and whose it is. */
export interface OpenPlanOf {
  readonly id: string;
  readonly contractId: string;
  /** The bank has it, or might have it. */
  readonly isOrdered: boolean;
  /** Made by the tariff's calendar, not by an adviser. */
  readonly isContinuous: boolean;
}

/** Open plans of many contracts by contract; the contracts are locked in the order of their ids, and the plans with them. */
export async function lockOpenPlans(
  transaction: Transaction<Schema>,
  contractIds: readonly string[],
): Promise<Map<string, OpenPlanOf>> {
  await sql`select from contracts where tenant_id = app_tenant_id() and id = any (${[...contractIds]}::uuid[])
    order by id for no key update`.execute(transaction);
  const { rows } = await sql<OpenPlanOf>`
    select o.id, o.contract_id as "contractId", ${sql.raw(isOrderedSql('o'))} as "isOrdered",
           exists (select from continuous_plans k where k.tenant_id = o.tenant_id
             and k.planned_optimization_id = o.id) as "isContinuous"
      from planned_optimizations o
     where o.tenant_id = app_tenant_id() and o.contract_id = any (${[...contractIds]}::uuid[])
       and o.state = any (${[...openPlanStates]}::text[]) order by o.id for update of o`.execute(transaction);
  return new Map(rows.map((plan) => [plan.contractId, plan]));
}

/** Gives plans up: they are deleted, or kept as expired where orders of the past name them. */
export async function discardAnyPlans(
  transaction: Transaction<Schema>,
  planIds: readonly string[],
): Promise<void> {
  if (planIds.length === 0) return;
  await sql`delete from planned_optimizations o where o.tenant_id = app_tenant_id() and o.id = any (${[...planIds]}::uuid[])
       and not exists (select from trader_orders t where t.tenant_id = o.tenant_id and t.planned_optimization_id = o.id)`.execute(
    transaction,
  );
  await sql`update planned_optimizations set state = 'expired'
    where tenant_id = app_tenant_id() and id = any (${[...planIds]}::uuid[])`.execute(transaction);
}

/** Gives one plan up, as {@link discardAnyPlans} does. */
export const discardPlan = (transaction: Transaction<Schema>, planId: string): Promise<void> =>
  discardAnyPlans(transaction, [planId]);

/** Gives many plans up of which no order was ever made. */
export async function discardPlans(
  transaction: Transaction<Schema>,
  planIds: readonly string[],
): Promise<void> {
  await sql`delete from planned_optimizations
    where tenant_id = app_tenant_id() and id = any (${[...planIds]}::uuid[])`.execute(transaction);
}

export interface PlanToStore {
  readonly contractId: string;
  readonly portfolioId: string | null;
  readonly mode: ProposalMode;
  readonly riskClassId: number | null;
  readonly description: PlanDescription;
  /** Choices, and hashes of what it was made from. */
  readonly parameters: object;
  readonly inputHash: string;
  readonly messages: readonly object[];
  /** null = the machine, by the tariff's calendar. */
  readonly createdBy: string | null;
  readonly createdAt: string;
  readonly expiresAt: string;
  /** Not one of the four proposals, but told by somebody. */
  readonly isEdited?: boolean;
}

const stateOf = ({ checks }: PlanDescription): 'checked' | 'draft' =>
  checks.some(({ result }) => result === 'blocked') ? 'draft' : 'checked';

/**
 * The versions of a plan begin anywhere: were it 1 for each, who has seen a plan that another took the place of since would
 * change or discard that one unseen.
 */
const firstVersion = () => randomInt(1, 500_000_000);

/** Stores a new plan; answers its id. */
export async function insertPlan(transaction: Transaction<Schema>, plan: PlanToStore): Promise<string> {
  const [id = ''] = await insertPlans(transaction, [plan]);
  return id;
}

/** Stores new plans, all in two statements; answers their ids in the same order. */
export async function insertPlans(
  transaction: Transaction<Schema>,
  plans: readonly PlanToStore[],
): Promise<string[]> {
  if (plans.length === 0) return [];
  const named = plans.map((plan) => ({ planId: randomUUID(), ...plan }));
  const rows = named.map(({ planId, description, ...plan }) => ({
    id: planId,
    row_version: firstVersion(),
    contract_id: plan.contractId,
    mode: plan.mode,
    state: stateOf(description),
    risk_class_id: plan.riskClassId,
    parameters: plan.parameters,
    before_figures: description.before,
    after_figures: description.after,
    savings_plan_changes: description.savingsPlanChanges,
    costs: description.costs,
    checks: description.checks,
    messages: plan.messages,
    cash_before: description.cashBefore,
    cash_after: description.cashAfter,
    input_hash: plan.inputHash,
    portfolio_id: plan.portfolioId,
    created_by: plan.createdBy,
    created_at: plan.createdAt,
    expires_at: plan.expiresAt,
    is_edited: plan.isEdited ?? false,
  }));
  await sql`
    insert into planned_optimizations (tenant_id, id, row_version, contract_id, mode, state, risk_class_id, parameters, before_figures,
      after_figures, savings_plan_changes, costs, checks, messages, cash_before, cash_after, input_hash, portfolio_id,
      created_by, created_at, updated_at, expires_at, is_edited)
    select app_tenant_id(), x.id, x.row_version, x.contract_id, x.mode, x.state, x.risk_class_id, x.parameters, x.before_figures,
           x.after_figures, x.savings_plan_changes, x.costs, x.checks, x.messages, x.cash_before, x.cash_after,
           decode(x.input_hash, 'hex'), x.portfolio_id, x.created_by, x.created_at, x.created_at, x.expires_at, x.is_edited
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x (id uuid, row_version integer, contract_id uuid, mode text, state text,
        risk_class_id smallint, parameters jsonb, before_figures jsonb, after_figures jsonb, savings_plan_changes jsonb,
        costs jsonb, checks jsonb, messages jsonb, cash_before numeric, cash_after numeric, input_hash text,
        portfolio_id uuid, created_by uuid, created_at timestamptz, expires_at timestamptz, is_edited boolean)`.execute(
    transaction,
  );
  await insertTransactions(transaction, named);
  return named.map(({ planId }) => planId);
}

/** Replaces what an open plan does; whatever was confirmed or agreed to for its old orders is void. */
export async function replacePlan(
  transaction: Transaction<Schema>,
  contractId: string,
  planId: string,
  description: PlanDescription,
  editorId: string,
): Promise<void> {
  await sql`delete from plan_approvals where planned_optimization_id = ${planId}`.execute(transaction);
  await sql`delete from planned_transactions where planned_optimization_id = ${planId}`.execute(transaction);
  await sql`
    update planned_optimizations
       set state = ${stateOf(description)}, is_edited = true, transaction_hash = null, messages = '[]',
           after_figures = ${JSON.stringify(description.after)}::jsonb,
           savings_plan_changes = ${JSON.stringify(description.savingsPlanChanges)}::jsonb,
           costs = ${JSON.stringify(description.costs)}::jsonb, checks = ${JSON.stringify(description.checks)}::jsonb,
           cash_after = ${description.cashAfter},
           editors = array(select distinct unnest(editors || ${editorId}::uuid) order by 1)
     where id = ${planId}`.execute(transaction);
  await insertTransactions(transaction, [{ contractId, planId, description }]);
}

async function insertTransactions(
  transaction: Transaction<Schema>,
  plans: readonly {
    readonly contractId: string;
    readonly planId: string;
    readonly description: PlanDescription;
  }[],
): Promise<void> {
  const share = (fraction: number) => Math.min(1, Math.max(0, Math.round(fraction * 1e6) / 1e6));
  const rows = plans.flatMap(({ contractId, planId, description }) =>
    description.transactions.map((order, index) => ({
      plan_id: planId,
      contract_id: contractId,
      action: order.action,
      fund_id: order.fundId,
      isin: order.isin,
      quantity: order.quantity,
      amount: order.amount,
      price: order.price,
      fee: order.fee,
      fraction_before: share(order.fractionBefore),
      fraction_after: share(order.fractionAfter),
      reason: order.reason,
      switch_with_fund_id: order.switchWithFundId,
      hint_codes: order.hintCodes,
      hint_numbers: order.hintCodes.map((code) => Number(code.slice(1))),
      sort_order: index,
    })),
  );
  // An order serves the open hints of its codes that speak of its fund, its peer group or the whole.
  await sql`
    insert into planned_transactions (tenant_id, planned_optimization_id, action, fund_id, isin, quantity, amount, price, fee,
      fraction_before, fraction_after, reason, switch_with_fund_id, hint_codes, sort_order, hint_ids)
    select app_tenant_id(), x.plan_id, x.action, x.fund_id, x.isin, x.quantity, x.amount, x.price, x.fee, x.fraction_before,
           x.fraction_after, x.reason, x.switch_with_fund_id, x.hint_codes, x.sort_order,
           coalesce((select array_agg(h.id order by h.optimization_hint_id, h.id) from contract_hints h
             where h.tenant_id = app_tenant_id() and h.contract_id = x.contract_id and h.state in ('open', 'accepted')
               and h.optimization_hint_id = any (x.hint_numbers)
               and (x.fund_id = any (h.fund_ids) or h.peergroup_id = f.peergroup_id
                    or (h.fund_ids = '{}' and h.peergroup_id is null))), '{}')
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x (plan_id uuid, contract_id uuid, action text,
        fund_id integer, isin text, quantity numeric, amount numeric, price numeric, fee numeric, fraction_before numeric,
        fraction_after numeric, reason text, switch_with_fund_id integer, hint_codes text[], hint_numbers integer[],
        sort_order smallint)
      join funds f on f.tenant_id = app_tenant_id() and f.id = x.fund_id`.execute(transaction);
}
