import { writeAudit } from '../../platform/audit/write-audit.ts';
import type { RequestContext } from '../../platform/http/request-context.ts';
import { sendMail } from '../../platform/mail/send-mail.ts';
import type { SignInServices } from '../../platform/services.ts';
import { answerEvenly } from '../../platform/throttle/answer-evenly.ts';
import { activationLink, createActivation } from '../../platform/tokens/activation-token.ts';
import { type Account, findAccount } from './account.ts';
import { countAnonymous } from './even-answer.ts';

const openLinksPerUser = 3;

/**
 * Sends a reset link by mail. Answer and time are the same for unknown names; the second factor stays
 * as it is and is asked at the next sign-in (asvs 6.4.3).
 */
export async function forgotPassword(
  services: SignInServices,
  context: RequestContext,
  userName: string,
): Promise<Record<string, never>> {
  await countAnonymous(services, context);
  await answerEvenly(async () => {
    const account = await findAccount(services.database, userName);
    if (account?.isLive) await sendResetLink(services, context, account);
  });
  return {};
}

async function sendResetLink(
  services: SignInServices,
  context: RequestContext,
  account: Account,
): Promise<void> {
  const now = services.clock();
  const { tenantId, userId } = account;
  await services.database.transaction({ tenantId, userId }, async (transaction) => {
    const open = await transaction
      .selectFrom('activation_tokens')
      .select('id')
      .where('tenant_id', '=', tenantId)
      .where('user_id', '=', userId)
      .where('used_at', 'is', null)
      .where('expires_at', '>', new Date(now).toISOString())
      .execute();
    // Somebody else could fill the user's mailbox by asking again and again.
    if (open.length >= openLinksPerUser) return;
    const guid = await createActivation(transaction, account, 'resetPassword', now);
    const link = activationLink(services.settings.publicOrigin, guid, account.userName);
    await sendMail(transaction, services.keys.keyEncryption, {
      tenantId,
      userId,
      recipient: account.userName,
      subject: 'Neues Passwort vergeben',
      body:
        'Guten Tag,\n\nfür Ihr Benutzerkonto wurde ein neues Passwort angefordert. Mit diesem Link vergeben Sie es; er ' +
        `gilt 24 Stunden und nur einmal:\n\n${link}\n\n` +
        'Wenn Sie das nicht selbst waren, müssen Sie nichts tun: Ihr Passwort bleibt unverändert.',
    });
    await writeAudit(transaction, {
      actor: { kind: 'anonymous' },
      action: 'auth.forgotPassword',
      objectType: 'user',
      objectId: userId,
      details: { requestId: context.requestId },
    });
  });
}
