import { useState } from 'react';
import { t } from '../../../texts/texts.ts';
import { PasswordField } from '../../../ui/text-field.tsx';

/** Fewest characters of a password; the server checks the rest of the policy. */
const minimumLength = 12;

export interface NewPassword {
  password: string;
  repeated: string;
}

export const emptyNewPassword: NewPassword = { password: '', repeated: '' };

/** What is wrong with the pair, if anything. */
export function newPasswordFault(value: NewPassword): 'tooShort' | 'different' | null {
  if (value.password.length < minimumLength) return 'tooShort';
  return value.password === value.repeated ? null : 'different';
}

/** New password and its repetition. Errors show on leaving a field, or on every field once submitted. */
export function NewPasswordFields({
  label,
  value,
  onChange,
  isSubmitted,
}: {
  label: string;
  value: NewPassword;
  onChange: (value: NewPassword) => void;
  isSubmitted: boolean;
}) {
  const [left, setLeft] = useState({ password: false, repeated: false });
  const fault = newPasswordFault(value);
  return (
    <>
      <PasswordField
        label={label}
        hint={t('auth.credentials.passwordHint')}
        value={value.password}
        onChange={(password) => onChange({ ...value, password })}
        onBlur={() => setLeft({ ...left, password: value.password !== '' })}
        autoComplete="new-password"
        maxLength={256}
        isRequired
        error={fault === 'tooShort' && (isSubmitted || left.password) ? t('validators.passwordLength') : null}
      />
      <PasswordField
        label={t('auth.credentials.repeat')}
        value={value.repeated}
        onChange={(repeated) => onChange({ ...value, repeated })}
        onBlur={() => setLeft({ ...left, repeated: value.repeated !== '' })}
        autoComplete="new-password"
        maxLength={256}
        isRequired
        error={
          fault === 'different' && (isSubmitted || left.repeated) ? t('validators.passwordDoNotMatch') : null
        }
      />
    </>
  );
}
