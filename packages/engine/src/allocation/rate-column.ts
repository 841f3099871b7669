import type { RiskBandStatus } from '@depotwerk/domain/advice/risk-band-status';
import type { RiskMeasure } from '@depotwerk/domain/tariff/risk-measure';
import { volatilityOf } from '../linear-algebra/matrix.ts';
import { riskBand, riskBandStatus } from '../risk-band.ts';
import { riskShares } from '../risk-budget/risk-budget.ts';
import { measureOf } from './column-problem.ts';

/** A row of a matrix with what rating it needs. */
export interface RatedRow {
  /** Row of the covariance; null without risk data. */
  readonly place: number | null;
  /** Fraction. */
  readonly equityQuota: number;
  /** Fraction per year; null without risk data. */
  readonly expectedReturn: number | null;
}

/** Target and range of a class, percentage points; null = not filled in. */
export interface RatedTarget {
  readonly target: number | null;
  readonly range: number | null;
}

export interface ColumnRating {
  /** Percent of the measure, two decimals; null without risk data. */
  readonly riskRating: number | null;
  /** Fraction. */
  readonly equityQuota: number;
  readonly status: RiskBandStatus;
  /** Fractions per year; null without risk data. */
  readonly volatility: number | null;
  readonly expectedReturn: number | null;
}

interface UsedRows {
  /** Their indices among all rows. */
  readonly indices: readonly number[];
  readonly rows: readonly RatedRow[];
  readonly weights: readonly number[];
  /** Row-major; null when a used row has no risk data. */
  readonly covariance: Float64Array | null;
}

/** Rows with a share: one without risk data spoils nothing as long as the column does not use it. */
function usedRows(
  all: readonly RatedRow[],
  covariance: readonly (readonly number[])[] | null,
  weights: readonly number[],
): UsedRows {
  const used = all.flatMap((row, index) => {
    const weight = weights[index] ?? 0;
    return weight > 0 ? [{ row, index, weight }] : [];
  });
  const places = used.flatMap(({ row }) => row.place ?? []);
  const isKnown = covariance !== null && places.length === used.length;
  return {
    indices: used.map(({ index }) => index),
    rows: used.map(({ row }) => row),
    weights: used.map(({ weight }) => weight),
    covariance: isKnown
      ? Float64Array.from(places.flatMap((row) => places.map((column) => covariance[row]?.[column] ?? 0)))
      : null,
  };
}

/** Equity quota of a column as a fraction; what it needs is always known. */
export function quotaOfColumn(rows: readonly RatedRow[], weights: readonly number[]): number {
  return rows.reduce((sum, { equityQuota }, index) => sum + equityQuota * (weights[index] ?? 0), 0);
}

/**
 * Measure, quota and band of a column as it stands, whatever its sum: the one rule of browser and server, so that the
 * figure under a column is the one the check judges.
 *
 * @param covariance annual, by `place`; null without risk data
 * @param weights fractions, row by row
 */
export function rateColumn(
  rows: readonly RatedRow[],
  covariance: readonly (readonly number[])[] | null,
  weights: readonly number[],
  measure: RiskMeasure,
  { target, range }: RatedTarget,
): ColumnRating {
  const used = usedRows(rows, covariance, weights);
  const groups = used.rows.map(({ equityQuota }, index) => ({
    id: String(index),
    expectedReturn: 0,
    equityQuota,
    lower: 0,
    upper: 1,
    isMoneyMarket: false,
  }));
  const value =
    measure === 'EQUITY_QUOTA'
      ? measureOf(groups, new Float64Array(0), measure, used.weights)
      : used.covariance && measureOf(groups, used.covariance, measure, used.weights);
  const riskRating = value === null ? null : Math.round(value * 100) / 100;
  const expectedReturn = used.rows.reduce<number | null>(
    (sum, row, index) =>
      sum === null || row.expectedReturn === null
        ? null
        : sum + row.expectedReturn * (used.weights[index] ?? 0),
    0,
  );
  return {
    riskRating,
    equityQuota: quotaOfColumn(rows, weights),
    status:
      target === null
        ? 'unknown'
        : riskBandStatus(riskRating, riskBand(target, Math.max(0, range ?? 0))).status,
    volatility: used.covariance && volatilityOf(used.covariance, used.weights, used.rows.length),
    expectedReturn,
  };
}

/**
 * Share of each used row in the column's risk: fractions that sum to 1, by the row's index, in the order of the rows. null
 * without risk data.
 */
export function riskContributionsOf(
  rows: readonly RatedRow[],
  covariance: readonly (readonly number[])[] | null,
  weights: readonly number[],
): { readonly index: number; readonly weight: number; readonly share: number }[] | null {
  const used = usedRows(rows, covariance, weights);
  if (!used.covariance || used.rows.length === 0) return null;
  const shares = riskShares(used.covariance, used.weights);
  return used.indices.map((index, k) => ({ index, weight: used.weights[k] ?? 0, share: shares[k] ?? 0 }));
}
