import type pg from 'pg';
import { type CopyValue, copyRows } from '../../../platform/table-files/copy-rows.ts';
import { cellText, type SourceCell, type SourceTable } from '../../../platform/table-files/source-table.ts';
import { type BookReading, rowReader, stagedColumns } from './read-book-row.ts';

/** Lines a piece of reading has: what a crash costs at most. */
const pieceSize = 20_000;
/** Runs a step of an import in a transaction of its own. */
export type BookStep = <Result>(work: (connection: pg.ClientBase) => Promise<Result>) => Promise<Result>;
type StagedRow = readonly [number, ...CopyValue[]];

/**
 * Reads the lines of a file into `book_import_rows`, piece by piece; after a crash it goes on behind the last piece.
 * Memory does not grow with the file. @throws ImportRefused for a file that is damaged further down
 */
export async function stageBook(
  step: BookStep,
  book: { readonly id: string; readonly headerLine: number; readonly stagedLine: number },
  table: SourceTable,
  reading: BookReading,
): Promise<void> {
  let piece: StagedRow[] = [];
  const readRow = rowReader(reading);
  // One piece is stored while the next is read.
  let storing: Promise<void> = Promise.resolve();
  const store = async (rows: readonly StagedRow[]) => {
    const last = rows.at(-1)?.[0];
    if (last === undefined) return;
    await step(async (connection) => {
      // COPY cannot write below row level security: it fills a table of this transaction, which is taken over.
      await connection.query(
        'create temporary table staged_rows (like book_import_rows) on commit drop;' +
          'alter table staged_rows alter column tenant_id drop not null, alter column import_id drop not null',
      );
      await copyRows(connection, 'staged_rows', ['line', ...stagedColumns], each(rows));
      await connection.query(
        `insert into book_import_rows (tenant_id, import_id, line, ${stagedColumns.join(', ')})
         select app_tenant_id(), $1, line, ${stagedColumns.join(', ')} from staged_rows`,
        [book.id],
      );
      const { rowCount } = await connection.query('update book_imports set staged_line = $2 where id = $1', [
        book.id,
        last,
      ]);
      if (rowCount === 0) throw new Error('The import was deleted while its file was read.');
    });
  };
  try {
    for await (const { line, cells, fault } of table.records()) {
      if (line <= book.headerLine || line <= book.stagedLine) continue;
      if (isTotal(cells)) continue;
      piece.push([line, ...readRow(cells, fault)]);
      if (piece.length < pieceSize) continue;
      await storing;
      storing = store(piece);
      // Its failure is met at the next await, never as one nobody waits for.
      storing.catch(() => undefined);
      piece = [];
    }
  } finally {
    await storing;
  }
  await store(piece);
}

/** Banks write sums below their tables. */
function isTotal(cells: readonly SourceCell[]): boolean {
  return /^(summe|gesamt|total)\b/i.test(cellText(cells.find((cell) => cellText(cell) !== '')));
}

async function* each(rows: readonly StagedRow[]): AsyncGenerator<StagedRow> {
  yield* rows;
}
