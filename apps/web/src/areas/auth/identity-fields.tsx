import { t } from '../../texts/texts.ts';
import { CodeField } from '../../ui/code-field.tsx';
import { PasswordField } from '../../ui/text-field.tsx';

interface IdentityFieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly error?: string | null;
}

/** The own password, before something about signing in is changed. */
export function OwnPasswordField({ value, onChange, error = null }: IdentityFieldProps) {
  return (
    <PasswordField
      label={t('settings.secondFactor.password')}
      hint={t('settings.secondFactor.passwordHint')}
      value={value}
      onChange={onChange}
      autoComplete="current-password"
      maxLength={256}
      isRequired
      error={error}
    />
  );
}

/** A code of a second factor one has already. Left empty, the factor is asked for with the call, where it is needed. */
export function FactorCodeField({ value, onChange }: Pick<IdentityFieldProps, 'value' | 'onChange'>) {
  return (
    <CodeField
      takesRecoveryCode
      label={t('settings.secondFactor.token')}
      hint={t('settings.secondFactor.tokenHintOwn')}
      value={value}
      onChange={onChange}
    />
  );
}
