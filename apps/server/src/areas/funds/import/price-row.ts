import { replaceControlCharacters } from '@depotwerk/domain/control-characters';
import { normalizeIsin } from '@depotwerk/domain/isin';
import { type DecimalMark, priceCell, readDecimal } from '../../../platform/table-files/decimal-mark.ts';
import { dayFault, readDay, type ShortYears } from '../../../platform/table-files/import-day.ts';
import { leftOutAs } from '../../../platform/table-files/left-out-lines.ts';
import {
  cellText,
  isEmptyCell,
  type SourceCell,
  type SourceRecord,
  type SourceTable,
} from '../../../platform/table-files/source-table.ts';
import { describeIsinFault } from './isin-fault.ts';
import type { PriceColumn, PriceLayout, PricePlan } from './price-plan.ts';
import { type RowFault, rowFault } from './row-fault.ts';

export interface PricedFund {
  readonly id: number;
  readonly currency: string;
}

export interface PriceRow {
  readonly line: number;
  readonly column: string;
  readonly isin: string;
  readonly fundId: number | null;
  readonly day: string | null;
  readonly price: string | null;
  /** The price as written, for the account. */
  readonly value: string;
  readonly fault: RowFault | null;
}

export interface PriceReading {
  readonly plan: PricePlan;
  readonly funds: ReadonlyMap<string, PricedFund>;
  readonly today: string;
  /** Blank cells of wide files: days without a price, no rows. */
  gaps: number;
  readonly shortYears: ShortYears;
}

const noValue = new Set(['', 'na', 'n/a', '#n/a', 'nan', 'null', '-', '.']);

/** Every price of the file, each either usable or with the first fault found. */
export async function* readPriceRows(table: SourceTable, reading: PriceReading): AsyncGenerator<PriceRow> {
  const { layout, headerLine } = reading.plan;
  for await (const record of table.records()) {
    if (record.line <= headerLine || leftOutAs(record.cells) !== null) continue;
    if (layout.kind === 'long') yield readLong(record, layout, reading, table.format);
    else yield* readWide(record, layout, reading);
  }
}

function* readWide(
  record: SourceRecord,
  layout: Extract<PriceLayout, { kind: 'wide' }>,
  reading: PriceReading,
): Generator<PriceRow> {
  const dateCell = record.cells[layout.date] ?? '';
  const dateFault = findDayFault(dateCell, '', record.line, reading);
  for (const column of layout.columns) {
    const cell = record.cells[column.index] ?? '';
    if (noValue.has(cellText(cell).toLowerCase())) {
      reading.gaps += 1;
      continue;
    }
    yield readWideCell(record.line, column, cell, { cell: dateCell, fault: dateFault }, reading);
  }
  const end = Math.max(layout.date, ...layout.columns.map((column) => column.index));
  const surplus = record.cells.slice(end + 1).find((cell) => cellText(cell) !== '');
  if (surplus !== undefined) {
    const fault = rowFault('width', 'Die Zeile hat mehr Felder als die Überschrift.', '', surplus);
    yield { ...refused(record.line, '', '', fault) };
  }
}

function readWideCell(
  line: number,
  column: PriceColumn,
  cell: SourceCell,
  date: { cell: SourceCell; fault: RowFault | null },
  reading: PriceReading,
): PriceRow {
  const { heading } = column;
  if (column.isin === null) {
    const { code, reason } = column.fault ?? { code: 'column.unknown', reason: '' };
    return refused(line, heading, '', rowFault(code, reason, heading, cell));
  }
  const mark = reading.plan.markOf(column.index);
  const fault =
    (date.fault ? { ...date.fault, column: heading } : null) ??
    findPriceFault(cell, heading, mark, column.isin, reading) ??
    findFundFault(column.isin, heading, column.isin, reading);
  if (fault) return refused(line, heading, column.isin, fault);
  return accepted(line, heading, column.isin, date.cell, cell, mark, reading);
}

function readLong(
  record: SourceRecord,
  layout: Extract<PriceLayout, { kind: 'long' }>,
  reading: PriceReading,
  format: SourceTable['format'],
): PriceRow {
  const { cells, line } = record;
  const heading = (index: number) => layout.headings[index] ?? '';
  const isinCell = cells[layout.isin] ?? '';
  const isin = normalizeIsin(cellText(isinCell));
  const price = cells[layout.price] ?? '';
  const currency = layout.currency === null ? '' : cellText(cells[layout.currency]).toUpperCase();
  const mark = reading.plan.markOf(layout.price);
  const width = layout.headings.length;
  const isShifted =
    format === 'csv' && (cells.length < width || cells.slice(width).some((cell) => cellText(cell) !== ''));
  const fault =
    (isShifted
      ? rowFault(
          'width',
          `Die Zeile hat ${cells.length} statt ${width} Felder.`,
          '',
          cells.map((cell) => cellText(cell)).join(' | '),
        )
      : null) ??
    findIsinRowFault(isinCell, isin, heading(layout.isin)) ??
    findDayFault(cells[layout.date] ?? '', heading(layout.date), line, reading) ??
    findPriceFault(price, heading(layout.price), mark, isin, reading) ??
    findFundFault(isin, heading(layout.isin), isin, reading) ??
    findCurrencyFault(isin, currency, layout.currency === null ? '' : heading(layout.currency), reading);
  return fault
    ? refused(line, fault.column, isin, fault)
    : accepted(line, '', isin, cells[layout.date] ?? '', price, mark, reading);
}

function accepted(
  line: number,
  column: string,
  isin: string,
  date: SourceCell,
  price: SourceCell,
  mark: DecimalMark,
  reading: PriceReading,
): PriceRow {
  return {
    line,
    column,
    isin,
    fundId: reading.funds.get(isin)?.id ?? null,
    day: readDay(reading.plan.dayText(date)),
    price: readDecimal(priceCell(price, reading.funds.get(isin)?.currency), mark),
    value: cellText(price),
    fault: null,
  };
}

function refused(line: number, column: string, isin: string, fault: RowFault): PriceRow {
  const shown = replaceControlCharacters(isin.slice(0, 50).toWellFormed());
  return { line, column, isin: shown, fundId: null, day: null, price: null, value: fault.value, fault };
}

function findIsinRowFault(cell: SourceCell, isin: string, heading: string): RowFault | null {
  if (isEmptyCell(cell)) return rowFault('isin.missing', 'Die Zeile hat keine ISIN.', heading);
  const fault = describeIsinFault(isin);
  return fault ? rowFault(fault.code, fault.reason, heading, cell) : null;
}

function findDayFault(
  cell: SourceCell,
  heading: string,
  line: number,
  { plan, today, shortYears }: PriceReading,
): RowFault | null {
  const text = plan.dayText(cell);
  const day = readDay(text);
  shortYears.see(heading || 'Datum', line, text, day);
  if (day === null) return rowFault('date', dayFault(text), heading, cell);
  return day > today ? rowFault('date.future', 'Das Datum liegt in der Zukunft.', heading, cell) : null;
}

function findPriceFault(
  cell: SourceCell,
  heading: string,
  mark: DecimalMark,
  isin: string,
  reading: PriceReading,
): RowFault | null {
  if (noValue.has(cellText(cell).toLowerCase()))
    return rowFault('price.missing', 'Der Kurs fehlt.', heading, cell);
  const currency = reading.funds.get(isin)?.currency;
  const decimal = readDecimal(priceCell(cell, currency), mark);
  if (decimal === null) {
    return currency !== undefined && readDecimal(priceCell(cell), mark) !== null
      ? currencyFault(currency, heading, cell)
      : rowFault('number', 'Das ist keine Zahl.', heading, cell);
  }
  const price = Number(decimal);
  if (price <= 0) return rowFault('price.notPositive', 'Ein Kurs muss größer als 0 sein.', heading, cell);
  if (price < 0.000_000_5)
    return rowFault('price.tooSmall', 'Der Kurs ist kleiner als sechs Nachkommastellen.', heading, cell);
  return price >= 999_999_999 ? rowFault('price.tooLarge', 'Der Kurs ist zu groß.', heading, cell) : null;
}

function findFundFault(isin: string, heading: string, shown: string, reading: PriceReading): RowFault | null {
  if (reading.funds.has(isin)) return null;
  return rowFault(
    'isin.unknown',
    'Einen Fonds mit dieser ISIN gibt es nicht; bitte zuerst die Stammdaten einlesen.',
    heading,
    shown,
  );
}

function findCurrencyFault(
  isin: string,
  currency: string,
  heading: string,
  reading: PriceReading,
): RowFault | null {
  const expected = reading.funds.get(isin)?.currency;
  if (currency === '' || expected === undefined || currency === expected) return null;
  return currencyFault(expected, heading, currency);
}

const currencyFault = (expected: string, heading: string, cell: SourceCell): RowFault =>
  rowFault(
    'currency',
    `Der Fonds wird in ${expected} geführt. Ist das falsch, berichtigen Sie es in den Stammdaten des Fonds.`,
    heading,
    cell,
  );
