import pg from 'pg';
import { connectionConfig, type DatabaseTarget, unlimited } from '../database/connection.ts';

const channel = 'depotwerk_changes';
/** Milliseconds before a lost connection is tried again. */
const retryAfter = 1000;

/** What is told beside kinds of changes: which session has ended. */
const sessionEnded = 'sessionEnded';

/** Who hears what is told. */
export interface Heard {
  /** Something of this kind has changed in a house, or for one user of it. */
  readonly onChange: (tenantId: string, topic: string, userId: string | undefined) => void;
  readonly onSessionEnded: (sessionId: string) => void;
  /** Changes may have been missed: the connection was lost and is there again. */
  readonly onGap: () => void;
  readonly onLost: (error: unknown) => void;
}

export interface ChangeListener {
  stop(): Promise<void>;
}

/**
 * Hears what transactions of any process tell (LISTEN, on a connection of its own: it belongs to the session, so it cannot go
 * through a pool of transactions). A lost connection is taken up again by itself.
 */
export function startChangeListener(
  target: DatabaseTarget,
  { onChange, onSessionEnded, onGap, onLost }: Heard,
): ChangeListener {
  const config = connectionConfig(target, {
    role: 'app',
    timeouts: unlimited,
    applicationName: 'depotwerk-live',
    isDirect: true,
  });
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let hasHeard = false;

  function lose(lost: pg.Client, error: unknown): void {
    if (client !== lost || isStopped) return;
    client = undefined;
    onLost(error);
    void lost.end().catch(() => {});
    timer = setTimeout(() => void connect(), retryAfter);
    timer.unref();
  }

  async function connect(): Promise<void> {
    const next = new pg.Client(config);
    client = next;
    next.on('error', (error) => lose(next, error));
    next.on('end', () => lose(next, new Error('the connection has ended')));
    next.on('notification', ({ payload = '' }) => {
      const [tenantId = '', topic = '', id] = payload.split(' ');
      if (topic === sessionEnded) onSessionEnded(id ?? '');
      else onChange(tenantId, topic, id);
    });
    try {
      await next.connect();
      await next.query(`listen ${channel}`);
      if (hasHeard) onGap();
      hasHeard = true;
    } catch (error) {
      lose(next, error);
    }
  }

  const first = connect();
  return {
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await first;
      await client?.end().catch(() => {});
    },
  };
}
