import { sql } from 'kysely';
import { removeSecondFactors } from '../areas/users/remove-second-factors.ts';
import { writeAudit } from '../platform/audit/write-audit.ts';
import type { Database } from '../platform/database/database.ts';
import { accountNotice } from '../platform/mail/account-notice.ts';
import { sendMail } from '../platform/mail/send-mail.ts';
import { hashOfNothing } from '../platform/passwords/password-hash.ts';
import type { KeyEncryptionKeys } from '../platform/secrets/envelope.ts';
import { createActivation } from '../platform/tokens/activation-token.ts';

const notice =
  'Der Betreiber der Anwendung hat die Zwei-Faktor-Anmeldung Ihres Benutzerkontos zurückgesetzt und einen Link ausgestellt, ' +
  'mit dem Sie ein neues Passwort vergeben. Ihr bisheriges Passwort gilt nicht mehr.';

/**
 * Lets somebody in again who has lost password or every second factor when nobody in the house can help: the factors go, the
 * old password opens nothing any more (without a factor it would stand alone), and a one-time link (24 h) sets a new one. The
 * person hears of it by mail; two entries of the log say so, by the system. Whoever runs this owns the database.
 * @returns the guid of the link; null for nobody who is active and has a password, or was linked with a provider
 */
export async function rescueUser(
  database: Database,
  keys: KeyEncryptionKeys,
  tenantId: string,
  userName: string,
  now: number,
): Promise<string | null> {
  return database.transaction({ tenantId, userId: null }, async (transaction) => {
    const { rows } = await sql<{ id: string; userName: string }>`select id, user_name as "userName" from users
      where tenant_id = ${tenantId} and lower(user_name) = lower(${userName})
        and not is_inactive and (password_hash is not null
          or exists (select from identity_links l where l.tenant_id = users.tenant_id and l.user_id = users.id)) for update`.execute(
      transaction,
    );
    const [user] = rows;
    if (!user) return null;
    const { id: userId, userName: storedName } = user;
    await removeSecondFactors(transaction, { tenantId, userId }, now);
    await sql`update users set password_hash = ${hashOfNothing()} where tenant_id = ${tenantId} and id = ${userId}`.execute(
      transaction,
    );
    const guid = await createActivation(transaction, { tenantId, userId }, 'resetPassword', now);
    await sendMail(transaction, keys, accountNotice({ tenantId, userId, userName: storedName }, notice));
    const entry = { actor: { kind: 'system' }, objectType: 'user', objectId: userId } as const;
    await writeAudit(transaction, { ...entry, action: 'users.resetSecondFactor' });
    await writeAudit(transaction, { ...entry, action: 'users.resetPassword', details: { isMailed: false } });
    return guid;
  });
}
