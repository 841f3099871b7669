import type { CallAnswer } from '@depotwerk/api/call';
import type { getSecondFactorState as call } from '@depotwerk/api/traders/trader-execution';
import { notFound } from '../../../platform/http/app-error.ts';
import type { SignedInContext } from '../../../platform/http/request-context.ts';
import type { Scope } from '../../../platform/scope.ts';
import { readTraderAccess } from '../credentials/trader-access.view.ts';
import { readTraderIssuer } from '../credentials/trader-issuer.view.ts';
import { type Signing, TraderFault } from '../gateway/trader-gateway.ts';
import type { TraderServices } from '../trader-services.ts';
import { type BankChallenge, challengeColumns, pollSeconds, toBankChallenge } from './bank-challenge.ts';

type State = CallAnswer<typeof call>;

/**
 * State of a challenge at a bank the caller's session began; while it is open the bank is asked. A bank that does not
 * answer leaves it as it is: the next question is due in two seconds anyway.
 * @throws 404
 */
export async function readSecondFactorState(
  services: TraderServices,
  { scope, actor }: SignedInContext,
  challengeId: string,
): Promise<State> {
  const [row] = await services.database.read(scope, {
    sql: `select ${challengeColumns} from second_factor_challenges where id = $1 and user_id = $2 and session_id = $3
      and purpose in ('plannedOptimization', 'depotCreate')`,
    parameters: [challengeId, scope.userId, actor.sessionId],
  });
  const challenge = row === undefined ? null : toBankChallenge(row);
  if (!challenge) throw notFound();
  const state = await stateOf(services, scope, challenge);
  return {
    challengeId,
    state,
    attemptsLeft: challenge.attemptsLeft,
    expiresAt: challenge.expiresAt,
    pollAfterSeconds: state === 'pending' ? pollSeconds : null,
  };
}

async function stateOf(
  services: TraderServices,
  scope: Scope,
  challenge: BankChallenge,
): Promise<State['state']> {
  if (challenge.state === 'superseded') return 'expired';
  if (challenge.state !== 'pending') return challenge.state;
  // What the bank approves after that signs nothing here.
  if (Date.parse(challenge.expiresAt) <= services.clock()) return 'expired';
  return readSigning(services, scope, challenge);
}

async function readSigning(
  services: TraderServices,
  scope: Scope,
  { context }: BankChallenge,
): Promise<Signing['state']> {
  try {
    const issuer = await readTraderIssuer(services.database, scope, context.issuerId);
    const access = await readTraderAccess(services, scope, context.issuerId);
    return (await services.gateways.of(issuer.traderKind).readSigning(access, context.signingId)).state;
  } catch (error) {
    if (!(error instanceof TraderFault)) throw error;
    return error.kind === 'signingExpired' ? 'expired' : 'pending';
  }
}
