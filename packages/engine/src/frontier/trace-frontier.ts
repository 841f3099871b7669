import { EngineError } from '../engine-error.ts';
import { quadraticForm } from '../linear-algebra/matrix.ts';
import { type ActiveSet, atLower, atUpper } from './active-set.ts';
import { approachOrigin } from './approach-origin.ts';
import { findNextEvent, type TraceEvent } from './next-event.ts';
import type { ScaledProblem } from './problem.ts';
import { computeSegment } from './segment.ts';
import { createSegment, type Segment } from './segment-memory.ts';
import { solveAtLambda } from './solve-at-lambda.ts';
import { solvePrimal } from './solve-primal.ts';

/** A point where the active set changes; lambda in the solver's scale. */
export interface TracedCorner {
  readonly lambda: number;
  readonly weights: Float64Array;
  /**
   * Multipliers of the budget, then of every group row, on the line that leads here: at its start and at its end. The
   * first corner has those of the line that leaves it; null where a restart left no line.
   */
  line: { readonly from: Float64Array; readonly to: Float64Array } | null;
}

/** Corners from minimum variance upwards, and how the trace went. */
export interface Trace {
  readonly corners: readonly TracedCorner[];
  /** Growth of the multipliers per lambda beyond the last corner: they prove the maximum return; null for a part. */
  readonly top: Float64Array | null;
  readonly steps: number;
  readonly restarts: number;
}

/** A part of the frontier only, and a switch for tests. */
export interface TraceOptions {
  /** For tests: restart at these step numbers although nothing is wrong. */
  readonly forceRestartAtSteps?: readonly number[];
  /** Begin at this lambda (the caller's scale) instead of minimum variance. */
  readonly fromLambda?: number;
  /** End at the first corner of at least this variance. */
  readonly untilVariance?: number;
}

interface State {
  assets: Int8Array;
  rows: Int8Array;
  weights: Float64Array;
  lambda: number;
}

/**
 * Traces the exact efficient frontier upwards from minimum variance (algorithm.md section 2): on each segment
 * the weights are linear in the risk tolerance lambda; every event flips exactly one status. Where the active set
 * is degenerate (a factor fails, or an active set returns at the same lambda) the QP is solved afresh a little
 * further on and the trace continues from its active set.
 *
 * Best (1996), parametric QP; Markowitz & Todd (2000), general CLA.
 */
export function traceFrontier(problem: ScaledProblem, options: TraceOptions = {}): Trace {
  const start = problem.isFlat ? 0 : (options.fromLambda ?? 0) / problem.lambdaScale;
  const state: State = { ...startAt(problem, start), lambda: start };
  const corners: TracedCorner[] = [{ lambda: start, weights: Float64Array.from(state.weights), line: null }];
  const segment = createSegment(problem);
  if (problem.isFlat || state.assets.every((_, i) => problem.lower[i] === problem.upper[i])) {
    if (computeSegment(problem, state.assets, state.rows, state.weights, segment, start))
      corners[0]!.line = lineOf(problem, segment, start, start);
    return { corners, steps: 0, restarts: 0, top: topOf(problem, segment) };
  }
  const event: TraceEvent = { lambda: 0, step: 0, kind: 0, index: 0, status: 0 };
  const limit = 60 * (problem.size + problem.groupCount) + 200;
  let seen: string[] = [];
  let restarts = 0;
  let inARow = 0;
  for (let step = 0; step < limit; step++) {
    const key = `${state.assets.join()};${state.rows.join()}`;
    const isStuck = seen.includes(key) || options.forceRestartAtSteps?.includes(step);
    if (isStuck || !computeSegment(problem, state.assets, state.rows, state.weights, segment, state.lambda)) {
      restart(problem, state, inARow++);
      corners.push({ lambda: state.lambda, weights: Float64Array.from(state.weights), line: null });
      restarts++;
      seen = [];
      continue;
    }
    seen.push(key);
    const last = corners.at(-1)!;
    if (problem.isDelicate && !reachOrigin(problem, state, segment)) continue;
    if (last.line === null) {
      // The dual method solved with the ridge; the segment begins where the exact covariance wants it.
      last.weights.set(state.weights);
      last.line = lineOf(problem, segment, last.lambda, last.lambda);
    } else if (hasMoved(last.weights, state.weights)) {
      const line = lineOf(problem, segment, state.lambda, state.lambda);
      corners.push({ lambda: state.lambda, weights: Float64Array.from(state.weights), line });
    } else if (problem.isDelicate) {
      // What the step to this corner lost by rounding, its own segment has just brought back.
      last.weights.set(state.weights);
    }
    findNextEvent(problem, state.assets, state.rows, state.weights, segment, state.lambda, event);
    if (event.kind < 0) return { corners, steps: step, restarts, top: topOf(problem, segment) };
    const isAdvance = event.lambda > state.lambda * (1 + 1e-12) + 1e-15;
    if (isAdvance) {
      seen = [];
      inARow = 0;
    }
    state.lambda = event.lambda;
    applyEvent(problem, state, segment, event);
    // Where assets are alike but for their returns, weights move without lambda; such an end of a line is a corner too.
    if (!isAdvance && !hasMoved(corners.at(-1)!.weights, state.weights)) continue;
    const line = lineOf(problem, segment, corners.at(-1)!.lambda, state.lambda);
    corners.push({ lambda: state.lambda, weights: Float64Array.from(state.weights), line });
    if (options.untilVariance !== undefined) {
      const variance = quadraticForm(problem.originalCovariance, state.weights, problem.size);
      if (variance >= options.untilVariance) return { corners, steps: step, restarts, top: null };
    }
  }
  throw new EngineError('NOT_CONVERGED', `the frontier did not end within ${limit} steps`);
}

/**
 * Where a trace begins. Without returns that differ it ends there as well, and no segment leads from what the dual method found
 * with the ridge to where the covariance itself wants it: the primal method goes there.
 */
function startAt(problem: ScaledProblem, lambda: number): ActiveSet {
  const found = solveAtLambda(problem, lambda);
  if (!problem.isFlat || !problem.isDelicate) return found;
  const { assets, rows, weights } = found;
  const copy = { assets: assets.slice(), rows: rows.slice(), weights: weights.slice() };
  return solvePrimal(problem, lambda, copy) ?? found;
}

/** A value per active equation as one per budget and group row; 0 for rows that do not bind. */
function byRow(problem: ScaledProblem, segment: Segment, valueOf: (equation: number) => number) {
  const result = new Float64Array(1 + problem.groupCount);
  for (let e = 0; e <= segment.rowCount; e++)
    result[e === 0 ? 0 : 1 + segment.activeRows[e - 1]!] = valueOf(e);
  return result;
}

const topOf = (problem: ScaledProblem, segment: Segment) => byRow(problem, segment, (e) => segment.nu1[e]!);

function lineOf(problem: ScaledProblem, segment: Segment, from: number, to: number) {
  const at = (lambda: number) =>
    byRow(problem, segment, (e) => segment.nu0[e]! + (lambda - segment.origin) * segment.nu1[e]!);
  return { from: at(from), to: at(to) };
}

function hasMoved(before: Float64Array, now: Float64Array): boolean {
  for (let i = 0; i < now.length; i++) if (Math.abs(now[i]! - before[i]!) > 1e-9) return true;
  return false;
}

/** Solves the QP slightly beyond the current lambda and continues from its active set. */
function restart(problem: ScaledProblem, state: State, attempt: number): void {
  const nearest = problem.isDelicate ? 1e-13 : 1e-9;
  const beyond = state.lambda + nearest * 4 ** attempt * Math.max(problem.smallestLambda, state.lambda);
  const solution = solveAtLambda(problem, beyond);
  state.assets = solution.assets;
  state.rows = solution.rows;
  state.weights = solution.weights;
  state.lambda = beyond;
}

/** Goes to where a delicate segment begins, in as many steps as it takes; false if a bound or row was met on the way. */
function reachOrigin(problem: ScaledProblem, state: State, segment: Segment): boolean {
  for (let pass = 0; pass < 30; pass++) {
    const before = Float64Array.from(state.weights);
    if (!approachOrigin(problem, state, segment)) return false;
    if (!hasMoved(before, state.weights)) return true;
    computeSegment(problem, state.assets, state.rows, state.weights, segment, state.lambda);
  }
  // Along a hardly curved direction the steps never end; what is left of the way is less than rounding could tell.
  for (let k = 0; k < segment.freeCount; k++) segment.constant[k] = state.weights[segment.freeAssets[k]!]!;
  return true;
}

/** Moves the free weights along the segment, a step from its origin. */
function moveTo({ lower, upper }: ScaledProblem, { weights }: State, segment: Segment, step: number): void {
  for (let k = 0; k < segment.freeCount; k++) {
    const i = segment.freeAssets[k]!;
    const value = segment.constant[k]! + step * segment.slope[k]!;
    // Only rounding noise is clipped here; real bounds are events.
    weights[i] = value < lower[i]! ? lower[i]! : value > upper[i]! ? upper[i]! : value;
  }
}

/** Moves the weights to the event and flips one status. */
function applyEvent(problem: ScaledProblem, state: State, segment: Segment, event: TraceEvent): void {
  const { lower, upper } = problem;
  const { weights, assets, rows } = state;
  moveTo(problem, state, segment, event.step);
  if (event.kind >= 2) {
    rows[event.index] = event.status;
    return;
  }
  assets[event.index] = event.status;
  if (event.status === atLower) weights[event.index] = lower[event.index]!;
  if (event.status === atUpper) weights[event.index] = upper[event.index]!;
}
