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
