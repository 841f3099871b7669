import type pg from 'pg';
import { copyRows, encodeRow } from '../../../platform/table-files/copy-rows.ts';
import { ShortYears } from '../../../platform/table-files/import-day.ts';
import { LeftOutLines, leftOutAs } from '../../../platform/table-files/left-out-lines.ts';
import {
  cellText,
  type SourceCell,
  type SourceRecord,
  type SourceTable,
} from '../../../platform/table-files/source-table.ts';
import { withoutOverflow } from '../../../platform/table-files/without-overflow.ts';
import { rowReader, stagedColumns } from './read-book-row.ts';
import type { BookReading } from './read-line-subject.ts';

/** Lines a piece of reading has: what a crash costs at most. */
const pieceSize = 10_000;
/** Another process reads the same import, or it was deleted while its file was read. */
export class BookReadElsewhere extends Error {
  constructor() {
    super('The import is read by somebody else, or was deleted.');
  }
}

/** Runs a step of an import in a transaction of its own. */
export type BookStep = <Result>(work: (connection: pg.ClientBase) => Promise<Result>) => Promise<Result>;

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
  // Lines wait as they are sent: as cells they would take several times the memory.
  let piece: string[] = [];
  let staged = book.stagedLine;
  let lastRead = staged;
  let header: readonly string[] = [];
  const shortYears = new ShortYears();
  const leftOut = new LeftOutLines();
  const readRow = rowReader(reading, shortYears);
  // One piece is stored while the next is read.
  let storing: Promise<void> = Promise.resolve();
  const store = async (rows: readonly string[], last: number) => {
    if (rows.length === 0) return;
    const before = staged;
    staged = last;
    await step(async (connection) => {
      // Whoever else reads the same import is waited for here, and has gone on then.
      const { rowCount } = await connection.query(
        `update book_imports set staged_line = $2 where id = $1 and staged_line = $3 and state = 'checking'`,
        [book.id, last, before],
      );
      if (rowCount === 0) throw new BookReadElsewhere();
      // COPY cannot write below row level security: it fills a table of this transaction, which is taken over.
      await connection.query(
        'create temporary table staged_rows (like book_import_rows) on commit drop;' +
          'alter table staged_rows alter column tenant_id drop not null, alter column import_id drop not null',
      );
      await copyRows(connection, 'staged_rows', ['line', ...stagedColumns], rows);
      await connection.query(
        `insert into book_import_rows (tenant_id, import_id, line, ${stagedColumns.join(', ')})
         select app_tenant_id(), $1, line, ${stagedColumns.join(', ')} from staged_rows`,
        [book.id],
      );
    });
  };
  try {
    for await (const brought of table.records()) {
      const record = withoutOverflow(brought, reading.mapping.length, table);
      const { line, cells } = record;
      if (line === book.headerLine) header = cells.map(cellText);
      if (line <= book.headerLine) continue;
      const leftOutKind = leftOutAs(cells);
      if (leftOutKind !== null) {
        leftOut.see(line, leftOutKind);
        continue;
      }
      if (line < book.stagedLine) continue;
      // What the line above said holds for the first one that is read on.
      if (line === book.stagedLine) {
        readRow(record);
        continue;
      }
      if (saysNothing(record) || isHeaderAgain(cells, header)) continue;
      piece.push(encodeRow([line, ...readRow(record)]));
      lastRead = line;
      if (piece.length < pieceSize) continue;
      await storing;
      storing = store(piece, lastRead);
      // Its failure is met at the next await, never as one nobody waits for.
      storing.catch(() => undefined);
      piece = [];
    }
  } finally {
    await storing;
  }
  await store(piece, lastRead);
  const said = [...shortYears.notes, ...leftOut.notes];
  if (said.length === 0) return;
  // Whoever goes on after a crash has seen other lines first: a column that is spoken of already is left.
  await step((connection) =>
    connection.query(
      `update book_imports b
          set notes = b.notes || coalesce((select jsonb_agg(said.note order by said.place) from unnest($2::text[]) with ordinality said (note, place)
                where not exists (select from jsonb_array_elements_text(b.notes) n
                                   where split_part(n, '“', 1) = split_part(said.note, '“', 1))), '[]')
        where id = $1`,
      [book.id, said],
    ),
  );
}

const saysNothing = ({ cells, fault, formulaFaults }: SourceRecord) =>
  fault === undefined && formulaFaults === undefined && cells.every((cell) => cellText(cell) === '');

/** Lists of several pages name their columns on each. */
const isHeaderAgain = (cells: readonly SourceCell[], header: readonly string[]) =>
  header.length > 1 &&
  header.length === cells.length &&
  header.every((name, index) => name === cellText(cells[index] ?? ''));
