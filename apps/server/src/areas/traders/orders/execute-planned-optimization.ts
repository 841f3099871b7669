import type { CallAnswer, CallInput } from '@depotwerk/api/call';
import type { executePlannedOptimization as call } from '@depotwerk/api/traders/trader-execution';
import { AppError } from '../../../platform/http/app-error.ts';
import type { SignedInContext } from '../../../platform/http/request-context.ts';
import type { Verb } from '../../../platform/http/verb.ts';
import { runStepOnce } from '../../../platform/idempotent-step.ts';
import { requirePermission } from '../../../platform/scope.ts';
import { keyedHash } from '../../../platform/secrets/keyed-hash.ts';
import { outdatedPlan } from '../../optimization/public.ts';
import type { SigningMethod } from '../gateway/trader-gateway.ts';
import { stepLimit } from '../step-limit.ts';
import type { TraderServices } from '../trader-services.ts';
import { type BankChallenge, challengeAnswer, providerTypeOf, readOpenChallenge } from './bank-challenge.ts';
import { closeChallenge, confirmByCode, readApproval } from './confirm-signing.ts';
import { type ExecutionTarget, readTarget } from './execution-target.ts';
import { placeOrder } from './place-order.ts';
import { selectMethod } from './select-method.ts';
import { startChallenge } from './start-challenge.ts';

type Body = CallInput<typeof call>['body'];
type Answer = CallAnswer<typeof call>;

/**
 * Executes the open plan of a linked depot in three calls of one path: all null → challenge, provider → the bank sends
 * its code or asks for approval, provider with code (or after approval) → executed, null.
 * @throws 404, 403, 409 optimization.outdated and the errors of each step
 */
export const executePlannedOptimization: Verb<typeof call, TraderServices> = (
  services,
  context,
  { params, body },
) => {
  requirePermission(context.scope, 'optimization.execute');
  const { tokenProviderType, tokenProviderId, token } = body;
  // The stored hash of the request must not give the code away.
  const tokenHash = token === null ? null : keyedHash(services.keys.code, 'execution', token).toString('hex');
  const request = { depotId: params.id, tokenProviderType, tokenProviderId, tokenHash };
  return runStepOnce(services.database, context, 'executePlannedOptimization', request, async () => {
    const target = await readTarget(services, context, params.id, stepLimit()).catch(
      async (error: unknown) => {
        await voidChallenge(services, context, params.id, error);
        throw error;
      },
    );
    if (tokenProviderId === null) return startChallenge(services, context, target);
    return takeStep(services, context, target, body);
  });
};

/** A plan that may not be executed any more takes its challenge with it. */
async function voidChallenge(
  services: TraderServices,
  context: SignedInContext,
  depotId: string,
  error: unknown,
): Promise<void> {
  if (!(error instanceof AppError) || error.code !== 'optimization.outdated') return;
  const open = await readOpenChallenge(services, context, 'plannedOptimization');
  if (open?.context.depotId !== depotId) return;
  const target = { contractId: open.context.contractId, groupId: null };
  await closeChallenge(services, context, target, open, 'superseded');
}

async function takeStep(
  services: TraderServices,
  context: SignedInContext,
  target: ExecutionTarget,
  { tokenProviderType, tokenProviderId, token }: Body,
): Promise<Answer> {
  const challenge = await readOpenChallenge(services, context, 'plannedOptimization');
  if (challenge?.context.depotId !== target.depotId) throw new AppError('secondFactor.expired');
  const isSame = challenge.context.planId === target.plan.planId && challenge.hash.equals(target.hash);
  if (!isSame) {
    await closeChallenge(services, context, target, challenge, 'superseded');
    throw new AppError('secondFactor.transactionChanged');
  }
  const method = challenge.context.methods.find((each) => each.id === tokenProviderId);
  if (!method || (tokenProviderType !== null && tokenProviderType !== providerTypeOf(method.type))) {
    throw new AppError('secondFactor.unknownProvider');
  }
  const isReady = await confirm(services, context, target, challenge, method, token);
  if (isReady === 'pending') return challengeAnswer(challenge);
  if (isReady === 'select') return selectMethod(services, context, target, challenge, method.id);
  await refuseMovedSince(services, context, target, challenge);
  await placeOrder(services, context, target, challenge);
  return null;
}

/** What moved while the bank looked at the code (a fund closed, a tariff published, a profile recorded) counts like what moved before. */
async function refuseMovedSince(
  services: TraderServices,
  context: SignedInContext,
  target: ExecutionTarget,
  challenge: BankChallenge,
): Promise<void> {
  if (!target.plan.hasInput) return;
  const reasons = await services.outdatedReasons(context, target.contractId);
  if (reasons.length === 0) return;
  await closeChallenge(services, context, target, challenge, 'superseded');
  throw outdatedPlan(reasons);
}

async function confirm(
  services: TraderServices,
  context: SignedInContext,
  target: ExecutionTarget,
  challenge: BankChallenge,
  method: SigningMethod,
  token: string | null,
): Promise<'select' | 'pending' | 'confirmed'> {
  const isSelected = challenge.context.selectedMethodId === method.id;
  if (method.type === 'decoupled') {
    return isSelected ? readApproval(services, context, target, challenge) : 'select';
  }
  if (token === null) return 'select';
  if (!isSelected) {
    // A code of an app needs no sending; any other was never sent.
    if (method.type !== 'totp') throw new AppError('secondFactor.unknownProvider');
    await selectMethod(services, context, target, challenge, method.id);
  }
  await confirmByCode(services, context, target, challenge, token);
  return 'confirmed';
}
