import type { FundMatrixDraft, FundMatrixItemDraft } from './tariff-drafts.ts';

/** A fund risk matrix as it is rated. */
export interface RatedMatrix {
  readonly riskTypeId: number;
  readonly useQuota: boolean;
  readonly riskItems: { riskClassId: number; target: number; range: number }[];
  readonly allocationItems: FundMatrixItemDraft[];
}

/** The matrix to be rated, null while something is missing; of classes without target, which count as 0 ± 0, only the band depends on it. */
export function ratedMatrix({
  riskTypeId,
  useQuota,
  riskItems,
  allocationItems,
}: FundMatrixDraft): RatedMatrix | null {
  if (riskTypeId === null || useQuota === null || riskItems.length === 0) return null;
  return {
    riskTypeId,
    useQuota,
    riskItems: riskItems.map(({ riskClassId, target, range }) => ({
      riskClassId,
      target: target ?? 0,
      range: range ?? 0,
    })),
    allocationItems: allocationItems.filter(({ fraction }) => fraction > 0),
  };
}

/** Classes of a fund risk matrix that hold funds. */
export const filledClasses = ({ allocationItems }: FundMatrixDraft): ReadonlySet<number> =>
  new Set(allocationItems.flatMap(({ riskClassId, fraction }) => (fraction > 0 ? [riskClassId] : [])));
