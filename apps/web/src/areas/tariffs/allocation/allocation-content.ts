import { fromTenths, fullColumn, toTenths } from '@depotwerk/domain/tariff/column-sums';
import type { AllocationComponentDraft, AllocationItemDraft } from '@depotwerk/domain/tariff/tariff-drafts';
import { createContent, type MatrixContent } from '../../../ui/matrix/matrix-content.ts';

const cellKey = (peergroupId: number, riskClassId: number) => peergroupId * 10 + riskClassId;

/** Items as a matrix of these rows; cells nobody has touched are used and 0, those that are not used are 0. */
export function contentOfItems(
  items: readonly AllocationItemDraft[],
  peergroupIds: readonly number[],
  riskClassCount: number,
): MatrixContent {
  const itemOf = new Map(items.map((item) => [cellKey(item.peergroupId, item.riskClassId), item]));
  return createContent(peergroupIds, riskClassCount, (peergroupId, column) => {
    const item = itemOf.get(cellKey(peergroupId, column + 1));
    const isUsed = item?.isUsed ?? true;
    return { tenths: item && isUsed ? toTenths(item.fraction) : 0, isUsed };
  });
}

/** The matrix as items: every cell, row by row. */
export function itemsOfContent({ rowIds, columnCount, tenths, used }: MatrixContent): AllocationItemDraft[] {
  return rowIds.flatMap((peergroupId, row) =>
    Array.from({ length: columnCount }, (_, column) => {
      const cell = row * columnCount + column;
      return {
        riskClassId: column + 1,
        peergroupId,
        fraction: fromTenths(tenths[cell] ?? 0),
        isUsed: used[cell] === 1,
      };
    }),
  );
}

/**
 * Whether an automatic matrix has to be computed: a peer group has no cells in it, or a column does not give 100 %.
 * Every change it depends on empties it (`withoutItems`), so that nothing outdated can be saved.
 */
export function needsComputation(draft: AllocationComponentDraft, riskClassCount: number): boolean {
  const { allocationItems, peergroupIds } = draft;
  const covered = new Set(allocationItems.map(({ peergroupId }) => peergroupId));
  if (peergroupIds.some((id) => !covered.has(id))) return true;
  const sums = Array.from({ length: riskClassCount }, () => 0);
  for (const { riskClassId, fraction } of allocationItems)
    sums[riskClassId - 1] = (sums[riskClassId - 1] ?? 0) + toTenths(fraction);
  return sums.some((sum) => sum !== fullColumn);
}

/** One object for all empty matrices, so that it can be told from what people entered. */
export const noItems: readonly AllocationItemDraft[] = [];

/** An automatic matrix marked as needing computation; a manual one keeps its numbers. */
export function marked(draft: AllocationComponentDraft): AllocationComponentDraft {
  return draft.isManual ? draft : { ...draft, allocationItems: noItems };
}
