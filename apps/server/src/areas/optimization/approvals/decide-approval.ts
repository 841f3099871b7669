import type {
  approvePlan as approveCall,
  refusePlan as refuseCall,
  requestPlanApproval as requestCall,
} from '@depotwerk/api/traders/orders';
import {
  type ApprovalDecision,
  approvalStateOf,
  isSecondPerson,
  turnoverOf,
  turnoverOfAll,
} from '@depotwerk/domain/contracts/plan-approval';
import { sql, type Transaction } from 'kysely';
import { writeAudit } from '../../../platform/audit/write-audit.ts';
import type { Schema } from '../../../platform/database/schema.ts';
import { readerIn } from '../../../platform/database/transaction-reader.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import { todayIn } from '../../../platform/http/client-zone.ts';
import type { SignedInContext } from '../../../platform/http/request-context.ts';
import type { Verb } from '../../../platform/http/verb.ts';
import { requirePermission, type Scope } from '../../../platform/scope.ts';
import type { Services } from '../../../platform/services.ts';
import { lockAdvisedContract } from '../lock-advised-contract.ts';
import { outdatedPlan } from '../plan-for-execution.view.ts';
import { readPlannedOptimization } from '../planned-optimization.view.ts';
import { refuseBannedPurchases, refuseForbiddenPurchases } from '../purchases/plan-purchases.view.ts';
import { lockSeenPlan } from '../store-plan.ts';
import type { TariffData, TariffVerb } from '../tariff-data.ts';
import { approvalLimitSql, orderedTodaySql, ordersOfPlanSql } from './approval-columns.ts';

/** Who decides, when, and about which version of the plan. */
type Deciding = Pick<SignedInContext, 'scope' | 'actor' | 'zone' | 'ifMatch'>;

/** What was decided about. */
export interface Decided {
  readonly planId: string;
  /** Euros that change place. */
  readonly turnover: number;
}

/** What else belongs into the transaction of a decision. */
type Within = (transaction: Transaction<Schema>, decided: Decided) => Promise<void>;

/**
 * Refuses a plan whose prices, holdings, profile or tariff have moved: nobody agrees to what cannot be carried out. What
 * became forbidden by that is said first.
 */
async function refuseOutdated(
  services: Services,
  tariffs: TariffData,
  context: Deciding,
  contractId: string,
): Promise<void> {
  const { id, isOutdated, outdatedReasons } = await readPlannedOptimization(
    services,
    tariffs,
    context,
    contractId,
  );
  if (!isOutdated) return;
  await refuseBannedPurchases(services.database, context.scope, id, dayOf(services, context));
  throw outdatedPlan(outdatedReasons);
}

const dayOf = (services: Services, { zone }: Pick<Deciding, 'zone'>) =>
  todayIn(zone, new Date(services.clock()));

type Orders = readonly { readonly action: string; readonly amount: number }[];

interface StoredApproval {
  readonly limit: number | null;
  readonly orders: Orders;
  readonly orderedToday: readonly Orders[];
  readonly state: ApprovalDecision | null;
  readonly requestedBy: string | null;
  readonly involved: (string | null)[];
}

async function readApproval(transaction: Transaction<Schema>, planId: string): Promise<StoredApproval> {
  const { rows } = await sql<StoredApproval>`
    select ${sql.raw(approvalLimitSql)} as "limit", a.state, a.requested_by as "requestedBy",
        p.editors || p.created_by || a.requested_by as involved,
        ${sql.raw(ordersOfPlanSql)} as orders,
        ${sql.raw(orderedTodaySql('p.contract_id'))} as "orderedToday"
      from planned_optimizations p left join plan_approvals a on a.tenant_id = p.tenant_id and a.planned_optimization_id = p.id
     where p.tenant_id = app_tenant_id() and p.id = ${planId}`.execute(transaction);
  const [row] = rows;
  if (!row) throw new Error('a locked plan is there');
  return row;
}

const stateOf = ({ orders, orderedToday, limit, state }: StoredApproval) =>
  approvalStateOf(turnoverOfAll([orders, ...orderedToday]), limit, state);

/** Notes that somebody asks a second person to agree to locked plans. */
export async function askSecondPerson(
  transaction: Transaction<Schema>,
  { userId }: Pick<Scope, 'userId'>,
  planIds: readonly string[],
  now: Date,
  note: string | null,
): Promise<void> {
  await sql`insert into plan_approvals as a (tenant_id, planned_optimization_id, requested_by, requested_at, request_note)
    select app_tenant_id(), x, ${userId}, ${now.toISOString()}, ${note} from unnest(${[...planIds]}::uuid[]) x
    on conflict (tenant_id, planned_optimization_id) do update set state = 'waiting', requested_by = excluded.requested_by,
      requested_at = excluded.requested_at, request_note = excluded.request_note, decided_by = null, decided_at = null,
      decision_note = null`.execute(transaction);
  // Who once asked for it stays no second person for it, whoever asks anew. Where nobody is left, a new plan has one again.
  await sql`update planned_optimizations set state = 'waitingForApproval',
      editors = array(select distinct unnest(editors || ${userId}::uuid) order by 1)
    where tenant_id = app_tenant_id() and id = any (${[...planIds]}::uuid[])`.execute(transaction);
}

/**
 * Asks a second person to agree to the open plan.
 * @throws 404, 412 when the plan was changed, 409 optimization.outdated, optimization.approvalNotRequired
 */
export const requestApproval: TariffVerb<typeof requestCall> = async (
  services,
  tariffs,
  context,
  { params, body },
) => {
  const { scope, actor } = context;
  requirePermission(scope, 'optimization.plan');
  await refuseOutdated(services, tariffs, context, params.id);
  await services.database.transaction(scope, async (transaction) => {
    const contract = await lockAdvisedContract(transaction, scope, params.id, 'groupContracts.edit');
    const plan = await lockSeenPlan(transaction, context.ifMatch, params.id);
    const approval = await readApproval(transaction, plan.id);
    const { limit, orders } = approval;
    const turnover = turnoverOf(orders);
    const isOpen = ['missing', 'refused'].includes(stateOf(approval));
    // A draft is what a limit of the tariff forbids to carry out: there is nothing to agree to.
    if (!isOpen || plan.state === 'draft') throw new AppError('optimization.approvalNotRequired');
    const note = body.note ?? null;
    await askSecondPerson(transaction, scope, [plan.id], new Date(services.clock()), note);
    await writeAudit(transaction, {
      actor,
      action: 'optimization.requestApproval',
      objectType: 'contract',
      objectId: params.id,
      groupId: contract.group_id,
      after: { turnover, limit, note },
      details: { planId: plan.id },
    });
  });
};

/**
 * Agrees to the open plan as second person. Carrying it out is for somebody else still.
 * @throws 403 optimization.ownPlan for whoever made, changed or asked for it, 404, 412, 409 optimization.approvalNotWaiting,
 *   optimization.outdated, optimization.purchaseForbidden, optimization.keyInformationMissing
 */
export const approvePlan: TariffVerb<typeof approveCall> = async (
  services,
  tariffs,
  context,
  { params, body },
) => {
  await agreeToPlan(services, tariffs, context, params.id, body.note ?? null);
};

/** The same for a call and for work on many. @param within what else is written with it; @throws as `approvePlan` */
export async function agreeToPlan(
  services: Services,
  tariffs: TariffData,
  context: Deciding,
  contractId: string,
  note: string | null,
  within?: Within,
): Promise<void> {
  requirePermission(context.scope, 'optimization.approve');
  await refuseOutdated(services, tariffs, context, contractId);
  await decide(services, context, contractId, { state: 'approved', note, within });
}

/** Refuses the open plan as second person, with the reason. @throws as `approvePlan`, but for an outdated one */
export const refusePlan: Verb<typeof refuseCall> = async (services, context, { params, body }) => {
  requirePermission(context.scope, 'optimization.approve');
  await decide(services, context, params.id, { state: 'refused', note: body.note });
};

interface Decision {
  readonly state: 'approved' | 'refused';
  readonly note: string | null;
  readonly within?: Within | undefined;
}

async function decide(
  services: Services,
  context: Deciding,
  contractId: string,
  { state, note, within }: Decision,
): Promise<void> {
  const { scope, actor, ifMatch } = context;
  await services.database.transaction(scope, async (transaction) => {
    const contract = await lockAdvisedContract(transaction, scope, contractId, 'groupContracts.execute');
    const plan = await lockSeenPlan(transaction, ifMatch, contractId);
    const approval = await readApproval(transaction, plan.id);
    if (approval.state !== 'waiting') throw new AppError('optimization.approvalNotWaiting');
    if (!isSecondPerson(scope.userId, approval.involved)) throw new AppError('optimization.ownPlan');
    // The lists no longer show it and it is carried out without: whoever still has it before her hears that first.
    if (stateOf(approval) === 'notRequired') {
      throw new AppError('optimization.approvalNotWaiting', {
        reason:
          'Der Vorschlag braucht keine Freigabe mehr. Er kann ohne eine zweite Person ausgeführt werden.',
      });
    }
    // Nobody agrees to what may not be carried out.
    if (state === 'approved')
      await refuseForbiddenPurchases(readerIn(transaction), scope, plan.id, dayOf(services, context));
    await sql`update plan_approvals set state = ${state}, decided_by = ${scope.userId},
        decided_at = ${new Date(services.clock()).toISOString()}, decision_note = ${note}
      where tenant_id = app_tenant_id() and planned_optimization_id = ${plan.id}`.execute(transaction);
    await sql`update planned_optimizations set state = 'checked'
      where tenant_id = app_tenant_id() and id = ${plan.id}`.execute(transaction);
    const turnover = turnoverOf(approval.orders);
    await writeAudit(transaction, {
      actor,
      action: state === 'approved' ? 'optimization.approve' : 'optimization.refuse',
      objectType: 'contract',
      objectId: contractId,
      groupId: contract.group_id,
      before: { state: 'waiting', requestedBy: approval.requestedBy },
      after: { state, note, turnover },
      details: { planId: plan.id },
    });
    await within?.(transaction, { planId: plan.id, turnover });
  });
}
