import type { ContractDetail } from '@depotwerk/api/contracts/contract-detail';
import { t } from '../../../texts/texts.ts';
import { scoreCap, sumOfParts } from '../score-cap.ts';

type Score = NonNullable<ContractDetail['contractScore']>;

/** In words what open hints do to the score. */
export function capText(score: Score, highestSeverity: 0 | 1 | 2 | null): string {
  const cap = scoreCap(score, highestSeverity);
  if (!cap) return t('optimization.score.uncapped');
  if (!cap.isReached) return t(`optimization.score.couldCap${cap.severity}`);
  return t(`optimization.score.cappedBy${cap.severity}`, { sum: sumOfParts(score.parts) });
}
