import { sql, type Transaction } from 'kysely';
import { type AuditActor, writeAudit } from '../../../platform/audit/write-audit.ts';
import { errorCode } from '../../../platform/database/database-errors.ts';
import type { Schema } from '../../../platform/database/schema.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import type { SignedInContext } from '../../../platform/http/request-context.ts';
import { requirePermission } from '../../../platform/scope.ts';
import {
  type OpenDepotRequest,
  type TraderAccess,
  TraderFault,
  type TraderGateway,
} from '../gateway/trader-gateway.ts';
import { type BankChallenge, useChallenge } from '../orders/bank-challenge.ts';
import { isAuthFault } from '../trader-auth-error.ts';
import type { TraderServices } from '../trader-services.ts';
import { lockCustomerForDepot } from './create-depot-contract.ts';
import { type DepotOrder, openDepotRequest } from './depot-request.ts';
import type { DepotTarget } from './depot-target.ts';

/** An opening that left for its bank and of which no answer has come (depot_openings). */
export interface Opening {
  readonly tenantId: string;
  readonly id: string;
  readonly userId: string;
  readonly customerId: string;
  readonly issuerId: number;
  readonly tariffId: string;
  readonly request: OpenDepotRequest;
  /** Hex: what its second factor was bound to. */
  readonly hash: string;
}

export const openingColumns = `tenant_id as "tenantId", id, user_id as "userId", customer_id as "customerId",
  issuer_id as "issuerId", tariff_id as "tariffId", request, encode(transaction_hash, 'hex') as hash`;

type Needs = Pick<TraderServices, 'database'>;
interface Way {
  readonly gateway: TraderGateway;
  readonly access: TraderAccess;
}

/** The opening under way for a customer at an institution; null when there is none. */
export async function readOpening(
  { database }: Needs,
  { scope }: SignedInContext,
  { customerId, issuerId }: DepotTarget,
): Promise<Opening | null> {
  const [row] = await database.read<Opening>(scope, {
    sql: `select ${openingColumns} from depot_openings where customer_id = $1 and issuer_id = $2 and state = 'sent'`,
    parameters: [customerId, issuerId],
  });
  return row ?? null;
}

/**
 * Writes down what is about to leave for the bank and uses its challenge up, before the first byte.
 * @throws secondFactor.expired, 409 traderDepots.openingRunning
 */
export async function prepareOpening(
  services: Pick<TraderServices, 'database' | 'clock'>,
  context: SignedInContext,
  target: DepotTarget,
  order: DepotOrder,
  challenge: BankChallenge,
): Promise<Opening> {
  const { scope, actor } = context;
  requirePermission(scope, 'traderDepots.create');
  const { clientOrderId, signingId } = challenge.context;
  const request = openDepotRequest(order, target.holderName, clientOrderId, signingId);
  try {
    return await services.database.transaction(scope, async (transaction) => {
      // Somebody may have blocked the customer while the bank asked for its code.
      await lockCustomerForDepot(transaction, scope, target.customerId);
      await useChallenge(transaction, services, context, challenge.id);
      const { rows } = await sql<Opening>`
        insert into depot_openings (tenant_id, user_id, customer_id, issuer_id, tariff_id, client_request_id, request,
          transaction_hash)
        values (app_tenant_id(), ${scope.userId}, ${target.customerId}, ${target.issuerId}, ${order.tariffId},
          ${clientOrderId}, ${JSON.stringify(request)}::jsonb, ${challenge.hash})
        returning ${sql.raw(openingColumns)}`.execute(transaction);
      const opening = rows[0];
      if (!opening) throw new Error('an inserted row is answered');
      await writeAudit(transaction, {
        actor,
        action: 'traderDepots.sendOpening',
        objectType: 'customer',
        objectId: target.customerId,
        groupId: target.groupId,
        after: { transactionHash: opening.hash },
        details: { openingId: opening.id, challengeId: challenge.id, issuerId: target.issuerId },
      });
      return opening;
    });
  } catch (error) {
    if (errorCode(error) === '23505') throw new AppError('traderDepots.openingRunning');
    throw error;
  }
}

/**
 * Sends an opening; the bank opens one depot for its request id, however often that comes. What the bank refuses ends
 * it; without an answer it stays under way (part of a verb that has checked the permission, and a system job).
 * @returns id of the depot
 * @throws TraderFault
 */
export async function sendOpening(
  services: Needs,
  { gateway, access }: Way,
  opening: Opening,
  actor: AuditActor,
): Promise<string> {
  try {
    const { externalKey } = await gateway.openDepot(access, opening.request);
    return await settle(services, opening, externalKey, actor);
  } catch (error) {
    if (!(error instanceof TraderFault)) throw error;
    const isLost = error.kind === 'unknown' || error.kind === 'unavailable' || isAuthFault(error);
    if (!isLost) await refuse(services, opening, error, actor);
    throw error;
  }
}

/**
 * Finds out what became of an opening: the bank is asked first, and only what it never heard of is sent again, with the
 * access of whoever gave it, while something may be ordered there (`userId`).
 * @returns id of the depot; null when only its giver may send it again
 * @throws TraderFault
 */
export async function resolveOpening(
  services: Needs,
  way: Way & { readonly userId: string | null },
  opening: Opening,
  actor: AuditActor,
): Promise<string | null> {
  const found = await way.gateway.findOpening(way.access, opening.request.clientRequestId);
  if (found) return settle(services, opening, found.externalKey, actor);
  return way.userId === opening.userId ? sendOpening(services, way, opening, actor) : null;
}

/** The depot is ours: belonging to the customer, waiting for its contract. The same news again changes nothing. */
function settle(services: Needs, opening: Opening, externalKey: string, actor: AuditActor): Promise<string> {
  const { customerId, issuerId, request } = opening;
  return services.database.transaction(opening, async (transaction) => {
    const { rows } = await sql<{ id: string }>`
      insert into trader_depots (tenant_id, issuer_id, external_key, external_consumer_key, customer_id, tariff_id,
        holder_name, iban, bic, product_key, total_value)
      values (app_tenant_id(), ${issuerId}, ${externalKey}, ${request.externalConsumerKey}, ${customerId},
        ${opening.tariffId}, ${request.holderName}, ${request.iban}, ${request.bic}, ${request.productKey}, 0)
      on conflict (tenant_id, issuer_id, external_key) do update
         set customer_id = excluded.customer_id, tariff_id = excluded.tariff_id, iban = excluded.iban, bic = excluded.bic
      returning id`.execute(transaction);
    const id = rows[0]?.id ?? '';
    await sql`insert into trader_depot_readers (tenant_id, trader_depot_id, user_id)
      values (app_tenant_id(), ${id}, ${opening.userId}) on conflict do nothing`.execute(transaction);
    if (!(await end(transaction, opening, 'opened', id))) return id;
    await writeAudit(transaction, {
      actor,
      action: 'traderDepots.create',
      objectType: 'traderDepot',
      objectId: id,
      groupId: await groupOf(transaction, customerId),
      after: { transactionHash: opening.hash },
      details: { customerId, issuerId, externalKey, openingId: opening.id },
    });
    return id;
  });
}

function refuse(services: Needs, opening: Opening, fault: TraderFault, actor: AuditActor): Promise<void> {
  return services.database.transaction(opening, async (transaction) => {
    if (!(await end(transaction, opening, 'refused', null))) return;
    await writeAudit(transaction, {
      actor,
      action: 'traderDepots.openingRefused',
      objectType: 'customer',
      objectId: opening.customerId,
      groupId: await groupOf(transaction, opening.customerId),
      details: { openingId: opening.id, fault: fault.kind, traderCode: fault.traderCode },
      result: 'refused',
    });
  });
}

/** Whether it was under way until now; what was asked for is needed no longer. */
async function end(
  transaction: Transaction<Schema>,
  { id }: Opening,
  state: 'opened' | 'refused',
  depotId: string | null,
): Promise<boolean> {
  const { rows } =
    await sql`update depot_openings set state = ${state}, settled_at = now(), trader_depot_id = ${depotId},
      request = '{}' where tenant_id = app_tenant_id() and id = ${id} and state = 'sent' returning id`.execute(
      transaction,
    );
  return rows.length > 0;
}

async function groupOf(transaction: Transaction<Schema>, customerId: string): Promise<string | null> {
  const { rows } = await sql<{ groupId: string | null }>`select group_id as "groupId" from customers
    where tenant_id = app_tenant_id() and id = ${customerId}`.execute(transaction);
  return rows[0]?.groupId ?? null;
}
