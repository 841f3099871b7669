import type { Background } from '../background.ts';
import type { Database } from '../database/database.ts';
import type { RefusalListener } from '../http/error-handling.ts';
import { writeAudit } from './write-audit.ts';

interface Options {
  readonly database: Database;
  readonly clock: () => number;
  readonly background: Background;
}

const perMinute = 120;

/**
 * Listener of the error handler: records refused access (403, 404 by scope) of signed-in users in a
 * transaction of its own. It never delays or breaks the answer, and a flood of refusals is cut off
 * at 120 a minute for each user; the entry that reaches the bound says so.
 */
export function createRefusalRecorder({ database, clock, background }: Options): RefusalListener {
  const counts = new Map<string, number>();
  let windowStart = 0;

  function countOf(userId: string): number {
    const now = clock();
    if (now - windowStart >= 60_000) {
      counts.clear();
      windowStart = now;
    }
    const count = (counts.get(userId) ?? 0) + 1;
    counts.set(userId, count);
    return count;
  }

  return (refusal) => {
    const { actor } = refusal;
    if (actor?.kind !== 'user') return;
    const count = countOf(actor.userId);
    if (count > perMinute) return;
    background.run('audit.refusal', () =>
      database.transaction({ tenantId: actor.tenantId, userId: actor.userId }, (transaction) =>
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
      ),
    );
  };
}
