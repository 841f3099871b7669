import { EngineError } from '../engine-error.ts';
import { atVolatility } from '../frontier/read-off.ts';
import { dot, flatten, volatilityOf } from '../linear-algebra/matrix.ts';
import type { OptimalityCheck } from '../optimality/kkt-residual.ts';
import { riskBandStatus } from '../risk-band.ts';
import { riskShares } from '../risk-budget/risk-budget.ts';
import type { AllocationInput } from './allocation-input.ts';
import {
  type ColumnFrontier,
  type ColumnProblem,
  columnFrontier,
  emptyMemory,
  measureOf,
  startColumn,
} from './column-problem.ts';
import { brokenRows, roundColumn } from './round-column.ts';
import { columnOptimality, solveColumn } from './solve-column.ts';

/** A finished column. */
export interface AllocationColumn {
  readonly riskClass: string;
  /** Whole units per group; they sum exactly. */
  readonly units: number[];
  /** The exact weights the units were rounded from. */
  readonly weights: number[];
  /** The measure of the rounded column, in percentage points rounded to 0.01. */
  readonly measure: number;
  readonly isInBand: boolean;
  readonly volatility: number;
  readonly expectedReturn: number;
  readonly equityQuota: number;
  readonly sharpe: number | null;
  readonly riskContributions: number[];
  /** With `checksOptimality`: conditions of the optimum for the cleaned weights; absent for the heuristic types. */
  readonly optimality?: OptimalityCheck;
}

/** A class that no weights of this type reach; the measure in percentage points. */
export interface ColumnFailure {
  readonly riskClass: string;
  readonly code: 'ALLOC_INFEASIBLE';
  readonly message: string;
  /** What is reachable: smallest and largest measure, and the one nearest to the target. */
  readonly low: number;
  readonly high: number;
  readonly nearest: number;
}

/** A finding about the whole matrix. */
export interface MatrixMessage {
  /** ROUNDING: rounding to whole units cannot keep a row, which is named. */
  readonly code: 'TA02' | 'TA05' | 'ROUNDING' | 'SMOOTHNESS';
  readonly severity: 0 | 1 | 2;
  readonly riskClass: string;
  readonly values: Readonly<Record<string, number | string>>;
}

/** A matrix, what there is to say about it, and the frontier for its picture. */
export interface AllocationResult {
  /** The columns that were found, in the order of the classes. */
  readonly columns: readonly AllocationColumn[];
  /** Classes without a column; the others come out all the same. */
  readonly failures: readonly ColumnFailure[];
  readonly messages: readonly MatrixMessage[];
  readonly frontier: readonly { readonly volatility: number; readonly expectedReturn: number }[];
}

/**
 * Computes all columns of a matrix (engine.md section 8): solve, clean of dust, round to units, check again.
 *
 * @throws EngineError ALLOC_INFEASIBLE with the reachable range if no class has a column; INFEASIBLE naming the row;
 * COV_NOT_PSD
 */
export function automaticAllocation(input: AllocationInput): AllocationResult {
  const covariance = flatten(input.covariance);
  const memory = emptyMemory();
  const columns: AllocationColumn[] = [];
  const failures: ColumnFailure[] = [];
  let refusal: EngineError | null = null;
  for (const riskClass of input.classes) {
    try {
      columns.push(allocateColumn(startColumn(input, riskClass, covariance, memory)));
    } catch (error) {
      if (!(error instanceof EngineError) || error.code !== 'ALLOC_INFEASIBLE') throw error;
      refusal ??= error;
      failures.push(failureOf(riskClass.id, error));
    }
  }
  if (refusal && columns.length === 0) throw refusal;
  return {
    columns,
    failures,
    messages: matrixMessages(input, columns, failures),
    frontier: frontierCurve(input, covariance, memory.whole),
  };
}

function failureOf(riskClass: string, error: EngineError): ColumnFailure {
  const figure = (key: string) => Number(error.details?.[key] ?? Number.NaN);
  const [low, high, nearest] = [figure('low'), figure('high'), figure('nearest')];
  return { riskClass, code: 'ALLOC_INFEASIBLE', message: error.message, low, high, nearest };
}

function allocateColumn(problem: ColumnProblem): AllocationColumn {
  const weights = cleanColumn(problem);
  const units = roundColumn(problem, weights);
  const column = describeColumn(problem, units, weights);
  const optimality = problem.input.checksOptimality ? columnOptimality(problem, weights) : null;
  return optimality ? { ...column, optimality } : column;
}

/**
 * Solves; while a weight lies in (0, minPosition), fixes the smallest such group to 0 and solves again; if that is
 * infeasible, to minPosition. At most one fixing per group, so it ends.
 */
function cleanColumn(problem: ColumnProblem): Float64Array {
  const { input, lower, upper } = problem;
  let weights = solveColumn(problem);
  for (let round = 0; round < input.groups.length; round++) {
    let smallest = -1;
    weights.forEach((weight, i) => {
      const isDust = weight > 1e-12 && weight < input.minPosition - 1e-12 && lower[i] !== upper[i];
      if (isDust && (smallest < 0 || weight < weights[smallest]!)) smallest = i;
    });
    if (smallest < 0) break;
    const before = [lower[smallest]!, upper[smallest]!] as const;
    [lower[smallest], upper[smallest]] = [0, 0];
    const without = before[0] > 0 ? null : solveOrNothing(problem);
    if (without) {
      weights = without;
      continue;
    }
    const position = Math.min(before[1], Math.max(before[0], input.minPosition));
    [lower[smallest], upper[smallest]] = [position, position];
    const fixed = solveOrNothing(problem);
    if (fixed) weights = fixed;
    else [lower[smallest], upper[smallest]] = [weights[smallest]!, weights[smallest]!];
  }
  // Dust of the solver's own rounding is no position.
  return weights.map((weight) => (weight < 1e-9 ? 0 : weight));
}

function solveOrNothing(problem: ColumnProblem): Float64Array | null {
  try {
    return solveColumn(problem);
  } catch (error) {
    if (error instanceof EngineError && (error.code === 'INFEASIBLE' || error.code === 'ALLOC_INFEASIBLE'))
      return null;
    throw error;
  }
}

function describeColumn(problem: ColumnProblem, units: number[], weights: Float64Array): AllocationColumn {
  const { input, covariance, band } = problem;
  const rounded = units.map((value) => value / input.units);
  const measure = measureOf(input.groups, covariance, input.measure, rounded);
  const volatility = volatilityOf(covariance, rounded, rounded.length);
  const expectedReturn = dot(
    rounded,
    input.groups.map((group) => group.expectedReturn),
  );
  return {
    riskClass: problem.class.id,
    units,
    weights: Array.from(weights),
    measure: Math.round(measure * 100) / 100,
    isInBand: riskBandStatus(measure, band).status === 'in',
    volatility,
    expectedReturn,
    equityQuota: dot(
      rounded,
      input.groups.map((group) => group.equityQuota),
    ),
    sharpe: volatility > 0 ? (expectedReturn - input.riskFreeRate) / volatility : null,
    riskContributions: riskShares(covariance, rounded),
  };
}

function matrixMessages(
  input: AllocationInput,
  columns: readonly AllocationColumn[],
  failures: readonly ColumnFailure[],
): MatrixMessage[] {
  const messages: MatrixMessage[] = failures.map(({ riskClass, low, high, nearest }) => ({
    code: 'TA02',
    severity: 2,
    riskClass,
    values: { low, high, nearest },
  }));
  const place = new Map(input.classes.map(({ id }, k) => [id, k]));
  columns.forEach((column, k) => {
    if (!column.isInBand) {
      messages.push({
        code: 'TA02',
        severity: 2,
        riskClass: column.riskClass,
        values: { measure: column.measure },
      });
    }
    for (const values of brokenRows(input.rows, column.units, input.units))
      messages.push({ code: 'ROUNDING', severity: 2, riskClass: column.riskClass, values });
    const before = columns[k - 1];
    if (!before) return;
    if (column.measure <= before.measure) {
      const values = { measure: column.measure, before: before.measure };
      messages.push({ code: 'TA05', severity: 2, riskClass: column.riskClass, values });
    }
    if ((place.get(column.riskClass) ?? 0) - (place.get(before.riskClass) ?? 0) > 1) return;
    input.groups.forEach((group, i) => {
      const jump = Math.abs(column.units[i]! - before.units[i]!) / input.units;
      if (jump > 0.25 + 1e-12) {
        messages.push({
          code: 'SMOOTHNESS',
          severity: 0,
          riskClass: column.riskClass,
          values: { group: group.id, jump },
        });
      }
    });
  });
  return messages;
}

/** Points of the frontier without cleaning, evenly spaced in volatility. */
function frontierCurve(
  input: AllocationInput,
  covariance: Float64Array,
  known: ColumnFrontier | null,
  points = 41,
) {
  const any = { id: '', target: 0, range: 0 };
  const { frontier } = known ?? columnFrontier(startColumn(input, any, covariance));
  const low = Math.sqrt(frontier.corners[0]!.variance);
  const high = Math.sqrt(frontier.corners.at(-1)!.variance);
  return Array.from({ length: points }, (_, k) => {
    const point = atVolatility(frontier, low + ((high - low) * k) / (points - 1));
    return { volatility: point.volatility, expectedReturn: point.expectedReturn };
  });
}
