import { randomUUID } from 'node:crypto';
import type { Challenge } from '@depotwerk/api/challenge';
import { sql, type Transaction } from 'kysely';
import { writeAudit } from '../../../platform/audit/write-audit.ts';
import type { Schema } from '../../../platform/database/schema.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import type { SignedInContext } from '../../../platform/http/request-context.ts';
import { requirePermission } from '../../../platform/scope.ts';
import {
  type BankChallenge,
  challengeAnswer,
  challengeAttempts,
  challengeColumns,
  expiryOf,
  toBankChallenge,
} from '../orders/bank-challenge.ts';
import type { ChallengeContext } from '../orders/order-row.ts';
import type { TraderServices } from '../trader-services.ts';
import { type DepotOrder, depotOrderHash, openDepotRequest } from './depot-request.ts';
import { askDepotBank, type DepotTarget } from './depot-target.ts';

/** First step: the bank is asked for a signing of exactly this order; an older one of the user is void. */
export async function startDepotChallenge(
  services: TraderServices,
  context: SignedInContext,
  target: DepotTarget,
  order: DepotOrder,
): Promise<Challenge> {
  const { scope, actor } = context;
  requirePermission(scope, 'traderDepots.create');
  const clientRequestId = randomUUID();
  const signing = await askDepotBank(services, context, target, () =>
    target.gateway.startDepotSigning(
      target.access,
      openDepotRequest(order, target.holderName, clientRequestId, null),
    ),
  );
  const stored: ChallengeContext = {
    signingId: signing.signingId,
    clientOrderId: clientRequestId,
    issuerId: target.issuerId,
    bankName: target.bankName,
    depotId: '',
    contractId: '',
    planId: '',
    text: signing.text,
    methods: [...signing.methods],
    selectedMethodId: signing.selectedMethodId,
  };
  const challenge = await services.database.transaction(scope, async (transaction) => {
    await sql`update second_factor_challenges set state = 'superseded' where tenant_id = app_tenant_id()
      and user_id = ${scope.userId} and purpose = 'depotCreate' and state = 'pending'`.execute(transaction);
    const attempts = Math.min(signing.attemptsLeft, challengeAttempts);
    const { rows } = await sql`insert into second_factor_challenges (tenant_id, user_id, session_id, purpose,
        transaction_hash, transactions, context, attempts_left, expires_at)
      values (${scope.tenantId}, ${scope.userId}, ${actor.sessionId}, 'depotCreate', ${depotOrderHash(order)},
        '{"orders": [], "savingsPlan": null}', ${JSON.stringify(stored)}::jsonb, ${attempts},
        ${expiryOf(signing, services.clock())})
      returning ${sql.raw(challengeColumns)}`.execute(transaction);
    const written = toBankChallenge(rows[0]);
    if (!written) throw new Error('a challenge of our own cannot be read');
    await audit(transaction, context, target, 'traderDepots.requestSigning', written.id);
    return written;
  });
  return challengeAnswer(challenge);
}

/** Second step: the bank sends its code or asks for approval; again with the same method = send again. */
export async function selectDepotMethod(
  services: TraderServices,
  context: SignedInContext,
  target: DepotTarget,
  challenge: BankChallenge,
  methodId: string,
): Promise<Challenge> {
  requirePermission(context.scope, 'traderDepots.create');
  const signing = await askDepotBank(services, context, target, () =>
    target.gateway.selectMethod(target.access, challenge.context.signingId, methodId),
  );
  const selected = {
    ...challenge.context,
    selectedMethodId: methodId,
    text: signing.text,
    methods: [...signing.methods],
  };
  await services.database.transaction(context.scope, async (transaction) => {
    const { rows } =
      await sql`update second_factor_challenges set context = ${JSON.stringify(selected)}::jsonb
      where tenant_id = app_tenant_id() and id = ${challenge.id} and state = 'pending' returning id`.execute(
        transaction,
      );
    if (rows.length === 0) throw new AppError('secondFactor.expired');
    await audit(transaction, context, target, 'traderDepots.requestCode', challenge.id);
  });
  return challengeAnswer({ ...challenge, context: selected });
}

/** Counts a try before the bank counts it, so that parallel ones cannot outrun the limit. @throws secondFactor.expired */
export async function takeDepotAttempt(
  services: Pick<TraderServices, 'database' | 'clock'>,
  context: SignedInContext,
  target: DepotTarget,
  challengeId: string,
): Promise<number> {
  requirePermission(context.scope, 'traderDepots.create');
  return services.database.transaction(context.scope, async (transaction) => {
    const { rows } = await sql<{
      left: number;
    }>`update second_factor_challenges set attempts_left = attempts_left - 1
      where tenant_id = app_tenant_id() and id = ${challengeId} and state = 'pending' and attempts_left > 0
        and expires_at > ${new Date(services.clock()).toISOString()}::timestamptz
      returning attempts_left as left`.execute(transaction);
    const left = rows[0]?.left;
    if (left === undefined) throw new AppError('secondFactor.expired');
    await audit(transaction, context, target, 'traderDepots.tryCode', challengeId);
    return left;
  });
}

/** Ends a challenge that leads nowhere any more. */
export async function closeDepotChallenge(
  services: Pick<TraderServices, 'database'>,
  context: SignedInContext,
  target: DepotTarget,
  challengeId: string,
  state: 'rejected' | 'expired' | 'superseded',
): Promise<void> {
  requirePermission(context.scope, 'traderDepots.create');
  await services.database.transaction(context.scope, async (transaction) => {
    await sql`update second_factor_challenges set state = ${state}
      where tenant_id = app_tenant_id() and id = ${challengeId} and state = 'pending'`.execute(transaction);
    await audit(transaction, context, target, `traderDepots.challenge.${state}`, challengeId);
  });
}

function audit(
  transaction: Transaction<Schema>,
  { actor }: SignedInContext,
  target: DepotTarget,
  action: string,
  challengeId: string,
): Promise<void> {
  return writeAudit(transaction, {
    actor,
    action,
    objectType: 'customer',
    objectId: target.customerId,
    groupId: target.groupId,
    details: { challengeId, issuerId: target.issuerId },
  });
}
