import { randomUUID } from 'node:crypto';
import type { Challenge } from '@depotwerk/api/challenge';
import { sql } from 'kysely';
import { writeAudit } from '../../../platform/audit/write-audit.ts';
import type { SignedInContext } from '../../../platform/http/request-context.ts';
import { requirePermission } from '../../../platform/scope.ts';
import type { Signing } from '../gateway/trader-gateway.ts';
import type { TraderServices } from '../trader-services.ts';
import { askBank } from './ask-bank.ts';
import {
  type BankChallenge,
  challengeAnswer,
  challengeAttempts,
  challengeColumns,
  expiryOf,
  toBankChallenge,
} from './bank-challenge.ts';
import { type ExecutionTarget, lockTarget } from './execution-target.ts';
import { bankExecutionOf, type ChallengeContext } from './order-row.ts';

/**
 * First step: the bank is asked for a signing of exactly these orders; ours remembers it with the client order id the
 * execution will have. Older challenges of the user are void from here on.
 * @throws those of `lockTarget` and of `askBank`
 */
export async function startChallenge(
  services: TraderServices,
  context: SignedInContext,
  target: ExecutionTarget,
): Promise<Challenge> {
  const { scope, actor } = context;
  requirePermission(scope, 'optimization.execute');
  const clientOrderId = randomUUID();
  const { plan, issuer } = target;
  const request = { orders: plan.orders, savingsPlan: plan.savingsPlan };
  const execution = bankExecutionOf({
    clientOrderId,
    externalKey: target.externalKey,
    transactionHash: target.hash.toString('hex'),
    request,
  });
  const signing = await askBank(services, context, target, () =>
    target.gateway.startSigning(target.access, execution),
  );
  const challenge = await services.database.transaction(scope, async (transaction) => {
    await lockTarget(transaction, scope, target);
    await sql`update second_factor_challenges set state = 'superseded' where tenant_id = app_tenant_id()
      and user_id = ${scope.userId} and purpose = 'plannedOptimization' and state = 'pending'`.execute(
      transaction,
    );
    const stored: ChallengeContext = {
      signingId: signing.signingId,
      clientOrderId,
      issuerId: issuer.issuerId,
      bankName: issuer.bankName,
      depotId: target.depotId,
      contractId: target.contractId,
      planId: plan.planId,
      text: signing.text,
      methods: [...signing.methods],
      selectedMethodId: signing.selectedMethodId,
    };
    const { rows } = await sql`insert into second_factor_challenges (tenant_id, user_id, session_id, purpose,
        transaction_hash, transactions, context, attempts_left, expires_at)
      values (${scope.tenantId}, ${scope.userId}, ${actor.sessionId}, 'plannedOptimization', ${target.hash},
        ${JSON.stringify(request)}::jsonb, ${JSON.stringify(stored)}::jsonb,
        ${attemptsOf(signing)}, ${expiryOf(signing, services.clock())})
      returning ${sql.raw(challengeColumns)}`.execute(transaction);
    await sql`update planned_optimizations set state = 'waitingForSecondFactor'
      where tenant_id = app_tenant_id() and id = ${plan.planId} and state <> 'waitingForSecondFactor'`.execute(
      transaction,
    );
    const written = writtenChallenge(rows[0]);
    await writeAudit(transaction, {
      actor,
      action: 'optimization.requestSigning',
      objectType: 'contract',
      objectId: target.contractId,
      groupId: target.groupId,
      after: { transactionHash: execution.transactionHash },
      details: {
        planId: plan.planId,
        challengeId: written.id,
        clientOrderId,
        orderCount: plan.orders.length,
      },
    });
    return written;
  });
  return challengeAnswer(challenge);
}

const attemptsOf = (signing: Signing) => Math.min(signing.attemptsLeft, challengeAttempts);

function writtenChallenge(row: unknown): BankChallenge {
  const challenge = toBankChallenge(row);
  if (!challenge) throw new Error('a challenge of our own cannot be read');
  return challenge;
}
