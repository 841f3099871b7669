import { sql } from 'kysely';
import { writeAudit } from '../../../platform/audit/write-audit.ts';
import type { SignedInContext } from '../../../platform/http/request-context.ts';
import { requirePermission } from '../../../platform/scope.ts';
import { TraderFault } from '../gateway/trader-gateway.ts';
import { isAuthFault } from '../trader-auth-error.ts';
import type { TraderServices } from '../trader-services.ts';
import { type BankChallenge, useChallenge } from './bank-challenge.ts';
import { executionError, traderError } from './execution-error.ts';
import { type ExecutionTarget, lockTarget } from './execution-target.ts';
import { type OrderRow, orderColumns } from './order-row.ts';
import { reconcileOrder } from './reconcile-order.ts';
import { holdSeconds, sendOrder } from './send-order.ts';

/**
 * Third step, second half: the confirmed orders are stored with their client order id, committed, and sent. When the
 * answer is lost the bank is asked once at once, as long as the step has time left; after that the reconciliation goes on without the caller.
 * @throws 409 secondFactor.transactionChanged, fundsApi.orderRunning, 400 fundsApi.traderError …,
 * 502 and 504 fundsApi.traderUnavailable with `orderState` unknown
 */
export async function placeOrder(
  services: TraderServices,
  context: SignedInContext,
  target: ExecutionTarget,
  challenge: BankChallenge,
): Promise<void> {
  const { actor } = context;
  const { bankName } = target.issuer;
  const prepared = await prepareOrder(services, context, target, challenge);
  const sent = await sendOrder(services, target.gateway, target.access, prepared, actor);
  let { order } = sent;
  if (order.state === 'unknown' && target.access.signal?.aborted !== true) {
    order = await reconcileOrder(services, order, actor, target.access.signal);
  }
  if (order.state === 'refused') {
    // A refusal by code is told as such; one found in the bank's books as what stands there.
    if (sent.fault && order.answer?.state === null && sent.order.state === 'refused') {
      throw executionError(sent.fault, bankName);
    }
    const { traderCode = null, traderMessage = null } = order.answer ?? {};
    throw traderError(bankName, { traderCode, traderMessage, retryable: false });
  }
  if (order.state === 'unknown' && sent.fault) {
    // A password the bank no longer takes explains the silence; that the order is open matters more.
    const { fault } = sent;
    const told = isAuthFault(fault) ? new TraderFault('unavailable', fault.message, { cause: fault }) : fault;
    throw executionError(told, bankName, 'unknown');
  }
}

async function prepareOrder(
  services: TraderServices,
  context: SignedInContext,
  target: ExecutionTarget,
  challenge: BankChallenge,
): Promise<OrderRow> {
  const { scope, actor } = context;
  requirePermission(scope, 'optimization.execute');
  const { plan, issuer, hash } = target;
  return services.database.transaction(scope, async (transaction) => {
    await lockTarget(transaction, scope, target);
    await useChallenge(transaction, services, context, challenge.id);
    const { rows } =
      await sql<OrderRow>`insert into trader_orders (tenant_id, contract_id, planned_optimization_id,
        client_order_id, request, user_id, issuer_id, external_key, signing_id, transaction_hash, next_check_at)
      values (${scope.tenantId}, ${target.contractId}, ${plan.planId}, ${challenge.context.clientOrderId},
        ${JSON.stringify({ orders: plan.orders, savingsPlan: plan.savingsPlan })}::jsonb, ${scope.userId},
        ${issuer.issuerId}, ${target.externalKey}, ${challenge.context.signingId}, ${hash},
        now() + ${holdSeconds} * interval '1 second')
      returning ${sql.raw(orderColumns)}`.execute(transaction);
    await sql`update planned_optimizations set state = 'submitted', transaction_hash = ${hash}
      where tenant_id = app_tenant_id() and id = ${plan.planId}`.execute(transaction);
    const order = rows[0];
    if (!order) throw new Error('an inserted row is answered');
    await writeAudit(transaction, {
      actor,
      action: 'optimization.execute',
      objectType: 'contract',
      objectId: target.contractId,
      groupId: target.groupId,
      after: { transactionHash: order.transactionHash, request: order.request },
      details: {
        planId: plan.planId,
        orderId: order.id,
        clientOrderId: order.clientOrderId,
        challengeId: challenge.id,
        transactionHash: order.transactionHash,
        orderCount: plan.orders.length,
      },
    });
    return order;
  });
}
