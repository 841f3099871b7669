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

const writingCommands = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);

class ClientConnection implements DatabaseConnection {
  readonly client: pg.PoolClient;
  readonly #timeoutMs: number;
  /** The connection's state is unknown: it must not go back to the pool. */
  isBroken = false;

  constructor(client: pg.PoolClient, timeoutMs: number) {
    this.client = client;
    this.#timeoutMs = timeoutMs;
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
  async query(text: string, values?: unknown[]): Promise<pg.QueryResult> {
    // The driver reads query_timeout from the query, its types know it on the connection only.
    const config = { text, values, query_timeout: this.#timeoutMs } as pg.QueryConfig;
    try {
      return await this.client.query(config);
    } catch (error) {
      if (!(error instanceof pg.DatabaseError)) this.isBroken = true;
      throw error;
    }
  }

  streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Streaming is not supported: declare a cursor in a transaction instead.');
  }
}

/** Lets Kysely run one transaction on one pooled client, opened by a single message that sets its context too. */
class TransactionDriver implements Driver {
  readonly #pool: pg.Pool;
  readonly #begin: string;
  readonly #timeoutMs: number;
  client: pg.PoolClient | undefined;

  constructor(pool: pg.Pool, begin: string, timeoutMs: number) {
    this.#pool = pool;
    this.#begin = begin;
    this.#timeoutMs = timeoutMs;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<ClientConnection> {
    this.client = await this.#pool.connect();
    return new ClientConnection(this.client, this.#timeoutMs);
  }

  async beginTransaction(connection: ClientConnection): Promise<void> {
    await connection.query(this.#begin);
  }

  async commitTransaction(connection: ClientConnection): Promise<void> {
    const result = await connection.query('commit');
    // PostgreSQL answers ROLLBACK to a COMMIT of a failed transaction: nothing was stored.
    if (result.command === 'ROLLBACK') throw new Error('The transaction had failed and was rolled back.');
  }

  async rollbackTransaction(connection: ClientConnection): Promise<void> {
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

/**
 * Dialect of one transaction; `begin` is the whole opening message, `timeoutMs` bounds each statement.
 * `connection` gives the bare connection once the transaction has begun.
 */
export function transactionDialect(
  pool: pg.Pool,
  begin: string,
  timeoutMs: number,
): { dialect: Dialect; connection: () => pg.ClientBase } {
  const driver = new TransactionDriver(pool, begin, timeoutMs);
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
  };
}
