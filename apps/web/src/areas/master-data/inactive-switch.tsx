import { t } from '../../texts/texts.ts';
import { Switch } from '../../ui/checkbox.tsx';
import { FormField } from './form-field.tsx';

/** Switch that takes an object out of the choices, with what that means. */
export function InactiveSwitch({
  isInactive,
  onChange,
}: {
  isInactive: boolean;
  onChange: (isInactive: boolean) => void;
}) {
  return (
    <FormField path="isInactive">
      <Switch label={t('masterData.isInactive')} isChecked={isInactive} onChange={onChange} />
      <p className="hint">{t('masterData.inactiveHint')}</p>
    </FormField>
  );
}
