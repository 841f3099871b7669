import type { resetActivationToken as call } from '@depotwerk/api/auth/account';
import { AppError } from '../../platform/http/app-error.ts';
import type { RequestContext } from '../../platform/http/request-context.ts';
import type { BodyVerb } from '../../platform/http/verb.ts';
import type { SignInServices } from '../../platform/services.ts';
import { sendSmsCode } from '../../platform/sms/send-sms-code.ts';
import { answerEvenly } from '../../platform/throttle/answer-evenly.ts';
import { countAnonymous, refundAnonymous } from '../../platform/throttle/count-anonymous.ts';
import { findActivation } from '../../platform/tokens/activation-token.ts';
import { type Account, readAccount } from './account.ts';

/**
 * Sends a new activation code by SMS to the number on record, for whoever holds the guid of an open invitation. A
 * name alone sends nothing: strangers know names, and would use up somebody's messages. Everybody gets the same
 * answer in the same time.
 */
export const resetActivationToken: BodyVerb<typeof call, SignInServices, RequestContext> = async (
  services,
  context,
  body,
) => {
  await countAnonymous(services, context);
  await answerEvenly(async () => {
    const account = body.guid === undefined ? null : await findInvited(services, body.guid);
    if (!account?.isLive || account.phoneNumber === null) return;
    const { tenantId, userId, phoneNumber } = account;
    // Messages have bounds of their own, by number and by person.
    await refundAnonymous(services, context);
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
};

async function findInvited(services: SignInServices, guid: string): Promise<Account | null> {
  const activation = await findActivation(services.database, guid, services.clock());
  if (activation?.purpose !== 'invitation') return null;
  return readAccount(services.database, activation.tenantId, activation.userId);
}
