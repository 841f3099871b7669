import { EngineError, InfeasibleError } from '../engine-error.ts';

/** Bounds in units; both inclusive. */
export interface UnitBounds {
  readonly lower?: readonly number[];
  readonly upper?: readonly number[];
}

/**
 * Whole units proportional to `weights` that sum exactly to `units`: largest remainder (Hare-Niemeyer), inside
 * bounds (engine.md section 9). Ties go to the larger quota, then to the earlier element. A weight of zero gets
 * nothing unless its lower bound demands it.
 *
 * @throws EngineError INPUT_INVALID for negative, missing or all-zero weights; InfeasibleError if the bounds cannot sum up
 */
export function roundToUnits(weights: readonly number[], units: number, bounds: UnitBounds = {}): number[] {
  let total = 0;
  weights.forEach((weight, i) => {
    if (!(weight >= 0) || !Number.isFinite(weight)) {
      throw new EngineError('INPUT_INVALID', `weight ${i} is not a non-negative number`, `weights[${i}]`);
    }
    total += weight;
  });
  if (units === 0 && !bounds.lower) return weights.map(() => 0);
  if (!(total > 0) || !Number.isFinite(total)) {
    throw new EngineError('INPUT_INVALID', 'the weights need a positive finite sum', 'weights');
  }
  const quotas = weights.map((weight) => (weight / total) * units);
  const result = fillToLevel(quotas, units, bounds);
  let missing = units - result.reduce((sum, value) => sum + value, 0);
  const refusal = (path: string) => new InfeasibleError(`bounds do not allow a sum of ${units} units`, path);
  if (missing < 0) throw refusal('lower');
  for (; missing > 0; missing -= 1) {
    const index = neediest(quotas, result, bounds.upper);
    if (index < 0) throw refusal('upper');
    result[index]! += 1;
  }
  return result;
}

/**
 * Every quota rounded down, plus one common number of units, inside the bounds; the largest such number whose sum does
 * not exceed `units`. Giving units one by one to the largest remainder passes through exactly this state, because all
 * that may still grow have remainders less than one unit apart: only the last few units are left to be given singly,
 * however deep the bounds cut. Negative where lower bounds took too much.
 */
function fillToLevel(quotas: readonly number[], units: number, bounds: UnitBounds): number[] {
  const { lower, upper } = bounds;
  const floors = quotas.map((quota) => Math.floor(quota + 1e-9));
  const valueAt = (level: number, i: number) => {
    const wanted = quotas[i]! > 0 ? floors[i]! + level : 0;
    const raised = lower ? Math.max(lower[i]!, wanted) : Math.max(0, wanted);
    return upper ? Math.min(upper[i]!, raised) : raised;
  };
  const fits = (level: number) => {
    let sum = 0;
    for (let i = 0; i < quotas.length; i++) sum += valueAt(level, i);
    return sum <= units;
  };
  // Most often there are no bounds that bind: level 0 fits and level 1 does not.
  let low = 0;
  let high = 1;
  if (fits(0)) {
    for (; high <= units && fits(high); high *= 2) low = high;
  } else {
    low = -units;
    high = 0;
  }
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (fits(middle)) low = middle;
    else high = middle;
  }
  return quotas.map((_, i) => valueAt(low, i));
}

/** Index with the largest remainder that may still receive a unit; -1 if there is none. */
function neediest(
  quotas: readonly number[],
  result: readonly number[],
  upper: readonly number[] | undefined,
): number {
  let best = -1;
  for (let i = 0; i < quotas.length; i++) {
    const quota = quotas[i]!;
    if (quota === 0 || result[i] === upper?.[i]) continue;
    if (best < 0 || isAhead(quota - result[i]!, quota, quotas[best]! - result[best]!, quotas[best]!))
      best = i;
  }
  return best;
}

/** Remainders closer than 1e-9 are ties, decided by the quota; equal quotas keep the earlier element. */
function isAhead(remainder: number, quota: number, bestRemainder: number, bestQuota: number): boolean {
  if (Math.abs(remainder - bestRemainder) > 1e-9) return remainder > bestRemainder;
  return quota > bestQuota + 1e-9;
}
