import type { Challenge } from '@depotwerk/api/challenge';
import { sql, type Transaction } from 'kysely';
import type { Schema } from '../../../platform/database/schema.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import type { SignedInContext } from '../../../platform/http/request-context.ts';
import type { OrderOfPlan, SavingsPlanOfPlan } from '../../optimization/public.ts';
import type { Signing, SigningMethod } from '../gateway/trader-gateway.ts';
import type { TraderServices } from '../trader-services.ts';
import { type ChallengeContext, challengeContext } from './order-row.ts';

/** A code lives five minutes and allows five tries, whatever more the bank would grant. */
export const challengeMs = 5 * 60_000;
export const challengeAttempts = 5;
export const pollSeconds = 2;

const providerTypes = { sms: 'sms', totp: 'totp', decoupled: 'bankDecoupled' } as const;
export const providerTypeOf = (type: SigningMethod['type']) => providerTypes[type];

/** A challenge of ours for a signing at a bank. */
export interface BankChallenge {
  readonly id: string;
  readonly purpose: 'plannedOptimization' | 'depotCreate';
  readonly state: 'pending' | 'confirmed' | 'rejected' | 'expired' | 'superseded';
  readonly hash: Buffer;
  readonly attemptsLeft: number;
  readonly expiresAt: string;
  readonly context: ChallengeContext;
  readonly content: {
    readonly orders: readonly OrderOfPlan[];
    readonly savingsPlan: SavingsPlanOfPlan | null;
  };
}

interface Row extends Omit<BankChallenge, 'context'> {
  context: unknown;
}

export const challengeColumns = `id, purpose, state, transaction_hash as hash, attempts_left as "attemptsLeft",
  expires_at as "expiresAt", context, transactions as content`;

/** Context and content are our own; the context is checked because other purposes keep other things there. */
export function toBankChallenge(row: unknown): BankChallenge | null {
  // A row of `challengeColumns`.
  const stored = row as Row;
  const parsed = challengeContext.safeParse(stored.context);
  return parsed.success ? { ...stored, context: parsed.data } : null;
}

/**
 * The caller's open challenge of a purpose; null when none is open, its time is over, or another session began it. Every
 * step reads it so, whatever its method: an approval given later, or for somebody else's session, signs nothing.
 */
export async function readOpenChallenge(
  { database, clock }: Pick<TraderServices, 'database' | 'clock'>,
  { scope, actor }: SignedInContext,
  purpose: BankChallenge['purpose'],
): Promise<BankChallenge | null> {
  const [row] = await database.read(scope, {
    sql: `select ${challengeColumns} from second_factor_challenges where user_id = $1 and purpose = $2
      and state = 'pending' and session_id = $3 and expires_at > $4::timestamptz`,
    parameters: [scope.userId, purpose, actor.sessionId, new Date(clock()).toISOString()],
  });
  return row === undefined ? null : toBankChallenge(row);
}

/**
 * Uses a challenge up: once, by its session, before its end. The bank may have taken its time to say yes.
 * @throws secondFactor.expired
 */
export async function useChallenge(
  transaction: Transaction<Schema>,
  { clock }: Pick<TraderServices, 'clock'>,
  { actor }: SignedInContext,
  challengeId: string,
): Promise<void> {
  const { rows } = await sql`update second_factor_challenges set state = 'confirmed', confirmed_at = now()
    where tenant_id = app_tenant_id() and id = ${challengeId} and state = 'pending' and session_id = ${actor.sessionId}
      and expires_at > ${new Date(clock()).toISOString()}::timestamptz returning id`.execute(transaction);
  if (rows.length === 0) throw new AppError('secondFactor.expired');
}

/** What the browser is told of a challenge. */
export function challengeAnswer(challenge: BankChallenge): Challenge {
  const { context, content } = challenge;
  const selected = context.methods.find((method) => method.id === context.selectedMethodId);
  return {
    challengeId: challenge.id,
    purpose: challenge.purpose,
    tokenProviders: context.methods.map((method) => ({
      tokenProviderType: providerTypeOf(method.type),
      tokenProviderId: method.id,
      description: method.description,
      maskedTarget: method.maskedTarget,
    })),
    selectedTokenProviderId: context.selectedMethodId,
    challengeText: context.text,
    transactionHash: challenge.hash.toString('hex'),
    transactions: content.orders.map(({ action, isin, name, fromIsin, fromName, amount, quantity }) => ({
      action,
      isin,
      name,
      fromIsin,
      fromName,
      amount,
      quantity,
    })),
    savingsPlan: content.savingsPlan && {
      contribution: content.savingsPlan.contribution,
      entries: content.savingsPlan.entries.map(({ isin, name, fraction }) => ({ isin, name, fraction })),
    },
    expiresAt: challenge.expiresAt,
    attemptsLeft: challenge.attemptsLeft,
    pollAfterSeconds: selected?.type === 'decoupled' ? pollSeconds : null,
  };
}

/** The earlier of the bank's end and ours. */
export function expiryOf(signing: Pick<Signing, 'expiresAt'>, now: number): string {
  return new Date(Math.min(Date.parse(signing.expiresAt), now + challengeMs)).toISOString();
}
