import { sql } from 'kysely';
import { type AuditActor, writeAudit } from '../../../platform/audit/write-audit.ts';
import { notePasswordFault } from '../credentials/note-fault.ts';
import { openAccess, passwordMissingCode } from '../credentials/trader-access.view.ts';
import { readTraderIssuer } from '../credentials/trader-issuer.view.ts';
import { type TraderAccess, TraderFault, type TraderGateway } from '../gateway/trader-gateway.ts';
import { isAuthFault } from '../trader-auth-error.ts';
import type { TraderServices } from '../trader-services.ts';
import { knowledgeOf, type OrderRow } from './order-row.ts';
import { mayResend, secondsUntilNextQuestion } from './order-states.ts';
import { sendOrder } from './send-order.ts';
import { applyOutcome } from './settle-order.ts';

type Needs = Pick<TraderServices, 'database' | 'keys' | 'gateways'>;

interface WayToBank {
  readonly gateway: TraderGateway;
  readonly access: TraderAccess;
  /** Whose access it is: his password is the one the bank may refuse. */
  readonly userId: string;
}

/**
 * Finds out what became of an open order: asks the bank by the client order id, and sends the order again, under that
 * same id, only when the bank never heard of it (R9). A system job; a verb asks through it once. A bank that does not answer is asked again later.
 */
export async function reconcileOrder(services: Needs, order: OrderRow, actor: AuditActor): Promise<OrderRow> {
  let userId = order.userId;
  try {
    const way = await findWay(services, order);
    userId = way.userId;
    const found = await way.gateway.findExecution(way.access, order.clientOrderId);
    if (found) return await applyOutcome(services, order, { kind: 'told', execution: found }, actor);
    if (!mayResend(knowledgeOf(order))) {
      throw new TraderFault('unknown', 'Die Bank kennt einen Auftrag nicht mehr, den sie angenommen hatte.');
    }
    return (await sendOrder(services, way.gateway, way.access, order, actor)).order;
  } catch (error) {
    if (!(error instanceof TraderFault)) throw error;
    return postpone(services, order, userId, error, actor);
  }
}

/**
 * Compares a settled order with the bank's books; what the bank says counts (R9: nothing hidden).
 * A bank that does not answer is asked again the next day.
 */
export async function compareOrder(services: Needs, order: OrderRow, actor: AuditActor): Promise<void> {
  try {
    const way = await findWay(services, order);
    const found = await way.gateway.findExecution(way.access, order.clientOrderId);
    if (found) await applyOutcome(services, order, { kind: 'told', execution: found }, actor);
    const isMissing = found === null && order.state !== 'refused';
    await services.database.transaction(order, async (transaction) => {
      await sql`update trader_orders set differs = differs or ${isMissing}
        where tenant_id = app_tenant_id() and id = ${order.id}`.execute(transaction);
      if (!isMissing) return;
      await writeAudit(transaction, {
        actor,
        action: 'traderOrders.missingAtBank',
        objectType: 'contract',
        objectId: order.contractId,
        details: { orderId: order.id, clientOrderId: order.clientOrderId, state: order.state },
        result: 'failed',
      });
    });
  } catch (error) {
    if (!(error instanceof TraderFault)) throw error;
  }
}

/** The access the order was given with; where that is gone, another one of the same tenant at the same bank. */
async function findWay(services: Needs, order: OrderRow): Promise<WayToBank> {
  const { tenantId, issuerId } = order;
  const others = await services.database.read<{ userId: string }>(order, {
    sql: `select user_id as "userId" from trader_credentials where issuer_id = $1 and user_id <> $2
      and status = 'valid' and password_envelope is not null and expires_at > now() order by updated_at desc limit 3`,
    parameters: [issuerId, order.userId],
  });
  let fault: unknown;
  for (const userId of [order.userId, ...others.map((other) => other.userId)]) {
    try {
      const issuer = await readTraderIssuer(services.database, { tenantId, userId }, issuerId);
      const gateway = services.gateways.of(issuer.traderKind);
      return { gateway, access: openAccess(services, { tenantId, userId }, issuer), userId };
    } catch (error) {
      if (!(error instanceof TraderFault)) throw error;
      fault ??= error;
    }
  }
  throw fault;
}

function postpone(
  services: Needs,
  order: OrderRow,
  userId: string,
  fault: TraderFault,
  actor: AuditActor,
): Promise<OrderRow> {
  // An order that left us and of which nothing is heard is unknown; one that was only prepared stays so.
  if (!isAuthFault(fault)) return applyOutcome(services, order, { kind: 'lost', fault }, actor);
  return services.database.transaction(order, async (transaction) => {
    await notePasswordFault(transaction, userId, order.issuerId, fault);
    await sql`update trader_orders set last_fault = ${fault.kind}, attempts = attempts + 1,
        next_check_at = now() + ${secondsUntilNextQuestion(order.attempts)} * interval '1 second'
      where tenant_id = app_tenant_id() and id = ${order.id}`.execute(transaction);
    // That there still is no password is no news.
    if (fault.traderCode === passwordMissingCode) return order;
    await writeAudit(transaction, {
      actor,
      action: 'traderOrders.noAccess',
      objectType: 'contract',
      objectId: order.contractId,
      details: { orderId: order.id, clientOrderId: order.clientOrderId, fault: fault.kind, accessOf: userId },
      result: 'failed',
    });
    return order;
  });
}
