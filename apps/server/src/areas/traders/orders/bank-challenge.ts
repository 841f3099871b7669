import type { Challenge } from '@depotwerk/api/second-factor';
import type { DbContext, Reader } from '../../../platform/database/database.ts';
import type { OrderOfPlan, SavingsPlanOfPlan } from '../../optimization/plan-for-execution.view.ts';
import type { Signing, SigningMethod } from '../gateway/trader-gateway.ts';
import { type ChallengeContext, challengeContext } from './order-row.ts';

/** A code lives five minutes and allows five tries (G-31), whatever more the bank would grant. */
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

/** The user's open challenge for executions; null when none is open. */
export async function readOpenChallenge(reader: Reader, context: DbContext): Promise<BankChallenge | null> {
  const [row] = await reader.read(context, {
    sql: `select ${challengeColumns} from second_factor_challenges
      where user_id = $1 and purpose = 'plannedOptimization' and state = 'pending'`,
    parameters: [context.userId],
  });
  return row === undefined ? null : toBankChallenge(row);
}

/** What the browser is told of a challenge (G-31). */
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
