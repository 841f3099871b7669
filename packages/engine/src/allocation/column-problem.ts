import type { RiskMeasure } from '@depotwerk/domain/tariff/risk-measure';
import { buildFrontier, type Frontier } from '../frontier/efficient-frontier.ts';
import type { GroupRow } from '../frontier/problem.ts';
import type { TraceOptions } from '../frontier/trace-frontier.ts';
import { flatten, volatilityOf } from '../linear-algebra/matrix.ts';
import { type RiskBand, riskBand } from '../risk-band.ts';
import type { AllocationGroup, AllocationInput, RiskClass } from './allocation-input.ts';

/** 97.5 % quantile of the normal distribution: value-at-risk = 1.96 sigma. */
const valueAtRiskFactor = 1.96;

/** One column while it is being solved: the groups still in play and their bounds. */
export interface ColumnProblem {
  readonly input: AllocationInput;
  readonly class: RiskClass;
  readonly band: RiskBand;
  /** Row-major annual covariance of all groups. */
  readonly covariance: Float64Array;
  readonly lower: Float64Array;
  readonly upper: Float64Array;
  /** What the last solve can tell the next one. */
  readonly memory: ColumnMemory;
}

/** The whole frontier before cleaning is the same for all columns; lambda of the last solve tells where to look. */
export interface ColumnMemory {
  whole: ColumnFrontier | null;
  lambda: number;
  /** Variance of the last maximum-Sharpe point under an equity quota. */
  variance: number;
  /** The first such point of the last column and its class's target: the next column's is looked for near it. */
  sharpest: { readonly lambda: number; readonly variance: number; readonly target: number } | null;
  /** Share of the mix or tilt of the last solve, with the slope of the measure there. */
  parameter: { readonly parameter: number; readonly slope: number | null } | null;
  /** The last heuristic weights over all groups, untilted and tilted: where the next ones begin. */
  plain: Float64Array | null;
  tilted: Float64Array | null;
  /** Heuristic weights by the groups in play; shared by all columns. */
  readonly bases: Map<string, HeuristicBase>;
}

/** Heuristic weights of a set of groups in play, before mixing and tilting. */
export interface HeuristicBase {
  readonly open: readonly number[];
  /** Row-major covariance of the open groups. */
  readonly covariance: Float64Array;
  /** Over all groups, summing to 1. */
  readonly weights: Float64Array;
}

/** Nothing known yet. */
export const emptyMemory = (): ColumnMemory => ({
  whole: null,
  lambda: 0,
  variance: 0,
  sharpest: null,
  parameter: null,
  plain: null,
  tilted: null,
  bases: new Map(),
});

/** A fresh column. */
export function startColumn(
  input: AllocationInput,
  riskClass: RiskClass,
  covariance = flatten(input.covariance),
  memory: ColumnMemory = emptyMemory(),
): ColumnProblem {
  memory.lambda = 0;
  memory.variance = 0;
  memory.parameter = null;
  memory.plain = null;
  memory.tilted = null;
  return {
    input,
    class: riskClass,
    band: riskBand(riskClass.target, riskClass.range),
    covariance,
    lower: Float64Array.from(input.groups, (group) => group.lower),
    upper: Float64Array.from(input.groups, (group) => group.upper),
    memory,
  };
}

/** The measure of weights in percentage points. */
export function measureOf(
  groups: readonly AllocationGroup[],
  covariance: Float64Array,
  measure: RiskMeasure,
  weights: ArrayLike<number>,
): number {
  if (measure === 'EQUITY_QUOTA') {
    let quota = 0;
    for (let i = 0; i < groups.length; i++) quota += weights[i]! * groups[i]!.equityQuota;
    return quota * 100;
  }
  return pointsOfVolatility(measure, volatilityOf(covariance, weights, groups.length));
}

/** The measure in percentage points that a volatility (fraction) stands for. */
export const pointsOfVolatility = (measure: RiskMeasure, volatility: number): number =>
  measure === 'VALUE_AT_RISK' ? volatility * 100 * valueAtRiskFactor : volatility * 100;

/** Volatility (fraction) that a value of the measure stands for. */
export const volatilityOfMeasure = (measure: RiskMeasure, points: number): number =>
  points / 100 / (measure === 'VALUE_AT_RISK' ? valueAtRiskFactor : 1);

/** The equity quota as a row between two values in percentage points. */
export function equityRow(groups: readonly AllocationGroup[], low: number, high: number): GroupRow {
  return {
    weights: groups.map((group) => group.equityQuota),
    lower: low / 100,
    upper: high / 100,
    name: 'equity quota',
  };
}

/** A frontier over the groups in play and the way back to all groups. */
export interface ColumnFrontier {
  readonly frontier: Frontier;
  readonly expand: (weights: ArrayLike<number>) => Float64Array;
}

/** The frontier of a column; groups capped at zero are left out, which keeps repeated solves cheap. */
export function columnFrontier(
  problem: ColumnProblem,
  extraRows: readonly GroupRow[] = [],
  options: TraceOptions = {},
): ColumnFrontier {
  const { input, lower, upper } = problem;
  const open = input.groups.flatMap((_, i) => (upper[i]! > 0 ? [i] : []));
  const pick = (values: ArrayLike<number>) => open.map((i) => values[i]!);
  const frontier = buildFrontier(
    {
      expectedReturns: open.map((i) => input.groups[i]!.expectedReturn),
      covariance: open.map((i) => pick(input.covariance[i]!)),
      lowerBounds: pick(lower),
      upperBounds: pick(upper),
      groups: [...input.rows, ...extraRows].map((row) => ({ ...row, weights: pick(row.weights) })),
    },
    options,
  );
  const expand = (weights: ArrayLike<number>) => {
    const all = new Float64Array(input.groups.length);
    open.forEach((i, k) => {
      all[i] = weights[k]!;
    });
    return all;
  };
  return { frontier, expand };
}
