import { sql, type Transaction } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { tokenHash } from '../../platform/secrets/keyed-hash.ts';
import { type DeviceToken, newDeviceToken } from '../../platform/tokens/device-token.ts';

const rememberedDays = 180;

interface User {
  readonly tenantId: string;
  readonly userId: string;
}

const known = (user: User, device: DeviceToken, now: number) => sql`tenant_id = ${user.tenantId}
  and user_id = ${user.userId} and token_hash = ${tokenHash(device.secret)} and revoked_at is null
  and expires_at > ${new Date(now).toISOString()}::timestamptz`;

/** Whether this user has signed in from this browser before and it was not forgotten since. */
export async function isKnownDevice(
  database: Database,
  user: User,
  device: DeviceToken,
  now: number,
): Promise<boolean> {
  const rows = await database.read(
    user,
    sql`select 1 as found from devices where ${known(user, device, now)}`.compile(database.query),
  );
  return rows.length > 0;
}

/** Remembers the browser of a sign-in; answers its row and the token its cookie has to hold. */
export async function rememberDevice(
  transaction: Transaction<Schema>,
  key: Buffer,
  user: User,
  device: { token: DeviceToken | null; name: string | null },
  now: number,
): Promise<{ deviceId: string; token: DeviceToken }> {
  const at = new Date(now).toISOString();
  const expiresAt = new Date(now + rememberedDays * 86_400_000).toISOString();
  if (device.token) {
    const { rows } = await sql<{
      id: string;
    }>`update devices set last_used_at = ${at}, expires_at = ${expiresAt}
      where ${known(user, device.token, now)} returning id`.execute(transaction);
    if (rows[0]) return { deviceId: rows[0].id, token: device.token };
  }
  // A browser may be known to other users by the same token; a forgotten one gets a new token.
  const token = newDeviceToken(key);
  const row = await transaction
    .insertInto('devices')
    .values({
      tenant_id: user.tenantId,
      user_id: user.userId,
      device_name: device.name,
      token_hash: tokenHash(token.secret),
      created_at: at,
      last_used_at: at,
      expires_at: expiresAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { deviceId: row.id, token };
}
