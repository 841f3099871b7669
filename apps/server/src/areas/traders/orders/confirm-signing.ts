import { sql } from 'kysely';
import { writeAudit } from '../../../platform/audit/write-audit.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import type { SignedInContext } from '../../../platform/http/request-context.ts';
import { requirePermission } from '../../../platform/scope.ts';
import { type Signing, TraderFault } from '../gateway/trader-gateway.ts';
import type { TraderServices } from '../trader-services.ts';
import { askBank, recordBankRefusal } from './ask-bank.ts';
import type { BankChallenge } from './bank-challenge.ts';
import { executionError } from './execution-error.ts';
import type { ExecutionTarget } from './execution-target.ts';

/**
 * Third step, first half: the code goes to the bank. Tries are counted here before the bank counts them, so that
 * parallel ones cannot outrun the limit; when the bank's answer is lost, the signing itself tells.
 * @throws secondFactor.invalidToken {attemptsLeft}, secondFactor.expired, auth.tooManyAttempts, those of `askBank`
 */
export async function confirmByCode(
  services: TraderServices,
  context: SignedInContext,
  target: ExecutionTarget,
  challenge: BankChallenge,
  code: string,
): Promise<void> {
  const { scope } = context;
  requirePermission(scope, 'optimization.execute');
  const allowed = await services.throttle.attempt('codeUser', scope.userId);
  if (!allowed.isAllowed) {
    throw new AppError('auth.tooManyAttempts', { retryAfter: allowed.retryAfterSeconds });
  }
  const left = await takeAttempt(services, context, challenge.id);
  try {
    await confirmAtBank(target, challenge.context.signingId, code);
  } catch (error) {
    if (!(error instanceof TraderFault)) throw error;
    if (error.kind !== 'invalidCode') {
      await services.throttle.refund('codeUser', scope.userId);
      await giveAttemptBack(services, context, challenge.id);
    }
    throw await refuse(services, context, target, challenge, error, left);
  }
  await services.throttle.refund('codeUser', scope.userId);
}

/**
 * Third step of an approval in the bank's app: its state now.
 * @throws secondFactor.rejected, secondFactor.expired, those of `askBank`
 */
export async function readApproval(
  services: TraderServices,
  context: SignedInContext,
  target: ExecutionTarget,
  challenge: BankChallenge,
): Promise<'pending' | 'confirmed'> {
  const signing = await askBank(services, context, target, () =>
    target.gateway.readSigning(target.access, challenge.context.signingId),
  );
  if (signing.state === 'pending' || signing.state === 'confirmed') return signing.state;
  await closeChallenge(services, context, target, challenge, signing.state);
  throw new AppError(signing.state === 'rejected' ? 'secondFactor.rejected' : 'secondFactor.expired');
}

async function confirmAtBank(target: ExecutionTarget, signingId: string, code: string): Promise<void> {
  let signing: Signing;
  try {
    signing = await target.gateway.confirmSigning(target.access, signingId, code);
  } catch (error) {
    if (!(error instanceof TraderFault) || error.kind !== 'unknown') throw error;
    signing = await target.gateway.readSigning(target.access, signingId);
    if (signing.state === 'pending') throw error;
  }
  if (signing.state !== 'confirmed') throw new TraderFault('signingExpired', signing.text);
}

async function takeAttempt(
  services: TraderServices,
  { scope }: SignedInContext,
  challengeId: string,
): Promise<number> {
  const now = new Date(services.clock()).toISOString();
  return services.database.transaction(scope, async (transaction) => {
    const { rows } = await sql<{
      left: number;
    }>`update second_factor_challenges set attempts_left = attempts_left - 1
      where tenant_id = app_tenant_id() and id = ${challengeId} and state = 'pending' and attempts_left > 0
        and expires_at > ${now}::timestamptz returning attempts_left as left`.execute(transaction);
    const left = rows[0]?.left;
    if (left === undefined) throw new AppError('secondFactor.expired');
    return left;
  });
}

async function giveAttemptBack(
  services: TraderServices,
  { scope }: SignedInContext,
  challengeId: string,
): Promise<void> {
  await services.database.transaction(scope, async (transaction) => {
    await sql`update second_factor_challenges set attempts_left = least(attempts_left + 1, 5)
      where tenant_id = app_tenant_id() and id = ${challengeId} and state = 'pending'`.execute(transaction);
  });
}

/** A wrong code uses up a try, the last one ends the challenge; other refusals end it where the bank ended it. */
async function refuse(
  services: TraderServices,
  context: SignedInContext,
  target: ExecutionTarget,
  challenge: BankChallenge,
  fault: TraderFault,
  left: number,
): Promise<AppError> {
  await recordBankRefusal(services, context, target, fault);
  if (fault.kind === 'signingExpired') await closeChallenge(services, context, target, challenge, 'expired');
  if (fault.kind !== 'invalidCode') return executionError(fault, target.issuer.bankName);
  const attemptsLeft = Math.min(left, fault.attemptsLeft ?? left);
  if (attemptsLeft === 0) await closeChallenge(services, context, target, challenge, 'rejected');
  else {
    await services.database.transaction(context.scope, async (transaction) => {
      await sql`update second_factor_challenges set attempts_left = least(attempts_left, ${attemptsLeft})
        where tenant_id = app_tenant_id() and id = ${challenge.id}`.execute(transaction);
    });
  }
  return new AppError('secondFactor.invalidToken', { params: { attemptsLeft } });
}

/** Ends a challenge that can lead nowhere any more. */
export async function closeChallenge(
  services: Pick<TraderServices, 'database'>,
  { scope, actor }: SignedInContext,
  target: Pick<ExecutionTarget, 'contractId' | 'groupId'>,
  challenge: Pick<BankChallenge, 'id'>,
  state: 'rejected' | 'expired' | 'superseded',
): Promise<void> {
  await services.database.transaction(scope, async (transaction) => {
    const { rows } = await sql`update second_factor_challenges set state = ${state}
      where tenant_id = app_tenant_id() and id = ${challenge.id} and state = 'pending' returning id`.execute(
      transaction,
    );
    if (rows.length === 0) return;
    await writeAudit(transaction, {
      actor,
      action: 'optimization.signingEnded',
      objectType: 'contract',
      objectId: target.contractId,
      groupId: target.groupId,
      details: { challengeId: challenge.id, state },
      result: 'refused',
    });
  });
}
