import type { Challenge } from '@depotwerk/api/challenge';
import { sql } from 'kysely';
import { AppError } from '../../platform/http/app-error.ts';
import type { RequestContext } from '../../platform/http/request-context.ts';
import type { SignInServices } from '../../platform/services.ts';
import { maskPhoneNumber } from '../../platform/sms/phone-number.ts';
import { sendSmsCode } from '../../platform/sms/send-sms-code.ts';
import { type Account, canReceiveSms } from './account.ts';
import { findRelyingParty, requireRelyingParty } from './passkeys/relying-party.ts';
import { acceptPasskey, passkeyRequest, type UsedPasskey } from './passkeys/use-passkey.ts';
import { acceptRecoveryCode, acceptSmsCode, acceptTotp, refusedCode } from './second-factor-codes.ts';

const challengeSeconds = 5 * 60;
const providerTypes = ['passkey', 'totp', 'sms', 'recoveryCode'] as const;
type ProviderType = (typeof providerTypes)[number];

const texts: Record<ProviderType, { description: string; challengeText: string }> = {
  passkey: {
    description: 'Passkey',
    challengeText: 'Bitte bestätigen Sie die Anmeldung mit Ihrem Passkey.',
  },
  totp: {
    description: 'Authentifizierungs-App',
    challengeText: 'Bitte geben Sie den Code aus Ihrer Authentifizierungs-App ein.',
  },
  sms: { description: 'Code per SMS', challengeText: 'Bitte geben Sie den Code aus der SMS ein.' },
  recoveryCode: {
    description: 'Wiederherstellungscode',
    challengeText: 'Bitte geben Sie einen Ihrer Wiederherstellungscodes ein.',
  },
};

/** The ways this user can show a second factor, the strongest first; one each, so the type is its id. */
function providersOf(
  services: SignInServices,
  context: RequestContext,
  account: Account,
): Challenge['tokenProviders'] {
  const active: Record<ProviderType, boolean> = {
    passkey: account.passkeyCount > 0 && findRelyingParty(services, context) !== null,
    totp: account.isTotpActive,
    sms: account.isSmsActive && canReceiveSms(services, account),
    recoveryCode: account.recoveryCodesLeft > 0,
  };
  return providerTypes
    .filter((type) => active[type])
    .map((type) => ({
      tokenProviderType: type,
      tokenProviderId: type,
      description: texts[type].description,
      maskedTarget: type === 'sms' && account.phoneNumber ? maskPhoneNumber(account.phoneNumber) : null,
    }));
}

interface ChallengeRow {
  id: string;
  expiresAt: string;
  attemptsLeft: number;
  selected: string | null;
}

function challengeOf(
  services: SignInServices,
  context: RequestContext,
  account: Account,
  row: ChallengeRow,
): Challenge {
  const tokenProviders = providersOf(services, context, account);
  const selected =
    row.selected ?? tokenProviders.find((each) => each.tokenProviderId === 'totp')?.tokenProviderId;
  const type = providerTypes.find((each) => each === selected);
  return {
    challengeId: row.id,
    purpose: 'login',
    tokenProviders,
    selectedTokenProviderId: selected ?? null,
    challengeText: type ? texts[type].challengeText : 'Bitte wählen Sie, wie Sie die Anmeldung bestätigen.',
    expiresAt: row.expiresAt,
    attemptsLeft: row.attemptsLeft,
  };
}

/** Opens a challenge of five minutes and five tries; it belongs to this sign-in and to no session. */
export async function openLoginChallenge(
  services: SignInServices,
  context: RequestContext,
  account: Account,
): Promise<Challenge> {
  const now = services.clock();
  const { tenantId, userId } = account;
  const expiresAt = new Date(now + challengeSeconds * 1000).toISOString();
  const row = await services.database.transaction({ tenantId, userId }, (transaction) =>
    transaction
      .insertInto('second_factor_challenges')
      .values({
        tenant_id: tenantId,
        user_id: userId,
        purpose: 'login',
        created_at: new Date(now).toISOString(),
        expires_at: expiresAt,
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
  );
  return challengeOf(services, context, account, { id: row.id, expiresAt, attemptsLeft: 5, selected: null });
}

/**
 * Chooses a way for an open challenge; SMS sends its code.
 * @throws AppError secondFactor.expired, secondFactor.unknownProvider, and those of `sendSmsCode`
 */
export async function selectProvider(
  services: SignInServices,
  context: RequestContext,
  account: Account,
  challengeId: string,
  providerId: string,
): Promise<Challenge> {
  const provider = requireProvider(services, context, account, providerId);
  const { tenantId, userId } = account;
  const row = await services.database.transaction({ tenantId, userId }, async (transaction) => {
    const { rows } = await sql<ChallengeRow>`
      update second_factor_challenges set token_provider_type = ${provider}
       where ${openChallenge(account, challengeId, services.clock())}
       returning id, expires_at as "expiresAt", attempts_left as "attemptsLeft",
         token_provider_type as selected`.execute(transaction);
    return rows[0];
  });
  if (!row) throw new AppError('secondFactor.expired');
  if (provider === 'sms') {
    const phoneNumber = account.phoneNumber ?? '';
    await sendSmsCode(services, { tenantId, userId, phoneNumber, purpose: 'secondFactor', challengeId });
  }
  const challenge = challengeOf(services, context, account, row);
  if (provider !== 'passkey') return challenge;
  const party = requireRelyingParty(services, context);
  const subject = { purpose: 'secondFactor', subject: challengeId } as const;
  return { ...challenge, passkeyOptions: await passkeyRequest(services, party, subject, account) };
}

/**
 * Checks a code against an open challenge; returns when it was right. Every try is counted and committed
 * before the code is looked at: five for the challenge, ten an hour for the user.
 * @throws AppError secondFactor.invalidToken, secondFactor.expired, auth.tooManyAttempts
 */
export async function answerChallenge(
  services: SignInServices,
  context: RequestContext,
  account: Account,
  answer: { challengeId: string; providerId: string; code: string; passkey: UsedPasskey | undefined },
): Promise<void> {
  const provider = requireProvider(services, context, account, answer.providerId);
  const { tenantId, userId } = account;
  const allowed = await services.throttle.attempt('codeUser', userId);
  if (!allowed.isAllowed) {
    throw new AppError('auth.tooManyAttempts', { retryAfter: allowed.retryAfterSeconds });
  }
  const now = services.clock();
  const attemptsLeft = await services.database.transaction({ tenantId, userId }, async (transaction) => {
    const { rows } = await sql<{ attemptsLeft: number }>`
      update second_factor_challenges set attempts_left = attempts_left - 1
       where ${openChallenge(account, answer.challengeId, now)} returning attempts_left as "attemptsLeft"`.execute(
      transaction,
    );
    return rows[0]?.attemptsLeft ?? null;
  });
  if (attemptsLeft === null) throw new AppError('secondFactor.expired');
  if (provider === 'passkey') {
    if (!answer.passkey) throw new AppError('secondFactor.invalidToken', { params: { attemptsLeft } });
    const subject = { purpose: 'secondFactor', subject: answer.challengeId } as const;
    // Its own challenge works once, so exactly one of right answers at once signs in.
    await acceptPasskey(services, context, subject, account, answer.passkey);
    await services.throttle.refund('codeUser', userId);
    return;
  }
  const isRight = await services.database.transaction({ tenantId, userId }, async (transaction) => {
    // Conditional: of right answers at once exactly one signs in.
    const confirmed = await sql`
      update second_factor_challenges set state = 'confirmed', confirmed_at = ${new Date(now).toISOString()}
       where tenant_id = ${tenantId} and id = ${answer.challengeId} and state = 'pending' returning 1`.execute(
      transaction,
    );
    if (confirmed.rows.length === 0) return false;
    const isAccepted = await acceptCode();
    if (!isAccepted) {
      await sql`update second_factor_challenges set state = 'pending', confirmed_at = null
        where tenant_id = ${tenantId} and id = ${answer.challengeId}`.execute(transaction);
    }
    return isAccepted;

    async function acceptCode(): Promise<boolean> {
      if (provider === 'totp') {
        return acceptTotp(transaction, services.keys.keyEncryption, account, answer.code, now);
      }
      if (provider === 'recoveryCode') {
        return acceptRecoveryCode(transaction, services.keys.code, account, answer.code, now);
      }
      const which = { tenantId, userId, purpose: 'secondFactor', challengeId: answer.challengeId };
      const verdict = await acceptSmsCode(transaction, services.keys, which, answer.code, now);
      return verdict.kind === 'right';
    }
  });
  if (!isRight) throw refusedCode(services.keys.keyEncryption, account, answer.code, now, { attemptsLeft });
  await services.throttle.refund('codeUser', userId);
}

const openChallenge = (account: Account, challengeId: string, now: number) =>
  sql`tenant_id = ${account.tenantId} and id = ${challengeId} and user_id = ${account.userId} and purpose = 'login'
    and state = 'pending' and attempts_left > 0 and expires_at > ${new Date(now).toISOString()}::timestamptz`;

function requireProvider(
  services: SignInServices,
  context: RequestContext,
  account: Account,
  providerId: string,
): ProviderType {
  const isOffered = providersOf(services, context, account).some(
    (provider) => provider.tokenProviderId === providerId,
  );
  const type = providerTypes.find((each) => each === providerId);
  if (!isOffered || !type) throw new AppError('secondFactor.unknownProvider');
  return type;
}
