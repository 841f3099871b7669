import type { Limit, PlanLimits } from './plan-input.ts';

/** Below the lower or above the upper limit, and that limit. */
export interface LimitSide {
  readonly side: 'min' | 'max';
  readonly limit: number;
}

/** What arithmetic may have left of a share that is exactly at its limit. */
const hair = 1e-9;

/** On which side a value is outside a limit of the tariff; null where it keeps it. */
export function sideOutside(value: number, { min, max }: Limit): LimitSide | null {
  if (max !== null && value > max + hair) return { side: 'max', limit: max };
  if (min !== null && value < min - hair) return { side: 'min', limit: min };
  return null;
}

/** Part of the whole that fees and prices move what a security is worth by. */
const movedPart = 0.001;
/** Part of a limit that whole units may miss it by. */
const roundedPart = 0.1;

/**
 * By how much a security may miss a limit on its share or its value, all in the same unit of money: by fees, and by one unit of it, where
 * that is rounding. A unit that is large beside the limit is none: it does not fit.
 *
 * @param unit what one unit of it costs
 * @param whole what shares are of
 */
export const limitSlack = (unit: number, whole: number, limit: number): number =>
  Math.max(movedPart * whole, Math.min(unit, roundedPart * limit));

/** The sides on which a fund's share of the rate, in percent, or its money a month is outside the tariff's limits. */
export function savedOutside(
  percent: number,
  rate: number,
  { share, value }: Pick<PlanLimits, 'share' | 'value'>,
): LimitSide['side'][] {
  return [sideOutside(percent / 100, share), sideOutside((percent * rate) / 100, value)].flatMap(
    (outside) => outside?.side ?? [],
  );
}
