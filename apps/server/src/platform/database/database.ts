import { availableParallelism } from 'node:os';
import {
  type Compilable,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type Transaction,
} from 'kysely';
import pg from 'pg';
import { askedRead, createReadPositions, noteSeen, onPrimary, type ReadPositions } from './asked-reads.ts';
import {
  connectionConfig,
  type DatabaseTarget,
  isPooled,
  requestTimeouts,
  transactionSettings,
} from './connection.ts';
import {
  DatabaseUnavailable,
  isConflict,
  isLostConnection,
  isReadOnlyServer,
  isReferenceGone,
  toDatabaseError,
} from './database-errors.ts';
import { FreshConnections } from './fresh-connections.ts';
import { holdingConnection, refuseSecondConnection } from './one-connection.ts';
import {
  positionIn,
  positionNow,
  positionRead,
  Replica,
  type ReplicaCounts,
  type ReplicaSettings,
} from './replica.ts';
import { type OnRoundTrip, timed } from './round-trip.ts';
import { type DbContext, idLiteral, runRead } from './run-read.ts';
import type { Schema } from './schema.ts';
import { isStalePlan, type Row, type Statement } from './scoped-read.ts';
import { transactionDialect } from './transaction-driver.ts';

export type { DbContext } from './run-read.ts';

/**
 * Milliseconds a transaction of work nobody waits for may be idle: between two statements it reads a file or computes, which takes many
 * times as long on a machine with much else to do. A process that ends closes its connection at once.
 */
const longIdle = 60_000;

export interface TransactionOptions {
  readonly isolationLevel?: 'read committed' | 'repeatable read' | 'serializable';
  /** Milliseconds for each statement, when longer than the usual 5 s is right (imports, reports). */
  readonly statementTimeout?: number;
}

export interface DatabaseOptions {
  /** Connections; default twice the processor's cores, at least 4, at most 10. */
  readonly poolSize?: number;
  /** Milliseconds to wait for a free connection; default 2 s. Work nobody waits for may wait longer. */
  readonly connectionTimeout?: number;
  /** Called when an idle connection is lost, for the log. */
  readonly onConnectionLost?: (error: Error) => void;
  /** Told of each round trip, for slow statements and traces. */
  readonly onRoundTrip?: OnRoundTrip;
  /** Standbys that answer reads which may lag; absent or null = there is none. */
  readonly replica?: ReplicaSettings | null;
}

/** A query under construction or a compiled one that a caller keeps. */
/** The reading half of the database; views need no more. */
export type Reader = Pick<Database, 'read' | 'readMany'>;

export type ReadQuery<R> = Compilable<R> | (Statement & { readonly rowType?: R });

/** More backends than the processors can run only take turns: p95 of the list grew by a third with 10 on 2 cores. */
const defaultPoolSize = Math.min(10, Math.max(4, 2 * availableParallelism()));

// Our reads are read-only themselves, so the setting of the transaction tells nothing.
const writableSql = `select not pg_is_in_recovery()
  and not current_setting('default_transaction_read_only')::boolean as "isWritable"`;

const noContext: DbContext = { tenantId: null, userId: null };
const maximumRetries = 5;
/**
 * Milliseconds the end of a request's transaction may take on an outside server: one that waits for its standby is not
 * waited for, and whoever asked hears within two seconds that nobody knows.
 */
const commitMs = 1500;
/** A connection found lost within so many milliseconds is replaced; whoever waited longer has waited enough. */
const soonMs = 500;
/** Milliseconds in which nothing is written after that: it would only wait as well, on one connection more each time. */
const pauseAfterUnknown = 1000;

function toStatement(query: ReadQuery<unknown>): Statement {
  return 'compile' in query ? query.compile() : query;
}

function isUnknown(error: unknown): boolean {
  return error instanceof DatabaseUnavailable && error.reason === 'unknown';
}

/** All access to PostgreSQL: reads in one round trip, writes in retried transactions, both under a tenant. */
export class Database {
  /** Builds queries for `read`; it has no connection and cannot run them itself. */
  readonly query: Kysely<Schema>;
  /** Around calls that say how far they have seen; absent without a replica. */
  readonly readPositions?: ReadPositions;
  readonly #pool: pg.Pool;
  readonly #fresh: FreshConnections;
  readonly #isOutside: boolean;
  readonly #isPooled: boolean;
  readonly #settings: string;
  readonly #onRoundTrip: OnRoundTrip | undefined;
  readonly #replica: Replica | null;
  /** Until when nothing is written, by the process's own clock. */
  #pausedUntil = 0;

  constructor(target: DatabaseTarget, options: DatabaseOptions = {}) {
    this.query = new Kysely<Schema>({
      dialect: {
        createAdapter: () => new PostgresAdapter(),
        createDriver: () => new DummyDriver(),
        createIntrospector: (database) => new PostgresIntrospector(database),
        createQueryCompiler: () => new PostgresQueryCompiler(),
      },
    });
    this.#isOutside = target.kind === 'url';
    this.#isPooled = isPooled(target);
    this.#settings = transactionSettings(target, requestTimeouts);
    this.#onRoundTrip = options.onRoundTrip;
    this.#pool = new pg.Pool({
      ...connectionConfig(target, { role: 'app', timeouts: requestTimeouts }),
      max: options.poolSize ?? defaultPoolSize,
      ...(options.connectionTimeout !== undefined && { connectionTimeoutMillis: options.connectionTimeout }),
      idleTimeoutMillis: 60_000,
    });
    this.#pool.on('error', (error) => options.onConnectionLost?.(error));
    // A client lost while in use tells its query; without a listener it would end the process as well.
    this.#pool.on('connect', (client) => client.on('error', () => {}));
    this.#fresh = new FreshConnections(this.#pool);
    this.#replica = options.replica
      ? new Replica({
          ...options.replica,
          poolSize: options.poolSize ?? defaultPoolSize,
          readPrimary: async (statement) => (await this.#readTwice(noContext, [statement], false))[0] ?? [],
        })
      : null;
    if (this.#replica) {
      const askNow = () => onPrimary(() => this.read<Row>(noContext, positionNow));
      this.readPositions = createReadPositions(async () => positionIn(await askNow()));
    }
  }

  /** Who answered reads that may lag; null without a replica. */
  get replicaCounts(): Readonly<ReplicaCounts> | null {
    return this.#replica?.counts ?? null;
  }

  /** Requests waiting for a connection. */
  get waiting(): number {
    return this.#pool.waitingCount;
  }

  /** Rows of one read-only query under the context, in one round trip. Throws `DatabaseUnavailable`. */
  async read<R>(context: DbContext, query: ReadQuery<R>): Promise<R[]> {
    const [rows = []] = await this.#readStatements(context, [toStatement(query)]);
    // The query's builder or its writer vouches for the row type.
    return rows as R[];
  }

  /** Several queries in one round trip and one transaction; answers in the same order. */
  async readMany<T extends unknown[]>(
    context: DbContext,
    queries: { readonly [K in keyof T]: ReadQuery<T[K]> },
  ): Promise<{ [K in keyof T]: T[K][] }> {
    const results = await this.#readStatements(context, queries.map(toStatement));
    // As many results as queries, each of its query's row type.
    return results as { [K in keyof T]: T[K][] };
  }

  /**
   * A reader whose round trips run `record` as well, behind the queries and in their transaction: nothing is read
   * without its audit entry. `record` is the only writing statement, a call of `append_audit_entry`.
   */
  recording(record: ReadQuery<unknown>): Reader {
    const run = async (context: DbContext, queries: readonly ReadQuery<unknown>[]): Promise<Row[][]> => {
      const results = await this.#readStatements(context, [...queries, record].map(toStatement), true);
      return results.slice(0, -1);
    };
    return {
      // The queries' builders vouch for the row types, as in read and readMany.
      read: async <R>(context: DbContext, query: ReadQuery<R>) =>
        ((await run(context, [query]))[0] ?? []) as R[],
      readMany: async <T extends unknown[]>(
        context: DbContext,
        queries: { readonly [K in keyof T]: ReadQuery<T[K]> },
      ) => (await run(context, queries)) as { [K in keyof T]: T[K][] },
    };
  }

  async #readStatements(
    context: DbContext,
    statements: readonly Statement[],
    isRecording = false,
  ): Promise<Row[][]> {
    refuseSecondConnection();
    return timed(
      this.#onRoundTrip,
      'read',
      () => statements.map(({ sql }) => sql).join('; '),
      () => this.#readWhereAsked(context, statements, isRecording),
    );
  }

  /** From a replica where the call allows it and what its caller has seen is there; else from the primary. */
  async #readWhereAsked(
    context: DbContext,
    statements: readonly Statement[],
    isRecording: boolean,
  ): Promise<Row[][]> {
    const asked = this.#replica && askedRead();
    if (!asked) return this.#readTwice(context, statements, isRecording);
    if (asked.mayLag && !isRecording) {
      const found = await this.#replica?.read(context, statements, asked.seen);
      if (found) {
        noteSeen(asked, found.position);
        return found.results;
      }
    }
    const behind = isRecording ? positionRead : positionNow;
    const results = await this.#readTwice(context, [...statements, behind], isRecording);
    noteSeen(asked, positionIn(results.pop()));
    return results;
  }

  async #readTwice(
    context: DbContext,
    statements: readonly Statement[],
    isRecording: boolean,
  ): Promise<Row[][]> {
    const began = performance.now();
    try {
      return await this.#readOnce(context, statements, isRecording);
    } catch (error) {
      // The schema changed under a prepared statement, or its server is gone: the second attempt begins anew.
      const isLost = isLostConnection(error);
      if (isLost) this.#fresh.forget();
      const mayAgain = isLost && !isRecording && performance.now() - began < soonMs;
      if (!isStalePlan(error) && !mayAgain) throw toDatabaseError(error, isRecording);
    }
    try {
      return await this.#readOnce(context, statements, isRecording);
    } catch (error) {
      throw toDatabaseError(error, isRecording);
    }
  }

  #readOnce(context: DbContext, statements: readonly Statement[], isRecording: boolean): Promise<Row[][]> {
    const options = { isRecording, settings: this.#settings, isPrepared: !this.#isPooled };
    return runRead(this.#fresh, context, statements, options, requestTimeouts.statement - 100);
  }

  /**
   * Runs `work` in one transaction under the context; repeats it on serialization failures and deadlocks up to five
   * times, and once when what it refers to went away, which it then finds out by itself; so `work` must have no effect outside the database; a connection lost before it began is replaced once. The second argument is the bare connection, for COPY. Throws `DatabaseUnavailable` when no answer can be
   * had (`unknown` when it may have been stored), `SecondConnection` inside of another.
   */
  async transaction<T>(
    context: DbContext,
    work: (transaction: Transaction<Schema>, connection: pg.ClientBase) => Promise<T>,
    options: TransactionOptions = {},
  ): Promise<T> {
    const timeout = options.statementTimeout ?? requestTimeouts.statement;
    const begin =
      `begin isolation level ${options.isolationLevel ?? 'read committed'};` +
      `select set_config('app.tenant_id',${idLiteral(context.tenantId)},true),` +
      `set_config('app.user_id',${idLiteral(context.userId)},true)${this.#settings}` +
      (options.statementTimeout === undefined
        ? ''
        : `,set_config('statement_timeout','${Math.trunc(timeout)}',true)` +
          `,set_config('idle_in_transaction_session_timeout','${longIdle}',true)`);
    const isBrief = this.#isOutside && options.statementTimeout === undefined;
    const plan = {
      begin,
      statementMs: timeout + 500,
      commitMs: isBrief ? commitMs : timeout + 500,
    };
    const asked = askedRead();
    if (asked) asked.hasWritten = true;
    const began = performance.now();
    if (began < this.#pausedUntil) throw new DatabaseUnavailable('away');
    for (let attempt = 0; ; attempt += 1) {
      const { dialect, connection, wasLost } = transactionDialect(
        () => this.#fresh.connect(),
        plan,
        this.#onRoundTrip,
      );
      try {
        const kysely = new Kysely<Schema>({ dialect });
        return await holdingConnection(() =>
          kysely.transaction().execute((transaction) => work(transaction, connection())),
        );
      } catch (error) {
        if (isUnknown(error)) this.#pausedUntil = performance.now() + (isBrief ? pauseAfterUnknown : 0);
        if (isLostConnection(error) || isReadOnlyServer(error)) this.#fresh.forget();
        if (wasLost() && attempt === 0 && performance.now() - began < soonMs) continue;
        const isGone = isReferenceGone(error) && attempt === 0;
        if (!isConflict(error) && !isGone) throw toDatabaseError(error, true);
        if (attempt >= maximumRetries) throw new DatabaseUnavailable('conflict', error);
        const pause = 10 + Math.random() * 190;
        await new Promise((resolve) => setTimeout(resolve, pause));
      }
    }
  }

  /** A transaction of no tenant: only what the security definer functions show is visible. */
  system<T>(
    work: (transaction: Transaction<Schema>, connection: pg.ClientBase) => Promise<T>,
    options: TransactionOptions = {},
  ): Promise<T> {
    return this.transaction(noContext, work, options);
  }

  /** Whether the database answers within 450 ms and takes writes (readiness probe). */
  async ping(): Promise<boolean> {
    const answer = this.read<{ isWritable: boolean }>(noContext, { sql: writableSql, parameters: [] }).then(
      ([row]) => {
        const isWritable = row?.isWritable ?? false;
        // A demoted primary: the address may lead to the new one by now.
        if (!isWritable) this.#fresh.forget();
        return isWritable;
      },
      () => false,
    );
    const late = new Promise<boolean>((resolve) => {
      setTimeout(() => resolve(false), 450).unref();
    });
    return Promise.race([answer, late]);
  }

  /** Waits for running work, then closes all connections. */
  async close(): Promise<void> {
    await this.#replica?.close();
    await this.#pool.end();
  }
}
