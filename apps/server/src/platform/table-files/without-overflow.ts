import { cellText, type SourceRecord } from './source-table.ts';

const overflow =
  'Die Zeile hat mehr Felder als die Überschrift. Ein Text mit einem Trennzeichen muss in Anführungszeichen stehen.';

/**
 * A line of text with more cells than headings has a separator within a text: what stands behind it is in the wrong column.
 * Beside a sheet people write notes, which are nobody's.
 */
export const withoutOverflow = (record: SourceRecord, width: number): SourceRecord =>
  record.cells.length > width && record.cells.slice(width).some((cell) => cellText(cell) !== '')
    ? { ...record, fault: record.fault ?? overflow }
    : record;
