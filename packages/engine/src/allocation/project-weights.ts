import { type GroupRow, prepareProblem, type ScaledProblem } from '../frontier/problem.ts';
import { solveAtLambda } from '../frontier/solve-at-lambda.ts';
import { factorCholesky, solveCholesky } from '../linear-algebra/cholesky.ts';

const tolerance = 1e-12;

/**
 * The nearest weights (least squares) that keep budget, bounds and rows; weights that already keep them are returned
 * as they are. The optimality conditions are w_i = clip(x_i + nu + sum_r eta_r g_ri): the few multipliers are found by
 * Newton steps on this piecewise linear equation (finite in practice); where that does not settle, by the general
 * active-set method.
 */
export function weightProjection(
  lower: Float64Array,
  upper: Float64Array,
  rows: readonly GroupRow[],
): (weights: Float64Array) => Float64Array {
  const n = lower.length;
  let general: ScaledProblem | null = null;
  const byGeneralMethod = (weights: Float64Array) => {
    general ??= prepareProblem({
      // The returns are put in per call; different ones keep the problem from counting as flat.
      expectedReturns: Array.from(lower, (_, i) => i),
      covariance: Array.from(lower, (_, i) => Array.from(lower, (__, j) => (i === j ? 1 : 0))),
      lowerBounds: Array.from(lower),
      upperBounds: Array.from(upper),
      groups: rows,
    });
    return solveAtLambda({ ...general, returns: weights }, 1).weights;
  };
  const isKept = (weights: Float64Array) => {
    for (let i = 0; i < n; i++) {
      if (weights[i]! < lower[i]! - tolerance || weights[i]! > upper[i]! + tolerance) return false;
    }
    return rows.every((row) => {
      const value = rowValue(row, weights);
      return value >= row.lower - tolerance && value <= row.upper + tolerance;
    });
  };
  return (weights) => {
    if (isKept(weights)) return weights;
    const projected = byNewton(weights, lower, upper, rows);
    return projected && isKept(projected) ? projected : byGeneralMethod(weights);
  };
}

function rowValue(row: GroupRow, weights: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < weights.length; i++) sum += row.weights[i]! * weights[i]!;
  return sum;
}

/** The active equations: the budget first, then rows with the side they rest on. */
interface Equation {
  readonly row: GroupRow | null;
  readonly target: number;
  /** Sign its multiplier must have: 1 at a lower side, -1 at an upper side, 0 the budget. */
  readonly sign: number;
  multiplier: number;
}

function byNewton(
  x: Float64Array,
  lower: Float64Array,
  upper: Float64Array,
  rows: readonly GroupRow[],
): Float64Array | null {
  const weights = new Float64Array(x.length);
  let equations: Equation[] = [{ row: null, target: 1, sign: 0, multiplier: 0 }];
  for (let change = 0; change < 4 * (rows.length + 1); change++) {
    if (!settle(x, lower, upper, equations, weights)) return null;
    const wrong = equations.findIndex(({ sign, multiplier }) => sign * multiplier < -tolerance);
    if (wrong > 0) {
      equations = equations.filter((_, e) => e !== wrong);
      continue;
    }
    const broken = mostBroken(rows, weights, equations);
    if (!broken) return weights;
    equations.push(broken);
  }
  return null;
}

/** Newton steps until all equations hold; false if they do not settle or no free weight is left to meet one. */
function settle(
  x: Float64Array,
  lower: Float64Array,
  upper: Float64Array,
  equations: readonly Equation[],
  weights: Float64Array,
): boolean {
  const n = x.length;
  const m = equations.length;
  const matrix = new Float64Array(m * m);
  const rest = new Float64Array(m);
  for (let iteration = 0; iteration < 60; iteration++) {
    matrix.fill(0);
    for (let e = 0; e < m; e++) rest[e] = equations[e]!.target;
    for (let i = 0; i < n; i++) {
      let value = x[i]!;
      for (const { row, multiplier } of equations) value += multiplier * (row ? row.weights[i]! : 1);
      const isFree = value > lower[i]! && value < upper[i]!;
      weights[i] = Math.min(upper[i]!, Math.max(lower[i]!, value));
      for (let e = 0; e < m; e++) {
        const c = coefficient(equations[e]!, i);
        rest[e]! -= c * weights[i]!;
        if (!isFree || c === 0) continue;
        for (let other = 0; other <= e; other++)
          matrix[e * m + other]! += c * coefficient(equations[other]!, i);
      }
    }
    if (rest.every((value) => Math.abs(value) <= 1e-14)) return true;
    if (!factorCholesky(matrix, m, m, 1e-12)) return false;
    solveCholesky(matrix, m, rest);
    for (let e = 0; e < m; e++) equations[e]!.multiplier += rest[e]!;
  }
  return false;
}

const coefficient = ({ row }: Equation, i: number): number => (row ? row.weights[i]! : 1);

/** The row that is broken most and not yet among the equations. */
function mostBroken(
  rows: readonly GroupRow[],
  weights: Float64Array,
  equations: readonly Equation[],
): Equation | null {
  let worst = tolerance;
  let found: Equation | null = null;
  for (const row of rows) {
    if (equations.some((equation) => equation.row === row)) continue;
    const value = rowValue(row, weights);
    if (row.lower - value > worst) {
      worst = row.lower - value;
      found = { row, target: row.lower, sign: 1, multiplier: 0 };
    }
    if (value - row.upper > worst) {
      worst = value - row.upper;
      found = { row, target: row.upper, sign: -1, multiplier: 0 };
    }
  }
  return found;
}
