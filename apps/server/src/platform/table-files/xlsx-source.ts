import { createHash } from 'node:crypto';
import { largestFileBytes } from '@depotwerk/domain/limits';
import { ImportRefused } from './import-refused.ts';
import type { SourceCell, SourceRecord, SourceTable } from './source-table.ts';
import { unpackWorkbook } from './xlsx-archive.ts';
import { readSheetRows } from './xlsx-sheet.ts';
import { readWorkbook } from './xlsx-workbook.ts';

/** How far down a header is looked for: templates have title and explanation rows above it. */
export const headerSearchRows = 30;

/**
 * Opens a workbook: the first sheet whose beginning has a row `isHeader` knows, else the first with content.
 * Formulas count with their stored result. Throws `ImportRefused`; `records` does so too, for what stands further down.
 */
export function openXlsx(
  bytes: Buffer,
  fileName: string,
  isHeader: (cells: readonly SourceCell[]) => boolean,
): SourceTable {
  refuseLargeWorkbook(bytes.byteLength);
  const workbook = readWorkbook(unpackWorkbook(bytes));
  const filled = workbook.sheets
    .map((sheet) => ({ ...sheet, start: firstRows(readSheetRows(sheet.content, workbook)) }))
    .filter((sheet) => sheet.start.length > 0);
  const sheet = filled.find((each) => each.start.some(({ cells }) => isHeader(cells))) ?? filled[0];
  if (!sheet) throw emptyWorkbook(workbook.hiddenSheetCount);
  return {
    fileName,
    fileHash: createHash('sha256').update(bytes).digest(),
    format: 'xlsx',
    notes: sheetNotes(sheet, filled.length - 1 + workbook.hiddenSheetCount),
    records: () => iterate(readSheetRows(sheet.content, workbook)),
  };
}

/** What nobody sees is not read: then that is what the person has to know. */
const emptyWorkbook = (hiddenSheetCount: number) =>
  new ImportRefused(
    hiddenSheetCount === 0
      ? 'Die Datei ist leer oder hat ein falsches Format.'
      : `Die sichtbaren Tabellenblätter sind leer, und ausgeblendete werden nicht gelesen (${hiddenSheetCount}). Bitte blenden Sie das Tabellenblatt mit den Daten in Excel ein und speichern Sie die Datei.`,
  );

/** Which sheet is read, and what of the file a person would not expect to be read or left out. */
function sheetNotes(sheet: { name: string; content: Buffer }, leftOut: number): string[] {
  const hidden = countHiddenRows(sheet.content);
  return [
    `Tabellenblatt „${sheet.name}“.`,
    ...(leftOut > 0 ? [`Nicht gelesene Tabellenblätter: ${leftOut}.`] : []),
    ...(hidden > 0 ? [`Ausgeblendete Zeilen werden mitgelesen (${hidden}).`] : []),
  ];
}

const hiddenRow = /<(?:\w+:)?row\b[^<>]*?\shidden\s*=\s*["'](?:1|true)["']/g;

/** Rows a filter or a person has hidden. They are data all the same, which must not happen in silence. */
const countHiddenRows = (content: Buffer): number => content.toString('latin1').match(hiddenRow)?.length ?? 0;

/**
 * Throws `ImportRefused` above 10 MB, before anything of the file is read; the unpacked limits are in xlsx-archive.ts, those of
 * rows and columns in table-limits.ts.
 */
export function refuseLargeWorkbook(size: number): void {
  if (size > largestFileBytes) {
    throw new ImportRefused('Die Excel-Datei ist größer als 10 MB. Bitte liefern Sie sie als CSV-Datei.');
  }
}

function firstRows(rows: Iterable<SourceRecord>): SourceRecord[] {
  const first: SourceRecord[] = [];
  for (const row of rows) {
    first.push(row);
    if (first.length >= headerSearchRows) break;
  }
  return first;
}

async function* iterate(rows: Iterable<SourceRecord>): AsyncGenerator<SourceRecord> {
  yield* rows;
}
