import { percentOfNominal } from '../../platform/position-files/percent-price.ts';
import {
  type DecimalMark,
  readDecimal,
  unitsOf,
  withoutUnit,
} from '../../platform/table-files/decimal-mark.ts';
import { cellText, type SourceCell } from '../../platform/table-files/source-table.ts';

/** Columns of a file of holdings that are numbers. */
export const figureColumns = ['quantity', 'price', 'value'] as const;
type FigureColumn = (typeof figureColumns)[number];
export type MarkOf = (column: FigureColumn, text: string) => DecimalMark;

/** As in books of business, but a nominal may be in euros: what figures mean, they prove to each other. */
const anyUnit = [...unitsOf.quantity, ...unitsOf.money];
export const bareFigure = (text: string) => withoutUnit(text, anyUnit);

/** Whether a price is in percent of the nominal value, as of a bond: units of which nobody knows what they are say nothing with it. */
export const isPercentPrice = (cell: SourceCell | undefined): boolean =>
  typeof cell === 'string' && percentOfNominal(cell) !== null;

/** The figure a cell states by the mark of its column, a price in percent as its share of one; what is none as it is written. */
export function figureOf(
  cell: SourceCell | undefined,
  column: FigureColumn,
  markOf: MarkOf,
): number | string {
  const percent = column === 'price' && typeof cell === 'string' ? percentOfNominal(cell) : null;
  const bare = percent ?? (typeof cell === 'string' ? bareFigure(cell) : (cell ?? ''));
  const text = readDecimal(bare, markOf(column, cellText(bare)));
  if (text === null) return cellText(cell);
  return percent === null ? Number(text) : Number(text) / 100;
}
