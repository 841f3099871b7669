import { replaceControlCharacters } from '@depotwerk/domain/control-characters';
import { showsNothing } from '@depotwerk/domain/shown-text';
import { unguardFormula } from '../export/export-column.ts';

/** A cell as the file has it: text, or a number where the format itself knows numbers (XLSX). */
export type SourceCell = string | number;

export interface SourceRecord {
  /** Line of the text file or row of the sheet, 1 = first. */
  readonly line: number;
  readonly cells: readonly SourceCell[];
  /** Why the line can only be refused, as a German sentence. */
  readonly fault?: string;
  /** By column from 0: formulas without a result of their own, as German sentences. Their cells are blank. */
  readonly formulaFaults?: ReadonlyMap<number, string>;
  /** Columns from 0 whose number a sheet shows as percent: 0.6 for 60 %. */
  readonly percentCells?: ReadonlySet<number>;
}

/** A file opened for import: readable more than once, so that it is examined before anything is taken from it. */
export interface SourceTable {
  readonly fileName: string;
  /** SHA-256 of the bytes. */
  readonly fileHash: Buffer;
  /** A statement is what a bank (MT535, semt.002) or an insurer (GDV) wrote, laid out as a table. */
  readonly format: 'csv' | 'xlsx' | 'statement';
  /** What parts the cells of a text. */
  readonly delimiter?: string;
  /** What was found out about the file, for the person who imports (German). */
  readonly notes: readonly string[];
  records(): AsyncIterable<SourceRecord>;
}

/** The cell as text without surrounding blanks and without the guard of our own files; a number in full notation with a point. */
export function cellText(cell: SourceCell | undefined): string {
  if (cell === undefined) return '';
  if (typeof cell === 'string') return unguardFormula(cell.trim());
  return cell.toLocaleString('en-US', { useGrouping: false, maximumFractionDigits: 15 });
}

/** Whether a cell says nothing: nothing to see in it, two quotation marks, or the openfunds commands for "no statement". */
export function isEmptyCell(cell: SourceCell | undefined): boolean {
  const text = cellText(cell);
  return showsNothing(text) || text === '""' || text === '[IGNORE]' || text === '[N/A]';
}

/** Quotes a value of the file in a message, cut to 40 characters and without control characters. */
export function quoteCell(cell: SourceCell | undefined): string {
  const text = replaceControlCharacters(cellText(cell));
  return `„${text.length > 40 ? `${text.slice(0, 40).toWellFormed()}…` : text}“`;
}
