import type { ComponentInfoDraft } from '@depotwerk/domain/tariff/tariff-drafts';
import { t } from '../../../texts/texts.ts';
import { TextField } from '../../../ui/text-field.tsx';
import { FieldSlot, useFieldErrors } from '../wizard/field-errors.tsx';
import type { WizardStepProps } from '../wizard/wizard-step-props.ts';
import { ChoiceField } from './choice-field.tsx';
import './component-steps.css';

/** Name, key and state; the first page of every component's wizard. */
export function ComponentInfoStep<Draft extends ComponentInfoDraft>(props: WizardStepProps<Draft>) {
  const { draft, onChange, isReadOnly } = props;
  const errorAt = useFieldErrors(props);
  return (
    <div className="component-step">
      <FieldSlot path="name">
        <TextField
          label={t('tariffComponents.columns.name')}
          value={draft.name}
          maxLength={200}
          isRequired
          disabled={isReadOnly}
          error={errorAt('name')}
          onChange={(name) => onChange((current) => ({ ...current, name }))}
        />
      </FieldSlot>
      <FieldSlot path="key">
        <TextField
          label={t('tariffComponents.columns.key')}
          hint={t('componentSteps.keyHint')}
          value={draft.key}
          maxLength={50}
          isRequired
          disabled={isReadOnly}
          spellCheck={false}
          error={errorAt('key')}
          onChange={(key) => onChange((current) => ({ ...current, key }))}
        />
      </FieldSlot>
      <FieldSlot path="isInactive">
        <ChoiceField
          label={t('tariffComponents.columns.state')}
          hint={t('componentSteps.stateHint')}
          value={draft.isInactive ? 'inactive' : 'active'}
          options={[
            { value: 'active', label: t('common.active') },
            { value: 'inactive', label: t('common.inactive') },
          ]}
          isDisabled={isReadOnly}
          error={errorAt('isInactive')}
          onChange={(state) => onChange((current) => ({ ...current, isInactive: state === 'inactive' }))}
        />
      </FieldSlot>
    </div>
  );
}
