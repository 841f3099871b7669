import { open, rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import type { ExportColumn } from '../../../platform/export/export-column.ts';
import { writeTable } from '../../../platform/export/write-table.ts';
import { OperatorError } from '../../../platform/operator-error.ts';

interface ReportRow {
  readonly line: number;
  readonly column_name: string;
  readonly isin: string;
  readonly cell_value: string | null;
  readonly outcome: string;
  readonly reason: string | null;
}

const outcomeNames: Record<string, string> = {
  imported: 'neu',
  changed: 'geändert',
  unchanged: 'unverändert',
  rejected: 'abgelehnt',
};

const columns: readonly ExportColumn<ReportRow>[] = [
  { key: 'line', header: 'Zeile', kind: 'integer' },
  { key: 'column', header: 'Spalte', kind: 'text', value: (row) => row.column_name },
  { key: 'isin', header: 'ISIN', kind: 'text' },
  {
    key: 'outcome',
    header: 'Ergebnis',
    kind: 'text',
    value: (row) => outcomeNames[row.outcome] ?? row.outcome,
  },
  { key: 'value', header: 'Wert', kind: 'text', value: (row) => row.cell_value },
  { key: 'reason', header: 'Grund', kind: 'text' },
];

const unfinished = (path: string) => `${path}.part`;

/** Writes the account of every row, by line, beside its place; `keepReport` puts it there after the commit. */
export async function writeReport(connection: pg.ClientBase, table: string, path: string): Promise<void> {
  await connection.query(`declare report cursor for
    select line, column_name, isin, cell_value, outcome, coalesce(reason, hint) as reason
      from ${table} order by line, column_name`);
  const file = await open(unfinished(path), 'w').catch((error: unknown) => {
    throw new OperatorError(`Der Bericht „${path}“ kann dort nicht geschrieben werden.`, { cause: error });
  });
  await pipeline(
    Readable.from(
      writeTable({ format: 'csv', columns, timeZone: 'Europe/Berlin' }, 'Bericht', fetchBatches(connection)),
    ),
    file.createWriteStream(),
  );
  await connection.query('close report');
}

async function* fetchBatches(connection: pg.ClientBase): AsyncGenerator<readonly ReportRow[]> {
  for (;;) {
    const { rows } = await connection.query<ReportRow>('fetch 2000 from report');
    if (rows.length === 0) return;
    yield rows;
  }
}

export async function keepReport(path: string): Promise<void> {
  await rename(unfinished(path), path);
}

/** Takes away what was written of a report whose import came to nothing. */
export async function discardReport(path: string): Promise<void> {
  await rm(unfinished(path), { force: true });
}
