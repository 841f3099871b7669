import { type PersonField, personFieldNames, personFieldOf } from '@depotwerk/domain/users/person-fields';
import type { FileReader } from '../../../platform/file-threads/file-reader.ts';
import { ImportRefused, withoutRows } from '../../../platform/table-files/import-refused.ts';
import { openUploadedTable } from '../../../platform/table-files/open-source.ts';
import { cellText, type SourceCell, type SourceTable } from '../../../platform/table-files/source-table.ts';
import { headerSearchRows } from '../../../platform/table-files/xlsx-source.ts';

/** Most people one file may bring: all of them are written in one transaction. */
export const mostPeople = 500;

/** What a line says; '' where it says nothing. */
export interface PersonLine extends Readonly<Record<PersonField, string>> {
  /** 1 = first line of the file. */
  readonly line: number;
  /** Why the line cannot be read; else null. */
  readonly fault: string | null;
}

export interface PersonFile {
  readonly lines: readonly PersonLine[];
  /** Headings of columns that are not taken. */
  readonly ignoredColumns: readonly string[];
  readonly notes: readonly string[];
}

type Column = PersonField | null;

const columnsOf = (cells: readonly SourceCell[]): Column[] =>
  cells.map((cell) => personFieldOf(cellText(cell)));
const isHeader = (cells: readonly SourceCell[]) => columnsOf(cells).includes('userName');

/**
 * Reads people from a CSV or XLSX file; the content decides the format.
 * @throws ImportRefused without a column of mail addresses, with two columns of one meaning, above 500 lines
 */
export async function readPersonFile(bytes: Buffer, fileName: string): Promise<PersonFile> {
  const table = await openUploadedTable(bytes, fileName, isHeader);
  const lines: PersonLine[] = [];
  let columns: Column[] | null = null;
  let ignoredColumns: string[] = [];
  let searched = 0;
  for await (const { line, cells } of table.records()) {
    if (columns === null) {
      if (isHeader(cells)) {
        columns = columnsOf(cells);
        refuseTwins(columns, cells);
        ignoredColumns = cells
          .map((cell) => cellText(cell).slice(0, 80))
          .filter((heading) => heading !== '' && personFieldOf(heading) === null);
      } else if (++searched >= headerSearchRows) break;
      continue;
    }
    if (cells.every((cell) => cellText(cell) === '')) continue;
    lines.push(readLine(line, cells, columns, table.format));
    if (lines.length > mostPeople) {
      throw new ImportRefused(
        `Die Datei hat mehr als ${mostPeople} Zeilen. Bitte teilen Sie sie auf.`,
        'common.payloadTooLarge',
      );
    }
  }
  if (columns === null)
    throw new ImportRefused('In der Datei gibt es keine Spalte „E-Mail“; an ihr werden Personen erkannt.');
  if (lines.length === 0) throw withoutRows();
  return { lines, ignoredColumns, notes: table.notes };
}

/** The same in a thread of its own. */
export const personFileReader: FileReader<PersonFile> = { name: 'personFile', read: readPersonFile };

function refuseTwins(columns: readonly Column[], cells: readonly SourceCell[]): void {
  for (const [index, name] of columns.entries()) {
    const first = columns.indexOf(name);
    if (name === null || first === index) continue;
    throw new ImportRefused(
      `Die Spalten „${cellText(cells[first])}“ und „${cellText(cells[index])}“ bedeuten dasselbe; bitte lassen Sie nur eine stehen.`,
    );
  }
}

function readLine(
  line: number,
  cells: readonly SourceCell[],
  columns: readonly Column[],
  format: SourceTable['format'],
): PersonLine {
  const said = (name: PersonField) => cellText(cells[columns.indexOf(name)]);
  const [fullName, userName, phoneNumber, company, roleName, groupNames] = personFieldNames.map(said);
  const isShifted =
    format === 'csv' &&
    (cells.length < columns.length || cells.slice(columns.length).some((cell) => cellText(cell) !== ''));
  return {
    line,
    fullName: fullName ?? '',
    userName: userName ?? '',
    phoneNumber: phoneNumber ?? '',
    company: company ?? '',
    roleName: roleName ?? '',
    groupNames: groupNames ?? '',
    fault: isShifted ? `Die Zeile hat ${cells.length} statt ${columns.length} Felder.` : null,
  };
}
