import type { Connection, FieldDef, Submittable } from 'pg';
import { errorCode } from './database-errors.ts';
import { encodeValue } from './value-encoder.ts';
import { type ValueParser, valueParser } from './value-parsers.ts';

export interface Statement {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

export type Row = Record<string, unknown>;

interface RowShape {
  readonly names: readonly string[];
  readonly parsers: readonly ValueParser[];
}

/** What one connection knows of one statement text. */
interface Prepared {
  readonly name: string;
  shape: RowShape | undefined;
  /** The server may or may not know the name (an error came in between): close it, then parse again. */
  isUncertain: boolean;
}

/** So many texts a connection keeps, so that odd filters cannot fill the server's memory; the one used longest ago makes room. */
const maximumPrepared = 300;

/** In the order of their last use. */
const preparedByConnection = new WeakMap<Connection, Map<string, Prepared>>();

/**
 * Everything in front of one Sync is one implicit transaction, so the settings made here hold for the
 * statements behind it and for nothing else: no BEGIN, no COMMIT, one round trip.
 */
const contextSql =
  "select set_config('app.tenant_id',$1,true),set_config('app.user_id',$2,true),set_config('transaction_read_only','on',true)";
/**
 * Of a read that leaves an audit entry. Asynchronous commit: the chain's lock is not held over the disk's sync, so
 * readers do not queue for it. Only the server's crash can lose such an entry, and never a change.
 */
const recordingContextSql = contextSql.replace("'transaction_read_only','on'", "'synchronous_commit','off'");

export interface ReadOptions {
  /** One statement writes: an audit entry of what is read. */
  readonly isRecording: boolean;
  /** Further columns of the select that sets the context (`transactionSettings`). */
  readonly settings: string;
  /** Whether the connection stays ours, so that statements can be prepared on it by name. */
  readonly isPrepared: boolean;
}

/**
 * Reads under one tenant and user in a single round trip: sets the context, runs the statements as
 * prepared ones, all in one transaction, read-only unless the read is recorded. Implements the driver's interface for own queries.
 */
export class ScopedRead implements Submittable {
  readonly #statements: readonly Statement[];
  readonly #done: (error: unknown, results: Row[][]) => void;
  readonly #results: Row[][] = [];
  readonly #used: Prepared[] = [];
  readonly #isPrepared: boolean;
  #shapes: (RowShape | undefined)[] = [];
  #index = 0;
  #rows: Row[] = [];
  #parseError: unknown;

  constructor(
    tenantId: string | null,
    userId: string | null,
    statements: readonly Statement[],
    { isRecording, settings, isPrepared }: ReadOptions,
    done: (error: unknown, results: Row[][]) => void,
  ) {
    const context = (isRecording ? recordingContextSql : contextSql) + settings;
    this.#isPrepared = isPrepared;
    this.#statements = [{ sql: context, parameters: [tenantId ?? '', userId ?? ''] }, ...statements];
    this.#done = done;
  }

  submit(connection: Connection): void {
    let known = preparedByConnection.get(connection);
    if (!known) {
      known = new Map();
      preparedByConnection.set(connection, known);
    }
    const { stream } = connection;
    stream.cork();
    for (const statement of this.#statements) this.#send(connection, known, statement);
    connection.sync();
    stream.uncork();
  }

  #send(connection: Connection, known: Map<string, Prepared>, statement: Statement): void {
    let prepared = known.get(statement.sql);
    const mustParse = prepared === undefined || prepared.isUncertain;
    if (prepared?.isUncertain) {
      connection.close({ type: 'S', name: prepared.name }, true);
      prepared.isUncertain = false;
      prepared.shape = undefined;
    }
    if (!prepared) {
      const name = this.#isPrepared ? nameFor(connection, known) : '';
      prepared = { name, shape: undefined, isUncertain: false };
    }
    if (this.#isPrepared) {
      known.delete(statement.sql);
      known.set(statement.sql, prepared);
    }
    if (mustParse) {
      connection.parse({ name: prepared.name, text: statement.sql, types: [] }, true);
    }
    const values = statement.parameters.map(encodeValue);
    connection.bind({ portal: '', statement: prepared.name, values }, true);
    const isContext = statement === this.#statements[0];
    if (!isContext && !prepared.shape) connection.describe({ type: 'P', name: '' }, true);
    connection.execute({ portal: '' }, true);
    this.#used.push(prepared);
    this.#shapes.push(prepared.shape);
  }

  handleRowDescription(message: { fields: FieldDef[] }): void {
    const shape = {
      names: message.fields.map((field) => field.name),
      parsers: message.fields.map((field) => valueParser(field.dataTypeID)),
    };
    this.#shapes[this.#index] = shape;
    const prepared = this.#used[this.#index];
    if (prepared) prepared.shape = shape;
  }

  handleDataRow(message: { fields: (string | null)[] }): void {
    const shape = this.#shapes[this.#index];
    if (!shape || this.#parseError !== undefined) return;
    const { names, parsers } = shape;
    const values = message.fields;
    const row: Row = {};
    try {
      for (let column = 0; column < values.length; column += 1) {
        const value = values[column];
        const parse = parsers[column];
        row[names[column] ?? ''] =
          value === null || value === undefined || parse === undefined ? null : parse(value);
      }
    } catch (error) {
      this.#parseError = error;
    }
    this.#rows.push(row);
  }

  handleCommandComplete(): void {
    if (this.#index > 0) this.#results.push(this.#rows);
    this.#rows = [];
    this.#index += 1;
  }

  handleEmptyQuery(): void {
    this.handleCommandComplete();
  }

  handlePortalSuspended(): void {
    // Never asked for: no row limit is sent.
  }

  handleReadyForQuery(): void {
    this.#done(this.#parseError, this.#results);
  }

  handleError(error: unknown): void {
    // A statement behind the failing one was skipped by the server, perhaps before it was parsed.
    for (const prepared of this.#used) prepared.isUncertain = true;
    this.#done(error, []);
  }
}

/**
 * A name for another text: a new one, or that of the text used longest ago, which the server forgets. The server does what it is
 * sent in its order, so that text may have run in this very message. Where an error skips the rest of it, the name stands for the
 * old text still, and its new owner is uncertain: whoever takes the name next closes it first.
 */
function nameFor(connection: Connection, known: Map<string, Prepared>): string {
  const [oldest] = known;
  if (!oldest || known.size < maximumPrepared) return `read_${known.size}`;
  const [text, { name }] = oldest;
  known.delete(text);
  connection.close({ type: 'S', name }, true);
  return name;
}

/** The plan kept by the server no longer fits the schema, or the statement is gone: asking again helps. */
export function isStalePlan(error: unknown): boolean {
  const code = errorCode(error);
  return code === '0A000' || code === '26000';
}
