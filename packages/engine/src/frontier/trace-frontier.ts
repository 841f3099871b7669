import { EngineError } from '../engine-error.ts';
import { quadraticForm } from '../linear-algebra/matrix.ts';
import { atLower, atUpper } from './active-set.ts';
import { solveAtLambda } from './dual-active-set.ts';
import { findNextEvent, type TraceEvent } from './next-event.ts';
import type { ScaledProblem } from './problem.ts';
import { computeSegment, createSegment, type Segment } from './segment.ts';

/** A point where the active set changes; lambda in the solver's scale. */
export interface TracedCorner {
  readonly lambda: number;
  readonly weights: Float64Array;
}

/** Corners from minimum variance upwards, and how the trace went. */
export interface Trace {
  readonly corners: readonly TracedCorner[];
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
  const state: State = { ...solveAtLambda(problem, start), lambda: start };
  const corners: TracedCorner[] = [{ lambda: start, weights: Float64Array.from(state.weights) }];
  if (problem.isFlat || state.assets.every((_, i) => problem.lower[i] === problem.upper[i])) {
    return { corners, steps: 0, restarts: 0 };
  }
  const segment = createSegment(problem);
  const event: TraceEvent = { lambda: 0, kind: 0, index: 0, status: 0 };
  const limit = 60 * (problem.size + problem.groupCount) + 200;
  let seen: string[] = [];
  let restarts = 0;
  let inARow = 0;
  for (let step = 0; step < limit; step++) {
    const key = `${state.assets.join()};${state.rows.join()}`;
    const isStuck = seen.includes(key) || options.forceRestartAtSteps?.includes(step);
    if (isStuck || !computeSegment(problem, state.assets, state.rows, state.weights, segment)) {
      restart(problem, state, inARow++);
      restarts++;
      seen = [];
      continue;
    }
    seen.push(key);
    findNextEvent(problem, state.assets, state.rows, state.weights, segment, state.lambda, event);
    if (event.kind < 0) return { corners, steps: step, restarts };
    const isAdvance = event.lambda > state.lambda * (1 + 1e-12) + 1e-15;
    if (isAdvance) {
      seen = [];
      inARow = 0;
    }
    state.lambda = event.lambda;
    applyEvent(problem, state, segment, event);
    if (!isAdvance) continue;
    corners.push({ lambda: state.lambda, weights: Float64Array.from(state.weights) });
    if (options.untilVariance !== undefined) {
      const variance = quadraticForm(problem.originalCovariance, state.weights, problem.size);
      if (variance >= options.untilVariance) return { corners, steps: step, restarts };
    }
  }
  throw new EngineError('NOT_CONVERGED', `the frontier did not end within ${limit} steps`);
}

/** Solves the QP slightly beyond the current lambda and continues from its active set. */
function restart(problem: ScaledProblem, state: State, attempt: number): void {
  const beyond = state.lambda + 1e-9 * 4 ** attempt * Math.max(1, state.lambda);
  const solution = solveAtLambda(problem, beyond);
  state.assets = solution.assets;
  state.rows = solution.rows;
  state.weights = solution.weights;
  state.lambda = beyond;
}

/** Moves the weights to the event and flips one status. */
function applyEvent(problem: ScaledProblem, state: State, segment: Segment, event: TraceEvent): void {
  const { lower, upper } = problem;
  const { weights, assets, rows } = state;
  for (let k = 0; k < segment.freeCount; k++) {
    const i = segment.freeAssets[k]!;
    const value = segment.constant[k]! + event.lambda * segment.slope[k]!;
    // Only rounding noise is clipped here; real bounds are events.
    weights[i] = value < lower[i]! ? lower[i]! : value > upper[i]! ? upper[i]! : value;
  }
  if (event.kind >= 2) {
    rows[event.index] = event.status;
    return;
  }
  assets[event.index] = event.status;
  if (event.status === atLower) weights[event.index] = lower[event.index]!;
  if (event.status === atUpper) weights[event.index] = upper[event.index]!;
}
