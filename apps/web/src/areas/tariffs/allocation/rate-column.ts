import { measureOf } from '@depotwerk/engine/allocation/column-problem';
import { volatilityOf } from '@depotwerk/engine/linear-algebra/matrix';
import { type RiskBandStatus, riskBand, riskBandStatus } from '@depotwerk/engine/risk-band';
import { riskShares } from '@depotwerk/engine/risk-budget/risk-budget';
import { wholeTenths } from '../../../ui/matrix/cell-value.ts';
import type { Measure } from '../pictures/measure.ts';
import type { PeergroupFigures } from './allocation-queries.ts';

export interface RatedClass {
  readonly riskClassId: number;
  readonly target: number | null;
  readonly range: number | null;
}

/** What columns are rated with. */
export interface RatingBasis {
  readonly measure: Measure;
  readonly classes: readonly RatedClass[];
  /** By peer group id, or fund id in the fund risk matrix. */
  readonly rows: ReadonlyMap<number, RatedRow>;
  /** Annual, by `place`; null without risk data. */
  readonly covariance: PeergroupFigures['covariance'];
}

export interface RatedRow {
  /** Row of the covariance; null without risk data. */
  readonly place: number | null;
  /** Fraction. */
  readonly shareQuota: number;
  /** Fractions per year; null without risk data. */
  readonly volatility: number | null;
  readonly expectedReturn: number | null;
}

export interface ColumnRating {
  /** Percent of the measure, two decimals; null without risk data. */
  readonly riskRating: number | null;
  /** Fraction. */
  readonly shareQuota: number;
  readonly status: RiskBandStatus;
  readonly volatility: number | null;
  readonly expectedReturn: number | null;
}

interface UsedRows {
  readonly ids: readonly number[];
  readonly weights: readonly number[];
  /** Row-major; null when a used row has no risk data. */
  readonly covariance: Float64Array | null;
}

/** Rows with a share: one without risk data spoils nothing as long as it is not used. */
function usedRows(basis: RatingBasis, rowIds: readonly number[], tenths: readonly number[]): UsedRows {
  const used = rowIds.flatMap((id, row) => ((tenths[row] ?? 0) > 0 ? [{ id, share: tenths[row] ?? 0 }] : []));
  const places = used.map(({ id }) => basis.rows.get(id)?.place ?? null);
  const known = places.flatMap((place) => place ?? []);
  const { covariance } = basis;
  const isKnown = covariance !== null && known.length === used.length;
  return {
    ids: used.map(({ id }) => id),
    weights: used.map(({ share }) => share / wholeTenths),
    covariance: isKnown ? selected(covariance, known) : null,
  };
}

/** Rows and columns of a matrix at these places, row-major. */
function selected(matrix: readonly (readonly number[])[], places: readonly number[]): Float64Array {
  const picked = new Float64Array(places.length ** 2);
  places.forEach((row, i) => {
    const source = matrix[row];
    places.forEach((column, j) => {
      picked[i * places.length + j] = source?.[column] ?? 0;
    });
  });
  return picked;
}

/** Share quota of a column as a fraction; what it needs is always known. */
export function quotaOfColumn(
  basis: RatingBasis,
  rowIds: readonly number[],
  tenths: readonly number[],
): number {
  return rowIds.reduce(
    (sum, id, row) => sum + (basis.rows.get(id)?.shareQuota ?? 0) * ((tenths[row] ?? 0) / wholeTenths),
    0,
  );
}

/**
 * Measure, quota and band of a column as it stands, whatever its sum: the same steps as on the server, so that both say
 * the same. Shares in tenths of a percent, row by row.
 */
export function rateColumn(
  basis: RatingBasis,
  riskClass: RatedClass | undefined,
  rowIds: readonly number[],
  tenths: readonly number[],
): ColumnRating {
  const { ids, weights, covariance } = usedRows(basis, rowIds, tenths);
  const groups = ids.map((id) => ({
    id: String(id),
    expectedReturn: 0,
    equityQuota: basis.rows.get(id)?.shareQuota ?? 0,
    lower: 0,
    upper: 1,
    isMoneyMarket: false,
  }));
  const volatility = covariance && volatilityOf(covariance, weights, ids.length);
  const value =
    basis.measure === 'EQUITY_QUOTA'
      ? measureOf(groups, new Float64Array(0), basis.measure, weights)
      : covariance && measureOf(groups, covariance, basis.measure, weights);
  const riskRating = value === null ? null : Math.round(value * 100) / 100;
  const returns = ids.map((id, k) => (basis.rows.get(id)?.expectedReturn ?? Number.NaN) * (weights[k] ?? 0));
  const expectedReturn = returns.reduce((sum, part) => sum + part, 0);
  const { target = null, range = null } = riskClass ?? {};
  const status =
    target === null
      ? 'unknown'
      : riskBandStatus(riskRating, riskBand(target, Math.max(0, range ?? 0))).status;
  return {
    riskRating,
    shareQuota: quotaOfColumn(basis, rowIds, tenths),
    status,
    volatility,
    expectedReturn: Number.isFinite(expectedReturn) ? expectedReturn : null,
  };
}

/** Share of each used row in the column's risk (fractions that sum to 1), largest first; null without risk data. */
export function riskContributions(
  basis: RatingBasis,
  rowIds: readonly number[],
  tenths: readonly number[],
): { readonly id: number; readonly weight: number; readonly share: number }[] | null {
  const { ids, weights, covariance } = usedRows(basis, rowIds, tenths);
  if (!covariance || ids.length === 0) return null;
  const shares = riskShares(covariance, weights);
  return ids
    .map((id, k) => ({ id, weight: weights[k] ?? 0, share: shares[k] ?? 0 }))
    .sort((one, other) => other.share - one.share);
}

/** What the server told of peer groups, as rows to rate. */
export function ratedRows({ peergroups, covarianceIds }: PeergroupFigures): RatingBasis['rows'] {
  const placeOf = new Map(covarianceIds.map((id, place) => [id, place]));
  return new Map(
    peergroups.map(({ peergroupId, shareQuota, volatility, expectedReturn }) => [
      peergroupId,
      { place: placeOf.get(peergroupId) ?? null, shareQuota, volatility, expectedReturn },
    ]),
  );
}
