import { lifeCycleSteps } from '@depotwerk/domain/tariff/life-cycle';
import type { TariffDraft } from '@depotwerk/domain/tariff/tariff-drafts';
import { t } from '../../../texts/texts.ts';
import { LifeCyclePicture } from '../../../ui/life-cycle-picture.tsx';
import { mostRiskClasses } from './life-cycle-card.tsx';
import { SummaryCard } from './summary-card.tsx';

/** The way down before the end of a contract, where the tariff has one. */
export function SummaryLifeCycle({ draft }: { draft: TariffDraft }) {
  const steps = lifeCycleSteps(draft.lifeCycle);
  if (steps.length === 0) return null;
  return (
    <SummaryCard title={t('tariffWizard.fields.lifeCycle')} step="product-type">
      <LifeCyclePicture steps={steps} classCount={mostRiskClasses} yearsLeft={null} />
    </SummaryCard>
  );
}
