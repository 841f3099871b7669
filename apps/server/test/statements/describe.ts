import type pg from 'pg';
import type { Connection, FieldDef, Submittable } from 'pg';
import { hole, placeholder } from './values.ts';

/** A column as PostgreSQL tells it of a prepared statement. */
export interface DescribedColumn {
  readonly name: string;
  /** What its table calls it; null for what no table holds. */
  readonly column: string | null;
  readonly typeId: number;
  /** Whether the table forbids null; null for what no table holds (sums, texts put together). */
  readonly isNotNull: boolean | null;
}

export type Description =
  | { readonly columns: readonly DescribedColumn[]; readonly failure: null }
  | { readonly columns: null; readonly failure: string };

interface TableColumn {
  readonly column: string;
  readonly isNotNull: boolean;
}

/** Parses a statement and asks for its columns; nothing is run. */
class Describe implements Submittable {
  readonly #sql: string;
  readonly #done: (error: unknown, fields: readonly FieldDef[]) => void;
  #fields: readonly FieldDef[] = [];

  constructor(sql: string, done: (error: unknown, fields: readonly FieldDef[]) => void) {
    this.#sql = sql;
    this.#done = done;
  }

  submit(connection: Connection): void {
    connection.parse({ name: '', text: this.#sql, types: [] }, true);
    connection.describe({ type: 'S', name: '' }, true);
    connection.sync();
  }

  handleRowDescription({ fields }: { fields: FieldDef[] }): void {
    this.#fields = fields;
  }

  handleReadyForQuery(): void {
    this.#done(undefined, this.#fields);
  }

  handleError(error: unknown): void {
    this.#done(error, []);
  }
}

const describeOnce = (client: pg.Client, sql: string): Promise<readonly FieldDef[]> =>
  new Promise((resolve, reject) => {
    client.query(new Describe(sql, (error, fields) => (error ? reject(error) : resolve(fields))));
  });

/** What may stand where only a run tells the piece: a condition, nothing at all, a value. */
const fillings = ['true', '', 'null'];
const mostHoles = 5;

/** The texts to try for a statement with holes and places of values; the likeliest first. */
function* candidates(text: string): Generator<string> {
  const parts = text.split(hole);
  const holes = parts.length - 1;
  for (let turn = 0; turn < fillings.length ** Math.min(holes, mostHoles); turn += 1) {
    let rest = turn;
    const filled = parts.reduce((whole, part, index) => {
      if (index === 0) return part;
      const filling = fillings[rest % fillings.length] ?? '';
      rest = Math.trunc(rest / fillings.length);
      return whole + filling + part;
    }, '');
    let number = Math.max(0, ...[...filled.matchAll(/\$(\d+)/g)].map((match) => Number(match[1])));
    yield filled.replaceAll(placeholder, () => {
      number += 1;
      return `$${number}`;
    });
    if (filled.includes(placeholder)) yield filled.replaceAll(placeholder, 'null');
  }
}

/** Describes statements on one connection, against the schema as it is now. */
export class StatementReader {
  readonly #client: pg.Client;
  #columns: Map<string, TableColumn> | undefined;

  constructor(client: pg.Client) {
    this.#client = client;
  }

  async describe(text: string): Promise<Description> {
    const known = await this.#tableColumns();
    let failure = '';
    for (const sql of candidates(text)) {
      try {
        const fields = await describeOnce(this.#client, sql);
        const columns = fields.map(({ name, dataTypeID, tableID, columnID }) => {
          const { column = null, isNotNull = null } = known.get(`${tableID}.${columnID}`) ?? {};
          return { name, column, typeId: dataTypeID, isNotNull };
        });
        return { columns, failure: null };
      } catch (error) {
        failure ||= error instanceof Error ? error.message : String(error);
      }
    }
    return { columns: null, failure };
  }

  async #tableColumns(): Promise<Map<string, TableColumn>> {
    if (this.#columns) return this.#columns;
    const { rows } = await this.#client.query<TableColumn & { key: string }>(
      `select attrelid || '.' || attnum as key, attname as column, attnotnull as "isNotNull" from pg_attribute
        where attnum > 0 and attrelid::regclass::text !~ '^pg_'`,
    );
    this.#columns = new Map(rows.map(({ key, ...column }) => [key, column]));
    return this.#columns;
  }
}
