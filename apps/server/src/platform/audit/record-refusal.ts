import type { Database } from '../database/database.ts';
import type { RefusalListener } from '../http/error-handling.ts';
import { writeAudit } from './write-audit.ts';

interface Options {
  readonly database: Database;
  readonly clock: () => number;
  readonly logger: { readonly error: (values: object, message: string) => void };
}

const perMinute = 120;
const maxPending = 20;

/**
 * Listener of the error handler: records refused access (403, 404 by scope) of signed-in users in a
 * transaction of its own. It never delays or breaks the answer, and a flood of refusals is cut off
 * at 120 a minute for each user; the entry that reaches the bound says so.
 */
export function createRefusalRecorder(options: Options): RefusalListener & { settled(): Promise<void> } {
  const counts = new Map<string, number>();
  const pending = new Set<Promise<void>>();
  let windowStart = 0;

  function countOf(userId: string): number {
    const now = options.clock();
    if (now - windowStart >= 60_000) {
      counts.clear();
      windowStart = now;
    }
    const count = (counts.get(userId) ?? 0) + 1;
    counts.set(userId, count);
    return count;
  }

  const record: RefusalListener = (refusal) => {
    const { actor } = refusal;
    if (actor?.kind !== 'user') return;
    const count = countOf(actor.userId);
    if (count > perMinute || pending.size >= maxPending) return;
    const context = { tenantId: actor.tenantId, userId: actor.userId };
    const work = options.database
      .transaction(context, (transaction) =>
        writeAudit(transaction, {
          actor,
          action: 'access.refuse',
          objectType: 'route',
          ...(refusal.objectId !== null && { objectId: refusal.objectId }),
          details: {
            code: refusal.code,
            route: `${refusal.method} ${refusal.route}`,
            requestId: refusal.requestId,
            isBoundReached: count === perMinute,
          },
          result: 'refused',
        }),
      )
      .catch((error: unknown) => {
        const name = error instanceof Error ? error.name : 'unknown';
        options.logger.error({ requestId: refusal.requestId, err: { name } }, 'audit.refusalNotRecorded');
      })
      .finally(() => {
        pending.delete(work);
      });
    pending.add(work);
  };
  /** Waits for what is being written (shutdown, tests). */
  const settled = async () => {
    await Promise.all(pending);
  };
  return Object.assign(record, { settled });
}
