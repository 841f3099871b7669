import type { Transaction } from 'kysely';
import type { Schema } from '../database/schema.ts';

export interface Mail {
  readonly tenantId: string;
  readonly userId: string | null;
  readonly recipient: string;
  readonly subject: string;
  readonly body: string;
}

/** Puts a mail into the outbox within the caller's transaction: it goes out exactly when that commits (R8). */
export async function sendMail(transaction: Transaction<Schema>, mail: Mail): Promise<void> {
  await transaction
    .insertInto('mail_outbox')
    .values({
      tenant_id: mail.tenantId,
      user_id: mail.userId,
      recipient: mail.recipient,
      subject: mail.subject,
      body: mail.body,
    })
    .execute();
}
