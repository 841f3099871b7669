import { createHash } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import { canonicalJson } from './audit/write-audit.ts';
import type { Database } from './database/database.ts';
import { errorCode } from './database/database-errors.ts';
import type { Schema } from './database/schema.ts';
import { readerIn } from './database/transaction-reader.ts';
import { AppError } from './http/app-error.ts';
import type { SignedInContext } from './http/request-context.ts';
import { type KeptPlace, keptNameOf, openAnswer, sealAnswer } from './kept-answer.ts';
import { claimKey } from './kept-quota.ts';
import type { ReadServices } from './services.ts';

/** How long a call waits for one with the same key that is still running, in milliseconds. */
const longestWait = 4500;

interface StoredAnswer {
  request_hash: Buffer;
  body: unknown;
}

/**
 * Runs `work` once for the caller's Idempotency-Key on a route (`operationId` and path parameters go into
 * `request` or `route`): key, request hash and answer are stored in the transaction of the work itself, so an
 * effect without its key cannot exist, nor a key without its effect. A repetition gets the stored answer.
 * @throws 422 when the key came with another request before, 409 when the first call is still running after 4.5 s or too
 *   much is kept for the caller
 */
export async function runOnce<Answer>(
  database: Database,
  context: SignedInContext,
  route: string,
  request: unknown,
  work: (transaction: Transaction<Schema>) => Promise<Answer>,
): Promise<Answer> {
  const slot = slotOf(context, route, request);
  return database.transaction(context.scope, async (transaction) => {
    const isFirst = await claim(transaction, slot, context);
    if (!isFirst) {
      const stored = await readStored({ database: readerIn(transaction) }, context, slot);
      if (!stored) throw new AppError('common.inProgress', { retryAfter: 1 });
      // Written below by the same route, whose answers all have this type.
      return stored.answer as Answer;
    }
    const answer = await work(transaction);
    const { userId, name, place, key } = slot;
    await sql`update idempotency_keys set state = 'done', status_code = 200, body = ${sealAnswer(place, key, answer)}::jsonb
       where user_id = ${userId} and route = ${route} and idempotency_key = ${name}`.execute(transaction);
    return answer;
  });
}

/**
 * The same for work that makes or changes an object whose present state is the answer: `answer` reads it in the same
 * transaction, so a repetition gets what the first call got, also when the object was changed or deleted since.
 */
export function answerOnce<Made, Answer>(
  database: Database,
  context: SignedInContext,
  route: string,
  request: unknown,
  work: (transaction: Transaction<Schema>) => Promise<Made>,
  answer: (reading: ReadServices, made: Made) => Promise<Answer>,
): Promise<Answer> {
  return runOnce(database, context, route, request, async (transaction) =>
    answer({ database: readerIn(transaction) }, await work(transaction)),
  );
}

/**
 * The same for work that first needs something it cannot get while its transaction is open: a file that is read, a mail
 * that is sent, data of another connection. A key that has its answer gets it before `prepare` could refuse.
 */
export async function answerPrepared<Prepared, Answer>(
  database: Database,
  context: SignedInContext,
  route: string,
  request: unknown,
  prepare: () => Promise<Prepared>,
  work: (transaction: Transaction<Schema>, prepared: Prepared) => Promise<Answer>,
): Promise<Answer> {
  const stored = await readStored({ database }, context, slotOf(context, route, request));
  // As in `runOnce`.
  if (stored) return stored.answer as Answer;
  const prepared = await prepare();
  return runOnce(database, context, route, request, (transaction) => work(transaction, prepared));
}

/**
 * A key for what a call hands to another system: the same when a call and its repetition send at once. Of the caller's key it
 * tells nothing, which opens the kept answer.
 */
export const sentKeyOf = ({ idempotencyKey }: SignedInContext, route: string): string =>
  createHash('sha256').update(`${route} ${idempotencyKey}`).digest('hex').slice(0, 32);

/** Where the answer to one call of one person lies. */
interface Slot {
  readonly tenantId: string;
  readonly userId: string;
  readonly route: string;
  readonly place: KeptPlace;
  readonly key: string;
  readonly name: string;
  readonly hash: Buffer;
}

function slotOf({ scope, idempotencyKey: key }: SignedInContext, route: string, request: unknown): Slot {
  if (key === null) throw new AppError('common.idempotencyKeyMissing');
  const { tenantId, userId } = scope;
  const place = { tenantId, userId, route };
  const hash = createHash('sha256').update(canonicalJson(request)).digest();
  return { tenantId, userId, route, place, key, name: keptNameOf(place, key), hash };
}

/** True when the key is new or had expired; waits while another transaction holds it. */
async function claim(
  transaction: Transaction<Schema>,
  slot: Slot,
  context: SignedInContext,
): Promise<boolean> {
  try {
    await sql`select set_config('lock_timeout', ${`${longestWait}ms`}, true)`.execute(transaction);
    const isClaimed = await claimKey(transaction, context, slot);
    await sql`select set_config('lock_timeout', '2000ms', true)`.execute(transaction);
    return isClaimed;
  } catch (error) {
    // 55P03: the lock was not given in time, the first call is still at work.
    if (errorCode(error) === '55P03') throw new AppError('common.inProgress', { retryAfter: 1 });
    throw error;
  }
}

/** What the first call with the key got; null when there was none, or too long ago. @throws 422 for another request */
async function readStored(
  { database }: ReadServices,
  { scope }: SignedInContext,
  { userId, route, name, place, key, hash }: Slot,
): Promise<{ readonly answer: unknown } | null> {
  const [stored] = await database.read<StoredAnswer>(scope, {
    sql: `select request_hash, body from idempotency_keys
      where user_id = $1 and route = $2 and idempotency_key = $3 and expires_at >= now()`,
    parameters: [userId, route, name],
  });
  if (!stored) return null;
  if (!hash.equals(stored.request_hash)) throw new AppError('common.idempotencyKeyReused');
  return { answer: openAnswer(place, key, stored.body) };
}
