import type {
  requestSms as requestCall,
  setSmsFactor as setCall,
  validateToken as validateCall,
} from '@depotwerk/api/auth/second-factor';
import { sql } from 'kysely';
import { AppError } from '../../platform/http/app-error.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import type { BodyVerb } from '../../platform/http/verb.ts';
import type { SignInServices } from '../../platform/services.ts';
import { isSameNumber, readSmsNumber } from '../../platform/sms/phone-number.ts';
import { sendSmsCode, smsResendSeconds } from '../../platform/sms/send-sms-code.ts';
import { factorProofSeconds, newFactorProof } from '../../platform/tokens/factor-proof.ts';
import { type Account, canReceiveSms, hasSecondFactor } from './account.ts';
import { changeAccount } from './change-account.ts';
import {
  acceptAnyCode,
  confirmedAccount,
  confirmFactor,
  confirmPassword,
  countCodeTry,
  ownAccount,
} from './confirm-identity.ts';
import { acceptSmsCode, deleteRecoveryCodes, type SmsVerdict } from './second-factor-codes.ts';

/**
 * Sends a code to a number the user wants to confirm, or to the confirmed one for a sensitive step. Who has a number
 * or a second factor already gives his password and an existing factor for another number: a stolen access token
 * alone moves nothing.
 */
export const requestSms: BodyVerb<typeof requestCall, SignInServices> = async (services, context, body) => {
  const account = await ownAccount(services, context);
  const phoneNumber = readSmsNumber(body.tokenProviderId);
  if (phoneNumber === null) throw new AppError('auth.phoneNumberNotAllowed');
  if (changesNumber(account, phoneNumber)) {
    if (body.password === undefined) throw new AppError('auth.oldPasswordWrong');
    await confirmPassword(services, context, account, body.password);
    await confirmFactor(services, context, account, body.token);
  }
  const { tenantId, userId } = account;
  const { expiresAt } = await sendSmsCode(services, {
    tenantId,
    userId,
    phoneNumber,
    purpose: 'phoneValidation',
    challengeId: null,
  });
  return { expiresAt, resendAfter: smsResendSeconds };
};

/** Whether a number takes the place of a confirmed one, or would stand beside another factor. */
function changesNumber(account: Account, phoneNumber: string): boolean {
  if (account.isPhoneValidated && isSameNumber(account.phoneNumber, phoneNumber)) return false;
  return account.isPhoneValidated || hasSecondFactor(account);
}

/**
 * Checks the code sent last and confirms its number; without one, a code of the authenticator app or a
 * recovery code. Only a factor that is active counts as shown, and only then the answer carries a proof of it.
 */
export const validateToken: BodyVerb<typeof validateCall, SignInServices> = async (
  services,
  context,
  body,
) => {
  const account = await ownAccount(services, context);
  const { tenantId, userId } = account;
  await countCodeTry(services, userId);
  const now = services.clock();
  const verdict = await services.database.transaction({ tenantId, userId }, (transaction) =>
    acceptSmsCode(
      transaction,
      services.keys,
      { tenantId, userId, purpose: 'phoneValidation', challengeId: null },
      body.token,
      now,
    ),
  );
  if (verdict.kind === 'wrong') {
    throw new AppError('secondFactor.invalidToken', { params: { attemptsLeft: verdict.attemptsLeft } });
  }
  await services.throttle.refund('codeUser', userId);
  const isShown = await takeVerdict(services, context, account, body.token, verdict);
  const expiresAt = now + factorProofSeconds * 1000;
  return {
    isValid: true,
    secondFactorToken: isShown
      ? newFactorProof(services.keys.factorProof, context.actor.sessionId, expiresAt)
      : null,
    expiresAt: new Date(expiresAt).toISOString(),
  };
};

/** Does what a right code is good for; true when it showed an active factor. */
async function takeVerdict(
  services: SignInServices,
  context: SignedInContext,
  account: Account,
  token: string,
  verdict: Exclude<SmsVerdict, { kind: 'wrong' }>,
): Promise<boolean> {
  if (verdict.kind === 'expired') {
    if (!account.isTotpActive) throw new AppError('secondFactor.expired');
    await acceptAnyCode(services, context, account, token);
    return true;
  }
  const { phoneNumber } = verdict;
  if (account.isPhoneValidated && isSameNumber(account.phoneNumber, phoneNumber)) {
    if (!account.isSmsActive) return false;
    await markFactorShown(services, context, services.clock());
    return true;
  }
  // A factor may have been set up since the code was asked for.
  if (changesNumber(account, phoneNumber)) await confirmFactor(services, context, account, undefined);
  await confirmNumber(services, context, account.isSmsActive, phoneNumber);
  return false;
}

async function markFactorShown(
  services: SignInServices,
  context: SignedInContext,
  now: number,
): Promise<void> {
  const { tenantId, userId, sessionId } = context.actor;
  await services.database.transaction({ tenantId, userId }, async (transaction) => {
    await sql`update sessions set second_factor_at = ${new Date(now).toISOString()}
      where tenant_id = ${tenantId} and id = ${sessionId}`.execute(transaction);
  });
  services.sessions.forget([sessionId]);
}

async function confirmNumber(
  services: SignInServices,
  context: SignedInContext,
  isSmsActive: boolean,
  phoneNumber: string,
): Promise<void> {
  const { tenantId, userId } = context.actor;
  const change = {
    reason: 'factorChanged',
    action: 'auth.confirmPhoneNumber',
    notice: 'Die Telefonnummer Ihres Benutzerkontos wurde geändert.',
  } as const;
  await changeAccount(services, context, change, async (transaction) => {
    await sql`update users set phone_number = ${phoneNumber},
      phone_validated_at = ${new Date(services.clock()).toISOString()}
      where tenant_id = ${tenantId} and id = ${userId}`.execute(transaction);
    if (!isSmsActive) return;
    await sql`update token_providers set target = ${phoneNumber}
      where tenant_id = ${tenantId} and user_id = ${userId} and token_provider_type = 'sms'`.execute(
      transaction,
    );
  });
}

/** Switches the confirmed number on or off as second factor at sign-in. */
export const setSmsFactor: BodyVerb<typeof setCall, SignInServices> = async (services, context, body) => {
  const account = await confirmedAccount(services, context, body);
  const { tenantId, userId, phoneNumber } = account;
  if (body.isActive && (!phoneNumber || !account.isPhoneValidated || !canReceiveSms(services, account))) {
    throw new AppError('auth.phoneNumberNotAllowed');
  }
  if (body.isActive === account.isSmsActive) return {};
  const change = {
    reason: 'factorChanged',
    action: body.isActive ? 'auth.activateSmsFactor' : 'auth.removeSmsFactor',
    notice: body.isActive
      ? 'Die Anmeldung mit Code per SMS wurde für Ihr Benutzerkonto eingeschaltet.'
      : 'Die Anmeldung mit Code per SMS wurde für Ihr Benutzerkonto ausgeschaltet.',
  } as const;
  await changeAccount(services, context, change, async (transaction) => {
    await sql`delete from token_providers where tenant_id = ${tenantId} and user_id = ${userId}
      and token_provider_type = 'sms'`.execute(transaction);
    if (body.isActive) {
      await transaction
        .insertInto('token_providers')
        .values({
          tenant_id: tenantId,
          user_id: userId,
          token_provider_type: 'sms',
          description: 'Code per SMS',
          target: phoneNumber,
          validated_at: new Date(services.clock()).toISOString(),
        })
        .execute();
    } else if (!account.isTotpActive && account.passkeyCount === 0) {
      await deleteRecoveryCodes(transaction, account);
    }
  });
  return {};
};
