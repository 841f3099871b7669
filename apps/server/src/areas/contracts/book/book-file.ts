import { createHash } from 'node:crypto';
import {
  type BookFieldName,
  bookFieldNames,
  bookFields,
  recogniseColumns,
} from '@depotwerk/domain/book/book-fields';
import { foldText } from '@depotwerk/domain/fold-text';
import { type DecimalMark, decimalHint } from '../../../platform/table-files/decimal-mark.ts';
import { ImportRefused, withoutRows } from '../../../platform/table-files/import-refused.ts';
import { cellText, type SourceCell, type SourceTable } from '../../../platform/table-files/source-table.ts';
import { bareFigure } from './read-book-cell.ts';

/** How far down the names of the columns are looked for, and how many lines are looked at for samples. */
const headerRows = 30;
const sampleRows = 200;

/** A column as the person who maps it sees it. */
export interface BookColumn {
  readonly header: string;
  /** Share of the first lines that say something here, 0–1. */
  readonly fillRate: number;
  readonly samples: readonly string[];
  readonly isRecognised: boolean;
  /** The file keeps numbers here, as workbooks and statements do: no decimal mark is needed. */
  readonly isNumeric: boolean;
}

export interface BookFile {
  readonly headerLine: number;
  readonly columns: readonly BookColumn[];
  readonly mapping: readonly (BookFieldName | null)[];
  /** null where nothing in the file shows it. */
  readonly decimal: DecimalMark | null;
}

/** Whether a row names columns of a book; chooses the sheet of a workbook, too. */
export const isBookHeader = (cells: readonly SourceCell[]): boolean =>
  recogniseColumns(cells.map(cellText)).filter((name) => name !== null).length >= 2;

/** Finds the names of the columns, what they stand for and what is in them. @throws ImportRefused without content */
export async function examineBook(table: SourceTable): Promise<BookFile> {
  const first: { line: number; cells: readonly SourceCell[] }[] = [];
  for await (const record of table.records()) {
    first.push(record);
    if (first.length >= headerRows + sampleRows) break;
  }
  const top = first.slice(0, headerRows);
  const place = top.findIndex(({ cells }) => isBookHeader(cells));
  const index =
    place < 0 ? top.findIndex(({ cells }) => cells.filter((cell) => cellText(cell)).length >= 2) : place;
  const upper = first[index];
  if (!upper)
    throw new ImportRefused(
      'Die Datei hat keine Zeile mit Spaltennamen. Spalten trennen Semikolon, Komma oder Tabulator.',
    );
  // Names in two lines, as merged cells leave them: what the lower one leaves out the upper one says.
  const lower = first[index + 1];
  const isInTwo = place >= 0 && lower !== undefined && isBookHeader(lower.cells);
  const header = isInTwo ? lower : upper;
  const names = isInTwo ? namesOfTwo(upper.cells, lower.cells) : upper.cells.map(cellText);
  const begin = isInTwo ? index + 2 : index + 1;
  const content = first.slice(begin, begin + sampleRows);
  if (content.length === 0) throw withoutRows();
  const mapping = recogniseColumns(names);
  return {
    headerLine: header.line,
    mapping,
    decimal: findMark(
      content.map(({ cells }) => cells),
      mapping,
    ),
    columns: names.map((name, column) => {
      const filled = content.map(({ cells }) => cells[column]).filter((cell) => cellText(cell) !== '');
      const texts = filled.map(cellText);
      return {
        header: shortened(name, 100),
        fillRate: content.length === 0 ? 0 : Math.round((texts.length / content.length) * 100) / 100,
        samples: [...new Set(texts)].slice(0, 3).map((text) => shortened(text, 60)),
        isRecognised: mapping[column] !== null,
        isNumeric: filled.length > 0 && filled.every((cell) => typeof cell === 'number'),
      };
    }),
  };
}

const namesOfTwo = (upper: readonly SourceCell[], lower: readonly SourceCell[]): string[] =>
  Array.from(
    { length: Math.max(upper.length, lower.length) },
    (_none, column) => cellText(lower[column] ?? '') || cellText(upper[column] ?? ''),
  );

/** The beginning of a text, never with half of a character at its end: the database keeps none in JSON. */
const shortened = (text: string, length: number) => text.slice(0, length).toWellFormed();

/**
 * German files have commas; only a file that shows points and no comma has points. Numbers are looked for in columns of numbers,
 * or everywhere where none is known; phone numbers and days are none.
 */
function findMark(
  rows: readonly (readonly SourceCell[])[],
  mapping: BookFile['mapping'],
): DecimalMark | null {
  const isNumber = mapping.map(
    (name) => name !== null && ['number', 'percent'].includes(bookFields[name].kind),
  );
  const isAsked = (column: number) => !isNumber.includes(true) || isNumber[column] === true;
  const hints = new Set(
    rows.flatMap((cells) =>
      cells.flatMap((cell, column) =>
        typeof cell === 'string' && isAsked(column)
          ? [decimalHint(String(bareFigure(mapping[column] ?? 'share', cell)))]
          : [],
      ),
    ),
  );
  if (hints.has('comma')) return 'comma';
  return hints.has('point') ? 'point' : null;
}

/** Names a header, however it is spelled, so that a mapping is found again. */
export function headerFingerprint(columns: readonly { readonly header: string }[]): Buffer {
  return createHash('sha256')
    .update(JSON.stringify(columns.map(({ header }) => foldText(header))))
    .digest();
}

/** A stored mapping; names that are no fields any more are dropped. */
export function parseMapping(value: readonly unknown[]): (BookFieldName | null)[] {
  return value.map((name) => bookFieldNames.find((known) => known === name) ?? null);
}
