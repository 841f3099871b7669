import { findIsinFault, type IsinFault, normalizeIsin } from '@depotwerk/domain/isin';
import { mostFunds } from '@depotwerk/domain/limits';
import type { ExportColumn } from '../../platform/export/export-column.ts';
import type { FileReader } from '../../platform/file-threads/file-reader.ts';
import { ImportRefused } from '../../platform/table-files/import-refused.ts';
import { openUploadedTable } from '../../platform/table-files/open-source.ts';
import { cellText, quoteCell, type SourceCell } from '../../platform/table-files/source-table.ts';

/** An ISIN with the row it stands in (1 = first row of the file). */
export interface FundLine {
  readonly row: number;
  readonly isin: string;
}

/** What a file names, in its order. */
export interface FundFile {
  readonly lines: readonly FundLine[];
  /** ISINs that stand further up already. */
  readonly duplicates: readonly FundLine[];
  readonly rowErrors: readonly { readonly row: number; readonly text: string; readonly message: string }[];
}

/** Headings of the column that is read; all others are for people. */
const isinHeadings: ReadonlySet<string> = new Set([
  'isin',
  'isincode',
  'isinnummer',
  'isinnr',
  'fondsisin',
  'wertpapierisin',
]);
/** How far down the heading may stand: templates have a title above it. */
const headerSearchRows = 30;

const faults: Readonly<Record<IsinFault, string>> = {
  shape: 'Das ist keine ISIN: Erwartet werden zwölf Zeichen wie in IE00BYZK4669.',
  country: 'Die ISIN beginnt mit keinem bekannten Länderkürzel.',
  checkDigit: 'Die Prüfziffer der ISIN stimmt nicht.',
};

const headingOf = (cell: SourceCell) =>
  cellText(cell)
    .toLowerCase()
    .replaceAll(/[^a-zäöüß]/g, '');
const isinColumn = (cells: readonly SourceCell[]) =>
  cells.findIndex((cell) => isinHeadings.has(headingOf(cell)));

/**
 * Reads the ISINs of an XLSX or CSV file; its content decides the format, not its name. Every row is either an
 * ISIN, a duplicate or an error: nothing is left out in silence.
 *
 * @throws ImportRefused for an empty file, one without ISIN column or rows, a broken or too long one
 */
export async function readFundFile(bytes: Buffer, fileName: string): Promise<FundFile> {
  const table = await openUploadedTable(bytes, fileName, (cells) => isinColumn(cells) >= 0);
  const lines: FundLine[] = [];
  const duplicates: FundLine[] = [];
  const rowErrors: { row: number; text: string; message: string }[] = [];
  const seen = new Set<string>();
  let column = -1;
  let searched = 0;
  for await (const { line: row, cells } of table.records()) {
    if (column < 0) {
      column = isinColumn(cells);
      searched += 1;
      if (column < 0 && searched >= headerSearchRows) break;
      continue;
    }
    const isin = normalizeIsin(cellText(cells[column]));
    if (isin === '') {
      if (cells.every((cell) => cellText(cell) === '')) continue;
      rowErrors.push({ row, text: '', message: 'In dieser Zeile fehlt die ISIN.' });
    } else {
      const fault = findIsinFault(isin);
      if (fault !== null)
        rowErrors.push({ row, text: quoteCell(cells[column]).slice(1, -1), message: faults[fault] });
      else if (seen.has(isin)) duplicates.push({ row, isin });
      else {
        seen.add(isin);
        lines.push({ row, isin });
      }
    }
    if (lines.length + duplicates.length + rowErrors.length > mostFunds) {
      throw new ImportRefused(
        'Die Datei hat mehr als 5.000 Zeilen. Bitte teilen Sie sie auf.',
        'common.payloadTooLarge',
      );
    }
  }
  if (column < 0 || lines.length + rowErrors.length === 0)
    throw new ImportRefused('Die Datei ist leer oder hat ein falsches Format.');
  return { lines, duplicates, rowErrors };
}

/** The same in a thread of its own. */
export const fundFileReader: FileReader<FundFile> = { name: 'fundFile', read: readFundFile };

/** A fund as a row of the exported file. */
export interface FundFileRow {
  readonly isin: string;
  readonly name: string;
  readonly wkn: string | null;
  readonly currency: string;
  readonly rank: number | null;
}

/** Columns of the exported file; only the first is read back. */
export const fundFileColumns: readonly ExportColumn<FundFileRow>[] = [
  { key: 'isin', header: 'ISIN', kind: 'text' },
  { key: 'name', header: 'Name', kind: 'text' },
  { key: 'wkn', header: 'WKN', kind: 'text' },
  { key: 'currency', header: 'Währung', kind: 'text' },
  { key: 'rank', header: 'Rang', kind: 'integer' },
];
