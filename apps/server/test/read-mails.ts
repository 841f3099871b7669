import { openMailBody } from '../src/platform/mail/send-mail.ts';
import type { SignInServices } from '../src/platform/services.ts';
import type { TestDatabase } from './database.ts';

/** Mails of a user, or of the house itself, that wait in the outbox, oldest first, with their texts opened as a sender would. */
export async function readMails(
  db: Pick<TestDatabase, 'owner'>,
  world: { readonly services: Pick<SignInServices, 'keys'> },
  user: { readonly tenantId: string; readonly userId: string | null },
): Promise<{ recipient: string; subject: string; body: string }[]> {
  const { rows } = await db.owner.query<{
    recipient: string;
    subject: string;
    sealId: string;
    userId: string | null;
    envelope: unknown;
  }>(
    `select recipient, subject, seal_id as "sealId", user_id as "userId", body_envelope as envelope
      from mail_outbox where tenant_id = $1 and user_id is not distinct from $2 order by id`,
    [user.tenantId, user.userId],
  );
  return rows.map(({ recipient, subject, ...sealed }) => ({
    recipient,
    subject,
    body: openMailBody(world.services.keys.keyEncryption, sealed) ?? '',
  }));
}
