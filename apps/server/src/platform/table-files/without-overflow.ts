import { anyUnit, decimalHint, withoutUnit } from './decimal-mark.ts';
import { cellText, type SourceCell, type SourceRecord, type SourceTable } from './source-table.ts';

const overflow =
  'Die Zeile hat mehr Felder als die Überschrift. Ein Text mit einem Trennzeichen muss in Anführungszeichen stehen.';

/**
 * A line of text with more cells than headings has a separator within a text: what stands behind it is in the wrong column.
 * Where commas part the cells, one too many is enough even with nothing in it, if a figure may have been cut in two: "10,50"
 * before an empty last column. Beside a sheet people write notes, which are nobody's.
 */
export function withoutOverflow(
  record: SourceRecord,
  width: number,
  { format, delimiter }: Pick<SourceTable, 'format' | 'delimiter'>,
): SourceRecord {
  const { cells, fault } = record;
  if (format !== 'csv' || cells.length <= width) return record;
  const isMoved =
    cells.slice(width).some((cell) => cellText(cell) !== '') ||
    (delimiter === ',' && mayHoldCutFigure(cells));
  return isMoved ? { ...record, fault: fault ?? overflow } : record;
}

/** Whether two neighbours are one number with the comma between them. */
const mayHoldCutFigure = (cells: readonly SourceCell[]): boolean =>
  cells.some((cell, index) => {
    const [left, right] = [cellText(cell), cellText(cells[index + 1])];
    return left !== '' && right !== '' && decimalHint(withoutUnit(`${left},${right}`, anyUnit)) !== 'none';
  });
