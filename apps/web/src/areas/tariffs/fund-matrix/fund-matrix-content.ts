import { fromTenths, toTenths } from '@depotwerk/domain/tariff/column-sums';
import type { FundMatrixDraft, FundMatrixItemDraft } from '@depotwerk/domain/tariff/tariff-drafts';
import { createContent, type MatrixContent } from '../../../ui/matrix/matrix-content.ts';

/** Rows and shares of a fund risk matrix. */
export type FundShares = Pick<FundMatrixDraft, 'securityIds' | 'allocationItems'>;

const cellKey = (securityId: number, riskClassId: number) => securityId * 10 + riskClassId;

/** Shares as a matrix; every cell can be written in. */
export function contentOfShares(
  { securityIds, allocationItems }: FundShares,
  riskClassCount: number,
): MatrixContent {
  const shareOf = new Map(
    allocationItems.map((item) => [cellKey(item.securityId, item.riskClassId), item.fraction]),
  );
  return createContent(securityIds, riskClassCount, (securityId, column) => ({
    tenths: toTenths(shareOf.get(cellKey(securityId, column + 1)) ?? 0),
    isUsed: true,
  }));
}

/** The matrix as rows and shares; cells of 0 are left out. */
export function sharesOfContent({ rowIds, columnCount, tenths }: MatrixContent): FundShares {
  const allocationItems = rowIds.flatMap((securityId, row) =>
    Array.from({ length: columnCount }, (_, column) => column).flatMap((column): FundMatrixItemDraft[] => {
      const share = tenths[row * columnCount + column] ?? 0;
      return share === 0 ? [] : [{ riskClassId: column + 1, securityId, fraction: fromTenths(share) }];
    }),
  );
  return { securityIds: rowIds, allocationItems };
}
