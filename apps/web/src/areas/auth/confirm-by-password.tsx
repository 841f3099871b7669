import type { ReactNode } from 'react';
import { useState } from 'react';
import { t } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorBanner } from '../../ui/feedback.tsx';
import { PlainForm } from '../../ui/field.tsx';
import { FactorCodeField, OwnPasswordField } from './identity-fields.tsx';

export interface PasswordAndCode {
  password: string;
  /** Empty when none was typed. */
  token: string;
}

/** Small form in front of a change of the factors: password and, where one exists already, a code. */
export function ConfirmByPassword({
  submitLabel,
  isTokenRequired,
  isTokenShown = isTokenRequired,
  isBusy,
  error,
  onSubmit,
  onCancel,
  children,
}: {
  submitLabel: string;
  isTokenRequired: boolean;
  isTokenShown?: boolean;
  isBusy: boolean;
  error: unknown;
  onSubmit: (values: PasswordAndCode) => void;
  onCancel: () => void;
  children?: ReactNode;
}) {
  const [password, setPassword] = useState('');
  const [token, setToken] = useState('');
  const [isSubmitted, setSubmitted] = useState(false);
  const isTokenMissing = isTokenRequired && token.trim() === '';
  return (
    <PlainForm
      onSubmit={() => {
        setSubmitted(true);
        if (password !== '' && !isTokenMissing) onSubmit({ password, token: token.trim() });
      }}
    >
      {children}
      <ErrorBanner error={error} />
      <OwnPasswordField
        value={password}
        onChange={setPassword}
        error={isSubmitted && password === '' ? t('validators.required') : null}
      />
      {isTokenShown ? (
        <FactorCodeField
          value={token}
          onChange={setToken}
          isRequired={isTokenRequired}
          error={isSubmitted && isTokenMissing ? t('validators.required') : null}
        />
      ) : null}
      <div className="row">
        <Button type="submit" kind="primary" isBusy={isBusy}>
          {submitLabel}
        </Button>
        <Button onClick={onCancel}>{t('common.cancel')}</Button>
      </div>
    </PlainForm>
  );
}
