import { t } from '../../texts/texts.ts';
import { TextField } from '../../ui/text-field.tsx';
import { isActivationGuid } from './activation-guid.ts';

interface ActivationCodeFieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** What is wrong is said once somebody has sent it. */
  readonly isSubmitted: boolean;
}

/** The code in the link of an invitation or a reset. */
export function ActivationCodeField({ value, onChange, isSubmitted }: ActivationCodeFieldProps) {
  return (
    <TextField
      label={t('auth.activation.guid')}
      hint={t('auth.activation.guidHint')}
      value={value}
      onChange={onChange}
      autoComplete="off"
      spellCheck={false}
      maxLength={40}
      error={isSubmitted && !isActivationGuid(value) ? t('auth.activation.guidInvalid') : null}
    />
  );
}
