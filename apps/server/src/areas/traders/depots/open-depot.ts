import type { CallInput } from '@depotwerk/api/call';
import type { Challenge } from '@depotwerk/api/challenge';
import type { createDepot } from '@depotwerk/api/traders/trader-depots';
import { AppError } from '../../../platform/http/app-error.ts';
import type { SignedInContext } from '../../../platform/http/request-context.ts';
import type { Verb } from '../../../platform/http/verb.ts';
import { runStepOnce } from '../../../platform/idempotent-step.ts';
import { requirePermission } from '../../../platform/scope.ts';
import { keyedHash } from '../../../platform/secrets/keyed-hash.ts';
import { type SigningMethod, TraderFault } from '../gateway/trader-gateway.ts';
import {
  type BankChallenge,
  challengeAnswer,
  providerTypeOf,
  readOpenChallenge,
} from '../orders/bank-challenge.ts';
import { stepLimit } from '../step-limit.ts';
import type { TraderServices } from '../trader-services.ts';
import {
  closeDepotChallenge,
  selectDepotMethod,
  startDepotChallenge,
  takeDepotAttempt,
} from './depot-challenge.ts';
import { type DepotOrder, depotOrderHash } from './depot-request.ts';
import { askDepotBank, type DepotTarget, readDepotTarget } from './depot-target.ts';
import { prepareOpening, readOpening, resolveOpening, sendOpening } from './opening.ts';

type Body = CallInput<typeof createDepot>['body'];
type SecondFactor = NonNullable<Body['secondFactorData']>;
type Answer = { readonly id: string } | Challenge;

/**
 * Opens a depot at the bank with its second factor, in three calls of one path: without a provider → challenge, with one →
 * the bank sends its code or asks for approval, with the code (or after approval) → the depot's id. The bank opens it
 * once, however often the last call is repeated: its request id is fixed with the challenge, and one whose answer was lost is asked about
 * before another is begun.
 * @throws those of `readDepotTarget`, secondFactor.*, fundsApi.*, 409 traderDepots.openingRunning
 */
export const openDepot: Verb<typeof createDepot, TraderServices> = (services, context, { body }) => {
  requirePermission(context.scope, 'traderDepots.create');
  const { secondFactorData: factor, ...order } = body;
  // The stored hash of the request must not give the code away.
  const tokenHash =
    factor?.token == null ? null : keyedHash(services.keys.code, 'depot', factor.token).toString('hex');
  const request = { ...order, provider: factor?.tokenProviderId ?? null, tokenHash };
  return runStepOnce<Answer>(services.database, context, 'createDepot', request, async () => {
    const target = await readDepotTarget(services, context, order, stepLimit());
    const opened = await resolveRunning(services, context, target, order);
    if (opened !== null) return { id: opened };
    if (factor?.tokenProviderId == null) return startDepotChallenge(services, context, target, order);
    return takeStep(services, context, target, order, factor);
  });
};

/**
 * An opening for the same customer whose answer was lost comes first: what became of it is asked before anything else is
 * begun. The id of its depot when it is what the caller asks for now, else null.
 * @throws 409 traderDepots.openingRunning while only somebody else may go on with it
 */
async function resolveRunning(
  services: TraderServices,
  context: SignedInContext,
  target: DepotTarget,
  order: DepotOrder,
): Promise<string | null> {
  const running = await readOpening(services, context, target);
  if (!running) return null;
  const way = { ...target, userId: context.scope.userId };
  const id = await askDepotBank(
    services,
    context,
    target,
    () => resolveOpening(services, way, running, context.actor),
    'unknown',
  );
  if (id === null) throw new AppError('traderDepots.openingRunning');
  return running.hash === depotOrderHash(order).toString('hex') ? id : null;
}

async function takeStep(
  services: TraderServices,
  context: SignedInContext,
  target: DepotTarget,
  order: DepotOrder,
  factor: SecondFactor,
): Promise<Answer> {
  const challenge = await readOpenChallenge(services, context, 'depotCreate');
  if (!challenge || (factor.challengeId !== null && factor.challengeId !== challenge.id)) {
    throw new AppError('secondFactor.expired');
  }
  if (!challenge.hash.equals(depotOrderHash(order))) {
    await closeDepotChallenge(services, context, target, challenge.id, 'superseded');
    throw new AppError('secondFactor.transactionChanged');
  }
  const method = challenge.context.methods.find((each) => each.id === factor.tokenProviderId);
  if (
    !method ||
    (factor.tokenProviderType !== null && factor.tokenProviderType !== providerTypeOf(method.type))
  ) {
    throw new AppError('secondFactor.unknownProvider');
  }
  const isSelected = challenge.context.selectedMethodId === method.id;
  if (method.type === 'decoupled' ? !isSelected : factor.token === null) {
    return selectDepotMethod(services, context, target, challenge, method.id);
  }
  if (method.type === 'decoupled') {
    if (!(await isApproved(services, context, target, challenge))) return challengeAnswer(challenge);
  } else await confirmCode(services, context, target, challenge, method, factor.token ?? '');
  const opening = await prepareOpening(services, context, target, order, challenge);
  const id = await askDepotBank(
    services,
    context,
    target,
    () => sendOpening(services, target, opening, context.actor),
    'unknown',
  );
  return { id };
}

async function isApproved(
  services: TraderServices,
  context: SignedInContext,
  target: DepotTarget,
  challenge: BankChallenge,
): Promise<boolean> {
  const { state } = await askDepotBank(services, context, target, () =>
    target.gateway.readSigning(target.access, challenge.context.signingId),
  );
  if (state === 'confirmed' || state === 'pending') return state === 'confirmed';
  await closeDepotChallenge(services, context, target, challenge.id, state);
  throw new AppError(state === 'rejected' ? 'secondFactor.rejected' : 'secondFactor.expired');
}

async function confirmCode(
  services: TraderServices,
  context: SignedInContext,
  target: DepotTarget,
  challenge: BankChallenge,
  method: SigningMethod,
  code: string,
): Promise<void> {
  if (challenge.context.selectedMethodId !== method.id) {
    // A code of an app needs no sending; any other was never sent.
    if (method.type !== 'totp') throw new AppError('secondFactor.unknownProvider');
    await selectDepotMethod(services, context, target, challenge, method.id);
  }
  // Beyond the tries of one challenge: a new challenge is no new chance to guess.
  const { userId } = context.scope;
  const allowed = await services.throttle.attempt('codeUser', userId);
  if (!allowed.isAllowed) {
    throw new AppError('auth.tooManyAttempts', { retryAfter: allowed.retryAfterSeconds });
  }
  const left = await takeDepotAttempt(services, context, target, challenge.id);
  let attemptsLeft: number | null = null;
  try {
    await askDepotBank(services, context, target, async () => {
      try {
        await target.gateway.confirmSigning(target.access, challenge.context.signingId, code);
      } catch (error) {
        if (error instanceof TraderFault && error.kind === 'invalidCode') {
          attemptsLeft = Math.min(left, error.attemptsLeft ?? left);
        }
        throw error;
      }
    });
  } catch (error) {
    if (attemptsLeft === null) {
      await services.throttle.refund('codeUser', userId);
      throw error;
    }
    if (attemptsLeft === 0) await closeDepotChallenge(services, context, target, challenge.id, 'rejected');
    throw new AppError('secondFactor.invalidToken', { params: { attemptsLeft } });
  }
  await services.throttle.refund('codeUser', userId);
}
