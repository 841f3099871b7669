import type { RiskMeasure } from '@depotwerk/domain/tariff/risk-measure';
import { fromTenths } from '@depotwerk/domain/tenths';
import * as engine from '@depotwerk/engine/allocation/rate-column';
import type { PeergroupFigures } from './allocation-queries.ts';

export type ColumnRating = engine.ColumnRating;

export interface RatedClass extends engine.RatedTarget {
  readonly riskClassId: number;
}

/** What columns are rated with. */
export interface RatingBasis {
  readonly measure: RiskMeasure;
  readonly classes: readonly RatedClass[];
  /** By peer group id, or fund id in the fund risk matrix. */
  readonly rows: ReadonlyMap<number, engine.RatedRow>;
  /** Annual, by `place`; null without risk data. */
  readonly covariance: PeergroupFigures['covariance'];
}

const unknownRow: engine.RatedRow = { place: null, equityQuota: 0, expectedReturn: null };
const noTarget: engine.RatedTarget = { target: null, range: null };

const rowsOf = (basis: RatingBasis, rowIds: readonly number[]) =>
  rowIds.map((id) => basis.rows.get(id) ?? unknownRow);

/** Share quota of a column as a fraction; what it needs is always known. Shares in tenths of a percent, row by row. */
export const quotaOfColumn = (
  basis: RatingBasis,
  rowIds: readonly number[],
  tenths: readonly number[],
): number => engine.quotaOfColumn(rowsOf(basis, rowIds), tenths.map(fromTenths));

/** A column of the screen by the rule the server rates by. Shares in tenths of a percent, row by row. */
export const rateColumn = (
  basis: RatingBasis,
  riskClass: RatedClass | undefined,
  rowIds: readonly number[],
  tenths: readonly number[],
): ColumnRating =>
  engine.rateColumn(
    rowsOf(basis, rowIds),
    basis.covariance,
    tenths.map(fromTenths),
    basis.measure,
    riskClass ?? noTarget,
  );

/** Share of each used row in the column's risk (fractions that sum to 1), largest first; null without risk data. */
export function riskContributions(
  basis: RatingBasis,
  rowIds: readonly number[],
  tenths: readonly number[],
): { readonly id: number; readonly weight: number; readonly share: number }[] | null {
  const parts = engine.riskContributionsOf(rowsOf(basis, rowIds), basis.covariance, tenths.map(fromTenths));
  return (
    parts
      ?.map(({ index, weight, share }) => ({ id: rowIds[index] ?? 0, weight, share }))
      .sort((one, other) => other.share - one.share) ?? null
  );
}

/** What the server told of peer groups, as rows to rate. */
export function ratedRows({ peergroups, covarianceIds }: PeergroupFigures): RatingBasis['rows'] {
  const placeOf = new Map(covarianceIds.map((id, place) => [id, place]));
  return new Map(
    peergroups.map(({ peergroupId, shareQuota, expectedReturn }) => [
      peergroupId,
      { place: placeOf.get(peergroupId) ?? null, equityQuota: shareQuota, expectedReturn },
    ]),
  );
}
