import type { SwitchThresholds } from '@depotwerk/domain/tariff/check-tariff-settings';
import type { TariffDraft } from '@depotwerk/domain/tariff/tariff-drafts';
import { useQuery } from '@tanstack/react-query';
import { t } from '../../../texts/texts.ts';
import { QueryError, Skeleton } from '../../../ui/feedback.tsx';
import { Card } from '../../../ui/layout.tsx';
import { MoneyField, NumberField, PercentField } from '../../../ui/number-fields.tsx';
import { ChoiceField } from '../component-steps/choice-field.tsx';
import { optimizationHintsQuery } from '../lookup-queries.ts';
import { FieldSlot, useFieldErrors } from '../wizard/field-errors.tsx';
import type { WizardStepProps } from '../wizard/wizard-step-props.ts';
import { useTariffFields } from './field-props.ts';
import { switchThresholdText } from './switch-threshold-text.ts';
import './tariff-step.css';

/** What the tariff does about each optimization hint. */
export function HintsStep(props: WizardStepProps<TariffDraft>) {
  return <HintAnswers {...props} field="optimizationHints" />;
}

/** The same for the hints experts ask about, and the gain a sale may realise without one. */
export function ExpertHintsStep(props: WizardStepProps<TariffDraft>) {
  const fields = useTariffFields(props);
  return (
    <div className="tariff-step tariff-step--wide">
      <HintAnswers {...props} field="optimizationHintsExpert" />
      <Card title={t('tariffWizard.gainTitle')}>
        <div className="tariff-step__pair">
          <FieldSlot path="gainNoteLimit">
            <MoneyField
              label={t('tariffWizard.fields.gainNoteLimit')}
              hint={t('tariffWizard.gainHint')}
              {...fields.parsed('gainNoteLimit')}
            />
          </FieldSlot>
        </div>
      </Card>
      <Card title={t('tariffWizard.switchTitle')}>
        <p className="hint">{t('tariffWizard.switchHint')}</p>
        <div className="tariff-step__pair">
          <FieldSlot path="switchSaving">
            <PercentField
              label={t('tariffWizard.fields.switchSaving')}
              hint={defaultHint('switchSaving')}
              {...fields.parsed('switchSaving')}
            />
          </FieldSlot>
          <FieldSlot path="switchSavingEuros">
            <MoneyField
              label={t('tariffWizard.fields.switchSavingEuros')}
              hint={defaultHint('switchSavingEuros')}
              {...fields.parsed('switchSavingEuros')}
            />
          </FieldSlot>
          <FieldSlot path="switchPaybackMonths">
            <NumberField
              precision={0}
              label={t('tariffWizard.fields.switchPaybackMonths')}
              hint={defaultHint('switchPaybackMonths')}
              {...fields.parsed('switchPaybackMonths')}
            />
          </FieldSlot>
        </div>
      </Card>
    </div>
  );
}

const defaultHint = (field: keyof SwitchThresholds): string =>
  t('tariffWizard.switchDefault', { value: switchThresholdText(field, null) });

function HintAnswers({
  field,
  ...props
}: WizardStepProps<TariffDraft> & { field: 'optimizationHints' | 'optimizationHintsExpert' }) {
  const { draft, onChange, isReadOnly } = props;
  const errorAt = useFieldErrors(props);
  const hints = useQuery(optimizationHintsQuery());
  if (hints.isError) {
    return <QueryError query={hints} />;
  }
  if (!hints.data) return <Skeleton height={420} />;
  const isExpert = field === 'optimizationHintsExpert';
  const answer = (hintId: number, answerId: number) =>
    onChange((current) => ({ ...current, [field]: { ...current[field], [String(hintId)]: answerId } }));
  return (
    <div className="ui-card hint-answers tariff-step--wide">
      {hints.data
        .filter((hint) => hint.optimizationHintIsExtended === isExpert)
        .map((hint) => {
          const chosen = draft[field][String(hint.id)] ?? 0;
          return (
            <div key={hint.id} className="hint-answers__item" data-field={`${field}.${hint.id}`}>
              <div>
                <div className="hint-answers__name">{hint.optimizationHintName}</div>
                <div className="hint">{hint.optimizationHintDescription}</div>
              </div>
              <ChoiceField
                label={hint.optimizationHintName}
                isLabelHidden
                value={chosen === 0 ? '' : String(chosen)}
                options={hint.optimizationHintAnswers
                  // 0 = no answer: required, so it cannot be chosen.
                  .filter(({ id }) => id !== 0)
                  .map(({ id, optimizationHintAnswerName }) => ({
                    value: String(id),
                    label: optimizationHintAnswerName,
                  }))}
                isDisabled={isReadOnly}
                error={errorAt(`${field}.${hint.id}`)}
                onChange={(answerId) => answer(hint.id, Number(answerId))}
              />
            </div>
          );
        })}
    </div>
  );
}
