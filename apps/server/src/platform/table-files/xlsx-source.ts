import { createHash } from 'node:crypto';
import readXlsxFile from 'read-excel-file/node';
import { ImportRefused } from './import-refused.ts';
import type { SourceCell, SourceRecord, SourceTable } from './source-table.ts';
import { rebuildArchive } from './xlsx-archive.ts';

/** Largest workbook (G-70); the unpacked limits are in xlsx-archive.ts. */
const largestWorkbook = 10 * 1024 * 1024;

/** How far down a header is looked for: templates have title and explanation rows above it. */
export const headerSearchRows = 30;

/**
 * Opens a workbook: the first sheet whose beginning has a row `isHeader` knows, else the first with content.
 * Formulas count with their stored result. Throws `ImportRefused`.
 */
export async function openXlsx(
  bytes: Buffer,
  fileName: string,
  isHeader: (cells: readonly SourceCell[]) => boolean,
): Promise<SourceTable> {
  refuseLargeWorkbook(bytes.byteLength);
  const sheets = await readSheets(rebuildArchive(bytes));
  const filled = sheets
    .map((sheet) => ({ name: sheet.name, rows: sheet.data.map((row) => row.map(toCell)) }))
    .filter((sheet) => sheet.rows.length > 0);
  const sheet = filled.find((each) => each.rows.slice(0, headerSearchRows).some(isHeader)) ?? filled[0];
  if (!sheet) throw new ImportRefused('Die Datei ist leer oder hat ein falsches Format.');
  const records = sheet.rows.map((cells, index) => ({ line: index + 1, cells }));
  return {
    fileName,
    fileHash: createHash('sha256').update(bytes).digest(),
    format: 'xlsx',
    notes: [
      `Tabellenblatt „${sheet.name}“${filled.length > 1 ? ` (${filled.length - 1} weitere Blätter werden nicht gelesen)` : ''}.`,
    ],
    records: () => iterate(records),
  };
}

/** Throws `ImportRefused` above 10 MB, before anything of the file is read. */
export function refuseLargeWorkbook(size: number): void {
  if (size > largestWorkbook) {
    throw new ImportRefused('Die Excel-Datei ist größer als 10 MB. Bitte liefern Sie sie als CSV-Datei.');
  }
}

interface Sheet {
  readonly name: string;
  readonly data: readonly (readonly unknown[])[];
}

async function readSheets(archive: Buffer): Promise<Sheet[]> {
  try {
    const sheets = await readXlsxFile(archive, { trim: false });
    return sheets.map((sheet) => ({ name: sheet.sheet, data: sheet.data }));
  } catch (error) {
    throw new ImportRefused('Die Excel-Arbeitsmappe ist unvollständig oder beschädigt.', undefined, {
      cause: error,
    });
  }
}

function toCell(value: unknown): SourceCell {
  if (typeof value === 'number' || typeof value === 'string') return value;
  if (value instanceof Date) return value.toISOString().slice(0, 10);
  if (typeof value === 'boolean') return value ? 'Y' : 'N';
  return '';
}

async function* iterate(records: readonly SourceRecord[]): AsyncGenerator<SourceRecord> {
  for (const record of records) {
    if (record.cells.some((cell) => cell !== '')) yield record;
  }
}
