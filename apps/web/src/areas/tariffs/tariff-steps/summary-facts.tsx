import { enabledGuaranteeFields } from '@depotwerk/domain/tariff/check-product-type';
import { tariffInfoFields } from '@depotwerk/domain/tariff/check-tariff-info';
import { lifeCycleText } from '@depotwerk/domain/tariff/life-cycle';
import type { TariffDraft } from '@depotwerk/domain/tariff/tariff-drafts';
import { useQuery } from '@tanstack/react-query';
import { valueText } from '../../../forms/value-text.ts';
import { saidOrNull, t } from '../../../texts/texts.ts';
import { FactList } from '../../../ui/layout.tsx';
import {
  guaranteeTypesQuery,
  insurersQuery,
  issuersQuery,
  tariffTypesQuery,
  wizardFundsQuery,
} from '../lookup-queries.ts';
import { SummaryCard } from './summary-card.tsx';
import { tariffFieldLabel, tariffFieldValue } from './tariff-field-words.ts';

const typeFields = ['tariffTypeId', 'continuousOptimization'] as const;
const guaranteeFields = ['isGuaranteedLevelCustomizable', 'guaranteedLevel', 'guaranteedInterest'] as const;
const optimizationFields = [
  'optimizationInterval',
  'optimizationStart',
  'makePortfolioAdjustmentsNow',
] as const;

/** Product type and info of the tariff in words. */
export function SummaryFacts({ draft }: { draft: TariffDraft }) {
  // Their names are read from the cache by `tariffFieldValue`.
  useQuery(tariffTypesQuery());
  useQuery(issuersQuery());
  useQuery(insurersQuery());
  useQuery(guaranteeTypesQuery());
  const { guaranteeSecurityId, tariffTypeId } = draft;
  const funds = useQuery({
    ...wizardFundsQuery(guaranteeSecurityId === null ? [] : [guaranteeSecurityId]),
    enabled: guaranteeSecurityId !== null,
  });
  const fact = (name: keyof TariffDraft) => ({
    key: name,
    label: tariffFieldLabel(name),
    value: tariffFieldValue(name, draft[name]) ?? valueText(draft[name]),
  });
  const enabled = enabledGuaranteeFields(tariffTypeId, draft.isGuaranteedLevelCustomizable);
  return (
    <>
      <SummaryCard title={t('tariffWizard.steps.product-type')} step="product-type">
        <FactList
          facts={[
            ...typeFields.map(fact),
            { ...fact('costCap'), value: tariffFieldValue('costCap', draft.costCap) ?? valueText(null) },
            { ...fact('maximumRiskIndicator'), value: valueText(draft.maximumRiskIndicator ?? null) },
            { ...fact('lifeCycle'), value: saidOrNull(lifeCycleText(draft.lifeCycle)) ?? valueText(null) },
            ...(draft.continuousOptimization ? optimizationFields.map(fact) : []),
            ...guaranteeFields.filter((name) => enabled[name]).map(fact),
            ...(enabled.guaranteeTypeId ? [fact('guaranteeTypeId')] : []),
            ...(enabled.guaranteeSecurityId
              ? [
                  {
                    ...fact('guaranteeSecurityId'),
                    value: funds.data?.[0]?.name ?? valueText(guaranteeSecurityId),
                  },
                ]
              : []),
          ]}
        />
      </SummaryCard>
      <SummaryCard title={t('tariffWizard.steps.info')} step="info">
        <FactList facts={tariffInfoFields.map(fact)} />
      </SummaryCard>
    </>
  );
}
