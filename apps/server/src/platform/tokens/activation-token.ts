import { randomBytes } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import type { Database } from '../database/database.ts';
import type { Schema } from '../database/schema.ts';
import { tokenHash } from '../secrets/keyed-hash.ts';

export type ActivationPurpose = 'invitation' | 'resetPassword' | 'firstAdministrator';

/** Invitations and reset links live a day (asvs 6.4.1). */
export const activationMilliseconds = 24 * 60 * 60_000;

export interface Activation {
  readonly id: string;
  readonly tenantId: string;
  readonly userId: string;
  readonly purpose: ActivationPurpose;
}

/** 128 random bits written like a UUID, because the interface calls it a guid. */
export function newActivationGuid(): string {
  return randomBytes(16)
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** The page on which whoever has the guid sets her password; `userName` fills its field. */
export function activationLink(origin: string, guid: string, userName?: string): string {
  const query = new URLSearchParams({ guid, ...(userName !== undefined && { userName }) });
  return `${origin}/auth/activation/credentials?${query.toString()}`;
}

/** Stores the hash of a new guid; the guid itself goes only to the user. */
export async function createActivation(
  transaction: Transaction<Schema>,
  user: { tenantId: string; userId: string },
  purpose: ActivationPurpose,
  now: number,
): Promise<string> {
  const guid = newActivationGuid();
  await transaction
    .insertInto('activation_tokens')
    .values({
      tenant_id: user.tenantId,
      user_id: user.userId,
      purpose,
      token_hash: tokenHash(guid),
      created_at: new Date(now).toISOString(),
      expires_at: new Date(now + activationMilliseconds).toISOString(),
    })
    .execute();
  return guid;
}

/** The open activation a guid stands for; null when unknown, used or over. */
export async function findActivation(
  database: Database,
  guid: string,
  now: number,
): Promise<Activation | null> {
  const [found] = await database.read<{ tenantId: string; id: string; userId: string }>(
    { tenantId: null, userId: null },
    sql`select tenant_id as "tenantId", id, user_id as "userId"
      from find_activation_token(${tokenHash(guid.toLowerCase())})`.compile(database.query),
  );
  if (!found) return null;
  const [row] = await database.read<{ purpose: ActivationPurpose }>(found, {
    sql: `select purpose from activation_tokens where id = $1 and used_at is null and expires_at > $2
      and purpose in ('invitation', 'resetPassword', 'firstAdministrator')`,
    parameters: [found.id, new Date(now).toISOString()],
  });
  return row ? { ...found, purpose: row.purpose } : null;
}

/** Uses an activation up, and every other one of the user; false when somebody was faster. */
export async function consumeActivation(
  transaction: Transaction<Schema>,
  activation: Activation,
  now: number,
): Promise<boolean> {
  const at = new Date(now).toISOString();
  const { rows } = await sql`update activation_tokens set used_at = ${at}
    where tenant_id = ${activation.tenantId} and id = ${activation.id} and used_at is null
      and expires_at > ${at}::timestamptz returning 1`.execute(transaction);
  if (rows.length === 0) return false;
  await useUpActivations(transaction, activation, now);
  return true;
}

/**
 * Uses up every open invitation and reset link of a user: a link asked for before his password or a factor changed
 * opens nothing afterwards.
 */
export async function useUpActivations(
  transaction: Transaction<Schema>,
  user: { tenantId: string; userId: string },
  now: number,
): Promise<void> {
  await sql`update activation_tokens set used_at = ${new Date(now).toISOString()}
    where tenant_id = ${user.tenantId} and user_id = ${user.userId} and used_at is null`.execute(transaction);
}
