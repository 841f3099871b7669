import { normalizeIsin } from '@depotwerk/domain/isin';
import { ImportRefused } from '../../../platform/table-files/import-refused.ts';
import {
  cellText,
  quoteCell,
  type SourceCell,
  type SourceTable,
} from '../../../platform/table-files/source-table.ts';
import { describeIsinFault } from './isin-fault.ts';

const fold = (cells: readonly SourceCell[]) => cells.map((cell) => cellText(cell).toLowerCase());

/** Whether a row has the columns symbol and isin. */
export const isSymbolHeader = (cells: readonly SourceCell[]): boolean =>
  fold(cells).includes('symbol') && fold(cells).includes('isin');

/**
 * Reads the assignment of column headings to funds, a table with the columns symbol and isin. It must be right
 * as a whole: a wrong line is refused with its number. Throws `ImportRefused`.
 */
export async function readSymbolMap(table: SourceTable): Promise<Map<string, string>> {
  const map = new Map<string, string>();
  let place: { symbol: number; isin: number } | null = null;
  for await (const { line, cells } of table.records()) {
    if (!place) {
      if (!isSymbolHeader(cells)) break;
      place = { symbol: fold(cells).indexOf('symbol'), isin: fold(cells).indexOf('isin') };
      continue;
    }
    const symbol = cellText(cells[place.symbol]);
    const isin = normalizeIsin(cellText(cells[place.isin]));
    const fault = describeIsinFault(isin);
    if (symbol === '' || fault || map.has(symbol)) {
      const reason = symbol === '' ? 'Das Symbol fehlt.' : (fault?.reason ?? 'Das Symbol kommt zweimal vor.');
      throw new ImportRefused(`Zuordnung, Zeile ${line}: ${quoteCell(symbol)} ${quoteCell(isin)}. ${reason}`);
    }
    map.set(symbol, isin);
  }
  if (!place) throw new ImportRefused('Die Zuordnung braucht die Überschrift Symbol;ISIN.');
  return map;
}
