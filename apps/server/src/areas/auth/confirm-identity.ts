import { sql } from 'kysely';
import { AppError } from '../../platform/http/app-error.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import type { SignInServices } from '../../platform/services.ts';
import { isFreshFactor } from '../../platform/sessions/fresh-factor.ts';
import { isSameNumber } from '../../platform/sms/phone-number.ts';
import { type Account, hasSecondFactor, readAccount } from './account.ts';
import { acceptRecoveryCode, acceptSmsCode, acceptTotp, refusedCode } from './second-factor-codes.ts';

/** The signed-in user as account. @throws AppError auth.unauthenticated when he vanished meanwhile */
export async function ownAccount(services: SignInServices, context: SignedInContext): Promise<Account> {
  const { tenantId, userId } = context.actor;
  const account = await readAccount(services.database, tenantId, userId);
  if (!account) throw new AppError('auth.unauthenticated');
  return account;
}

/**
 * Password of the signed-in user, before account changes. Tries are counted for the session, so a thief of
 * one cannot lock the user out of signing in.
 * @throws AppError auth.oldPasswordWrong, auth.tooManyAttempts
 */
export async function confirmPassword(
  services: SignInServices,
  context: SignedInContext,
  account: Account,
  password: string,
): Promise<void> {
  const counted = `${account.userId} session ${context.actor.sessionId}`;
  const allowed = await services.throttle.attempt('accountDevice', counted);
  if (!allowed.isAllowed) {
    throw new AppError('auth.tooManyAttempts', { retryAfter: allowed.retryAfterSeconds });
  }
  const { isCorrect } = await services.passwords.verify(password, account.passwordHash);
  if (!isCorrect) throw new AppError('auth.oldPasswordWrong');
  await services.throttle.clear('accountDevice', counted);
}

/**
 * Second factor before account changes, where the user has one: a code given now, or one shown in this
 * session within five minutes.
 * @throws AppError auth.secondFactorRequired, secondFactor.invalidToken, auth.tooManyAttempts
 */
export async function confirmFactor(
  services: SignInServices,
  context: SignedInContext,
  account: Account,
  token: string | undefined,
): Promise<void> {
  if (!hasSecondFactor(account)) return;
  if (token === undefined) {
    if (await hasFreshFactor(services, context)) return;
    throw new AppError('auth.secondFactorRequired');
  }
  await acceptAnyCode(services, context, account, token);
}

/**
 * The signed-in user as account, who has just shown password and factor for what follows.
 * @throws as `ownAccount`, `confirmPassword` and `confirmFactor`
 */
export async function confirmedAccount(
  services: SignInServices,
  context: SignedInContext,
  { password, token }: { readonly password: string; readonly token?: string | undefined },
): Promise<Account> {
  const account = await ownAccount(services, context);
  await confirmPassword(services, context, account, password);
  await confirmFactor(services, context, account, token);
  return account;
}

export async function hasFreshFactor(services: SignInServices, context: SignedInContext): Promise<boolean> {
  const state = await services.sessions.get(context.actor.sessionId);
  return isFreshFactor(state?.secondFactorAt, services.clock());
}

/**
 * Takes a TOTP code, a code sent to the confirmed number, or a recovery code; each works once.
 * @throws AppError secondFactor.invalidToken, auth.tooManyAttempts
 */
export async function acceptAnyCode(
  services: SignInServices,
  context: SignedInContext,
  account: Account,
  token: string,
): Promise<void> {
  const { tenantId, userId } = account;
  await countCodeTry(services, userId);
  const now = services.clock();
  const isRight = await services.database.transaction({ tenantId, userId }, async (transaction) => {
    const accepted =
      (await acceptTotp(transaction, services.keys.keyEncryption, account, token, now)) ||
      (await acceptRecoveryCode(transaction, services.keys.code, account, token, now)) ||
      (account.isSmsActive && (await acceptSms()));
    if (accepted) {
      await sql`update sessions set second_factor_at = ${new Date(now).toISOString()}
        where tenant_id = ${tenantId} and id = ${context.actor.sessionId}`.execute(transaction);
    }
    return accepted;

    async function acceptSms(): Promise<boolean> {
      const which = { tenantId, userId, purpose: 'phoneValidation', challengeId: null };
      const verdict = await acceptSmsCode(transaction, services.keys, which, token, now);
      // A code sent to a number that is only about to be confirmed proves nothing.
      return verdict.kind === 'right' && isSameNumber(verdict.phoneNumber, account.phoneNumber);
    }
  });
  if (!isRight) throw refusedCode(services.keys.keyEncryption, account, token, now);
  await services.throttle.refund('codeUser', userId);
  services.sessions.forget([context.actor.sessionId]);
}

/** Ten wrong codes an hour for a user, whatever they were for. */
export async function countCodeTry(services: SignInServices, userId: string): Promise<void> {
  const allowed = await services.throttle.attempt('codeUser', userId);
  if (!allowed.isAllowed) {
    throw new AppError('auth.tooManyAttempts', { retryAfter: allowed.retryAfterSeconds });
  }
}
