import type { TariffDraft } from '@depotwerk/domain/tariff/tariff-drafts';
import { SummaryFundMatrix } from '../tariff-steps/summary-fund-matrix.tsx';
import type { WizardStepProps } from '../wizard/wizard-step-props.ts';

/** The fund risk matrix of a hybrid tariff. */
export function FundMatrixStep({ draft }: WizardStepProps<TariffDraft>) {
  return <SummaryFundMatrix matrix={draft.fundMatrix} />;
}
