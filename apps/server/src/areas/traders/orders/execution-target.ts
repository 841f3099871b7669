import { CompiledQuery, type Transaction } from 'kysely';
import { isContractBlocked } from '../../../platform/customers/blocked-contract.ts';
import type { Reader } from '../../../platform/database/database.ts';
import { Parameters } from '../../../platform/database/parameters.ts';
import type { Schema } from '../../../platform/database/schema.ts';
import { readerIn } from '../../../platform/database/transaction-reader.ts';
import { requireGroupRight } from '../../../platform/group-right.ts';
import { AppError, notFound } from '../../../platform/http/app-error.ts';
import { todayIn } from '../../../platform/http/client-zone.ts';
import type { SignedInContext } from '../../../platform/http/request-context.ts';
import { readOne } from '../../../platform/read-one.ts';
import { type Scope, visibilityOf } from '../../../platform/scope.ts';
import { carriedOutSql, visibilityConditions } from '../../contracts/public.ts';
import {
  outdatedPlan,
  type PlanForExecution,
  readPlanForExecution,
  refuseBannedPurchases,
  refuseForbiddenPurchases,
  refuseWithoutKeyInformation,
} from '../../optimization/public.ts';
import { openAccess } from '../credentials/trader-access.view.ts';
import { readTraderIssuer, type TraderIssuer } from '../credentials/trader-issuer.view.ts';
import { type TraderAccess, TraderFault, type TraderGateway } from '../gateway/trader-gateway.ts';
import { traderAuthError } from '../trader-auth-error.ts';
import type { TraderServices } from '../trader-services.ts';
import { transactionHash } from './transaction-hash.ts';

interface DepotRow {
  id: string;
  contractId: string;
  groupId: string | null;
  issuerId: number;
  externalKey: string;
  isBlocked: boolean;
  isUnread: boolean;
  hasPendingChanges: boolean;
}

/** Everything one step of an execution works with, as it is at this moment. */
export interface ExecutionTarget {
  readonly depotId: string;
  readonly contractId: string;
  readonly groupId: string | null;
  readonly externalKey: string;
  readonly issuer: TraderIssuer;
  readonly gateway: TraderGateway;
  readonly access: TraderAccess;
  readonly plan: PlanForExecution;
  /** When it was read, in milliseconds, and the caller's day. */
  readonly now: number;
  readonly today: string;
  /** What a second factor for exactly this plan is bound to. */
  readonly hash: Buffer;
}

/** A linked depot whose contract the caller sees. */
function depotQuery(scope: Scope, depotId: string): { sql: string; parameters: unknown[] } {
  const parameters = new Parameters();
  const conditions = visibilityConditions(visibilityOf(scope, 'groupContracts.view'), parameters);
  conditions.push(`d.id = ${parameters.add(depotId)}`);
  return {
    sql: `select d.id, c.id as "contractId", c.group_id as "groupId", d.issuer_id as "issuerId", d.external_key as "externalKey",
        ${isContractBlocked} as "isBlocked", c.has_pending_changes as "hasPendingChanges",
        -- no comparison with null: a depot whose bank was never read since is not read
        exists (select from trader_orders o where o.tenant_id = c.tenant_id and o.contract_id = c.id
          and o.state in ${carriedOutSql} and o.settled_at >= coalesce(d.last_refresh_at, '-infinity')) as "isUnread"
      from trader_depots d join contracts c on c.tenant_id = d.tenant_id and c.id = d.contract_id
      where ${conditions.join(' and ')}`,
    parameters: parameters.values,
  };
}

/**
 * Reads depot, bank, access and plan, and refuses what may not be executed.
 * @param signal ends the calls to the bank of this step
 * @throws 404 without depot or open plan, 403 without the right in the contract's group, 409 customers.blocked,
 * optimization.holdingsUnread, optimization.changesUndecided, optimization.outdated, optimization.notExecutable, optimization.purchaseForbidden, optimization.keyInformationMissing,
 * fundsApi.orderRunning, 400 traderAuth.*
 */
export async function readTarget(
  services: TraderServices,
  context: SignedInContext,
  depotId: string,
  signal: AbortSignal,
): Promise<ExecutionTarget> {
  const { scope } = context;
  const depot = await readOne<DepotRow>(services.database, scope, depotQuery(scope, depotId));
  requireGroupRight(scope, 'groupContracts.execute', depot.groupId);
  if (depot.isBlocked) throw new AppError('customers.blocked');
  const { contractId, externalKey } = depot;
  const now = services.clock();
  const today = todayIn(context.zone, new Date(now));
  const plan = await readPlanForExecution(services.database, scope, contractId, now, today);
  if (!plan) throw notFound();
  if (plan.state === 'submitted') throw new AppError('fundsApi.orderRunning');
  // Said first: that the profile changed since is no news of what is forbidden now.
  await refuseBannedPurchases(services.database, scope, plan.planId, today);
  // A plan the screen shows as outdated must not be executable, for exactly the same reasons.
  const reasons = plan.hasInput ? await services.outdatedReasons(context, contractId) : plan.outdatedReasons;
  refuseUnfit(plan, reasons, scope.userId);
  // A plan made from what was held before the last orders would sell and buy the same once more.
  if (depot.isUnread) throw new AppError('optimization.holdingsUnread');
  refuseUndecided(depot);
  await refuseWithoutKeyInformation(services.database, scope, plan.planId, today);
  const issuer = await readTraderIssuer(services.database, scope, depot.issuerId);
  const way = openWay(services, scope, issuer);
  const { gateway } = way;
  const access = { ...way.access, signal };
  const { orders, savingsPlan } = plan;
  const hash = transactionHash({ contractId, issuerId: issuer.issuerId, externalKey, orders, savingsPlan });
  return { ...depot, depotId: depot.id, issuer, gateway, access, plan, now, today, hash };
}

/** The bank says the contract holds something else: orders made from what stands here could sell what is not there, and nobody has looked. */
function refuseUndecided({ hasPendingChanges }: DepotRow): void {
  if (hasPendingChanges) throw new AppError('optimization.changesUndecided');
}

/** What the house decided while the bank was asked: another limit for a second person, somebody who agreed, what was ordered beside it. */
async function refuseUnfitNow(reader: Reader, scope: Scope, target: ExecutionTarget): Promise<void> {
  const { contractId, now, today } = target;
  const plan = await readPlanForExecution(reader, scope, contractId, now, today);
  if (plan?.planId !== target.plan.planId) throw new AppError('secondFactor.transactionChanged');
  // Of a plan that knows what it was made from, what moved since is told by its whole input, which was asked before.
  refuseUnfit(plan, plan.hasInput ? [] : plan.outdatedReasons, scope.userId);
}

function refuseUnfit(plan: PlanForExecution, outdatedReasons: readonly string[], userId: string): void {
  if (outdatedReasons.length > 0) {
    if (plan.hasInput) throw outdatedPlan(outdatedReasons);
    throw new AppError('optimization.outdated', { params: { reasons: outdatedReasons.join(' ') } });
  }
  const isReady = ['checked', 'waitingForClient', 'waitingForApproval', 'waitingForSecondFactor'].includes(
    plan.state,
  );
  const [blocked] = plan.blockedChecks;
  if (blocked)
    throw notExecutable(blocked.checkKey, `Der Vorschlag darf so nicht ausgeführt werden: ${blocked.text}`);
  const obstacle = isReady ? approvalObstacle(plan, userId) : undefined;
  if (obstacle !== undefined) throw notExecutable(obstacle, approvalObstacleTexts[obstacle]);
  if (!isReady) throw new AppError('optimization.notExecutable', { params: { reason: plan.state } });
  if (plan.orders.length === 0 && plan.savingsPlan === null) {
    throw new AppError('optimization.notExecutable', { params: { reason: 'nothingToDo' } });
  }
}

const notExecutable = (reason: string, sentence: string): AppError =>
  new AppError('optimization.notExecutable', { params: { reason }, reason: sentence });

const approvalObstacleTexts = {
  approvalMissing:
    'Ab der Grenze Ihres Hauses muss erst eine zweite Person zustimmen. Bitte erbitten Sie ihre Freigabe im Vertrag unter „Optimierung“.',
  approvedByCaller:
    'Sie haben diesen Vorschlag als zweite Person freigegeben. Ausführen muss ihn jemand anderes.',
} as const;

/** Four eyes: what a second person has to agree to waits for her, and is carried out by somebody else than her. */
function approvalObstacle(
  { approvalState, approvedById }: PlanForExecution,
  userId: string,
): keyof typeof approvalObstacleTexts | undefined {
  if (approvalState === 'approved') return approvedById === userId ? 'approvedByCaller' : undefined;
  return approvalState === 'notRequired' ? undefined : 'approvalMissing';
}

function openWay(
  services: TraderServices,
  scope: Scope,
  issuer: TraderIssuer,
): { gateway: TraderGateway; access: TraderAccess } {
  try {
    return {
      gateway: services.gateways.of(issuer.traderKind),
      access: openAccess(services, scope, issuer),
    };
  } catch (error) {
    throw error instanceof TraderFault ? traderAuthError(error, issuer.bankName) : error;
  }
}

/**
 * Locks contract and plan and makes sure nothing moved since `target` was read and no execution is open.
 * @throws 404, 409 customers.blocked, optimization.changesUndecided, secondFactor.transactionChanged, fundsApi.orderRunning, optimization.outdated,
 * optimization.notExecutable, optimization.purchaseForbidden, optimization.keyInformationMissing
 */
export async function lockTarget(
  transaction: Transaction<Schema>,
  scope: Scope,
  target: ExecutionTarget,
): Promise<void> {
  const depot = depotQuery(scope, target.depotId);
  await transaction.executeQuery(CompiledQuery.raw(`${depot.sql} for update of c`, depot.parameters));
  // Read once it is locked: what the statement that waited joined (depot, customer) may be older than what it waited for.
  const locked = await transaction.executeQuery<DepotRow>(CompiledQuery.raw(depot.sql, depot.parameters));
  if (locked.rows[0]?.contractId !== target.contractId) throw notFound();
  // Somebody may have blocked the customer while the bank asked for its code.
  if (locked.rows[0].isBlocked) throw new AppError('customers.blocked');
  refuseUndecided(locked.rows[0]);
  const { rows } = await transaction.executeQuery<{ rowVersion: number; isRunning: boolean }>(
    CompiledQuery.raw(
      `select p.row_version as "rowVersion", exists (select from trader_orders o where o.tenant_id = p.tenant_id
          and o.contract_id = p.contract_id and o.state in ('prepared', 'sent', 'unknown')) as "isRunning"
        from planned_optimizations p where p.id = $1 for update of p`,
      [target.plan.planId],
    ),
  );
  if (rows[0]?.isRunning) throw new AppError('fundsApi.orderRunning');
  if (rows[0]?.rowVersion !== target.plan.rowVersion) throw new AppError('secondFactor.transactionChanged');
  await refuseUnfitNow(readerIn(transaction), scope, target);
  // A profile may have been recorded, a document revised, a holder added, while the bank asked for its code.
  await refuseForbiddenPurchases(readerIn(transaction), scope, target.plan.planId, target.today);
}
