import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import { AppError } from '../http/app-error.ts';
import { seal } from '../secrets/envelope.ts';
import { keyedHash } from '../secrets/keyed-hash.ts';
import type { SignInServices } from '../services.ts';
import type { ThrottleKind } from '../throttle/throttle.ts';
import { deliverSmsOf } from './deliver-sms.ts';
import { readSmsNumber } from './phone-number.ts';
import { smsPlace } from './sms-place.ts';
import { readOwnSms } from './sms-settings.ts';

export const smsCodeSeconds = 5 * 60;
/** Seconds until the browser offers to send another one. */
export const smsResendSeconds = 60;

export type SmsCodePurpose = 'secondFactor' | 'activation' | 'phoneValidation';

export interface SmsCodeRequest {
  readonly tenantId: string;
  readonly userId: string;
  readonly phoneNumber: string;
  readonly purpose: SmsCodePurpose;
  /** Sign-in it belongs to; a code of another challenge never fits. */
  readonly challengeId: string | null;
}

/**
 * Sends a six-digit code that is good for five minutes; an older one of the same purpose ends. Its hash is stored, and
 * its message sealed, until it went out or is over.
 * @throws AppError auth.phoneNumberNotAllowed, auth.tooManyAttempts (for each purpose 3 in 10 min to a number and 10 a
 * day for a user; 200 an hour in all)
 */
export async function sendSmsCode(
  services: SignInServices,
  request: SmsCodeRequest,
): Promise<{ expiresAt: string }> {
  const { keys } = services;
  const { tenantId, userId, purpose, challengeId } = request;
  const phoneNumber = readSmsNumber(request.phoneNumber);
  const own = await services.database.transaction({ tenantId, userId }, (transaction) =>
    readOwnSms(transaction, keys.keyEncryption),
  );
  const isAvailable = own !== null || services.sms.isAvailable;
  if (phoneNumber === null || !isAvailable) throw new AppError('auth.phoneNumberNotAllowed');
  await countSms(services, phoneNumber, request);
  const isShown = own === null && services.sms.keepsText;
  const now = services.clock();
  const at = new Date(now).toISOString();
  const expiresAt = new Date(now + smsCodeSeconds * 1000).toISOString();
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const textOf = (shown: string) => `Ihr Bestätigungscode lautet ${shown}. Er gilt 5 Minuten.`;
  await services.database.transaction({ tenantId, userId }, async (transaction) => {
    const former = sql`user_id = ${userId} and purpose = ${purpose} and used_at is null
        and challenge_id is not distinct from ${challengeId}::uuid`;
    // An older code that is still to go out would only confuse.
    await sql`update sms_outbox set expires_at = least(expires_at, ${at}::timestamptz)
      where text_envelope is not null and seal_id in (select id from sms_codes where ${former})`.execute(
      transaction,
    );
    await sql`update sms_codes set expires_at = least(expires_at, ${at}::timestamptz) where ${former}`.execute(
      transaction,
    );
    const id = crypto.randomUUID();
    await transaction
      .insertInto('sms_codes')
      .values({
        tenant_id: tenantId,
        id,
        user_id: userId,
        challenge_id: challengeId,
        purpose,
        phone_number: phoneNumber,
        code_hash: smsCodeHash(keys.code, id, code),
        created_at: at,
        expires_at: expiresAt,
      })
      .execute();
    const envelope = seal(keys.keyEncryption, smsPlace(id, userId), Buffer.from(textOf(code), 'utf8'));
    await transaction
      .insertInto('sms_outbox')
      .values({
        tenant_id: tenantId,
        user_id: userId,
        phone_number: phoneNumber,
        message_text: textOf(isShown ? code : '••••••'),
        seal_id: id,
        text_envelope: JSON.stringify(envelope),
        created_at: at,
        next_attempt_at: at,
        expires_at: expiresAt,
      })
      .execute();
  });
  // After the commit, so that no code is out that the database does not know; what fails here goes by the usual look.
  services.background.run('sms.deliver', async () => void (await deliverSmsOf(services, tenantId)));
  return { expiresAt };
}

/** The code bound to its own row: the same digits of another message have another hash. */
export const smsCodeHash = (key: Buffer, rowId: string, code: string): Buffer =>
  keyedHash(key, 'sms', rowId, code);

/** Counters by what a message is for: nobody uses up those of a sign-in from outside of it. */
const counters = {
  secondFactor: { number: 'smsNumber', user: 'smsUser' },
  activation: { number: 'smsInvitationNumber', user: 'smsInvitationUser' },
  phoneValidation: { number: 'smsNewNumber', user: 'smsNewNumberUser' },
} as const satisfies Record<SmsCodePurpose, { number: ThrottleKind; user: ThrottleKind }>;

/** Counts a message before it is written. @throws AppError auth.tooManyAttempts */
export async function countSms(
  services: SignInServices,
  phoneNumber: string,
  { purpose, userId }: Pick<SmsCodeRequest, 'purpose' | 'userId'>,
): Promise<void> {
  const bounds = [
    [counters[purpose].number, phoneNumber],
    [counters[purpose].user, userId],
    ['smsTotal', 'all'],
  ] as const;
  for (const [kind, value] of bounds) {
    const answer = await services.throttle.attempt(kind, value);
    if (answer.isAllowed) continue;
    // Somebody pumps messages through us: the operator has to look.
    if (kind === 'smsTotal') services.logger.error({ limitPerHour: 200 }, 'alarm.smsLimitReached');
    throw new AppError('auth.tooManyAttempts', { retryAfter: answer.retryAfterSeconds });
  }
}
