import type { TraderFaultKind } from '@depotwerk/domain/contracts/trader-faults';
import type * as z from 'zod/mini';
import { TraderFault } from '../trader-gateway.ts';
import { refusal } from './bank-answers.ts';

/** What the bank's refusals mean to us. Anything else, and everything from 500 on, is `unknown`. */
const kinds = new Map<string, TraderFaultKind>([
  ['auth.wrongPassword', 'wrongPassword'],
  ['auth.oldPasswordWrong', 'oldPasswordWrong'],
  ['auth.passwordExpired', 'mustUpdatePassword'],
  ['auth.passwordRules', 'passwordRules'],
  ['auth.locked', 'locked'],
  ['bank.closed', 'unavailable'],
  ['bank.unknown', 'notSupported'],
  ['signing.invalidCode', 'invalidCode'],
  ['signing.tooManyAttempts', 'invalidCode'],
  ['signing.unknownMethod', 'notSupported'],
  ['signing.expired', 'signingExpired'],
  ['signing.unknown', 'signingExpired'],
  ['signing.notPending', 'signingExpired'],
  ['signing.notConfirmed', 'signingExpired'],
  ['signing.tooManySends', 'refused'],
  ['signing.transactionChanged', 'transactionChanged'],
  ['contract.missingConfirmation', 'missingContractConfirmation'],
  ['order.refused', 'refused'],
  ['depot.closed', 'refused'],
  ['depot.notEmpty', 'refused'],
  ['depot.unknown', 'notFound'],
  ['order.unknown', 'notFound'],
  ['request.invalid', 'refused'],
]);

/** Refusals that say: come again. */
const retryable = new Set(['signing.tooManySends', 'bank.closed']);

/** The session at the bank is over; the call did nothing and is repeated once after signing in. */
export const sessionExpiredCode = 'auth.sessionExpired';

export type Refusal = z.infer<typeof refusal>;

/** The refusal an answer from 400 on carries; null when it is none we can read. */
export function readRefusal(text: string): Refusal | null {
  const parsed = refusal.safeParse(parseJson(text));
  return parsed.success ? parsed.data : null;
}

/** JSON or undefined. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Turns a refusal of the bank into the gateway's fault. */
export function faultOf(status: number, body: Refusal | null): TraderFault {
  if (body === null) return new TraderFault('unknown', `HTTP ${status}`);
  const kind = kinds.get(body.code);
  // 503 "closed" is the one server error that says nothing was done.
  if (kind === undefined || (status >= 500 && kind !== 'unavailable')) {
    return new TraderFault('unknown', body.message, { traderCode: body.code });
  }
  return new TraderFault(kind, body.traderMessage ?? body.message, {
    traderCode: body.traderCode ?? body.code,
    isRetryable: body.retryable ?? retryable.has(body.code),
    ...(body.attemptsLeft !== undefined && { attemptsLeft: body.attemptsLeft }),
    ...(body.code === 'signing.tooManyAttempts' && { attemptsLeft: 0 }),
  });
}
