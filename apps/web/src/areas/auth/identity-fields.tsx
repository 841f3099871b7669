import { t } from '../../texts/texts.ts';
import { CodeField } from '../../ui/code-field.tsx';
import { PasswordField } from '../../ui/text-field.tsx';

interface IdentityFieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly isRequired?: boolean;
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

/** A code of a second factor one has already. */
export function FactorCodeField({ value, onChange, isRequired = false, error = null }: IdentityFieldProps) {
  return (
    <CodeField
      takesRecoveryCode
      label={t('settings.secondFactor.token')}
      hint={t('settings.secondFactor.tokenHint')}
      value={value}
      onChange={onChange}
      isRequired={isRequired}
      error={error}
    />
  );
}
