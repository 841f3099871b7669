import { EngineError, InfeasibleError } from '../engine-error.ts';
import { factorCholesky } from '../linear-algebra/cholesky.ts';
import { repairCovariance } from '../linear-algebra/covariance-repair.ts';
import { flatten } from '../linear-algebra/matrix.ts';

/** A linear row over the weights: lower <= weights · w <= upper (a cap on an asset class, an equity quota). */
export interface GroupRow {
  readonly weights: readonly number[];
  readonly lower: number;
  readonly upper: number;
  /** For messages only. */
  readonly name?: string;
}

/** What a frontier is asked for. Returns and covariance per year as fractions, bounds as fractions of one. */
export interface FrontierInput {
  readonly expectedReturns: readonly number[];
  readonly covariance: readonly (readonly number[])[];
  readonly lowerBounds: readonly number[];
  readonly upperBounds: readonly number[];
  readonly groups?: readonly GroupRow[];
}

/** The problem as the solver sees it: scaled, symmetric, positive definite. */
export interface ScaledProblem {
  readonly size: number;
  readonly groupCount: number;
  /** Scaled covariance the solver works on; row-major, positive definite. */
  readonly covariance: Float64Array;
  /** The same without the ridge: what loads, gradients and residuals are measured with, so that the ridge leaves no trace. */
  readonly exactCovariance: Float64Array;
  /** Expected returns, centred and scaled to at most 1 in size. */
  readonly returns: Float64Array;
  readonly lower: Float64Array;
  readonly upper: Float64Array;
  /** Group rows, row-major p x n. */
  readonly rows: Float64Array;
  readonly rowLower: Float64Array;
  readonly rowUpper: Float64Array;
  /** lambda of the caller = lambda of the solver times this. */
  readonly lambdaScale: number;
  /** Variance that is 1 in the solver's scale, and the mean return that is 0. */
  readonly varianceScale: number;
  readonly meanReturn: number;
  /** All expected returns equal: the frontier is the minimum-variance point. */
  readonly isFlat: boolean;
  /** Ridge added to an only semidefinite covariance, relative to the mean variance. */
  readonly ridge: number;
  /** Multiple of 11' in the scaled covariance. */
  readonly shift: number;
  /** Singular, or volatilities that lie decades apart: the lines of the trace are refined until only rounding is left. */
  readonly isDelicate: boolean;
  /** Segments by elimination from the start: for what the quicker factors could not prove. */
  readonly isEliminated?: boolean;
  /** Pivots of the free block at least, relative to their asset's variance; default as of any matrix. */
  readonly leastPivot?: number;
  /** Smallest lambda (solver's scale) at which something may move: the least variance, where variances lie decades apart. */
  readonly smallestLambda: number;
  readonly rowNames: readonly string[];
  /** Covariance and returns in the caller's units. */
  readonly originalCovariance: Float64Array;
  readonly originalReturns: Float64Array;
}

const budgetTolerance = 1e-9;

function checkShape(input: FrontierInput): void {
  const n = input.covariance.length;
  if (n === 0) throw new EngineError('INPUT_INVALID', 'at least one asset is needed', 'covariance');
  const needLength = (values: readonly unknown[], path: string) => {
    if (values.length !== n) {
      throw new EngineError('INPUT_INVALID', `${path} has ${values.length} elements, expected ${n}`, path);
    }
  };
  const needFinite = (value: number, path: string) => {
    if (!Number.isFinite(value))
      throw new EngineError('INPUT_INVALID', `${path} is not a finite number`, path);
  };
  const needVector = (values: readonly number[], path: string) => {
    needLength(values, path);
    values.forEach((value, i) => needFinite(value, `${path}[${i}]`));
  };
  input.covariance.forEach((row, i) => needVector(row, `covariance[${i}]`));
  for (const key of ['expectedReturns', 'lowerBounds', 'upperBounds'] as const) needVector(input[key], key);
  input.groups?.forEach((group, r) => {
    needVector(group.weights, `groups[${r}].weights`);
    needFinite(group.lower, `groups[${r}].lower`);
    needFinite(group.upper, `groups[${r}].upper`);
  });
}

function checkBounds(input: FrontierInput): void {
  let low = 0;
  let high = 0;
  input.lowerBounds.forEach((lower, i) => {
    const upper = input.upperBounds[i]!;
    if (lower > upper) {
      throw new InfeasibleError(
        `lower bound ${lower} of asset ${i} is above its upper bound ${upper}`,
        `lowerBounds[${i}]`,
      );
    }
    low += lower;
    high += upper;
  });
  if (low > 1 + budgetTolerance) {
    throw new InfeasibleError(`the lower bounds sum to ${low}, more than 1`, 'lowerBounds');
  }
  if (high < 1 - budgetTolerance) {
    throw new InfeasibleError(`the upper bounds sum to ${high}, less than 1`, 'upperBounds');
  }
  input.groups?.forEach((group, r) => {
    if (group.lower > group.upper) {
      throw new InfeasibleError(
        `group row ${group.name ?? r}: lower ${group.lower} is above upper ${group.upper}`,
        `groups[${r}]`,
      );
    }
  });
}

/**
 * Covariance for the solver. A singular matrix is first shifted by a multiple of 11': on the budget sum w = 1
 * that adds a constant to the objective, so weights and lambda stay exact (a cash asset of zero variance).
 * Only if the shift does not suffice (duplicate assets) a ridge is used, in proportion to every asset's own variance:
 * volatilities may lie decades apart, and a common ridge would drown the calm ones.
 */
function solverCovariance(scaled: Float64Array, n: number, leastRidge: number) {
  // Looser pivots than the factorisation itself needs: what is almost dependent is left to the ridge.
  const isSound = (matrix: Float64Array) => factorCholesky(Float64Array.from(matrix), n, n, 1e-9);
  if (leastRidge === 0 && isSound(scaled)) return { covariance: scaled, exact: scaled, ridge: 0, shift: 0 };
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < n; i++) {
    const variance = scaled[i * n + i]!;
    if (variance > 0) least = Math.min(least, variance);
  }
  const shift = least < Number.POSITIVE_INFINITY ? least : 1;
  const shifted = scaled.map((value) => value + shift);
  if (leastRidge === 0 && isSound(shifted)) return { covariance: shifted, exact: shifted, ridge: 0, shift };
  const hasRiskless = scaled.some((value, k) => k % (n + 1) === 0 && value <= 0);
  const source = hasRiskless ? shifted : scaled;
  for (const ridge of ridges) {
    if (ridge < (leastRidge === 0 ? 1e-10 : leastRidge)) continue;
    const covariance = source.map((value, k) => (k % (n + 1) === 0 ? value * (1 + ridge) : value));
    if (factorCholesky(Float64Array.from(covariance), n, n, ridge / 4))
      return { covariance, exact: source, ridge, shift: hasRiskless ? shift : 0 };
  }
  return null;
}

/** Ridges relative to each variance, tried in this order. */
const ridges = [1e-12, 1e-11, 1e-10, 1e-9, 1e-8, 1e-7, 1e-6];

/**
 * Validates, symmetrises, repairs and scales (algorithm.md section 0).
 *
 * @param leastRidge 0 takes the smallest ridge that a singular covariance needs, and none for a sound one
 */
export function prepareProblem(input: FrontierInput, leastRidge = 0): ScaledProblem {
  checkShape(input);
  checkBounds(input);
  const n = input.covariance.length;
  const groups = input.groups ?? [];
  const raw = flatten(input.covariance);
  const repaired = repairCovariance(raw, n);
  const originalCovariance = raw.map((value, k) => value / 2 + raw[(k % n) * n + Math.floor(k / n)]! / 2);
  let meanVariance = 0;
  let mean = 0;
  for (let i = 0; i < n; i++) {
    meanVariance += originalCovariance[i * n + i]! / n;
    mean += input.expectedReturns[i]! / n;
  }
  const scale = meanVariance > 0 ? meanVariance : 1;
  const inScale = (matrix: Float64Array) => matrix.map((value) => value / scale);
  const solver = solverCovariance(inScale(originalCovariance), n, leastRidge) ?? {
    covariance: inScale(repaired.matrix),
    exact: inScale(originalCovariance),
    ridge: repaired.ridge,
    shift: 0,
  };
  let decades = 1;
  for (let i = 0; i < n; i++) decades = Math.min(decades, solver.covariance[i * n + i]!);
  const centred = Float64Array.from(input.expectedReturns, (value) => value - mean);
  let spread = 0;
  let largest = 0;
  for (let i = 0; i < n; i++) {
    spread = Math.max(spread, Math.abs(centred[i]!));
    largest = Math.max(largest, Math.abs(input.expectedReturns[i]!));
  }
  // Equal returns leave only the rounding noise of their mean.
  const isFlat = !(spread > 1e-14 * largest);
  return {
    size: n,
    groupCount: groups.length,
    covariance: solver.covariance,
    exactCovariance: solver.exact,
    returns: isFlat ? new Float64Array(n) : centred.map((value) => value / spread),
    lower: Float64Array.from(input.lowerBounds),
    upper: Float64Array.from(input.upperBounds),
    rows: flatten(groups.map((group) => group.weights)),
    rowLower: Float64Array.from(groups, (group) => group.lower),
    rowUpper: Float64Array.from(groups, (group) => group.upper),
    lambdaScale: isFlat ? 1 : scale / spread,
    varianceScale: scale,
    meanReturn: mean,
    isFlat,
    ridge: solver.ridge,
    shift: solver.shift,
    isDelicate: solver.ridge > 0 || decades < 1e-4,
    smallestLambda: decades < 1e-4 ? decades : 1,
    rowNames: groups.map((group, r) => group.name ?? `${r}`),
    originalCovariance,
    originalReturns: Float64Array.from(input.expectedReturns),
  };
}

/**
 * The same problem with a ridge in proportion to every asset's own variance that stays: nothing is corrected towards the
 * covariance without it. Alike assets decades more volatile than the best portfolio leave open who carries its weight, and
 * corrections towards a singular matrix then never come to rest; with the ridge there is one answer, and so small a one
 * moves no portfolio out of its proof, which is against the covariance itself.
 */
export function keepRidge(problem: ScaledProblem, ridge: number): ScaledProblem {
  const { size, exactCovariance } = problem;
  const covariance = exactCovariance.map((value, k) => (k % (size + 1) === 0 ? value * (1 + ridge) : value));
  return {
    ...problem,
    covariance,
    exactCovariance: covariance,
    ridge,
    isDelicate: true,
    // A pivot is at least the ridge, up to rounding.
    leastPivot: ridge / 4,
  };
}
