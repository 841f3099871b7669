import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely';
import pg from 'pg';
import { DatabaseUnavailable, errorCode, isLostConnection, isReadOnlyServer } from './database-errors.ts';
import { type OnRoundTrip, timed } from './round-trip.ts';

const writingCommands = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);

class ClientConnection implements DatabaseConnection {
  readonly client: pg.PoolClient;
  readonly #timeoutMs: number;
  readonly #onRoundTrip: OnRoundTrip | undefined;
  /** The connection's state is unknown: it must not go back to the pool. */
  isBroken = false;

  constructor(client: pg.PoolClient, timeoutMs: number, onRoundTrip: OnRoundTrip | undefined) {
    this.client = client;
    this.#timeoutMs = timeoutMs;
    this.#onRoundTrip = onRoundTrip;
  }

  async executeQuery<R>(compiled: CompiledQuery): Promise<QueryResult<R>> {
    const result = await this.query(compiled.sql, [...compiled.parameters]);
    // The driver knows no row types; Kysely's builder gave them.
    const rows = result.rows as R[];
    return writingCommands.has(result.command)
      ? { rows, numAffectedRows: BigInt(result.rowCount ?? 0) }
      : { rows };
  }

  /** One message to the server; an error that did not come from it leaves the connection unusable. */
  async query(text: string, values?: unknown[], timeoutMs = this.#timeoutMs): Promise<pg.QueryResult> {
    // The driver reads query_timeout from the query, its types know it on the connection only.
    const config = { text, values, query_timeout: timeoutMs } as pg.QueryConfig;
    try {
      return await timed(
        this.#onRoundTrip,
        'write',
        () => text,
        () => this.client.query(config),
      );
    } catch (error) {
      const isOurs =
        error instanceof pg.DatabaseError && !isLostConnection(error) && !isReadOnlyServer(error);
      if (!isOurs) this.isBroken = true;
      throw error;
    }
  }

  /**
   * Ends the transaction. The wait for a standby is cut short neither by the statement's timeout nor by us (cancelled, it
   * would be called a success), so whoever waits longer than `timeoutMs` is told that nobody knows.
   * @throws DatabaseUnavailable `unknown`: stored or not, nobody can say
   */
  async commit(timeoutMs: number): Promise<void> {
    let wasCancelled = false;
    const hear = ({ code }: { code?: string | undefined }): void => {
      // "canceling wait for synchronous replication": stored here, perhaps nowhere else. Every warning has this code; its word
      // (WARNING, WARNUNG) is that of the server's language.
      if (code === '01000') wasCancelled = true;
    };
    this.client.on('notice', hear);
    try {
      const result = await this.query('commit', undefined, timeoutMs);
      if (wasCancelled) throw new DatabaseUnavailable('unknown');
      // PostgreSQL answers ROLLBACK to a COMMIT of a failed transaction: nothing was stored.
      if (result.command === 'ROLLBACK') throw new Error('The transaction had failed and was rolled back.');
    } catch (error) {
      const isRefused = error instanceof pg.DatabaseError && !/^(08|57P0)/.test(errorCode(error));
      if (!this.isBroken || isRefused) throw error;
      throw new DatabaseUnavailable('unknown', error);
    } finally {
      this.client.off('notice', hear);
    }
  }

  streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Streaming is not supported: declare a cursor in a transaction instead.');
  }
}

/** How one transaction is opened, and how long it waits. */
interface TransactionPlan {
  /** The whole opening message. */
  readonly begin: string;
  /** Milliseconds each statement may take. */
  readonly statementMs: number;
  /** Milliseconds its end may take. */
  readonly commitMs: number;
}

/** Gives a connection that leads to where it should. */
type Connect = () => Promise<pg.PoolClient>;

/** Lets Kysely run one transaction on one pooled client, opened by a single message that sets its context too. */
class TransactionDriver implements Driver {
  readonly #connect: Connect;
  readonly #plan: TransactionPlan;
  readonly #onRoundTrip: OnRoundTrip | undefined;
  client: pg.PoolClient | undefined;
  /** The connection was lost before the work began: it may be done on another one. */
  wasLost = false;

  constructor(connect: Connect, plan: TransactionPlan, onRoundTrip: OnRoundTrip | undefined) {
    this.#connect = connect;
    this.#plan = plan;
    this.#onRoundTrip = onRoundTrip;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<ClientConnection> {
    this.client = await this.#connect();
    return new ClientConnection(this.client, this.#plan.statementMs, this.#onRoundTrip);
  }

  async beginTransaction(connection: ClientConnection): Promise<void> {
    try {
      await connection.query(this.#plan.begin);
    } catch (error) {
      this.wasLost = connection.isBroken && isLostConnection(error);
      throw error;
    }
  }

  async commitTransaction(connection: ClientConnection): Promise<void> {
    await connection.commit(this.#plan.commitMs);
  }

  async rollbackTransaction(connection: ClientConnection): Promise<void> {
    // Nobody listens any more, and the server rolls back by itself.
    if (connection.isBroken) return;
    try {
      await connection.query('rollback');
    } catch (error) {
      connection.isBroken = true;
      throw error;
    }
  }

  async releaseConnection(connection: ClientConnection): Promise<void> {
    connection.client.release(connection.isBroken);
  }

  async destroy(): Promise<void> {}
}

/** Dialect of one transaction; `connection` gives the bare connection once it has begun, `wasLost` tells afterwards. */
export function transactionDialect(
  connect: Connect,
  plan: TransactionPlan,
  onRoundTrip?: OnRoundTrip,
): { dialect: Dialect; connection: () => pg.ClientBase; wasLost: () => boolean } {
  const driver = new TransactionDriver(connect, plan, onRoundTrip);
  return {
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => driver,
      createIntrospector: (database) => new PostgresIntrospector(database),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    connection: () => {
      if (!driver.client) throw new Error('The transaction has not begun.');
      return driver.client;
    },
    wasLost: () => driver.wasLost,
  };
}
