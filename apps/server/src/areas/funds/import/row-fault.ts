import { replaceControlCharacters } from '@depotwerk/domain/control-characters';
import { cellText, type SourceCell } from '../../../platform/table-files/source-table.ts';

/** Why one row (of prices: one cell) is not taken; the rest of the file is. */
export interface RowFault {
  /** Stable name for filters and tests. */
  readonly code: string;
  /** German sentence for the person who imports. */
  readonly reason: string;
  /** Heading of the column at fault, empty when the whole row is. */
  readonly column: string;
  /** The value as it stands in the file, cut. */
  readonly value: string;
}

const longestValue = 200;

export function rowFault(code: string, reason: string, column = '', cell?: SourceCell): RowFault {
  const text = replaceControlCharacters(cellText(cell));
  const value = text.length > longestValue ? `${text.slice(0, longestValue)}…` : text;
  return { code, reason, column: column.slice(0, 200).toWellFormed(), value: value.toWellFormed() };
}
