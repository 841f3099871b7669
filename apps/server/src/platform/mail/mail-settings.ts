import { sql, type Transaction } from 'kysely';
import type { Schema } from '../database/schema.ts';
import { type KeyEncryptionKeys, open, type SecretPlace } from '../secrets/envelope.ts';
import type { SmtpSettings } from './smtp.ts';

/** What the password of a mail server is bound to. @param id of the row of `mail_settings` */
export const mailPasswordPlace = (id: string): SecretPlace => ({ table: 'mail_settings', row: id, user: '' });

interface Row extends Omit<SmtpSettings, 'password'> {
  id: string;
  envelope: unknown;
}

/** The mail server of the running transaction's tenant; null when none is set up. @throws EnvelopeBroken */
export async function readSmtpSettings(
  transaction: Transaction<Schema>,
  keys: KeyEncryptionKeys,
): Promise<SmtpSettings | null> {
  const { rows } = await sql<Row>`select id, host, port, security, user_name as "userName",
      sender_address as "senderAddress", sender_name as "senderName", password_envelope as envelope
    from mail_settings where tenant_id = app_tenant_id()`.execute(transaction);
  const row = rows[0];
  if (!row) return null;
  const { id, envelope, ...settings } = row;
  const password = envelope === null ? null : open(keys, mailPasswordPlace(id), envelope).toString('utf8');
  return { ...settings, password };
}

/** In whose name the mails of the running transaction's house go out; null without a mail server. */
export async function readSenderName(transaction: Transaction<Schema>): Promise<string | null> {
  const { rows } = await sql<{ name: string }>`select sender_name as name from mail_settings
    where tenant_id = app_tenant_id()`.execute(transaction);
  return rows[0]?.name ?? null;
}

/** Colour of the running transaction's house as mails show it, that of its default appearance; null without one. */
export async function readHouseColour(transaction: Transaction<Schema>): Promise<string | null> {
  const { rows } = await sql<{ colour: string }>`select primary_colour as colour from white_label_configs
    where tenant_id = app_tenant_id() order by is_default desc, id limit 1`.execute(transaction);
  return rows[0]?.colour ?? null;
}

/**
 * Whether mails of the running transaction's tenant are written: there is a server to send them, or this is the demo, whose
 * outbox itself is where they are read.
 */
export async function canMail(
  { settings }: { readonly settings: { readonly isDemo: boolean } },
  transaction: Transaction<Schema>,
): Promise<boolean> {
  if (settings.isDemo) return true;
  const { rows } = await sql`select 1 from mail_settings where tenant_id = app_tenant_id()`.execute(
    transaction,
  );
  return rows.length > 0;
}
