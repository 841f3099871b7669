import { isOpenOrder } from '@depotwerk/domain/contracts/trader-order-states';
import { sql } from 'kysely';
import { type AuditActor, writeAudit } from '../../../platform/audit/write-audit.ts';
import { type TraderAccess, TraderFault, type TraderGateway } from '../gateway/trader-gateway.ts';
import { isAuthFault } from '../trader-auth-error.ts';
import type { TraderServices } from '../trader-services.ts';
import { bankExecutionOf, knowledgeOf, lockOrder, type OrderRow } from './order-row.ts';
import { nextOrder } from './order-states.ts';
import { applyOutcome, type Outcome } from './settle-order.ts';

/** Longer than any call to a bank: until then nobody else takes the order up. */
export const holdSeconds = 12;

/**
 * Sends an order, the first time or again under the same id: that it leaves is committed before its first byte, and
 * what came of it afterwards (part of a verb that has checked the permission, and a system job). A fault that does not say "nothing was done" leaves it unknown.
 */
export async function sendOrder(
  services: Pick<TraderServices, 'database'>,
  gateway: TraderGateway,
  access: TraderAccess,
  order: OrderRow,
  actor: AuditActor,
): Promise<{ readonly order: OrderRow; readonly fault: TraderFault | null }> {
  const leaving = await markLeaving(services, order, actor);
  if (!isOpenOrder(leaving.state)) return { order: leaving, fault: null };
  const outcome = await tryExecute(gateway, access, leaving);
  const settled = await applyOutcome(services, leaving, outcome, actor);
  return { order: settled, fault: outcome.kind === 'told' ? null : outcome.fault };
}

async function tryExecute(gateway: TraderGateway, access: TraderAccess, order: OrderRow): Promise<Outcome> {
  try {
    const execution = await gateway.execute(access, order.signingId, bankExecutionOf(order));
    return { kind: 'told', execution };
  } catch (error) {
    if (!(error instanceof TraderFault)) throw error;
    // Not let in: the order itself was neither taken nor refused.
    const isLost = error.kind === 'unknown' || error.kind === 'unavailable' || isAuthFault(error);
    return { kind: isLost ? 'lost' : 'refused', fault: error };
  }
}

function markLeaving(
  services: Pick<TraderServices, 'database'>,
  order: OrderRow,
  actor: AuditActor,
): Promise<OrderRow> {
  const context = { tenantId: order.tenantId, userId: order.userId };
  return services.database.transaction(context, async (transaction) => {
    const stored = await lockOrder(transaction, order.id);
    if (!isOpenOrder(stored.state)) return stored;
    const { state } = nextOrder(knowledgeOf(stored), { kind: 'sending' });
    await sql`update trader_orders set state = ${state}, sent_at = coalesce(sent_at, now()),
        next_check_at = now() + ${holdSeconds} * interval '1 second'
      where tenant_id = app_tenant_id() and id = ${order.id}`.execute(transaction);
    await writeAudit(transaction, {
      actor,
      action: 'traderOrders.send',
      objectType: 'contract',
      objectId: order.contractId,
      details: { orderId: order.id, clientOrderId: order.clientOrderId, attempt: stored.attempts + 1 },
    });
    return { ...stored, state };
  });
}
