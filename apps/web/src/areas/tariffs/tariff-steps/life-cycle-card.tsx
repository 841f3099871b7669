import { lifeCycleSteps, mostLifeCycleSteps } from '@depotwerk/domain/tariff/life-cycle';
import type { LifeCycleStepDraft, TariffDraft } from '@depotwerk/domain/tariff/tariff-drafts';
import { IconPlus } from '@tabler/icons-react';
import { t } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/layout.tsx';
import { LifeCyclePicture } from '../../../ui/life-cycle-picture.tsx';
import { NumberField } from '../../../ui/number-fields.tsx';
import { RemoveButton } from '../../../ui/remove-button.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { TermMark } from '../../help/public/term-mark.tsx';
import { FieldSlot } from '../wizard/field-errors.tsx';
import type { WizardStepProps } from '../wizard/wizard-step-props.ts';
import { useTariffFields } from './field-props.ts';

const boundingClasses = [1, 2, 3, 4, 5, 6];
/** Classes of the picture: the wizard knows those of the components only on later pages. */
export const mostRiskClasses = 7;

/** How the risk goes down before a contract ends: steps, and their picture. */
export function LifeCycleCard(props: WizardStepProps<TariffDraft>) {
  const { draft, isReadOnly } = props;
  const fields = useTariffFields(props);
  const drafts = draft.lifeCycle ?? [];
  const steps = lifeCycleSteps(drafts);
  const set = (next: readonly LifeCycleStepDraft[]) =>
    fields.set('lifeCycle', next.length === 0 ? null : next);
  const change = (index: number, values: Partial<LifeCycleStepDraft>) =>
    set(drafts.map((step, place) => (place === index ? { ...step, ...values } : step)));
  return (
    <Card title={t('tariffWizard.fields.lifeCycle')} actions={<TermMark word="Ablaufmanagement" />}>
      <p className="hint">{t('tariffWizard.lifeCycle.hint')}</p>
      <FieldSlot path="lifeCycle">
        <ol className="life-cycle-steps">
          {drafts.map((step, index) => (
            // Steps have no name of their own: their place is who they are.
            // oxlint-disable-next-line react/no-array-index-key
            <li key={index} className="life-cycle-steps__item">
              <FieldSlot path={`lifeCycle[${index}].yearsBeforeEnd`}>
                <NumberField
                  label={t('tariffWizard.lifeCycle.yearsBeforeEnd')}
                  precision={0}
                  isRequired
                  value={step.yearsBeforeEnd}
                  isDisabled={isReadOnly}
                  error={fields.errorAt(`lifeCycle[${index}].yearsBeforeEnd`)}
                  onChange={(yearsBeforeEnd) => change(index, { yearsBeforeEnd })}
                />
              </FieldSlot>
              <FieldSlot path={`lifeCycle[${index}].highestRiskClassId`}>
                <SelectField
                  label={t('tariffWizard.lifeCycle.highestRiskClassId')}
                  isRequired
                  emptyLabel={t('tariffWizard.choose')}
                  value={step.highestRiskClassId === null ? '' : String(step.highestRiskClassId)}
                  options={boundingClasses.map((riskClass) => ({
                    value: String(riskClass),
                    label: String(riskClass),
                  }))}
                  isDisabled={isReadOnly}
                  error={fields.errorAt(`lifeCycle[${index}].highestRiskClassId`)}
                  onChange={(value) =>
                    change(index, { highestRiskClassId: value === '' ? null : Number(value) })
                  }
                />
              </FieldSlot>
              {isReadOnly ? null : (
                <RemoveButton
                  label={t('tariffWizard.lifeCycle.remove', { number: index + 1 })}
                  onClick={() => set(drafts.filter((_, place) => place !== index))}
                />
              )}
            </li>
          ))}
        </ol>
        {isReadOnly || drafts.length >= mostLifeCycleSteps ? null : (
          <Button
            icon={<IconPlus size={18} aria-hidden="true" />}
            onClick={() => set([...drafts, { yearsBeforeEnd: null, highestRiskClassId: null }])}
          >
            {t('tariffWizard.lifeCycle.add')}
          </Button>
        )}
      </FieldSlot>
      {steps.length === 0 ? null : (
        <LifeCyclePicture steps={steps} classCount={mostRiskClasses} yearsLeft={null} />
      )}
    </Card>
  );
}
