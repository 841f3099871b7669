import { setTimeout as sleep } from 'node:timers/promises';
import { parsePosition } from '@depotwerk/api/data-position';
import pg from 'pg';
import { connectionConfig, type DatabaseTarget, requestTimeouts } from './connection.ts';
import { errorCode } from './database-errors.ts';
import { FreshConnections } from './fresh-connections.ts';
import { type DbContext, runRead } from './run-read.ts';
import type { Row, Statement } from './scoped-read.ts';

const positionNowAs = (written: string): Statement => ({
  // A primary that was demoted gives none, and says so without an error.
  sql: `select case when pg_is_in_recovery() then null else ${written} end::text as position`,
  parameters: [],
});
/**
 * Up to where a primary's log is safe behind which everything lies that is visible now. Where a server commits without waiting for its disk,
 * what is visible may be further than what is safe.
 */
export const positionNow = positionNowAs(
  "case current_setting('synchronous_commit') when 'off' then pg_current_wal_insert_lsn() else pg_current_wal_flush_lsn() end",
);
/** The same in a transaction that leaves an audit entry without waiting for the disk: of what it has read. */
export const positionRead = positionNowAs('pg_current_wal_flush_lsn()');

/** How far a server has come, whichever it is: what it shows from now on is no older. */
const reached: Statement = {
  sql: 'select (case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_flush_lsn() end)::text as position',
  parameters: [],
};
/** The same for all copies of one database, and for no other. */
const identity: Statement = {
  sql: 'select system_identifier::text as identity from pg_control_system()',
  parameters: [],
};

export const positionIn = (rows: readonly Row[] | undefined): bigint | null =>
  parsePosition(rows?.[0]?.['position']);

/** How long is waited for what, in milliseconds; tests shorten it. */
export interface ReplicaLimits {
  /** Between two looks at how far the primary is. */
  readonly look: number;
  /** Age of the look a replica must have caught up with: with the waits below no row is older than a second. */
  readonly oldest: number;
  /** For a connection. */
  readonly connect: number;
  /** For an answer; then the primary is asked. */
  readonly answer: number;
  /** In which nothing is asked of a replica that did not answer. */
  readonly pause: number;
}

const usualLimits: ReplicaLimits = { look: 150, oldest: 500, connect: 300, answer: 2000, pause: 1000 };

/** Standbys behind one address. */
export interface ReplicaSettings {
  readonly target: DatabaseTarget;
  /** Told when the replica cannot be used for a while, for the log. */
  readonly onTrouble?: ((error: unknown) => void) | undefined;
  readonly limits?: ReplicaLimits | undefined;
}

interface ReplicaOptions extends ReplicaSettings {
  readonly poolSize: number;
  /** Reads from the primary, of no tenant. */
  readonly readPrimary: (statement: Statement) => Promise<Row[]>;
}

/** Reads that may lag, by who answered them. */
export interface ReplicaCounts {
  replica: number;
  /** Not asked of a replica: its caller named no position, or how far the primary is was not known. */
  primary: number;
  /** Asked of a replica, which was not far enough or did not answer. */
  fallenBack: number;
}

interface Look {
  readonly at: number;
  readonly position: bigint;
}

const noContext: DbContext = { tenantId: null, userId: null };

/**
 * One or several standbys behind an address of their own. A read names what it must have reached: what its caller has seen, and
 * where the primary was half a second ago. The standby answers how far it is in the same round trip, before it reads; rows of one
 * that was not there are thrown away, and the primary is asked. So no list of standbys and no measured lag has to be believed.
 */
export class Replica {
  readonly counts: ReplicaCounts = { replica: 0, primary: 0, fallenBack: 0 };
  readonly #pool: pg.Pool;
  readonly #connections: FreshConnections;
  readonly #options: ReplicaOptions;
  readonly #limits: ReplicaLimits;
  readonly #ending = new AbortController();
  readonly #watching: Promise<void>;
  /** The oldest first. */
  #looks: Look[] = [];
  #isSame = false;
  #pausedUntil = 0;

  constructor(options: ReplicaOptions) {
    this.#options = options;
    this.#limits = options.limits ?? usualLimits;
    const { connect, answer } = this.#limits;
    const timeouts = { ...requestTimeouts, statement: answer };
    this.#pool = new pg.Pool({
      ...connectionConfig(options.target, { role: 'app', timeouts, applicationName: 'depotwerk-replica' }),
      max: options.poolSize,
      connectionTimeoutMillis: connect,
      idleTimeoutMillis: 60_000,
    });
    this.#pool.on('error', () => {});
    this.#pool.on('connect', (client) => client.on('error', () => {}));
    this.#connections = new FreshConnections(this.#pool);
    this.#watching = this.#watch();
  }

  /**
   * What a replica answers that has come as far as `seen`, and how far it was; null where the primary has to be asked.
   * Never throws: whatever is wrong, the primary says it better.
   */
  async read(
    context: DbContext,
    statements: readonly Statement[],
    seen: bigint | null,
  ): Promise<{ readonly results: Row[][]; readonly position: bigint } | null> {
    const floor = this.#floor();
    if (seen === null || floor === null || !this.#isSame || performance.now() < this.#pausedUntil) {
      this.counts.primary += 1;
      return null;
    }
    try {
      const [rows, ...results] = await this.#run(context, [reached, ...statements]);
      const position = positionIn(rows);
      if (position !== null && position >= floor && position >= seen) {
        this.counts.replica += 1;
        return { results, position };
      }
      // One that is behind by so much is so a moment later: what it reads in vain would only hold it up.
      if (position === null || position < floor) this.#pause(this.#limits.look);
    } catch (error) {
      // A read cancelled for what the standby has to take over says nothing of the next one.
      const isOfRead = /^(40|42|22|25006)/.test(errorCode(error));
      if (!isOfRead) {
        this.#connections.forget();
        this.#pause(this.#limits.pause);
        this.#options.onTrouble?.(error);
      }
    }
    this.counts.fallenBack += 1;
    return null;
  }

  async close(): Promise<void> {
    this.#ending.abort();
    await this.#watching;
    await this.#pool.end();
  }

  #run(context: DbContext, statements: readonly Statement[]): Promise<Row[][]> {
    const options = { isRecording: false, settings: '', isPrepared: true };
    return runRead(this.#connections, context, statements, options, this.#limits.answer + 100);
  }

  #pause(milliseconds: number): void {
    this.#pausedUntil = performance.now() + milliseconds;
  }

  /** Where the primary was, at most so long ago that nobody minds; null = nobody knows. */
  #floor(): bigint | null {
    const oldest = performance.now() - this.#limits.oldest;
    return this.#looks.find(({ at }) => at >= oldest)?.position ?? null;
  }

  async #watch(): Promise<void> {
    const { signal } = this.#ending;
    while (!signal.aborted) {
      const at = performance.now();
      try {
        const position = positionIn(await this.#options.readPrimary(positionNow));
        const kept = this.#looks.filter((look) => look.at >= at - this.#limits.oldest);
        this.#looks = position === null ? [] : [...kept, { at, position }];
        if (!this.#isSame && at >= this.#pausedUntil) await this.#compare();
      } catch {
        // Without a look nothing is asked of a replica; whoever asks the primary hears what is wrong with it.
      }
      await sleep(this.#limits.look, undefined, { signal, ref: false }).catch(() => {});
    }
  }

  /** Another database may be further than ours, and would be believed. */
  async #compare(): Promise<void> {
    const [own] = await this.#options.readPrimary(identity);
    try {
      const [[other] = []] = await this.#run(noContext, [identity]);
      this.#isSame = own !== undefined && own['identity'] === other?.['identity'];
      if (!this.#isSame) throw new Error('DATABASE_REPLICA_URL leads to another database than DATABASE_URL.');
    } catch (error) {
      this.#pause(10 * this.#limits.pause);
      this.#options.onTrouble?.(error);
    }
  }
}
