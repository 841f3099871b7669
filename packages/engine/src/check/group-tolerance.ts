import type { CheckRules } from './tariff-context.ts';

/**
 * How far a group's weight may be from its target before H10 says so: the absolute or the relative threshold, whichever
 * is reached first, the relative one never below its floor. All fractions of the whole.
 */
export function groupTolerance(
  rules: Pick<CheckRules, 'driftAbsolute' | 'driftRelative' | 'driftFloor'>,
  target: number,
): number {
  return Math.min(rules.driftAbsolute, Math.max(rules.driftFloor, rules.driftRelative * target));
}
