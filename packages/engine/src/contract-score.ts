/** The score of a contract and its five parts (engine rules, section 11). Weights are fractions. */
import type { RiskBandStatus } from '@depotwerk/domain/advice/risk-band-status';
import type { ScoreKey, ScoreLevel } from '@depotwerk/domain/advice/score';

/** Parts of the score, each 0 to 100 and not rounded. */
export type ScoreParts = Readonly<Record<ScoreKey, number>>;

/** The parts in the order they are told. */
export const scoreKeys = [
  'risk',
  'allocation',
  'quality',
  'costs',
  'savingsPlan',
] as const satisfies readonly ScoreKey[];

export type HintSeverity = 0 | 1 | 2;

/** Weight of each part in the score; together 1. */
export const scoreWeights: Readonly<Record<keyof ScoreParts, number>> = {
  risk: 0.4,
  allocation: 0.25,
  quality: 0.2,
  costs: 0.1,
  savingsPlan: 0.05,
};

/** 100 inside the band, falling to 0 at one range outside; `distance` and `range` in percentage points. */
export function riskPart(status: RiskBandStatus, distance: number, range: number): number {
  if (status === 'unknown') return 0;
  return status === 'in' ? 100 : Math.max(0, 100 - (100 * distance) / Math.max(range, 1));
}

/** Quality of one holding: by rank 1 to 5, 50 when unrated, 0 outside the selection or closed. */
export function fundQuality(rank: number | null, isEligible: boolean): number {
  if (!isEligible) return 0;
  return rank === null ? 50 : 25 * (rank - 1);
}

/** 100 when as cheap as the proposed portfolio, 0 from one percentage point dearer; both TER as fractions. */
export function costPart(ongoingFee: number, proposedOngoingFee: number): number {
  return 100 * Math.min(1, Math.max(0, 1 - (ongoingFee - proposedOngoingFee) / 0.01));
}

/** The score 0 to 100: weighted parts, capped by the worst open hint (null when there is none). */
export function contractScore(parts: ScoreParts, worstSeverity: HintSeverity | null): number {
  const sum =
    scoreWeights.risk * parts.risk +
    scoreWeights.allocation * parts.allocation +
    scoreWeights.quality * parts.quality +
    scoreWeights.costs * parts.costs +
    scoreWeights.savingsPlan * parts.savingsPlan;
  // 1e-9 keeps binary fractions such as 84.49999999999999 from losing a half
  const score = Math.min(100, Math.max(0, Math.floor(sum + 0.5 + 1e-9)));
  return Math.min(score, scoreCap(worstSeverity));
}

/** The highest score that the worst open hint allows (null when there is none). */
export function scoreCap(worstSeverity: HintSeverity | null): number {
  if (worstSeverity === 2) return 49;
  return worstSeverity === 1 ? 84 : 100;
}

/** good from 85, fair from 50, poor below. */
export function scoreLevel(score: number): ScoreLevel {
  if (score >= 85) return 'good';
  return score >= 50 ? 'fair' : 'poor';
}

/** Stars 0 to 5 in halves. */
export function scoreStars(score: number): number {
  return Math.round(score / 10) / 2;
}
