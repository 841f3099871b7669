import { bookFields } from '@depotwerk/domain/book/book-fields';
import { formatDate } from '@depotwerk/domain/date-text';
import { formatNumber } from '@depotwerk/domain/number-text';
import type { BookImport } from './book-queries.ts';

type Columns = BookImport['columns'];
type Mapping = BookImport['mapping'];

const isoDay = /^\d{4}-\d{2}-\d{2}$/;

const isOfFigures = (mapping: Mapping, column: number): boolean => {
  const name = mapping[column];
  return name != null && ['number', 'percent'].includes(bookFields[name].kind);
};

/**
 * Columns with samples as the file shows them to its reader. A workbook or a statement of a bank has no text for a day, we read it as
 * 2024-04-03, nor for a number; in a CSV file what stands there is what its author wrote.
 */
export const withReadableSamples = (fileName: string, columns: Columns, mapping: Mapping): Columns =>
  /\.csv$/i.test(fileName)
    ? columns
    : columns.map((column, index) => ({
        ...column,
        samples: column.samples.map((text) => {
          if (isoDay.test(text)) return formatDate(text);
          const isFigure = column.isNumeric === true && isOfFigures(mapping, index);
          return isFigure ? formatNumber(Number(text), 0, 8) : text;
        }),
      }));

/** Whether somebody has to say how numbers are written: not where the file keeps them as numbers in all its columns of figures. */
export function asksForMark(columns: Columns, mapping: Mapping): boolean {
  const filled = columns.filter((column, index) => isOfFigures(mapping, index) && column.samples.length > 0);
  return filled.length === 0 || filled.some(({ isNumeric }) => isNumeric !== true);
}
