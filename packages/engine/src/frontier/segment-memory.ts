import type { ScaledProblem } from './problem.ts';

/** Working memory of the trace, allocated once per frontier. */
export interface Segment {
  /** Indices of the free assets; the first `freeCount` count. */
  readonly freeAssets: Int32Array;
  freeCount: number;
  /** Active group rows; the first `rowCount` count. The budget is always active. */
  readonly activeRows: Int32Array;
  rowCount: number;
  /** Lines are written from this lambda on: 0, or where the segment begins if the problem is delicate. */
  origin: number;
  /** Free weight k = constant[k] + (lambda - origin) slope[k]. */
  readonly constant: Float64Array;
  readonly slope: Float64Array;
  /** Multipliers of budget (0) and active rows, written the same way. */
  readonly nu0: Float64Array;
  readonly nu1: Float64Array;
  /** Reduced gradient of every fixed asset, written the same way; 0 for free ones. */
  readonly gradient0: Float64Array;
  readonly gradient1: Float64Array;
  readonly factor: Float64Array;
  readonly y: Float64Array;
  readonly schur: Float64Array;
  /** S w of what does not move with the line: the fixed assets, and all others as they stand at an origin. */
  readonly load: Float64Array;
  /** Right sides of budget and active rows, less the fixed assets. */
  readonly rightSide: Float64Array;
  /** Slopes below this are rounding. */
  slopeNoise: number;
}

/** Allocates the working memory for a problem. */
export function createSegment(problem: ScaledProblem): Segment {
  const { size: n, groupCount: p } = problem;
  const m = p + 1;
  return {
    freeAssets: new Int32Array(n),
    freeCount: 0,
    activeRows: new Int32Array(p),
    rowCount: 0,
    constant: new Float64Array(n),
    slope: new Float64Array(n),
    nu0: new Float64Array(m),
    nu1: new Float64Array(m),
    gradient0: new Float64Array(n),
    gradient1: new Float64Array(n),
    factor: new Float64Array(n * n),
    y: new Float64Array(m * n),
    schur: new Float64Array(m * m),
    load: new Float64Array(n),
    rightSide: new Float64Array(m),
    slopeNoise: 0,
    origin: 0,
  };
}

/** Coefficient of asset i in equation e (0 the budget, then the active rows). */
export function coefficient(problem: ScaledProblem, segment: Segment, e: number, i: number): number {
  return e === 0 ? 1 : problem.rows[segment.activeRows[e - 1]! * problem.size + i]!;
}
