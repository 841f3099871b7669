/** Percentage points: far below the 0.01 that bands are compared at. */
const precision = 1e-5;

/** Weights, the parameter they belong to, and the slope of the measure there (null if one look was enough). */
export interface Solved {
  readonly weights: Float64Array;
  readonly parameter: number;
  readonly slope: number | null;
}

/** A look at one parameter; `error` is measure less aim. */
interface Look {
  readonly parameter: number;
  readonly weights: Float64Array;
  readonly error: number;
}

/**
 * The weights at the parameter in [0, end] whose growing measure hits the aim, to a hundred-thousandth of a percentage
 * point; at an end of the range if the aim lies beyond it. Secant steps, kept inside what is known to enclose the answer.
 *
 * @param before where a similar problem was solved, to begin there
 */
export function solveParameter(
  weightsAt: (parameter: number) => Float64Array,
  measure: (weights: Float64Array) => number,
  aim: number,
  end: number,
  before: { readonly parameter: number; readonly slope: number | null } | null,
): Solved {
  const lookAt = (parameter: number): Look => {
    const weights = weightsAt(parameter);
    return { parameter, weights, error: measure(weights) - aim };
  };
  let low: Look | null = null;
  let high: Look | null = null;
  let last: Look | null = null;
  let slope = before?.slope ?? null;
  let next = before ? Math.min(end, Math.max(0, before.parameter)) : end;
  for (let k = 0; k < 200; k++) {
    const look: Look = lookAt(next);
    if (last && look.parameter !== last.parameter)
      slope = (look.error - last.error) / (look.parameter - last.parameter);
    const isBeyond = look.error < 0 ? next >= end : next <= 0;
    if (isBeyond || Math.abs(look.error) <= precision)
      return { weights: look.weights, parameter: next, slope };
    if (look.error < 0) low = look;
    else high = look;
    last = look;
    if (low && high && high.parameter - low.parameter <= 1e-15 * end) break;
    next = nextParameter(look, low, high, slope, end, k);
  }
  const found = low ?? high;
  return { weights: found!.weights, parameter: found!.parameter, slope };
}

/** The secant step; the middle or an end of the range where it would leave what is known, or stalls. */
function nextParameter(
  look: Look,
  low: Look | null,
  high: Look | null,
  slope: number | null,
  end: number,
  k: number,
): number {
  const from = low?.parameter ?? 0;
  const to = high?.parameter ?? end;
  const step = slope !== null && slope > 0 ? look.parameter - look.error / slope : Number.NaN;
  // Every few looks the middle, so that the bracket shrinks whatever the shape.
  if (step > from && step < to && k % 6 !== 5) return step;
  if (low && high) return from + (to - from) / 2;
  return low ? end : 0;
}
