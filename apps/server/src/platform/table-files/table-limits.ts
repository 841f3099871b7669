import { ImportRefused } from './import-refused.ts';

/**
 * What a table may have at most. Excel's own sheet ends at row 1,048,576 and column 16,384; ours ends earlier, far above
 * every template (EET: 620 columns). Longest cell: Excel itself takes 32,767 characters.
 */
export const tableLimits = {
  lastRow: 1_048_576,
  columns: 2000,
  rows: 250_000,
  cells: 5_000_000,
  cellLength: 32_767,
} as const;

const grouped = new Intl.NumberFormat('de-DE');

/** @throws ImportRefused for a row that stands below any sheet's end */
export function requireRowPlace(row: number): void {
  if (row <= tableLimits.lastRow) return;
  throw new ImportRefused(
    `Die Tabelle nennt die Zeile ${grouped.format(row)}; ein Tabellenblatt hat höchstens ${grouped.format(tableLimits.lastRow)}. Die Datei ist beschädigt.`,
  );
}

/** @throws ImportRefused for a row that is too wide; `line` as people count */
export function requireWidth(columns: number, line: number): void {
  if (columns <= tableLimits.columns) return;
  throw new ImportRefused(
    `Zeile ${grouped.format(line)} hat mehr als ${grouped.format(tableLimits.columns)} Spalten. Bitte löschen Sie die überzähligen.`,
  );
}

/** @throws ImportRefused for more content than a table of ours may have */
export function requireSize(rows: number, cells: number): void {
  if (rows <= tableLimits.rows && cells <= tableLimits.cells) return;
  throw new ImportRefused(
    `Die Tabelle hat mehr als ${grouped.format(tableLimits.rows)} Zeilen oder ${grouped.format(tableLimits.cells)} Zellen. Bitte teilen Sie die Datei.`,
  );
}

/** @throws ImportRefused for a cell longer than Excel's */
export function requireCellLength(length: number, line: number): void {
  if (length <= tableLimits.cellLength) return;
  throw new ImportRefused(
    `Zeile ${grouped.format(line)} hat eine Zelle mit mehr als ${grouped.format(tableLimits.cellLength)} Zeichen.`,
  );
}
