import type { ContractDetail, OptimizationHint } from '@depotwerk/api/contracts/contract-detail';

type Score = NonNullable<ContractDetail['contractScore']>;
type Part = Pick<Score['parts'][number], 'weight' | 'value'>;

/** Highest score open hints of a severity allow (engine rules, section 11). */
const caps: Readonly<Record<OptimizationHint['severity'], number>> = { 0: 100, 1: 84, 2: 49 };

/** Points a part contributes, 0 to 100 times its weight. */
export const partPoints = (part: Part): number => part.weight * part.value;

/** Sum of the weighted parts, rounded as the score is. */
export function sumOfParts(parts: readonly Part[]): number {
  const sum = parts.reduce((total, part) => total + partPoints(part), 0);
  return Math.min(100, Math.max(0, Math.floor(sum + 0.5 + 1e-9)));
}

export interface ScoreCap {
  /** Severity of the gravest open hint that limits scores. */
  readonly severity: 1 | 2;
  readonly limit: number;
  /** True when the parts alone would give more. */
  readonly isReached: boolean;
}

/** What limits a score; null when no open hint does. */
export function scoreCap(
  score: Pick<Score, 'parts'>,
  highestSeverity: OptimizationHint['severity'] | null,
): ScoreCap | null {
  if (highestSeverity === null || highestSeverity === 0) return null;
  const limit = caps[highestSeverity];
  return { severity: highestSeverity, limit, isReached: sumOfParts(score.parts) > limit };
}
