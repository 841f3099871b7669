import { intervalNames, intervals } from '@depotwerk/domain/interval';
import {
  enabledGuaranteeFields,
  guaranteeLimits,
  withContinuousOptimization,
  withLevelCustomizable,
  withTariffType,
} from '@depotwerk/domain/tariff/check-product-type';
import type { TariffDraft } from '@depotwerk/domain/tariff/tariff-drafts';
import { isHybridTariffType } from '@depotwerk/domain/tariff/tariff-steps';
import { useQuery } from '@tanstack/react-query';
import { said, t } from '../../../texts/texts.ts';
import { Switch } from '../../../ui/checkbox.tsx';
import { Card } from '../../../ui/layout.tsx';
import { DateField, NumberField, PercentField } from '../../../ui/number-fields.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { TermMark } from '../../help/public/term-mark.tsx';
import { guaranteeTypesQuery, tariffTypesQuery } from '../lookup-queries.ts';
import { FieldSlot } from '../wizard/field-errors.tsx';
import type { WizardStepProps } from '../wizard/wizard-step-props.ts';
import { AllocationMessages } from './combination-messages.tsx';
import { useTariffFields } from './field-props.ts';
import { GuaranteeDoubts } from './guarantee-doubts.tsx';
import { GuaranteeFundField } from './guarantee-fund-field.tsx';
import { GuaranteeLevelsCard } from './guarantee-levels-card.tsx';
import { LifeCycleCard } from './life-cycle-card.tsx';
import './tariff-step.css';

/** Tariff type with its guarantee fields, and continuous optimization. */
export function ProductTypeStep(props: WizardStepProps<TariffDraft>) {
  const { draft, onChange } = props;
  const fields = useTariffFields(props);
  const types = useQuery(tariffTypesQuery());
  return (
    <div className="tariff-step">
      <Card>
        <FieldSlot path="tariffTypeId">
          <SelectField
            label={t('tariffWizard.fields.tariffTypeId')}
            isRequired
            emptyLabel={t('tariffWizard.choose')}
            lookup={types}
            options={(types.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
            {...fields.choice('tariffTypeId')}
            onChange={(id) => onChange((current) => withTariffType(current, id === '' ? null : Number(id)))}
          />
        </FieldSlot>
        <FieldSlot path="costCap">
          <PercentField
            label={t('tariffWizard.fields.costCap')}
            hint={t('tariffWizard.costCapHint')}
            {...fields.parsed('costCap')}
          />
        </FieldSlot>
        <FieldSlot path="maximumRiskIndicator">
          <NumberField
            label={t('componentSteps.universe.maximumRiskIndicator')}
            hint={t('tariffWizard.riskIndicatorHint')}
            precision={0}
            {...fields.parsed('maximumRiskIndicator')}
          />
        </FieldSlot>
        <AllocationMessages draft={draft} step="product-type" />
      </Card>
      {isHybridTariffType(draft.tariffTypeId) ? <GuaranteeCard {...props} /> : null}
      {isHybridTariffType(draft.tariffTypeId) ? <GuaranteeLevelsCard draft={draft} /> : null}
      <LifeCycleCard {...props} />
      <OptimizationCard {...props} />
    </div>
  );
}

function GuaranteeCard(props: WizardStepProps<TariffDraft>) {
  const { draft, onChange, isReadOnly } = props;
  const fields = useTariffFields(props);
  const guaranteeTypes = useQuery(guaranteeTypesQuery());
  const enabled = enabledGuaranteeFields(draft.tariffTypeId, draft.isGuaranteedLevelCustomizable);
  return (
    <Card title={t('tariffWizard.guaranteeTitle')}>
      <FieldSlot path="isGuaranteedLevelCustomizable">
        <Switch
          label={t('tariffWizard.fields.isGuaranteedLevelCustomizable')}
          isChecked={draft.isGuaranteedLevelCustomizable}
          isDisabled={isReadOnly}
          onChange={(isOn) => onChange((current) => withLevelCustomizable(current, isOn))}
        />
        <div className="hint">{t('tariffWizard.customizableHint')}</div>
      </FieldSlot>
      <div className="tariff-step__pair">
        {enabled.guaranteedLevel ? (
          <FieldSlot path="guaranteedLevel">
            <PercentField
              label={t('tariffWizard.fields.guaranteedLevel')}
              hint={t('tariffWizard.levelHint')}
              isRequired
              precision={guaranteeLimits.precision}
              {...fields.parsed('guaranteedLevel')}
            />
          </FieldSlot>
        ) : null}
        <FieldSlot path="guaranteedInterest">
          <PercentField
            label={t('tariffWizard.fields.guaranteedInterest')}
            hint={t('tariffWizard.interestHint')}
            isRequired
            precision={guaranteeLimits.precision}
            {...fields.parsed('guaranteedInterest')}
          />
        </FieldSlot>
      </div>
      <GuaranteeDoubts level={draft.guaranteedLevel} interest={draft.guaranteedInterest} />
      {enabled.guaranteeTypeId ? (
        <FieldSlot path="guaranteeTypeId">
          <SelectField
            label={t('tariffWizard.fields.guaranteeTypeId')}
            isRequired
            emptyLabel={t('tariffWizard.choose')}
            lookup={guaranteeTypes}
            options={(guaranteeTypes.data ?? []).map(({ id, guaranteeTypeName }) => ({
              value: String(id),
              label: guaranteeTypeName,
            }))}
            {...fields.choice('guaranteeTypeId')}
          />
        </FieldSlot>
      ) : null}
      {enabled.guaranteeSecurityId ? (
        <FieldSlot path="guaranteeSecurityId">
          <GuaranteeFundField
            value={draft.guaranteeSecurityId}
            error={fields.errorAt('guaranteeSecurityId')}
            isDisabled={isReadOnly}
            issuerId={draft.issuerId}
            onChange={(id) => fields.set('guaranteeSecurityId', id)}
          />
        </FieldSlot>
      ) : null}
    </Card>
  );
}

function OptimizationCard(props: WizardStepProps<TariffDraft>) {
  const { draft, onChange, isReadOnly } = props;
  const fields = useTariffFields(props);
  const isOff = !draft.continuousOptimization || isReadOnly;
  return (
    <Card title={t('tariffWizard.optimizationTitle')} actions={<TermMark word="Laufende Optimierung" />}>
      <FieldSlot path="continuousOptimization">
        <Switch
          label={t('tariffWizard.fields.continuousOptimization')}
          isChecked={draft.continuousOptimization}
          isDisabled={isReadOnly}
          onChange={(isOn) => onChange((current) => withContinuousOptimization(current, isOn))}
        />
        <div className="hint">{t('tariffWizard.optimizationHint')}</div>
      </FieldSlot>
      <div className="tariff-step__pair">
        <FieldSlot path="optimizationInterval">
          <SelectField
            label={t('tariffWizard.fields.optimizationInterval')}
            isRequired={draft.continuousOptimization}
            emptyLabel={t('tariffWizard.choose')}
            options={intervals.map((interval) => ({
              value: String(interval),
              label: said(intervalNames[interval]),
            }))}
            {...fields.choice('optimizationInterval')}
            isDisabled={isOff}
          />
        </FieldSlot>
        <FieldSlot path="optimizationStart">
          <DateField
            label={t('tariffWizard.fields.optimizationStart')}
            isRequired={draft.continuousOptimization}
            {...fields.day('optimizationStart')}
            isDisabled={isOff}
          />
        </FieldSlot>
      </div>
      <FieldSlot path="makePortfolioAdjustmentsNow">
        <Switch
          label={t('tariffWizard.fields.makePortfolioAdjustmentsNow')}
          isChecked={draft.makePortfolioAdjustmentsNow}
          isDisabled={isOff}
          onChange={(isOn) => fields.set('makePortfolioAdjustmentsNow', isOn)}
        />
        <div className="hint">{t('tariffWizard.adjustNowHint')}</div>
      </FieldSlot>
    </Card>
  );
}
