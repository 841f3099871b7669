import { createHash } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import { canonicalJson } from './audit/write-audit.ts';
import type { Database } from './database/database.ts';
import { errorCode } from './database/database-errors.ts';
import type { Schema } from './database/schema.ts';
import { AppError } from './http/app-error.ts';
import type { SignedInContext } from './http/request-context.ts';

/** How long a call waits for one with the same key that is still running, in milliseconds (R4). */
const longestWait = 4500;

interface StoredAnswer {
  request_hash: Buffer;
  body: unknown;
  is_expired: boolean;
}

/**
 * Runs `work` once for the caller's Idempotency-Key on a route (`operationId` and path parameters go into
 * `request` or `route`): key, request hash and answer are stored in the transaction of the work itself, so an
 * effect without its key cannot exist, nor a key without its effect. A repetition gets the stored answer.
 * @throws 422 when the key came with another request before, 409 when the first call is still running after 4.5 s
 */
export async function runOnce<Answer>(
  database: Database,
  context: SignedInContext,
  route: string,
  request: unknown,
  work: (transaction: Transaction<Schema>) => Promise<Answer>,
): Promise<Answer> {
  const { tenantId, userId } = context.scope;
  const key = context.idempotencyKey;
  if (key === null) throw new AppError('common.idempotencyKeyMissing');
  const hash = createHash('sha256').update(canonicalJson(request)).digest();
  return database.transaction(context.scope, async (transaction) => {
    const isFirst = await claim(transaction, [tenantId, userId, route, key], hash);
    if (!isFirst) {
      const stored = await readStored(transaction, [userId, route, key]);
      if (!stored || stored.is_expired) throw new AppError('common.inProgress', { retryAfter: 1 });
      if (!hash.equals(stored.request_hash)) throw new AppError('common.idempotencyKeyReused');
      // Written below by the same route, whose answers all have this type.
      return stored.body as Answer;
    }
    const answer = await work(transaction);
    await sql`update idempotency_keys set state = 'done', status_code = 200, body = ${JSON.stringify(answer)}::jsonb
       where user_id = ${userId} and route = ${route} and idempotency_key = ${key}`.execute(transaction);
    return answer;
  });
}

/** True when the key is new or had expired; waits while another transaction holds it. */
async function claim(
  transaction: Transaction<Schema>,
  [tenantId, userId, route, key]: readonly [string, string, string, string],
  hash: Buffer,
): Promise<boolean> {
  try {
    await sql`select set_config('lock_timeout', ${`${longestWait}ms`}, true)`.execute(transaction);
    const { rows } = await sql`
      insert into idempotency_keys (tenant_id, user_id, route, idempotency_key, request_hash)
      values (${tenantId}, ${userId}, ${route}, ${key}, ${hash})
      on conflict (tenant_id, user_id, route, idempotency_key) do update
         set request_hash = excluded.request_hash, state = 'running', status_code = null, body = null,
             created_at = now(), expires_at = now() + interval '7 days'
       where idempotency_keys.expires_at < now()
      returning 1`.execute(transaction);
    await sql`select set_config('lock_timeout', '2000ms', true)`.execute(transaction);
    return rows.length === 1;
  } catch (error) {
    // 55P03: the lock was not given in time, the first call is still at work.
    if (errorCode(error) === '55P03') throw new AppError('common.inProgress', { retryAfter: 1 });
    throw error;
  }
}

async function readStored(
  transaction: Transaction<Schema>,
  [userId, route, key]: readonly [string, string, string],
): Promise<StoredAnswer | undefined> {
  const { rows } = await sql<StoredAnswer>`
    select request_hash, body, expires_at < now() as is_expired from idempotency_keys
     where user_id = ${userId} and route = ${route} and idempotency_key = ${key}`.execute(transaction);
  return rows[0];
}
