import { riskBandStatus } from '../risk-band.ts';
import { roundToUnits } from '../rounding/round-to-units.ts';
import { type ColumnProblem, measureOf } from './column-problem.ts';

/** How far a rounded column lies outside its band, and outside its rows in units. */
function violation(problem: ColumnProblem, units: readonly number[]): number {
  const { input, band, covariance } = problem;
  const weights = units.map((value) => value / input.units);
  const value = measureOf(input.groups, covariance, input.measure, weights);
  let outside = riskBandStatus(value, band).distance;
  for (const row of input.rows) {
    const sum = row.weights.reduce((total, coefficient, i) => total + coefficient * weights[i]!, 0);
    outside += 100 * Math.max(0, row.lower - sum - 1e-9, sum - row.upper - 1e-9);
  }
  return outside;
}

/**
 * Whole units that sum exactly (section 9). If the band or a row is violated afterwards, single units are swapped
 * between two groups, each time the swap with the smallest violation and then the smallest distance to the weights.
 */
export function roundColumn(problem: ColumnProblem, weights: Float64Array): number[] {
  const { input } = problem;
  const total = input.units;
  const lower = weights.map((weight, i) => (weight > 0 ? Math.ceil(problem.lower[i]! * total - 1e-9) : 0));
  const upper = weights.map((weight, i) => (weight > 0 ? Math.floor(problem.upper[i]! * total + 1e-9) : 0));
  const clean = Array.from(weights, (weight) => Math.max(0, weight));
  let units = roundToUnits(clean, total, { lower: Array.from(lower), upper: Array.from(upper) });
  let outside = violation(problem, units);
  for (let round = 0; outside > 0 && round < 2 * weights.length; round++) {
    let best = units;
    let bestOutside = outside;
    let bestError = Number.POSITIVE_INFINITY;
    for (let i = 0; i < units.length; i++) {
      if (units[i]! >= upper[i]!) continue;
      for (let j = 0; j < units.length; j++) {
        if (i === j || units[j]! <= Math.max(lower[j]!, 1)) continue;
        const candidate = units.with(i, units[i]! + 1).with(j, units[j]! - 1);
        const value = violation(problem, candidate);
        const error = candidate.reduce((sum, unit, k) => sum + (unit - weights[k]! * total) ** 2, 0);
        if (value < bestOutside - 1e-12 || (value <= bestOutside && error < bestError && value < outside)) {
          best = candidate;
          bestOutside = value;
          bestError = error;
        }
      }
    }
    if (best === units) break;
    units = best;
    outside = bestOutside;
  }
  return units;
}
