import { EngineError } from '../engine-error.ts';
import { riskBandStatus } from '../risk-band.ts';
import { riskBudgetWeights } from '../risk-budget/risk-budget.ts';
import { equalWeights, inverseVolatilityWeights, tangencyWeights } from '../risk-budget/simple-weights.ts';
import { type AllocationInput, type AllocationType, isEquity } from './allocation-input.ts';
import { type ColumnProblem, type HeuristicBase, measureOf } from './column-problem.ts';
import { weightProjection } from './project-weights.ts';
import { solveParameter } from './solve-parameter.ts';

/** Largest t of c = t / (1 - t). */
const strongestTilt = 1 - 1e-6;

/**
 * RISK_PARITY, EQUAL_WEIGHT, INVERSE_VOL and MAX_DIVERSIFICATION: weights x over the groups in play, mixed with the
 * money market, w = theta x + (1 - theta) cash, so that the measure hits the target. If even x is too tame, equity
 * groups are favoured by 1 + c with c growing until the band is met (engine.md section 8).
 */
export function heuristicColumn(problem: ColumnProblem): Float64Array {
  const { input, band, class: riskClass, covariance, upper, memory } = problem;
  const cash = input.groups.findIndex((group, i) => group.isMoneyMarket && upper[i]! > 0);
  const base = baseOf(problem);
  const measure = (weights: ArrayLike<number>) => measureOf(input.groups, covariance, input.measure, weights);
  const projected = weightProjection(problem.lower, upper, input.rows);
  const mixed = (theta: number) => {
    const weights = base.weights.map((value) => value * theta);
    if (cash >= 0) weights[cash]! += 1 - theta;
    return projected(weights);
  };
  // c = t / (1 - t) runs from 0 to very large while t runs from 0 to 1.
  const tilted = (t: number) => {
    memory.tilted = tiltedWeights(input, base, t / (1 - t), memory.tilted ?? base.weights);
    return projected(memory.tilted);
  };
  const pure = projected(base.weights);
  const pureMeasure = measure(pure);
  let weights = pure;
  if (pureMeasure > riskClass.target && cash >= 0) {
    const solved = solveParameter(mixed, measure, riskClass.target, 1, memory.parameter);
    weights = solved.weights;
    memory.parameter = solved;
  } else if (pureMeasure < band.low) {
    const aim = Math.min(riskClass.target, band.low + 0.1 * (band.high - band.low));
    const solved = solveParameter(tilted, measure, aim, strongestTilt, memory.parameter);
    weights = solved.weights;
    memory.parameter = solved;
  }
  const reached = measure(weights);
  if (riskBandStatus(reached, band).status !== 'in') {
    const low = cash >= 0 ? measure(mixed(0)) : pureMeasure;
    const high = measure(tilted(strongestTilt));
    throw new EngineError(
      'ALLOC_INFEASIBLE',
      `class ${riskClass.id} needs ${band.low} to ${band.high}, the nearest of this type is ${reached.toFixed(2)}`,
      `classes.${riskClass.id}`,
      {
        riskClass: riskClass.id,
        low: Math.min(low, reached),
        high: Math.max(high, reached),
        nearest: reached,
      },
    );
  }
  return weights;
}

/** What x is made from for the groups in play; the same groups come back in other columns and are not computed again. */
function baseOf(problem: ColumnProblem): HeuristicBase {
  const { input, covariance, upper, memory } = problem;
  const n = input.groups.length;
  const open = input.groups.flatMap((group, i) => (upper[i]! > 0 && !group.isMoneyMarket ? [i] : []));
  if (open.length === 0)
    throw new EngineError('INPUT_INVALID', 'no group besides the money market may be used', 'groups');
  const key = open.join();
  const known = memory.bases.get(key);
  if (known) {
    memory.plain = known.weights;
    return known;
  }
  const m = open.length;
  const sub = new Float64Array(m * m);
  open.forEach((i, a) => {
    open.forEach((j, b) => {
      sub[a * m + b] = covariance[i * n + j]!;
    });
  });
  const weights = tiltedWeights(input, { open, covariance: sub }, 0, memory.plain);
  memory.plain = weights;
  const base: HeuristicBase = { open, covariance: sub, weights };
  memory.bases.set(key, base);
  return base;
}

/** x over the open groups with equity favoured by 1 + c, spread over all groups; begins at weights known to be near. */
function tiltedWeights(
  input: AllocationInput,
  { open, covariance }: Omit<HeuristicBase, 'weights'>,
  c: number,
  near: Float64Array | null,
): Float64Array {
  const tilt = open.map((i) => (isEquity(input.groups[i]!) ? 1 + c : 1));
  const x = openWeights(input.type, covariance, tilt, near && open.map((i) => near[i]!));
  let sum = 0;
  for (let k = 0; k < open.length; k++) sum += x[k]!;
  const all = new Float64Array(input.groups.length);
  open.forEach((i, k) => {
    all[i] = x[k]! / sum;
  });
  return all;
}

function openWeights(
  type: AllocationType,
  covariance: Float64Array,
  tilt: readonly number[],
  near: readonly number[] | null,
): ArrayLike<number> {
  const m = tilt.length;
  if (type === 'RISK_PARITY') return riskBudgetWeights(covariance, tilt, near, 1e-4);
  if (type === 'MAX_DIVERSIFICATION') {
    // Tilted through its "returns": a weight of zero would stay zero.
    const returns = tilt.map((factor, k) => factor * Math.sqrt(Math.max(0, covariance[k * m + k]!)));
    return tangencyWeights(
      covariance,
      returns,
      near?.flatMap((weight, k) => (weight > 0 ? [k] : [])),
    );
  }
  const plain = type === 'EQUAL_WEIGHT' ? equalWeights(m) : inverseVolatilityWeights(covariance, m);
  return plain.map((value, k) => value * tilt[k]!);
}
