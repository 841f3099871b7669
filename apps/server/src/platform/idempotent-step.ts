import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ErrorCode } from '@depotwerk/api/errors';
import { errorStatus } from '@depotwerk/api/errors';
import { sql } from 'kysely';
import { canonicalJson } from './audit/write-audit.ts';
import type { Database } from './database/database.ts';
import { AppError } from './http/app-error.ts';
import type { SignedInContext } from './http/request-context.ts';
import { type KeptPlace, keptNameOf, openAnswer, sealAnswer } from './kept-answer.ts';
import { claimKey } from './kept-quota.ts';

/** How long a call waits for one with the same key that is still running. */
const longestWaitMs = 4500;
const pollMs = 150;
/** No call runs longer: a key that is still "running" then belongs to a process that died. */
const abandonedAfterSeconds = 30;

interface StoredStep {
  request_hash: Buffer;
  state: 'running' | 'done';
  status_code: number | null;
  body: unknown;
}

interface StoredRefusal {
  code: ErrorCode;
  params: Record<string, string | number | boolean | null | readonly object[]> | null;
}

/**
 * Like `runOnce` for work that talks to a bank and therefore cannot be one transaction: the key is claimed and
 * committed first, then the work runs in transactions of its own, then its answer or refusal is kept. A repetition
 * gets the same again. After a crash the key is free again in 30 s, so `work` must bear being run twice.
 * `request` holds no secrets: its hash is stored.
 * @throws 422 when the key came with another request before, 409 when the first call is still running after 4.5 s
 */
export async function runStepOnce<Answer>(
  database: Database,
  context: SignedInContext,
  route: string,
  request: unknown,
  work: () => Promise<Answer>,
): Promise<Answer> {
  const key = context.idempotencyKey;
  if (key === null) throw new AppError('common.idempotencyKeyMissing');
  const hash = createHash('sha256').update(canonicalJson(request)).digest();
  const step = new Step(database, context, route, key);
  const stored = await step.claim(hash);
  // Written below by the same route, whose answers all have this type.
  if (stored) return replay({ ...stored, body: step.open(stored.body) }, hash) as Answer;
  try {
    const answer = await work();
    await step.finish(200, answer);
    return answer;
  } catch (error) {
    // What the caller is to blame for stays so; what may pass is tried again.
    if (error instanceof AppError && error.status === 400) {
      const refusal: StoredRefusal = { code: error.code, params: error.details.params ?? null };
      await step.finish(400, refusal);
    } else await step.release();
    throw error;
  }
}

function replay(stored: StoredStep, hash: Buffer): unknown {
  if (!hash.equals(stored.request_hash)) throw new AppError('common.idempotencyKeyReused');
  if (stored.status_code === 200) return stored.body;
  // Written by `finish` with a refusal.
  const { code, params } = stored.body as StoredRefusal;
  throw new AppError(code in errorStatus ? code : 'common.unexpected', { ...(params && { params }) });
}

class Step {
  readonly #database: Database;
  readonly #context: SignedInContext;
  readonly #place: KeptPlace;
  readonly #key: string;
  readonly #where: readonly [userId: string, route: string, name: string];

  constructor(database: Database, context: SignedInContext, route: string, key: string) {
    this.#database = database;
    this.#context = context;
    const { tenantId, userId } = context.scope;
    this.#place = { tenantId, userId, route };
    this.#key = key;
    this.#where = [userId, route, keptNameOf(this.#place, key)];
  }

  /** null when the key is ours now, else what the first call left. */
  async claim(hash: Buffer): Promise<StoredStep | null> {
    const end = Date.now() + longestWaitMs;
    for (;;) {
      if (await this.#insert(hash)) return null;
      const stored = await this.#read();
      if (stored?.state === 'done') return stored;
      if (stored && !hash.equals(stored.request_hash)) throw new AppError('common.idempotencyKeyReused');
      if (Date.now() > end) throw new AppError('common.inProgress', { retryAfter: 1 });
      await sleep(pollMs);
    }
  }

  /** What `finish` kept, for who has the key. */
  open(body: unknown): unknown {
    return openAnswer(this.#place, this.#key, body);
  }

  finish(status: number, body: unknown): Promise<void> {
    const [userId, route, name] = this.#where;
    return this.#database.transaction(this.#context.scope, async (transaction) => {
      await sql`update idempotency_keys set state = 'done', status_code = ${status},
          body = ${sealAnswer(this.#place, this.#key, body)}::jsonb
        where user_id = ${userId} and route = ${route} and idempotency_key = ${name}`.execute(transaction);
    });
  }

  release(): Promise<void> {
    const [userId, route, name] = this.#where;
    return this.#database.transaction(this.#context.scope, async (transaction) => {
      await sql`delete from idempotency_keys where user_id = ${userId} and route = ${route}
        and idempotency_key = ${name} and state = 'running'`.execute(transaction);
    });
  }

  #insert(hash: Buffer): Promise<boolean> {
    const [, route, name] = this.#where;
    const isAbandoned = sql<boolean>`(idempotency_keys.state = 'running'
      and idempotency_keys.request_hash = excluded.request_hash
      and idempotency_keys.created_at < now() - ${abandonedAfterSeconds} * interval '1 second')`;
    return this.#database.transaction(this.#context.scope, (transaction) =>
      claimKey(transaction, this.#context, { route, name, hash }, isAbandoned),
    );
  }

  async #read(): Promise<StoredStep | undefined> {
    const [stored] = await this.#database.read<StoredStep>(this.#context.scope, {
      sql: `select request_hash, state, status_code, body from idempotency_keys
        where user_id = $1 and route = $2 and idempotency_key = $3`,
      parameters: [...this.#where],
    });
    return stored;
  }
}
