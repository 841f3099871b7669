import { formatDate } from '@depotwerk/domain/date-text';

const isoDay = /^\d{4}-\d{2}-\d{2}$/;

interface Sampled {
  readonly samples: readonly string[];
}

/**
 * Columns with samples as the file shows them to its reader. A workbook or a statement of a bank has no text for a day, we read it as
 * 2024-04-03; in a CSV file what stands there is what its author wrote.
 */
export const withReadableSamples = <Column extends Sampled>(
  fileName: string,
  columns: readonly Column[],
): readonly Column[] =>
  /\.csv$/i.test(fileName)
    ? columns
    : columns.map((column) => ({
        ...column,
        samples: column.samples.map((text) => (isoDay.test(text) ? formatDate(text) : text)),
      }));
