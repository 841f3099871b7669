import type { Limit } from './plan-input.ts';

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
