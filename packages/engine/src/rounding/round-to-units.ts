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
  const lower = weights.map((_, i) => bounds.lower?.[i] ?? 0);
  const upper = weights.map((weight, i) => bounds.upper?.[i] ?? (weight > 0 ? units : 0));
  const quotas = weights.map((weight) => (weight / total) * units);
  const result = quotas.map((quota, i) => Math.min(upper[i]!, Math.max(lower[i]!, Math.floor(quota + 1e-9))));
  let missing = units - result.reduce((sum, value) => sum + value, 0);
  missing -= spreadBulk(missing, result, weights, lower, upper);
  while (missing !== 0) {
    const index = missing > 0 ? neediest(quotas, result, weights, upper) : richest(quotas, result, lower);
    if (index < 0)
      throw new InfeasibleError(
        `bounds do not allow a sum of ${units} units`,
        missing > 0 ? 'upper' : 'lower',
      );
    result[index]! += missing > 0 ? 1 : -1;
    missing += missing > 0 ? -1 : 1;
  }
  return result;
}

/**
 * Where bounds cut deep, far more units are missing than there are elements: most of them go in equal parts to all
 * that may still move, so that the work does not grow with the number of units. Returns what was given.
 */
function spreadBulk(
  missing: number,
  result: number[],
  weights: readonly number[],
  lower: readonly number[],
  upper: readonly number[],
): number {
  let given = 0;
  for (;;) {
    const rest = missing - given;
    const open = result.flatMap((value, i) =>
      (rest > 0 ? value < upper[i]! && weights[i]! > 0 : value > lower[i]!) ? [i] : [],
    );
    const part = Math.floor(Math.abs(rest) / Math.max(1, open.length)) - 1;
    if (open.length === 0 || part < 1) return given;
    for (const i of open) {
      const step =
        rest > 0 ? Math.min(part, upper[i]! - result[i]!) : -Math.min(part, result[i]! - lower[i]!);
      result[i]! += step;
      given += step;
    }
  }
}

/** Index with the largest remainder that may still receive a unit. */
function neediest(
  quotas: readonly number[],
  result: readonly number[],
  weights: readonly number[],
  upper: readonly number[],
): number {
  let best = -1;
  for (let i = 0; i < quotas.length; i++) {
    if (result[i]! >= upper[i]! || !(weights[i]! > 0)) continue;
    if (
      best < 0 ||
      isAhead(quotas[i]! - result[i]!, quotas[i]!, quotas[best]! - result[best]!, quotas[best]!)
    )
      best = i;
  }
  return best;
}

/** Index with the smallest remainder that may give a unit back (lower bounds took too many). */
function richest(quotas: readonly number[], result: readonly number[], lower: readonly number[]): number {
  let best = -1;
  for (let i = 0; i < quotas.length; i++) {
    if (result[i]! <= lower[i]!) continue;
    if (
      best < 0 ||
      isAhead(result[i]! - quotas[i]!, -quotas[i]!, result[best]! - quotas[best]!, -quotas[best]!)
    )
      best = i;
  }
  return best;
}

/** Remainders closer than 1e-9 are ties, decided by the quota; equal quotas keep the earlier element. */
function isAhead(remainder: number, quota: number, bestRemainder: number, bestQuota: number): boolean {
  if (Math.abs(remainder - bestRemainder) > 1e-9) return remainder > bestRemainder;
  return quota > bestQuota + 1e-9;
}
