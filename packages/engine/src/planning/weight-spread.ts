import type { TariffContext } from '../check/tariff-context.ts';
import { dot } from '../linear-algebra/matrix.ts';

/** The covariance of every group's return with a sum of group returns, given by its loads. */
export function withGroups({ covariance }: TariffContext, loads: Float64Array): Float64Array {
  const n = loads.length;
  const result = new Float64Array(n);
  for (let i = 0; i < n; i++) {
    const load = loads[i]!;
    if (load === 0) continue;
    // The covariance is symmetric: its row is its column.
    for (let j = 0; j < n; j++) result[j]! += covariance[i * n + j]! * load;
  }
  return result;
}

/**
 * What a group's weight gains by returns while nothing is traded, dw = w (r_g - r_p) with r_p the return of the whole, as
 * loads on the groups' returns (**ours**; drifts, payments and second-order terms left out).
 */
export function weightLoads(weights: Float64Array, group: number): Float64Array {
  const weight = weights[group]!;
  const loads = weights.map((other) => -weight * other);
  loads[group]! += weight;
  return loads;
}

const spreads = new WeakMap<TariffContext, Float64Array>();

/** Standard deviations a year of the target's own weights, computed once a tariff and class. */
export function targetSpreads(context: TariffContext): Float64Array {
  let known = spreads.get(context);
  if (!known) {
    known = context.target.map((_, g) => {
      const loads = weightLoads(context.target, g);
      return Math.sqrt(Math.max(0, dot(loads, withGroups(context, loads))));
    });
    spreads.set(context, known);
  }
  return known;
}
