import type { GroupRow } from '../frontier/problem.ts';
import { dot, multiply } from '../linear-algebra/matrix.ts';
import { riskBandStatus } from '../risk-band.ts';
import { roundToUnits } from '../rounding/round-to-units.ts';
import { type ColumnProblem, measureOf, pointsOfVolatility } from './column-problem.ts';

/** How far a rounded column lies outside its band, and outside its rows in units. */
function violation(problem: ColumnProblem, units: readonly number[]): number {
  const { input, band, covariance } = problem;
  const weights = units.map((value) => value / input.units);
  const value = measureOf(input.groups, covariance, input.measure, weights);
  let outside = riskBandStatus(value, band).distance;
  for (const row of input.rows) outside += rowViolation(row, dot(row.weights, weights));
  return outside;
}

/** Rows that a rounded column breaks: no swap of whole units keeps them together with bounds and band. */
export function brokenRows(rows: readonly GroupRow[], units: readonly number[], total: number) {
  const weights = units.map((value) => value / total);
  return rows.flatMap((row, r) => {
    const sum = dot(row.weights, weights);
    return rowViolation(row, sum) > 0
      ? [{ row: row.name ?? `${r}`, sum, lower: row.lower, upper: row.upper }]
      : [];
  });
}

/** How far a row's sum lies outside, in percentage points. */
const rowViolation = (row: GroupRow, sum: number): number =>
  100 * Math.max(0, row.lower - sum - 1e-9, sum - row.upper - 1e-9);

/**
 * Whole units that sum exactly (section 9). If the band or a row is violated afterwards, single units are swapped
 * between two groups, each time the swap with the smallest violation and then the smallest distance to the weights.
 */
export function roundColumn(problem: ColumnProblem, weights: Float64Array): number[] {
  const { input } = problem;
  const total = input.units;
  const lower = weights.map((weight, i) => (weight > 0 ? Math.ceil(problem.lower[i]! * total - 1e-9) : 0));
  // What the cleaning fixed to the smallest position may grow again by whole units, up to its own bound.
  const boundOf = (i: number) =>
    problem.lower[i] === problem.upper[i] ? input.groups[i]!.upper : problem.upper[i]!;
  const upper = weights.map((weight, i) => (weight > 0 ? Math.floor(boundOf(i) * total + 1e-9) : 0));
  const clean = Array.from(weights, (weight) => Math.max(0, weight));
  let units = roundToUnits(clean, total, { lower: Array.from(lower), upper: Array.from(upper) });
  let outside = violation(problem, units);
  for (let round = 0; outside > 0 && round < 2 * weights.length; round++) {
    const swap = bestSwap(problem, weights, units, lower, upper, outside);
    if (!swap) break;
    units = swap;
    outside = violation(problem, units);
  }
  return units;
}

/**
 * The swap of one unit with the smallest violation, then the smallest distance to the weights; null if none is better
 * than what there is. Measure and rows change by a few terms per swap, so nothing is computed afresh.
 */
function bestSwap(
  problem: ColumnProblem,
  weights: Float64Array,
  units: readonly number[],
  lower: Float64Array,
  upper: Float64Array,
  outside: number,
): number[] | null {
  const { input, covariance } = problem;
  const n = units.length;
  const total = input.units;
  const rounded = units.map((value) => value / total);
  const load = multiply(covariance, rounded, n);
  let variance = 0;
  for (let i = 0; i < n; i++) variance += rounded[i]! * load[i]!;
  const quota = measureOf(input.groups, covariance, 'EQUITY_QUOTA', rounded);
  const sums = input.rows.map((row) => dot(row.weights, rounded));
  const step = 1 / total;
  const measureAfter = (i: number, j: number) => {
    if (input.measure === 'EQUITY_QUOTA')
      return quota + 100 * step * (input.groups[i]!.equityQuota - input.groups[j]!.equityQuota);
    const spread = covariance[i * n + i]! + covariance[j * n + j]! - 2 * covariance[i * n + j]!;
    const changed = variance + 2 * step * (load[i]! - load[j]!) + step * step * spread;
    return pointsOfVolatility(input.measure, Math.sqrt(Math.max(0, changed)));
  };
  let best: readonly [number, number] | null = null;
  let bestOutside = outside;
  let bestError = Number.POSITIVE_INFINITY;
  for (let i = 0; i < n; i++) {
    if (units[i]! >= upper[i]!) continue;
    for (let j = 0; j < n; j++) {
      if (i === j || units[j]! <= Math.max(lower[j]!, 1)) continue;
      let value = riskBandStatus(measureAfter(i, j), problem.band).distance;
      for (let r = 0; r < sums.length; r++) {
        const row = input.rows[r]!;
        value += rowViolation(row, sums[r]! + step * (row.weights[i]! - row.weights[j]!));
      }
      // Distance to the weights, less what all swaps have in common.
      const error = 2 * (units[i]! - weights[i]! * total) - 2 * (units[j]! - weights[j]! * total) + 2;
      if (
        value < bestOutside - 1e-12 ||
        (value <= bestOutside && error < bestError && value < outside - 1e-12)
      ) {
        best = [i, j];
        bestOutside = value;
        bestError = error;
      }
    }
  }
  if (!best) return null;
  const [more, less] = best;
  return units.map((value, k) => (k === more ? value + 1 : k === less ? value - 1 : value));
}
