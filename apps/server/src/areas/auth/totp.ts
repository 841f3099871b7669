import type {
  confirmTotp as confirmCall,
  getSecondFactor,
  removeTotp as removeCall,
  startTotp as startCall,
} from '@depotwerk/api/auth/second-factor';
import type { CallAnswer } from '@depotwerk/api/call';
import { sql } from 'kysely';
import { generateSecret, generateURI } from 'otplib';
import { AppError } from '../../platform/http/app-error.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import type { BodyVerb } from '../../platform/http/verb.ts';
import { seal, tryOpen } from '../../platform/secrets/envelope.ts';
import type { SignInServices } from '../../platform/services.ts';
import { maskPhoneNumber } from '../../platform/sms/phone-number.ts';
import { canReceiveSms, hasSecondFactor } from './account.ts';
import { changeAccount } from './change-account.ts';
import {
  confirmedAccount,
  confirmFactor,
  confirmPassword,
  countCodeTry,
  ownAccount,
} from './confirm-identity.ts';
import { deleteRecoveryCodes, replaceRecoveryCodes, totpPlace, totpStepOf } from './second-factor-codes.ts';

const seedBytes = 20;
const pendingMilliseconds = 15 * 60_000;

/** Which second factors the user has. */
export async function readSecondFactor(
  services: SignInServices,
  context: SignedInContext,
): Promise<CallAnswer<typeof getSecondFactor>> {
  const account = await ownAccount(services, context);
  return {
    isTotpActive: account.isTotpActive,
    isSmsActive: account.isSmsActive,
    isSmsOffered: canReceiveSms(services, account),
    passkeyCount: account.passkeyCount,
    maskedPhoneNumber:
      account.phoneNumber && account.isPhoneValidated ? maskPhoneNumber(account.phoneNumber) : null,
    recoveryCodesLeft: account.recoveryCodesLeft,
    isMandatory: account.isSecondFactorMandatory,
  };
}

/** Makes a seed that waits beside the active one until a code confirms it (15 minutes). */
export const startTotp: BodyVerb<typeof startCall, SignInServices> = async (services, context, body) => {
  const account = await confirmedAccount(services, context, body);
  const { tenantId, userId } = account;
  const secret = generateSecret({ length: seedBytes });
  const envelope = seal(services.keys.keyEncryption, totpPlace(userId), Buffer.from(secret, 'utf8'));
  await services.database.transaction({ tenantId, userId }, async (transaction) => {
    await sql`update users set totp_pending_envelope = ${JSON.stringify(envelope)}::jsonb,
      totp_pending_at = ${new Date(services.clock()).toISOString()}
      where tenant_id = ${tenantId} and id = ${userId}`.execute(transaction);
  });
  return { secret, otpauthUri: generateURI({ issuer: 'Depotwerk', label: account.userName, secret }) };
};

/** Confirms the waiting seed; it replaces the active one, and new recovery codes are shown this once. */
export const confirmTotp: BodyVerb<typeof confirmCall, SignInServices> = async (services, context, body) => {
  const account = await ownAccount(services, context);
  await countCodeTry(services, account.userId);
  const now = services.clock();
  const { totpPendingEnvelope, totpPendingAt, tenantId, userId } = account;
  if (totpPendingEnvelope === null || now - Date.parse(totpPendingAt ?? '') > pendingMilliseconds) {
    throw new AppError('secondFactor.expired');
  }
  const secret = tryOpen(services.keys.keyEncryption, totpPlace(userId), totpPendingEnvelope)?.toString(
    'utf8',
  );
  // Its key is gone: a new seed is as quickly made.
  if (secret === undefined) throw new AppError('secondFactor.expired');
  const step = totpStepOf(secret, body.token, now);
  if (step === null) throw new AppError('secondFactor.invalidToken');
  const change = {
    reason: 'factorChanged',
    action: 'auth.activateTotp',
    notice: 'Für Ihr Benutzerkonto wurde eine Authentifizierungs-App eingerichtet.',
  } as const;
  const recoveryCodes = await changeAccount(services, context, change, async (transaction) => {
    const at = new Date(now).toISOString();
    const { rows } = await sql`
      update users set totp_secret_envelope = totp_pending_envelope, totp_confirmed_at = ${at},
        totp_last_step = ${step}, totp_pending_envelope = null, totp_pending_at = null
       where tenant_id = ${tenantId} and id = ${userId}
         and totp_pending_envelope = ${JSON.stringify(totpPendingEnvelope)}::jsonb returning 1`.execute(
      transaction,
    );
    if (rows.length === 0) throw new AppError('secondFactor.expired');
    await sql`update sessions set second_factor_at = ${at}
      where tenant_id = ${tenantId} and id = ${context.actor.sessionId}`.execute(transaction);
    return replaceRecoveryCodes(transaction, services.keys.code, account);
  });
  await services.throttle.refund('codeUser', userId);
  return { recoveryCodes };
};

/** Removes TOTP after password and factor; recovery codes go with the last factor. */
export const removeTotp: BodyVerb<typeof removeCall, SignInServices> = async (services, context, body) => {
  const account = await confirmedAccount(services, context, body);
  const change = {
    reason: 'factorChanged',
    action: 'auth.removeTotp',
    notice: 'Die Authentifizierungs-App Ihres Benutzerkontos wurde entfernt.',
  } as const;
  await changeAccount(services, context, change, async (transaction) => {
    await sql`update users set totp_secret_envelope = null, totp_confirmed_at = null,
      totp_pending_envelope = null, totp_pending_at = null
      where tenant_id = ${account.tenantId} and id = ${account.userId}`.execute(transaction);
    if (!account.isSmsActive && account.passkeyCount === 0) await deleteRecoveryCodes(transaction, account);
  });
  return {};
};

/**
 * Replaces the recovery codes of whoever has a factor, whichever it is; the old ones stop working at once.
 * @throws AppError auth.secondFactorRequired, also where there is no factor the codes could stand for
 */
export async function renewRecoveryCodes(
  services: SignInServices,
  context: SignedInContext,
  body: { password: string; token?: string | undefined },
): Promise<{ recoveryCodes: string[] }> {
  const account = await ownAccount(services, context);
  await confirmPassword(services, context, account, body.password);
  if (!hasSecondFactor(account)) throw new AppError('auth.secondFactorRequired');
  await confirmFactor(services, context, account, body.token);
  const change = {
    reason: 'factorChanged',
    action: 'auth.renewRecoveryCodes',
    notice: 'Die Wiederherstellungscodes Ihres Benutzerkontos wurden ersetzt.',
  } as const;
  const recoveryCodes = await changeAccount(services, context, change, (transaction) =>
    replaceRecoveryCodes(transaction, services.keys.code, account),
  );
  return { recoveryCodes };
}
