import { sql } from 'kysely';
import { type AuditActor, writeAudit } from '../../../platform/audit/write-audit.ts';
import { notePasswordFault } from '../credentials/note-fault.ts';
import { openAccess, passwordMissingCode } from '../credentials/trader-access.view.ts';
import { mayUsePasswords, readIssuerOfSent } from '../credentials/trader-issuer.view.ts';
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
  /** Why the one the order was given with cannot be used; null when it is the way. */
  readonly ownFault: TraderFault | null;
  /** The institution is inactive by now: it is asked, and nothing is ordered there any more. */
  readonly isInactive: boolean;
}

/**
 * Finds out what became of an open order: asks the bank by the client order id, and sends the order again, under that
 * same id, only when the bank never heard of it and only with the access of whoever gave it. It is not judged again
 * before that: docs/purchases.md says why. A system job; a verb asks through it once. A bank that does not answer is
 * asked again later.
 * @param signal ends the calls to the bank with the step that asks
 */
export async function reconcileOrder(
  services: Needs,
  order: OrderRow,
  actor: AuditActor,
  signal?: AbortSignal,
): Promise<OrderRow> {
  let userId = order.userId;
  try {
    const way = await findWay(services, order, signal);
    userId = way.userId;
    const found = await way.gateway.findExecution(way.access, order.clientOrderId);
    if (found) return await applyOutcome(services, order, { kind: 'told', execution: found }, actor);
    if (!mayResend(knowledgeOf(order))) {
      throw new TraderFault('unknown', 'Die Bank kennt einen Auftrag nicht mehr, den sie angenommen hatte.');
    }
    if (way.isInactive) throw new TraderFault('unavailable', 'Die Institution ist inaktiv.');
    if (way.ownFault) {
      // Another adviser's password asks what became of it; nothing is ordered in his name.
      userId = order.userId;
      throw way.ownFault;
    }
    return (await sendOrder(services, way.gateway, way.access, order, actor)).order;
  } catch (error) {
    if (!(error instanceof TraderFault)) throw error;
    return postpone(services, order, userId, error, actor);
  }
}

/**
 * Compares a settled order with the bank's books; what the bank says counts.
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

/** The access the order was given with; where that is gone, another one of the same tenant at the same bank, to ask with. */
async function findWay(services: Needs, order: OrderRow, signal?: AbortSignal): Promise<WayToBank> {
  const { tenantId, issuerId } = order;
  const others = await services.database.read<{ userId: string }>(order, {
    sql: `select c.user_id as "userId" from trader_credentials c
        join users u on u.tenant_id = c.tenant_id and u.id = c.user_id and ${mayUsePasswords}
       where c.issuer_id = $1 and c.user_id <> $2 and c.status = 'valid' and c.password_envelope is not null
         and c.expires_at > now() order by c.updated_at desc limit 3`,
    parameters: [issuerId, order.userId],
  });
  let fault: TraderFault | null = null;
  for (const userId of [order.userId, ...others.map((other) => other.userId)]) {
    try {
      const issuer = await readIssuerOfSent(services.database, { tenantId, userId }, issuerId);
      const gateway = services.gateways.of(issuer.traderKind);
      const access = openAccess(services, { tenantId, userId }, issuer);
      return {
        gateway,
        access: signal ? { ...access, signal } : access,
        userId,
        ownFault: fault,
        isInactive: issuer.isInactive,
      };
    } catch (error) {
      if (!(error instanceof TraderFault)) throw error;
      fault ??= error;
    }
  }
  throw fault ?? new TraderFault('wrongPassword', '', { traderCode: passwordMissingCode });
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
