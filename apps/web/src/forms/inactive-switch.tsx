import { t } from '../texts/texts.ts';
import { Switch } from '../ui/checkbox.tsx';
import { FormField } from './form-field.tsx';

/** Switch that takes an object out of the choices, with what that means. */
export function InactiveSwitch({
  isInactive,
  onChange,
  hint = t('masterData.inactiveHint'),
  isDisabled,
}: {
  isInactive: boolean;
  onChange: (isInactive: boolean) => void;
  /** What it means for this kind of object, where it is more than a missing choice. */
  hint?: string | undefined;
  isDisabled?: boolean;
}) {
  return (
    <FormField path="isInactive">
      <Switch
        label={t('masterData.isInactive')}
        isChecked={isInactive}
        isDisabled={isDisabled}
        onChange={onChange}
      />
      <p className="hint">{hint}</p>
    </FormField>
  );
}
