import type { CellValue, ExportColumn } from './export-column.ts';

export type TableFormat = 'csv' | 'xlsx';

/** How far a table is written: what the next part needs to know of those before it. */
export interface TablePlace {
  /** Rows so far, the headings among them. */
  readonly rows: number;
  /** Checksum of the text so far. */
  readonly crc: number;
}

/** Some rows of a table as plain data, which goes to the thread that writes them. */
export interface TablePart {
  readonly format: TableFormat;
  readonly kinds: readonly ExportColumn<unknown>['kind'][];
  readonly rows: readonly (readonly CellValue[])[];
  readonly timeZone: string;
  readonly after: TablePlace;
}

/** The same rows as they stand in the file: text of a CSV, a packed section of a sheet. */
export interface WrittenPart {
  readonly bytes: Uint8Array;
  /** Bytes before they were packed. */
  readonly size: number;
  readonly end: TablePlace;
}

/** Gives the part behind a place, null after the last one. */
export type NextPart = (after: TablePlace) => Promise<WrittenPart | null>;

/** What a table is made of, whatever its rows. */
export interface TableShape<Row> {
  readonly format: TableFormat;
  readonly columns: readonly ExportColumn<Row>[];
  readonly timeZone: string;
}
