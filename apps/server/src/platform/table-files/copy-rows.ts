import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';

export type CopyValue = string | number | null;

const batchSize = 1000;

/** One row in the text format of COPY; a text of its own that keeps nothing of the file it was read from. */
export function encodeRow(values: readonly CopyValue[]): string {
  return `${values
    .map((value) => {
      if (value === null) return '\\N';
      if (typeof value === 'number') return String(value);
      return value.replaceAll(/[\\\t\n\r]/g, (character) => escapes[character] ?? character);
    })
    .join('\t')}\n`;
}

const escapes: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

async function* inBatches(
  rows: AsyncIterable<readonly CopyValue[]> | Iterable<string>,
): AsyncGenerator<string> {
  let text = '';
  let count = 0;
  for await (const row of rows) {
    text += typeof row === 'string' ? row : encodeRow(row);
    count += 1;
    if (count % batchSize === 0) {
      yield text;
      text = '';
    }
  }
  if (text !== '') yield text;
}

/** Streams rows, or what `encodeRow` made of them, into a table of this session; memory does not grow with their number. */
export async function copyRows(
  connection: pg.ClientBase,
  table: string,
  columns: readonly string[],
  rows: AsyncIterable<readonly CopyValue[]> | Iterable<string>,
): Promise<void> {
  const target = connection.query(copyFrom(`copy ${table} (${columns.join(', ')}) from stdin`));
  await pipeline(Readable.from(inBatches(rows)), target);
}
