import { randomUUID } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { Schema } from '../database/schema.ts';
import { type KeyEncryptionKeys, type SecretPlace, seal, tryOpen } from '../secrets/envelope.ts';

export interface Mail {
  readonly tenantId: string;
  readonly userId: string | null;
  readonly recipient: string;
  readonly subject: string;
  readonly body: string;
}

/** What the text of a mail is bound to. @param sealId `mail_outbox.seal_id` */
export const mailPlace = (sealId: string, userId: string | null): SecretPlace => ({
  table: 'mail_outbox',
  row: sealId,
  user: userId ?? '',
});

/**
 * Puts a mail into the outbox within the caller's transaction: it goes out exactly when that commits. Its text,
 * which may hold a link that opens an account, lies sealed; the database deletes it when the mail is `sent`.
 */
export async function sendMail(
  transaction: Transaction<Schema>,
  keys: KeyEncryptionKeys,
  mail: Mail,
): Promise<void> {
  const sealId = randomUUID();
  const envelope = seal(keys, mailPlace(sealId, mail.userId), Buffer.from(mail.body, 'utf8'));
  await transaction
    .insertInto('mail_outbox')
    .values({
      tenant_id: mail.tenantId,
      user_id: mail.userId,
      recipient: mail.recipient,
      subject: mail.subject,
      seal_id: sealId,
      body_envelope: JSON.stringify(envelope),
    })
    .execute();
}

/** The text of a mail that is still to go out; null when it went, or its key has. */
export function openMailBody(
  keys: KeyEncryptionKeys,
  mail: { readonly sealId: string; readonly userId: string | null; readonly envelope: unknown },
): string | null {
  if (mail.envelope === null) return null;
  return tryOpen(keys, mailPlace(mail.sealId, mail.userId), mail.envelope)?.toString('utf8') ?? null;
}
