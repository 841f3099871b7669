import { randomInt } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import { verifySync } from 'otplib';
import type { Schema } from '../../platform/database/schema.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { type KeyEncryptionKeys, type SecretPlace, tryOpen } from '../../platform/secrets/envelope.ts';
import { equalInConstantTime } from '../../platform/secrets/equal-in-constant-time.ts';
import { keyedHash } from '../../platform/secrets/keyed-hash.ts';
import type { SignInKeys } from '../../platform/sign-in-keys.ts';
import { smsCodeHash } from '../../platform/sms/send-sms-code.ts';
import type { Account } from './account.ts';

export const totpPlace = (userId: string): SecretPlace => ({
  table: 'users',
  row: userId,
  user: userId,
  detail: 'totp',
});

const totpPeriodSeconds = 30;

/**
 * The time step a TOTP code belongs to, or null. One step before and after now are accepted (RFC 6238);
 * HMAC-SHA-1 is what authenticator apps speak.
 * @param secret base32
 * @param now milliseconds since the epoch
 */
export function totpStepOf(secret: string, code: string, now: number): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const epoch = Math.floor(now / 1000);
  const result = verifySync({ secret, token: code, epoch, epochTolerance: totpPeriodSeconds });
  return result.valid ? Math.floor(epoch / totpPeriodSeconds) + result.delta : null;
}

/** The step a code belongs to; null when it is wrong, or the seed was sealed with a key that is lost: then none is right. */
function stepOf(keys: KeyEncryptionKeys, account: Account, code: string, now: number): number | null {
  const secret = tryOpen(keys, totpPlace(account.userId), account.totpEnvelope);
  return secret && totpStepOf(secret.toString('utf8'), code, now);
}

/** Accepts a TOTP step once: of two equal codes, also at once, only the first moves the last step on. */
export async function acceptTotp(
  transaction: Transaction<Schema>,
  keys: KeyEncryptionKeys,
  account: Account,
  code: string,
  now: number,
): Promise<boolean> {
  if (!account.isTotpActive) return false;
  const step = stepOf(keys, account, code, now);
  if (step === null) return false;
  const { rows } = await sql`update users set totp_last_step = ${step}
    where tenant_id = ${account.tenantId} and id = ${account.userId} and totp_last_step < ${step}
    returning 1`.execute(transaction);
  return rows.length === 1;
}

/**
 * The refusal of a code. A TOTP code that would be right has been used before: whoever signs in and confirms something within
 * the same half minute reads it twice, and would type it again.
 */
export function refusedCode(
  keys: KeyEncryptionKeys,
  account: Account,
  code: string,
  now: number,
  params: { readonly attemptsLeft?: number } = {},
): AppError {
  const isUsed = account.isTotpActive && stepOf(keys, account, code, now) !== null;
  return new AppError('secondFactor.invalidToken', {
    params,
    ...(isUsed && {
      reason: 'Dieser Code wurde schon verwendet. Bitte warten Sie, bis Ihre App den nächsten zeigt.',
    }),
  });
}

/** Ten characters each without those that look alike: 47 bits, looked up by keyed hash. */
const recoveryAlphabet = 'abcdefghjkmnpqrstvwxyz23456789';
export const recoveryCodeCount = 10;

export function newRecoveryCode(): string {
  const letters = Array.from({ length: 10 }, () => recoveryAlphabet[randomInt(recoveryAlphabet.length)]).join(
    '',
  );
  return `${letters.slice(0, 5)}-${letters.slice(5)}`;
}

function recoveryHash(key: Buffer, userId: string, code: string): Buffer {
  return keyedHash(key, 'recovery', userId, code.toLowerCase().replaceAll(/[^a-z0-9]/g, ''));
}

/** Replaces all recovery codes; the answer is the only time they are seen. */
export async function replaceRecoveryCodes(
  transaction: Transaction<Schema>,
  key: Buffer,
  user: { tenantId: string; userId: string },
): Promise<string[]> {
  await deleteRecoveryCodes(transaction, user);
  const codes = Array.from({ length: recoveryCodeCount }, newRecoveryCode);
  await transaction
    .insertInto('recovery_codes')
    .values(
      codes.map((code) => ({
        tenant_id: user.tenantId,
        user_id: user.userId,
        code_hash: recoveryHash(key, user.userId, code),
      })),
    )
    .execute();
  return codes;
}

export async function deleteRecoveryCodes(
  transaction: Transaction<Schema>,
  user: { tenantId: string; userId: string },
): Promise<void> {
  await transaction
    .deleteFrom('recovery_codes')
    .where('tenant_id', '=', user.tenantId)
    .where('user_id', '=', user.userId)
    .execute();
}

/** Accepts a recovery code once. */
export async function acceptRecoveryCode(
  transaction: Transaction<Schema>,
  key: Buffer,
  user: { tenantId: string; userId: string },
  code: string,
  now: number,
): Promise<boolean> {
  const { rows } = await sql`update recovery_codes set used_at = ${new Date(now).toISOString()}
    where tenant_id = ${user.tenantId} and user_id = ${user.userId} and used_at is null
      and code_hash = ${recoveryHash(key, user.userId, code)}
    returning 1`.execute(transaction);
  return rows.length === 1;
}

interface SmsCodeRow {
  id: string;
  codeHash: Buffer;
  phoneNumber: string;
}

export type SmsVerdict =
  | { readonly kind: 'right'; readonly phoneNumber: string }
  | { readonly kind: 'wrong'; readonly attemptsLeft: number }
  | { readonly kind: 'expired' };

/**
 * Checks the newest code of a purpose and counts the try before looking; five tries, then it is gone. The
 * row lock makes guesses at once wait in line.
 */
export async function acceptSmsCode(
  transaction: Transaction<Schema>,
  keys: SignInKeys,
  which: { tenantId: string; userId: string; purpose: string; challengeId: string | null },
  code: string,
  now: number,
): Promise<SmsVerdict> {
  const at = new Date(now).toISOString();
  const { rows } = await sql<SmsCodeRow & { attemptsLeft: number }>`
    update sms_codes set attempts_left = attempts_left - 1
     where tenant_id = ${which.tenantId} and attempts_left > 0 and used_at is null
       and expires_at > ${at}::timestamptz and id = (
         select id from sms_codes
          where tenant_id = ${which.tenantId} and user_id = ${which.userId} and purpose = ${which.purpose}
            and challenge_id is not distinct from ${which.challengeId}::uuid
          order by created_at desc, expires_at desc limit 1)
     returning id, code_hash as "codeHash", phone_number as "phoneNumber", attempts_left as "attemptsLeft"`.execute(
    transaction,
  );
  const [row] = rows;
  if (!row) return { kind: 'expired' };
  if (!equalInConstantTime(row.codeHash, smsCodeHash(keys.code, row.id, code.trim()))) {
    return { kind: 'wrong', attemptsLeft: row.attemptsLeft };
  }
  await sql`update sms_codes set used_at = ${at} where tenant_id = ${which.tenantId} and id = ${row.id}`.execute(
    transaction,
  );
  return { kind: 'right', phoneNumber: row.phoneNumber };
}
