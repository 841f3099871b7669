import { sql, type Transaction } from 'kysely';
import type { Schema } from './database/schema.ts';
import type { SignedInContext } from './http/request-context.ts';
import { refuseAboveQuota } from './quotas.ts';

/** What was kept for a user when he claimed another key: the statement that claims it sees what was there before. */
interface KeptBefore {
  readonly keptCount: number;
  readonly keptBytes: number;
}

/**
 * Claims a key for a call: true when it is new or had expired, or may be taken from who holds it.
 * @throws 409 when what is kept for the caller is above its limits: nothing was done yet
 */
export async function claimKey(
  transaction: Transaction<Schema>,
  { scope: { tenantId, userId }, quotas }: SignedInContext,
  { route, name, hash }: { readonly route: string; readonly name: string; readonly hash: Buffer },
  mayTake = sql<boolean>`false`,
): Promise<boolean> {
  const { rows } = await sql<KeptBefore>`
    insert into idempotency_keys (tenant_id, user_id, route, idempotency_key, request_hash)
    values (${tenantId}, ${userId}, ${route}, ${name}, ${hash})
    on conflict (tenant_id, user_id, route, idempotency_key) do update
       set request_hash = excluded.request_hash, state = 'running', status_code = null, body = null,
           created_at = now(), expires_at = now() + interval '7 days'
     where idempotency_keys.expires_at < now() or ${mayTake}
    returning
      (select count(*)::float8 from idempotency_keys k where k.tenant_id = ${tenantId} and k.user_id = ${userId}) as "keptCount",
      (select coalesce(sum(pg_column_size(k.body)), 0)::float8 from idempotency_keys k
        where k.tenant_id = ${tenantId} and k.user_id = ${userId}) as "keptBytes"`.execute(transaction);
  const [claimed] = rows;
  if (!claimed) return false;
  refuseAboveQuota({ ...(quotas && { quotas }) }, [
    { name: 'keptAnswersPerUser', present: claimed.keptCount, added: 1 },
    { name: 'keptAnswerMegabytesPerUser', present: claimed.keptBytes, added: 0 },
  ]);
  return true;
}
