/** Rows collected for one table and sent with COPY. */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';

export type CopyValue = string | number | boolean | null;

const needsEscape = /[\\\t\n\r]/;
const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

function copyText(value: CopyValue): string {
  if (value === null) return '\\N';
  if (typeof value !== 'string') return typeof value === 'boolean' ? (value ? 't' : 'f') : String(value);
  return needsEscape.test(value)
    ? value.replace(/[\\\t\n\r]/g, (letter) => escapes[letter] ?? letter)
    : value;
}

/** Collects rows as text and writes them in one COPY; memory is bounded by flushing often enough. */
export class CopyTable {
  readonly table: string;
  readonly columns: readonly string[];
  #lines: string[] = [];

  constructor(table: string, columns: readonly string[]) {
    this.table = table;
    this.columns = columns;
  }

  /** One row, values in the order of the columns. */
  add(...values: readonly CopyValue[]): void {
    let line = '';
    for (let index = 0; index < values.length; index += 1)
      line += (index === 0 ? '' : '\t') + copyText(values[index] ?? null);
    this.#lines.push(`${line}\n`);
  }

  /** The rows collected so far, as COPY text. */
  get text(): string {
    return this.#lines.join('');
  }

  /** Sends what was collected and forgets it; returns the number of rows. */
  async flush(client: pg.ClientBase): Promise<number> {
    const count = this.#lines.length;
    if (count === 0) return 0;
    const sliceLength = 2000;
    const lines = this.#lines;
    this.#lines = [];
    const slices = function* (): Generator<string> {
      for (let start = 0; start < count; start += sliceLength)
        yield lines.slice(start, start + sliceLength).join('');
    };
    const columns = this.columns.map((column) => `"${column}"`).join(', ');
    const target = client.query(copyFrom(`copy ${this.table} (${columns}) from stdin`));
    await pipeline(Readable.from(slices()), target);
    return count;
  }
}
