import { sql, type Transaction } from 'kysely';
import type { Schema } from '../database/schema.ts';

/**
 * Takes away the link of a user with the provider, and what it opened: sessions through it end, and the next sign-in
 * may not link by itself.
 * @param now milliseconds since the epoch
 * @returns whether there was a link, whether one was allowed, and the ended sessions for `SessionStates.forget`
 */
export async function removeProviderLink(
  transaction: Transaction<Schema>,
  userId: string,
  now: number,
): Promise<{ wasLinked: boolean; wasAllowed: boolean; endedSessionIds: string[] }> {
  const allowed = await sql`update users set identity_link_allowed_until = null
    where id = ${userId} and identity_link_allowed_until is not null returning 1`.execute(transaction);
  const ended = await sql<{ id: string }>`
    update sessions set revoked_at = ${new Date(now).toISOString()}, revoked_reason = 'unlinked'
     where user_id = ${userId} and identity_link_id is not null and revoked_at is null returning id`.execute(
    transaction,
  );
  const removed = await sql`delete from identity_links where user_id = ${userId} returning 1`.execute(
    transaction,
  );
  return {
    wasLinked: removed.rows.length > 0,
    wasAllowed: allowed.rows.length > 0,
    endedSessionIds: ended.rows.map(({ id }) => id),
  };
}
