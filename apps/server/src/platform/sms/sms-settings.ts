import { sql, type Transaction } from 'kysely';
import type { Reader } from '../database/database.ts';
import type { Schema } from '../database/schema.ts';
import { allowsInnerHosts, countTenants, type PrivateMailHosts } from '../mail/private-hosts.ts';
import { type KeyEncryptionKeys, open, type SecretPlace } from '../secrets/envelope.ts';
import { createHttpSmsProvider } from './http-sms-provider.ts';
import type { HttpSmsSettings, SmsProvider } from './sms-provider.ts';

/** What the secret of an SMS interface is bound to. @param id of the row of `sms_settings` */
export const smsSecretPlace = (id: string): SecretPlace => ({ table: 'sms_settings', row: id, user: '' });

/** What finding the way of a message needs. */
export interface SmsWayServices {
  readonly database: Reader;
  readonly keys: { readonly keyEncryption: KeyEncryptionKeys };
  /** The way of the installation, for houses without one of their own. */
  readonly sms: SmsProvider;
  readonly privateSmsHosts?: PrivateMailHosts;
}

/** The interface a house has named itself, for the running transaction's tenant; null = none. @throws EnvelopeBroken */
export async function readOwnSms(
  transaction: Transaction<Schema>,
  keys: KeyEncryptionKeys,
): Promise<HttpSmsSettings | null> {
  const { rows } = await sql<{ id: string; url: string; sender: string | null; envelope: unknown }>`
    select id, url, sender, secret_envelope as envelope from sms_settings
     where tenant_id = app_tenant_id()`.execute(transaction);
  const row = rows[0];
  if (!row) return null;
  const secret = open(keys, smsSecretPlace(row.id), row.envelope).toString('utf8');
  return { url: row.url, sender: row.sender, secret };
}

/** Whether SMS interfaces may be in inner networks, in this installation as it is now. */
export async function mayUseInnerSmsHosts(
  services: Pick<SmsWayServices, 'database' | 'privateSmsHosts'>,
): Promise<boolean> {
  return allowsInnerHosts(services.privateSmsHosts, await countTenants(services.database));
}

/** How messages of the running transaction's tenant go out: its own interface, else that of the installation. */
export async function findSmsProvider(
  transaction: Transaction<Schema>,
  services: SmsWayServices,
  allowsInner: boolean,
): Promise<SmsProvider> {
  const own = await readOwnSms(transaction, services.keys.keyEncryption);
  return own ? createHttpSmsProvider(own, allowsInner) : services.sms;
}
