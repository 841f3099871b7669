import { PassThrough, type Readable } from 'node:stream';
import { positionText } from '@depotwerk/api/data-position';
import type { liveChange } from '@depotwerk/api/live/live';
import { isLiveTopic, type LiveTopic, liveTopics } from '@depotwerk/domain/live/live-topics';
import type * as z from 'zod/mini';
import type { ReadPositions } from '../database/asked-reads.ts';
import { AppError } from '../http/app-error.ts';
import type { SignedInContext } from '../http/request-context.ts';
import type { Scope } from '../scope.ts';

/** Limits and times of the streams of one process; tests shorten them. */
export interface LiveLimits {
  readonly perUser: number;
  readonly inAll: number;
  /** Milliseconds between two signs of life: proxies end what is silent. */
  readonly heartbeat: number;
  /** Milliseconds until a stream ends and is asked for anew, with the rights held then. */
  readonly lifetime: number;
  /** Milliseconds in which changes are gathered after streams were told something; what comes after a pause is told at once. */
  readonly gather: number;
  /** Milliseconds in which a change is news to who opens a stream: what a page shows was read before it could hear. */
  readonly recent: number;
}

export const usualLimits: LiveLimits = {
  perUser: 6,
  inAll: 2000,
  heartbeat: 20_000,
  lifetime: 120_000,
  gather: 200,
  recent: 5000,
};

/** Milliseconds in which what one transaction tells comes together. */
const together = 20;

interface Stream {
  readonly tenantId: string;
  readonly userId: string;
  readonly sessionId: string;
  /** As held when last asked for. */
  topics: ReadonlySet<LiveTopic>;
  readonly out: PassThrough;
}

/** What has changed in a house since streams were last told: for everybody, and for single users. */
interface Gathered {
  readonly topics: Set<LiveTopic>;
  readonly ofUsers: Map<string, Set<LiveTopic>>;
}

/** When a kind of thing last changed in a house. */
interface Recent {
  readonly topic: LiveTopic;
  /** Whom alone it concerns. */
  readonly userId: string | undefined;
  readonly at: number;
}

/** Bytes somebody may be behind before his stream is ended: he asks again, and for everything. */
const mostBehind = 16 * 1024;

type Positions = Pick<ReadPositions, 'now'>;

/** Streams of events of one process: what is heard goes on to those of the house who may see such things. */
export class LiveStreams {
  readonly #limits: LiveLimits;
  readonly #streams = new Set<Stream>();
  readonly #gathered = new Map<string, Gathered>();
  /** When the streams of a house were last told something. */
  readonly #toldAt = new Map<string, number>();
  /** By house; within it the oldest first, each kind and user once. */
  readonly #recent = new Map<string, Map<string, Recent>>();
  /** Houses whose streams are looked at again; true = rights have changed meanwhile, so once more. */
  readonly #lookingAgain = new Map<string, boolean>();

  readonly #positions: Positions | undefined;

  /** @param positions where a replica answers, too: what is asked for after an event must not be older than the event */
  constructor(limits: LiveLimits = usualLimits, positions?: Positions) {
    this.#limits = limits;
    this.#positions = positions;
  }

  /** Streams that are open. */
  get size(): number {
    return this.#streams.size;
  }

  /**
   * A stream for the caller, who first hears what changed just before. Customers hear of nothing but that their session is
   * over: what changes in a house is not theirs. They take no more than half of what there is.
   * @throws 429 with too many streams of one user, 503 with too many in all
   */
  open({ scope, actor }: Pick<SignedInContext, 'scope' | 'actor'>): Readable {
    const { perUser, inAll, heartbeat, lifetime } = this.#limits;
    const own = [...this.#streams].filter(({ userId }) => userId === scope.userId);
    if (own.length >= perUser) throw new AppError('common.tooManyRequests', { retryAfter: 30 });
    const most = scope.ownCustomerId === null ? inAll : inAll / 2;
    if (this.#streams.size >= most) throw new AppError('common.unavailable', { retryAfter: 30 });
    const out = new PassThrough();
    const { tenantId, userId } = scope;
    const stream: Stream = { tenantId, userId, sessionId: actor.sessionId, topics: topicsFor(scope), out };
    this.#streams.add(stream);
    const beat = setInterval(() => out.write(': \n\n'), heartbeat);
    // A little apart, so that all of them do not come back at once.
    const end = setTimeout(() => out.end(), lifetime * (0.75 + Math.random() / 4));
    out.on('close', () => {
      clearInterval(beat);
      clearTimeout(end);
      this.#streams.delete(stream);
    });
    // The first bytes tell that the stream stands.
    out.write(': \n\n');
    tellTopics(
      stream,
      this.#recentOf(scope.tenantId)
        .filter(({ userId }) => userId === undefined || userId === scope.userId)
        .map(({ topic }) => topic),
    );
    return out;
  }

  /** Something of this kind has changed in a house; with a user, for him alone. */
  tell(tenantId: string, topic: string, userId?: string): void {
    if (!isLiveTopic(topic)) return;
    this.#remember(tenantId, topic, userId);
    let gathered = this.#gathered.get(tenantId);
    if (!gathered) {
      gathered = { topics: new Set(), ofUsers: new Map() };
      this.#gathered.set(tenantId, gathered);
      const rest = (this.#toldAt.get(tenantId) ?? -Infinity) + this.#limits.gather - Date.now();
      // Never longer, should the clock of the machine have been set back meanwhile.
      setTimeout(() => this.#send(tenantId), Math.min(this.#limits.gather, Math.max(together, rest))).unref();
    }
    if (userId === undefined) gathered.topics.add(topic);
    else gathered.ofUsers.set(userId, (gathered.ofUsers.get(userId) ?? new Set()).add(topic));
  }

  /** Changes may have been missed: everybody asks for everything again. */
  tellEverything(): void {
    for (const { out } of this.#streams) write(out, { topics: [], everything: true });
  }

  /** Houses of which somebody listens. */
  tenants(): string[] {
    return [...new Set([...this.#streams].map(({ tenantId }) => tenantId))];
  }

  /** Ends what a session hears, which is over. */
  endSession(sessionId: string): void {
    for (const stream of this.#streams) if (stream.sessionId === sessionId) stream.out.end();
  }

  /**
   * Rights have changed in a house: whose session is over hears no more, the others only what they may see now.
   * @param scopeOf what a session may at this moment; null = it is over
   */
  async lookAgain(tenantId: string, scopeOf: (sessionId: string) => Promise<Scope | null>): Promise<void> {
    if (this.#lookingAgain.has(tenantId)) {
      this.#lookingAgain.set(tenantId, true);
      return;
    }
    try {
      do {
        this.#lookingAgain.set(tenantId, false);
        // One after the other: nobody waits for it.
        for (const stream of this.#streams) {
          if (stream.tenantId !== tenantId) continue;
          const scope = await scopeOf(stream.sessionId);
          if (scope) stream.topics = topicsFor(scope);
          else stream.out.end();
        }
      } while (this.#lookingAgain.get(tenantId) === true);
    } finally {
      this.#lookingAgain.delete(tenantId);
    }
  }

  /** Ends all streams; browsers come back elsewhere, or later. */
  endAll(): void {
    for (const { out } of this.#streams) out.end();
  }

  #send(tenantId: string): void {
    const changed = this.#gathered.get(tenantId);
    this.#gathered.delete(tenantId);
    if (!changed) return;
    this.#toldAt.set(tenantId, Date.now());
    if (!this.#positions || !this.tenants().includes(tenantId))
      return this.#tellChanged(tenantId, changed, null);
    void this.#positions.now().then(
      (position) => this.#tellChanged(tenantId, changed, position),
      () => this.#tellChanged(tenantId, changed, null),
    );
  }

  #tellChanged(tenantId: string, changed: Gathered, position: bigint | null): void {
    for (const stream of this.#streams) {
      if (stream.tenantId !== tenantId) continue;
      const own = changed.ofUsers.get(stream.userId) ?? [];
      tellTopics(stream, [...changed.topics, ...own], position);
    }
  }

  #remember(tenantId: string, topic: LiveTopic, userId: string | undefined): void {
    const recent = this.#recent.get(tenantId) ?? new Map<string, Recent>();
    this.#recent.set(tenantId, recent);
    const key = `${topic} ${userId ?? ''}`;
    // Taken out first: a map keeps the place of what it has.
    recent.delete(key);
    recent.set(key, { topic, userId, at: Date.now() });
    this.#recentOf(tenantId);
  }

  /** What changed lately in a house; what is older is forgotten. */
  #recentOf(tenantId: string): Recent[] {
    const recent = this.#recent.get(tenantId);
    if (!recent) return [];
    const oldest = Date.now() - this.#limits.recent;
    for (const [key, { at }] of recent) {
      if (at >= oldest) break;
      recent.delete(key);
    }
    return [...recent.values()];
  }
}

/** What a caller hears of; customers nothing. */
function topicsFor({ ownCustomerId, permissions }: Scope): ReadonlySet<LiveTopic> {
  const topics = Object.entries(liveTopics).flatMap(([topic, permission]) =>
    isLiveTopic(topic) && ownCustomerId === null && (permission === null || permissions.has(permission))
      ? [topic]
      : [],
  );
  return new Set(topics);
}

/** Tells a stream the kinds that its user may see. */
function tellTopics(stream: Stream, changed: readonly LiveTopic[], position: bigint | null = null): void {
  const topics = [...new Set(changed)].filter((topic) => stream.topics.has(topic));
  const known = position !== null && { position: positionText(position) };
  if (topics.length > 0) write(stream.out, { topics, everything: false, ...known });
}

function write(out: PassThrough, change: z.infer<typeof liveChange>): void {
  if (out.writableLength > mostBehind) out.destroy();
  else if (!out.writableEnded) out.write(`data: ${JSON.stringify(change)}\n\n`);
}
