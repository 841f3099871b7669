import { writeAudit } from '../../platform/audit/write-audit.ts';
import type { Reader } from '../../platform/database/database.ts';
import { readerIn } from '../../platform/database/transaction-reader.ts';
import { houseOrigin } from '../../platform/house-origin.ts';
import type { RequestContext } from '../../platform/http/request-context.ts';
import { accountNotice } from '../../platform/mail/account-notice.ts';
import { canMail } from '../../platform/mail/mail-settings.ts';
import { sendMail } from '../../platform/mail/send-mail.ts';
import type { SignInServices } from '../../platform/services.ts';
import { answerEvenly } from '../../platform/throttle/answer-evenly.ts';
import { countAnonymous } from '../../platform/throttle/count-anonymous.ts';
import { activationLink, createActivation } from '../../platform/tokens/activation-token.ts';
import { type Account, findAccount } from './account.ts';

const openLinksPerUser = 3;

/**
 * Sends a reset link by mail, where the house has a server for it: without one nothing is made, because a mail that waits
 * would go out with a link long dead. Answer and time are the same for unknown names; the second factor stays
 * as it is and is asked at the next sign-in (asvs 6.4.3). A first password is set as an invitation sets it, with the code
 * sent to a number on record; who signs in through the house's provider alone is told so, because a mailbox must not stand
 * for the provider's factor.
 */
export async function forgotPassword(
  services: SignInServices,
  context: RequestContext,
  userName: string,
): Promise<Record<string, never>> {
  await countAnonymous(services, context);
  await answerEvenly(async () => {
    const account = await findAccount(services.database, userName);
    if (!account?.isLive) return;
    await ((await isLinkedOnly(services.database, account))
      ? sendProviderNotice(services, account)
      : sendResetLink(services, context, account));
  });
  return {};
}

/** Whether the provider is how somebody signs in: he is linked, and has no password. */
async function isLinkedOnly(database: Reader, { tenantId, userId, passwordHash }: Account): Promise<boolean> {
  if (passwordHash !== null) return false;
  const linked = await database.read<{ found: number }>(
    { tenantId, userId },
    {
      sql: `select 1 as found from identity_links l join identity_providers p on p.tenant_id = l.tenant_id
          and p.issuer = l.issuer and p.is_active where l.user_id = $1`,
      parameters: [userId],
    },
  );
  return linked.length > 0;
}

async function sendProviderNotice(services: SignInServices, account: Account): Promise<void> {
  const { tenantId, userId, userName } = account;
  if (!(await services.throttle.attempt('passwordNotice', userId)).isAllowed) return;
  const notice =
    'Für Ihr Benutzerkonto wurde ein neues Passwort angefordert. Es hat keines: Sie melden sich über den Anmeldedienst ' +
    'Ihres Hauses an.';
  await services.database.transaction({ tenantId, userId }, async (transaction) => {
    if (!(await canMail(services, transaction))) return;
    await sendMail(
      transaction,
      services.keys.keyEncryption,
      accountNotice({ tenantId, userId, userName }, notice),
    );
  });
}

async function sendResetLink(
  services: SignInServices,
  context: RequestContext,
  account: Account,
): Promise<void> {
  const now = services.clock();
  const { tenantId, userId } = account;
  await services.database.transaction({ tenantId, userId }, async (transaction) => {
    if (!(await canMail(services, transaction))) return;
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
    const purpose = account.passwordHash === null ? 'invitation' : 'resetPassword';
    const guid = await createActivation(transaction, account, purpose, now);
    const origin = await houseOrigin(
      readerIn(transaction),
      account,
      services.settings.publicOrigin,
      context.host,
    );
    const link = activationLink(origin, guid, account.userName);
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
