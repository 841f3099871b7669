import { atLower, atUpper, free } from './active-set.ts';
import type { ScaledProblem } from './problem.ts';
import type { Segment } from './segment-memory.ts';

const flat = 1e-12;

/** The change of the active set that ends a segment. */
export interface TraceEvent {
  lambda: number;
  /** The same from the segment's origin: exact where lambda itself hardly changes. */
  step: number;
  /** 0 free asset meets a bound, 1 fixed asset is released, 2 row becomes active, 3 row is released; -1 none. */
  kind: number;
  index: number;
  /** New status of the asset or row. */
  status: number;
}

/**
 * Finds the smallest lambda >= current at which the active set of a segment stops being optimal. An event below current
 * counts as now, however far below: something moves across its limit, and a singular covariance amplifies the rounding of
 * the point where it did. Ties: kind, then index (Bland), because the first found is kept.
 */
export function findNextEvent(
  problem: ScaledProblem,
  assets: Int8Array,
  rows: Int8Array,
  weights: Float64Array,
  segment: Segment,
  current: number,
  event: TraceEvent,
): void {
  const { size: n, lower, upper } = problem;
  const { freeAssets, freeCount, constant, slope, slopeNoise, gradient0, gradient1 } = segment;
  const now = current - segment.origin;
  event.step = Number.POSITIVE_INFINITY;
  event.kind = -1;
  const offer = (step: number, kind: number, index: number, status: number) => {
    const at = step > now ? step : now;
    if (at >= event.step) return;
    event.step = at;
    event.lambda = segment.origin + at;
    event.kind = kind;
    event.index = index;
    event.status = status;
  };
  for (let k = 0; k < freeCount; k++) {
    const i = freeAssets[k]!;
    const d = slope[k]!;
    if (d > slopeNoise) offer((upper[i]! - constant[k]!) / d, 0, i, atUpper);
    else if (d < -slopeNoise) offer((lower[i]! - constant[k]!) / d, 0, i, atLower);
  }
  for (let j = 0; j < n; j++) {
    if (assets[j] === free || lower[j] === upper[j]) continue;
    const g1 = gradient1[j]!;
    if (assets[j] === atLower ? g1 < -flat : g1 > flat) offer(-gradient0[j]! / g1, 1, j, free);
  }
  if (rows.length === 0) return;
  offerInactiveRows(problem, rows, assets, weights, segment, offer);
  for (let e = 0; e < segment.rowCount; e++) {
    const r = segment.activeRows[e]!;
    if (problem.rowLower[r] === problem.rowUpper[r]) continue;
    const nu1 = segment.nu1[e + 1]!;
    if (rows[r] === atLower ? nu1 < -flat : nu1 > flat) offer(-segment.nu0[e + 1]! / nu1, 3, r, free);
  }
}

function offerInactiveRows(
  problem: ScaledProblem,
  rows: Int8Array,
  assets: Int8Array,
  weights: Float64Array,
  segment: Segment,
  offer: (lambda: number, kind: number, index: number, status: number) => void,
): void {
  const { size: n, rows: coefficients, rowLower, rowUpper } = problem;
  for (let r = 0; r < rows.length; r++) {
    // An equality row that is free is implied by the others; only noise could move it.
    if (rows[r] !== free || rowLower[r] === rowUpper[r]) continue;
    let at = 0;
    let tilt = 0;
    let size = 0;
    for (let i = 0; i < n; i++) {
      if (assets[i] !== free) at += coefficients[r * n + i]! * weights[i]!;
    }
    for (let k = 0; k < segment.freeCount; k++) {
      const c = coefficients[r * n + segment.freeAssets[k]!]!;
      at += c * segment.constant[k]!;
      tilt += c * segment.slope[k]!;
      size += Math.abs(c * segment.slope[k]!);
    }
    // A row that the active ones imply does not move: its tilt is what rounding leaves of its terms.
    const noise = problem.isDelicate ? 1e-11 * size : 1e-12;
    if (tilt > noise) offer((rowUpper[r]! - at) / tilt, 2, r, atUpper);
    else if (tilt < -noise) offer((rowLower[r]! - at) / tilt, 2, r, atLower);
  }
}
