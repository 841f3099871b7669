import { isIsin, normalizeIsin } from '@depotwerk/domain/isin';
import { withSignBefore } from '@depotwerk/domain/minus-sign';
import {
  type DecimalMark,
  DecimalMarks,
  decimalHint,
  priceCell,
} from '../../../platform/table-files/decimal-mark.ts';
import { ImportRefused, withoutRows } from '../../../platform/table-files/import-refused.ts';
import { LeftOutLines, leftOutAs } from '../../../platform/table-files/left-out-lines.ts';
import { SlashDays } from '../../../platform/table-files/slash-days.ts';
import { cellText, type SourceCell, type SourceTable } from '../../../platform/table-files/source-table.ts';
import { headerSearchRows } from '../../../platform/table-files/xlsx-source.ts';
import { describeIsinFault } from './isin-fault.ts';

/** One column of a wide file: prices of one fund, or why none can be taken from it. */
export interface PriceColumn {
  readonly index: number;
  readonly heading: string;
  readonly isin: string | null;
  readonly fault: { readonly code: string; readonly reason: string } | null;
}

export type PriceLayout =
  | {
      readonly kind: 'long';
      readonly date: number;
      readonly isin: number;
      readonly price: number;
      readonly currency: number | null;
      readonly headings: readonly string[];
    }
  | { readonly kind: 'wide'; readonly date: number; readonly columns: readonly PriceColumn[] };

/** How a price file is to be read, found out from the whole of it before anything is taken. */
export interface PricePlan {
  readonly layout: PriceLayout;
  readonly headerLine: number;
  readonly markOf: (index: number) => DecimalMark;
  /** The text of a day, in ISO's order where only the whole column says what of it is the month. */
  readonly dayText: (cell: SourceCell) => string;
  readonly notes: readonly string[];
}

const dateHeadings = new Set([
  'date',
  'datum',
  'tag',
  'stichtag',
  'kursdatum',
  'preisdatum',
  'bewertungstag',
  'bewertungsdatum',
  'nav-datum',
  'pricedate',
  'price date',
  'navdate',
  'nav date',
  'valuation date',
  'pricing date',
  'as of date',
]);
const priceHeadings = new Set([
  'price',
  'kurs',
  'preis',
  'nav',
  'rücknahmepreis',
  'schlusskurs',
  'close',
  'anteilwert',
  'anteilspreis',
  'nav per share',
  'nav price',
  'net asset value',
]);
const currencyHeadings = new Set(['currency', 'währung']);

const fold = (cell: SourceCell) => cellText(cell).toLowerCase().replaceAll('_', ' ');
const find = (cells: readonly SourceCell[], names: ReadonlySet<string>) =>
  cells.findIndex((cell) => names.has(fold(cell)));

/** Whether a row can head a price table: it names a date column, or begins with a blank before names. */
export function isPriceHeader(cells: readonly SourceCell[]): boolean {
  return (
    cells.length > 1 &&
    (find(cells, dateHeadings) >= 0 ||
      (fold(cells[0] ?? '') === '' && cells.slice(1).every((cell) => fold(cell) !== '')))
  );
}

/**
 * Reads the whole file once: layout, columns, decimal marks, and whether these are prices at all. `isinBySymbol`
 * says which fund a column stands for that is not headed by an ISIN. Throws `ImportRefused`.
 */
export async function planPriceImport(
  table: SourceTable,
  stated: DecimalMark | undefined,
  isinBySymbol: ReadonlyMap<string, string>,
): Promise<PricePlan> {
  let found: { layout: PriceLayout; line: number } | null = null;
  const marks = new DecimalMarks();
  const returns = new ReturnWitness();
  const days = new SlashDays();
  const notOfFunds = new LeftOutLines();
  let searched = 0;
  let rows = 0;
  for await (const record of table.records()) {
    if (!found) {
      if (isPriceHeader(record.cells)) {
        found = { layout: readLayout(record.cells, isinBySymbol), line: record.line };
      } else if (++searched >= headerSearchRows) break;
      continue;
    }
    const leftOut = leftOutAs(record.cells);
    if (leftOut !== null) {
      notOfFunds.see(record.line, leftOut);
      continue;
    }
    rows += 1;
    days.see(cellText(record.cells[found.layout.date]));
    for (const [index, heading] of valueColumns(found.layout)) {
      const cell = priceCell(record.cells[index] ?? '');
      if (cell === '') continue;
      marks.see(index, heading, record.line, cell);
      returns.see(record.line, cell);
    }
  }
  if (!found) {
    throw new ImportRefused(
      'In der Datei gibt es keine Spalte mit dem Datum (zum Beispiel „Datum“ oder „Kursdatum“).',
    );
  }
  if (rows === 0) throw withoutRows();
  returns.check();
  const { layout } = found;
  if (layout.kind === 'wide') requireUsableColumn(layout.columns);
  const { markOf, note } = marks.decide(stated);
  return {
    layout,
    headerLine: found.line,
    markOf,
    dayText: (cell) => days.inOrder(cellText(cell)),
    notes: [
      ...table.notes,
      describeLayout(layout),
      ...(note ? [note] : []),
      ...(days.note ? [days.note] : []),
      ...notOfFunds.notes,
    ],
  };
}

function readLayout(cells: readonly SourceCell[], isinBySymbol: ReadonlyMap<string, string>): PriceLayout {
  const date = Math.max(0, find(cells, dateHeadings));
  const isin = find(cells, new Set(['isin']));
  const price = find(cells, priceHeadings);
  if (isin >= 0 && price >= 0) {
    const currency = find(cells, currencyHeadings);
    return {
      kind: 'long',
      date,
      isin,
      price,
      currency: currency < 0 ? null : currency,
      headings: cells.map((cell) => cellText(cell)),
    };
  }
  const columns: PriceColumn[] = [];
  for (const [index, cell] of cells.entries()) {
    const heading = cellText(cell);
    if (index === date || heading === '') continue;
    const column = readColumn(index, heading, isinBySymbol);
    const twin = columns.find((other) => other.isin !== null && other.isin === column.isin);
    if (twin) {
      throw new ImportRefused(
        `Die Spalten „${twin.heading}“ und „${heading}“ stehen für dieselbe ISIN ${column.isin}.`,
      );
    }
    columns.push(column);
  }
  return { kind: 'wide', date, columns };
}

function readColumn(index: number, heading: string, isinBySymbol: ReadonlyMap<string, string>): PriceColumn {
  const mapped = isinBySymbol.get(heading);
  const isin = mapped ?? normalizeIsin(heading);
  if (isIsin(isin)) return { index, heading, isin, fault: null };
  const looksLikeIsin = /^[A-Z]{2}[A-Z0-9]{9}[0-9]$/.test(isin);
  const fault = looksLikeIsin
    ? describeIsinFault(isin)
    : {
        code: 'column.unknown',
        reason: 'Die Spalte ist nicht mit einer ISIN überschrieben und steht nicht in der Zuordnung.',
      };
  return { index, heading, isin: null, fault };
}

function valueColumns(layout: PriceLayout): (readonly [number, string])[] {
  if (layout.kind === 'long') return [[layout.price, layout.headings[layout.price] ?? '']];
  return layout.columns.map((column) => [column.index, column.heading] as const);
}

function requireUsableColumn(columns: readonly PriceColumn[]): void {
  if (columns.some((column) => column.isin !== null)) return;
  const names = columns.slice(0, 8).map((column) => column.heading);
  throw new ImportRefused(
    `Keine Spalte ist mit einer gültigen ISIN überschrieben (${names.join(', ')}${columns.length > 8 ? ', …' : ''}). ` +
      'Ordnen Sie die Spalten mit einer Datei mit den Spalten Symbol;ISIN zu.',
  );
}

function describeLayout(layout: PriceLayout): string {
  if (layout.kind === 'long') return 'Aufbau: je Zeile ein Kurs.';
  const usable = layout.columns.filter((column) => column.isin !== null).length;
  return `Aufbau: je Spalte ein Fonds (${usable} von ${layout.columns.length} Spalten zugeordnet).`;
}

/** Prices are never below zero; a file in which many values are holds returns. */
class ReturnWitness {
  #values = 0;
  #negatives = 0;
  #firstLine = 0;

  see(line: number, cell: SourceCell): void {
    const text = cellText(cell);
    if (typeof cell !== 'number' && decimalHint(text) === 'none') return;
    this.#values += 1;
    if (!withSignBefore(text).startsWith('-')) return;
    if (this.#negatives === 0) this.#firstLine = line;
    this.#negatives += 1;
  }

  /** Refuses from one negative value in ten on; fewer are refused one by one. */
  check(): void {
    if (this.#values === 0 || this.#negatives < this.#values / 10) return;
    const share = Math.round((100 * this.#negatives) / this.#values);
    throw new ImportRefused(
      `Die Datei enthält offenbar Renditen, keine Kurse: ${share}\u00a0% der Werte sind negativ (zuerst in Zeile ${this.#firstLine}).`,
    );
  }
}
