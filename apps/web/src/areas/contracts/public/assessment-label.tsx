import type { ContractDetail } from '@depotwerk/api/contracts/contract-detail';
import { today } from '../../../platform/today.ts';
import { t } from '../../../texts/texts.ts';
import { ColourLabel } from '../../../ui/cells.tsx';

const tones = { valid: 'ok', expired: 'warn', superseded: 'neutral', suggested: 'info' } as const;

/** Whether a risk assessment holds. One that gave way to a newer one before its last day is not called expired. */
export function AssessmentLabel({
  status,
  validUntil,
}: Pick<NonNullable<ContractDetail['latestRiskAssessment']>, 'status' | 'validUntil'>) {
  const state = status === 'expired' && validUntil >= today() ? 'superseded' : status;
  return <ColourLabel tone={tones[state]}>{t(`contracts.assessment.status.${state}`)}</ColourLabel>;
}
