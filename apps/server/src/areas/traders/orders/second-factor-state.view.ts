import type { CallAnswer } from '@depotwerk/api/call';
import type { getSecondFactorState as call } from '@depotwerk/api/trader-execution';
import { notFound } from '../../../platform/http/app-error.ts';
import type { Scope } from '../../../platform/scope.ts';
import { readTraderAccess } from '../credentials/trader-access.view.ts';
import { readTraderIssuer } from '../credentials/trader-issuer.view.ts';
import { type Signing, TraderFault } from '../gateway/trader-gateway.ts';
import type { TraderServices } from '../trader-services.ts';
import { type BankChallenge, challengeColumns, pollSeconds, toBankChallenge } from './bank-challenge.ts';

type State = CallAnswer<typeof call>;

/**
 * State of one of the caller's own challenges at a bank; while it is open the bank is asked. A bank that does not
 * answer leaves it as it is: the next question is due in two seconds anyway.
 * @throws 404
 */
export async function readSecondFactorState(
  services: TraderServices,
  scope: Scope,
  challengeId: string,
): Promise<State> {
  const [row] = await services.database.read(scope, {
    sql: `select ${challengeColumns} from second_factor_challenges where id = $1 and user_id = $2
      and purpose in ('plannedOptimization', 'depotCreate')`,
    parameters: [challengeId, scope.userId],
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
  const signing = await readSigning(services, scope, challenge);
  if (signing !== 'pending') return signing;
  return Date.parse(challenge.expiresAt) <= services.clock() ? 'expired' : 'pending';
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
