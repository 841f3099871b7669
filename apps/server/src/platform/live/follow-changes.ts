import type { LiveTopic } from '@depotwerk/domain/live/live-topics';
import { type CountCache, taskCounts } from '../lists/count-cache.ts';
import { type SessionStates, topicsOfRights } from '../sessions/session-states.ts';
import type { Heard } from './change-listener.ts';
import type { LiveStreams } from './live-streams.ts';

/** Kinds that no count of contracts, customers, tasks or of the dashboard follows; work that changes one tells its own kind as well. */
const withoutCounts: ReadonlySet<string> = new Set<string>([
  'documents',
  'jobs',
  'messages',
  'notes',
  'notifications',
  'reports',
  'savedViews',
] satisfies readonly LiveTopic[]);

/**
 * What a process does with what it hears, from any process: sessions here have new rights with their next request, streams
 * hear no more than their sessions may see, and who asks again is not told the numbers of before.
 */
export function followWith(
  streams: LiveStreams,
  sessions: Pick<SessionStates, 'get' | 'forget' | 'forgetAll'>,
  counts: Pick<CountCache, 'forget' | 'forgetAll'>,
  onLost: (error: unknown) => void,
): Heard {
  const scopeOf = async (sessionId: string) => (await sessions.get(sessionId))?.scope ?? null;
  const lookAgain = (tenantIds: readonly string[]): void => {
    sessions.forgetAll();
    // Where the database does not answer, streams end by themselves within two minutes.
    for (const tenantId of tenantIds) streams.lookAgain(tenantId, scopeOf).catch(onLost);
  };
  return {
    onChange: (tenantId, topic, userId) => {
      if (topicsOfRights.has(topic)) lookAgain([tenantId]);
      if (topic === 'workbench') counts.forget(tenantId, taskCounts);
      else if (!withoutCounts.has(topic)) counts.forget(tenantId);
      streams.tell(tenantId, topic, userId);
    },
    onSessionEnded: (sessionId) => {
      sessions.forget([sessionId]);
      streams.endSession(sessionId);
    },
    onGap: () => {
      // Sessions may have ended and rights changed while nobody listened.
      lookAgain(streams.tenants());
      counts.forgetAll();
      streams.tellEverything();
    },
    onLost,
  };
}
