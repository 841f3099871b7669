import { t } from '../../../texts/texts.ts';
import { FieldSlot } from '../wizard/field-errors.tsx';
import { ChoiceField } from './choice-field.tsx';

interface ModeFieldProps {
  /** Member of the draft that holds the mode. */
  readonly path: string;
  readonly hint: string;
  readonly isManual: boolean;
  readonly isDisabled: boolean;
  readonly onChange: (isManual: boolean) => void;
}

/** Whether the funds of a component are named by hand or found by a rule. */
export function ModeField({ path, hint, isManual, isDisabled, onChange }: ModeFieldProps) {
  return (
    <FieldSlot path={path}>
      <ChoiceField
        label={t('componentSteps.mode')}
        hint={hint}
        value={isManual ? 'manual' : 'automatic'}
        options={[
          { value: 'manual', label: t('componentSteps.manual') },
          { value: 'automatic', label: t('componentSteps.automatic') },
        ]}
        isDisabled={isDisabled}
        onChange={(mode) => onChange(mode === 'manual')}
      />
    </FieldSlot>
  );
}
