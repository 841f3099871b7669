import type { resetActivationToken as call } from '@depotwerk/api/auth';
import type { CallInput } from '@depotwerk/api/call';
import { sql } from 'kysely';
import { AppError } from '../../platform/http/app-error.ts';
import type { RequestContext } from '../../platform/http/request-context.ts';
import type { SignInServices } from '../../platform/services.ts';
import { sendSmsCode } from '../../platform/sms/send-sms-code.ts';
import { type Account, findAccount, readAccount } from './account.ts';
import { findActivation } from './activation-token.ts';
import { answerEvenly, countAnonymous } from './even-answer.ts';

/**
 * Sends a new activation code by SMS to the number on record, for whoever has an open invitation or reset
 * link. Everybody else gets the same answer in the same time.
 */
export async function resetActivationToken(
  services: SignInServices,
  context: RequestContext,
  body: CallInput<typeof call>['body'],
): Promise<Record<string, never>> {
  await countAnonymous(services, context);
  await answerEvenly(async () => {
    const account = await findWaiting(services, body);
    if (!account?.isLive || account.phoneNumber === null) return;
    const { tenantId, userId, phoneNumber } = account;
    try {
      await sendSmsCode(services, {
        tenantId,
        userId,
        phoneNumber,
        purpose: 'activation',
        challengeId: null,
      });
    } catch (error) {
      // A bound or a refused number would tell that there is such a user.
      if (!(error instanceof AppError)) throw error;
      services.logger.info({ requestId: context.requestId, userId, code: error.code }, 'auth.smsNotSent');
    }
  });
  return {};
}

async function findWaiting(
  services: SignInServices,
  body: CallInput<typeof call>['body'],
): Promise<Account | null> {
  const { database } = services;
  const now = services.clock();
  if (body.guid !== undefined) {
    const activation = await findActivation(database, body.guid, now);
    return activation ? readAccount(database, activation.tenantId, activation.userId) : null;
  }
  if (body.userName === undefined) return null;
  const account = await findAccount(database, body.userName);
  if (!account) return null;
  const open = await database.read(
    account,
    sql`select 1 as open from activation_tokens where user_id = ${account.userId} and used_at is null
      and expires_at > ${new Date(now).toISOString()}::timestamptz limit 1`.compile(database.query),
  );
  return open.length > 0 ? account : null;
}
