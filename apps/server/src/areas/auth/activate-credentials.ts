import type { activateCredentials as call } from '@depotwerk/api/auth/account';
import type { CallInput } from '@depotwerk/api/call';
import { askedTermsVersion } from '@depotwerk/domain/depot-analysis/consent';
import { mailAddressShape } from '@depotwerk/domain/mail-address';
import { checkShape, issuesOf } from '@depotwerk/domain/master-data/field-issue';
import { sql, type Transaction } from 'kysely';
import { writeAudit } from '../../platform/audit/write-audit.ts';
import { errorCode } from '../../platform/database/database-errors.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { readerIn } from '../../platform/database/transaction-reader.ts';
import { refuseIssues } from '../../platform/editing.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { RequestContext } from '../../platform/http/request-context.ts';
import type { BodyVerb } from '../../platform/http/verb.ts';
import { accountNotice } from '../../platform/mail/account-notice.ts';
import { sendMail } from '../../platform/mail/send-mail.ts';
import { requireStrongPassword } from '../../platform/passwords/require-strong-password.ts';
import type { SignInServices } from '../../platform/services.ts';
import { endSessions, forgetDevices } from '../../platform/sessions/end-sessions.ts';
import { readSmsNumber } from '../../platform/sms/phone-number.ts';
import { countAnonymous, refundAnonymous } from '../../platform/throttle/count-anonymous.ts';
import {
  type Activation,
  consumeActivation,
  findActivation,
} from '../../platform/tokens/activation-token.ts';
import { readTermsOfHouse } from '../white-label/public.ts';
import { type Account, canReceiveSms, readAccount, takesName } from './account.ts';
import { countCodeTry } from './confirm-identity.ts';
import { acceptSmsCode } from './second-factor-codes.ts';

type Body = CallInput<typeof call>['body'];

/**
 * Sets name and password with the guid of an invitation, a reset link, or the first administrator's token.
 * It opens no session: the second factor is asked at the sign-in that follows (asvs 6.3.4).
 */
export const activateCredentials: BodyVerb<typeof call, SignInServices, RequestContext> = async (
  services,
  context,
  body,
) => {
  await countAnonymous(services, context);
  const { database } = services;
  const activation = await findActivation(database, body.guid, services.clock());
  const account = activation && (await readAccount(database, activation.tenantId, activation.userId));
  if (!activation || !account?.isLive) throw new AppError('auth.activationInvalid');
  const isReset = activation.purpose === 'resetPassword';
  if (!takesName(activation, account, body.userName)) throw new AppError('auth.activationInvalid');
  await refundAnonymous(services, context);
  // What somebody signs in with is where her letters go: a name that was there before this rule may stay.
  if (body.userName.toLowerCase() !== account.userName.toLowerCase())
    refuseIssues(issuesOf(checkShape('userName', body.userName, mailAddressShape, 'mailAddress')));
  await requireStrongPassword(database, { ...account, userName: body.userName }, body.password, 'password');
  const phone = await confirmPhone(services, activation, account, body);
  const hash = await services.passwords.hash(body.password);
  try {
    await store(services, context, {
      activation,
      account,
      userName: isReset ? account.userName : body.userName,
      hash,
      phone,
      termsVersion: body.termsVersion ?? null,
    });
  } catch (error) {
    // The link is still good then: names would be tried with it, and passwords hashed, without end.
    await countAnonymous(services, context);
    throw error;
  }
  return {};
};

interface Phone {
  readonly phoneNumber: string | null;
  readonly isValidated: boolean;
}

/**
 * An invitation to a user with a number on record needs the code sent to it; a reset link alone is enough,
 * for the second factor stays. A number given here counts as confirmed only if the code went to it.
 */
async function confirmPhone(
  services: SignInServices,
  activation: Activation,
  account: Account,
  body: Body,
): Promise<Phone | null> {
  const given =
    body.phoneNumber === undefined || body.phoneNumber === '' ? null : readSmsNumber(body.phoneNumber);
  if (body.phoneNumber && given === null) throw new AppError('auth.phoneNumberNotAllowed');
  const needsCode =
    activation.purpose === 'invitation' && account.phoneNumber !== null && canReceiveSms(services, account);
  if (body.token === undefined) {
    if (needsCode) throw new AppError('auth.secondFactorRequired');
    // A reset link must not move the number the second factor goes to.
    return given === null || activation.purpose === 'resetPassword'
      ? null
      : { phoneNumber: given, isValidated: false };
  }
  const { tenantId, userId } = account;
  const code = body.token;
  await countCodeTry(services, userId);
  const verdict = await services.database.transaction({ tenantId, userId }, (transaction) =>
    acceptSmsCode(
      transaction,
      services.keys,
      { tenantId, userId, purpose: 'activation', challengeId: null },
      code,
      services.clock(),
    ),
  );
  if (verdict.kind === 'expired') throw new AppError('secondFactor.expired');
  if (verdict.kind === 'wrong') {
    throw new AppError('secondFactor.invalidToken', { params: { attemptsLeft: verdict.attemptsLeft } });
  }
  await services.throttle.refund('codeUser', userId);
  if (activation.purpose === 'resetPassword') return null;
  const phoneNumber = given ?? verdict.phoneNumber;
  return { phoneNumber, isValidated: phoneNumber === verdict.phoneNumber };
}

async function store(
  services: SignInServices,
  context: RequestContext,
  change: {
    activation: Activation;
    account: Account;
    userName: string;
    hash: string;
    phone: Phone | null;
    termsVersion: string | null;
  },
): Promise<void> {
  const { activation, account, userName, hash, phone, termsVersion } = change;
  const { tenantId, userId } = account;
  const now = services.clock();
  const at = new Date(now).toISOString();
  try {
    const ended = await services.database.transaction({ tenantId, userId }, async (transaction) => {
      if (!(await consumeActivation(transaction, activation, now)))
        throw new AppError('auth.activationInvalid');
      await sql`update users set user_name = ${userName}, password_hash = ${hash}, password_changed_at = ${at},
        must_change_password = false where tenant_id = ${tenantId} and id = ${userId}`.execute(transaction);
      if (phone) {
        await sql`update users set phone_number = ${phone.phoneNumber},
          phone_validated_at = ${phone.isValidated ? at : null}::timestamptz
          where tenant_id = ${tenantId} and id = ${userId}`.execute(transaction);
      }
      await keepAgreedTerms(transaction, account, termsVersion, context.host, at);
      const ids = await endSessions(transaction, { tenantId, userId }, 'passwordChanged', now);
      await forgetDevices(transaction, account, now);
      await sendMail(
        transaction,
        services.keys.keyEncryption,
        accountNotice({ tenantId, userId, userName }, 'Für Ihr Benutzerkonto wurde ein Passwort vergeben.'),
      );
      await writeAudit(transaction, {
        actor: { kind: 'anonymous' },
        action: activation.purpose === 'resetPassword' ? 'auth.resetPassword' : 'auth.activate',
        objectType: 'user',
        objectId: userId,
        details: { purpose: activation.purpose, requestId: context.requestId },
      });
      return ids;
    });
    services.sessions.forget(ended);
  } catch (error) {
    // users_user_name: the name is taken, in this or another tenant.
    if (errorCode(error) === '23505') throw new AppError('contracts.mailIsTaken', { cause: error });
    throw error;
  }
}

/** Keeps which terms somebody says to have agreed to. @throws 409 for others than the house asks for today */
async function keepAgreedTerms(
  transaction: Transaction<Schema>,
  { tenantId, userId }: Account,
  termsVersion: string | null,
  host: string,
  at: string,
): Promise<void> {
  if (termsVersion === null) return;
  const house = await readTermsOfHouse(readerIn(transaction), tenantId, host);
  const asked = house && askedTermsVersion(house);
  if (asked === null) return;
  if (termsVersion !== asked) throw new AppError('auth.termsOutdated');
  await sql`update users set terms_version = ${asked}, terms_accepted_at = ${at}
    where tenant_id = ${tenantId} and id = ${userId}`.execute(transaction);
}
