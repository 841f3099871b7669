import { parseNumber } from '@depotwerk/domain/number-text';
import type { RiskComponentDraft } from '@depotwerk/domain/tariff/tariff-drafts';

/** Columns of the list of classes in the order of the screen. */
export const riskColumns = ['tariffRiskItemsTargets', 'tariffRiskItemsRanges'] as const;

/** A field of the list: its column and its class, 0 = the first. */
export interface RiskPlace {
  readonly column: number;
  readonly index: number;
}

/** The field a path stands for (`tariffRiskItemsTargets.2`), or undefined. */
export function riskPlaceOf(path: string | undefined): RiskPlace | undefined {
  const [field = '', index = ''] = (path ?? '').split('.');
  const column = riskColumns.findIndex((name) => name === field);
  return column === -1 || !/^\d$/.test(index) ? undefined : { column, index: Number(index) };
}

/** Path of the field, the other way round. */
export const riskPathOf = ({ column, index }: RiskPlace): string => `${riskColumns[column] ?? ''}.${index}`;

/**
 * The draft with a block copied from a spreadsheet, its first cell at the place; what lies beyond the list is left out.
 * Null when the text is no block (a single value is pasted as text) or a cell in it reads as no number with at most one
 * decimal place: then nothing is changed at all.
 */
export function withPastedBlock(
  draft: RiskComponentDraft,
  at: RiskPlace,
  text: string,
): RiskComponentDraft | null {
  const rows = text
    .replace(/\r?\n$/, '')
    .split(/\r?\n/)
    .map((row) => row.split('\t'));
  if (rows.length === 1 && rows[0]?.length === 1) return null;
  const columns = {
    tariffRiskItemsTargets: [...draft.tariffRiskItemsTargets],
    tariffRiskItemsRanges: [...draft.tariffRiskItemsRanges],
  };
  for (const [down, row] of rows.entries()) {
    for (const [right, cell] of row.entries()) {
      const name = riskColumns[at.column + right];
      const index = at.index + down;
      if (name === undefined || index >= columns[name].length) continue;
      const parsed = parseNumber(cell.replace('%', '').trim(), { precision: 1 });
      if (!parsed.ok) return null;
      columns[name][index] = parsed.value;
    }
  }
  return { ...draft, ...columns };
}
