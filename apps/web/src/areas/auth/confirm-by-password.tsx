import type { ReactNode } from 'react';
import { useEffect, useId, useState } from 'react';
import { t } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorBanner } from '../../ui/feedback.tsx';
import { PlainForm } from '../../ui/field.tsx';
import { useFormFocus } from './form-focus.ts';
import { FactorCodeField, OwnPasswordField } from './identity-fields.tsx';

export interface PasswordAndCode {
  password: string;
  /** Empty when none was typed. */
  token: string;
}

/** Small form in front of a change of the factors: password and, where one exists already, a code. */
export function ConfirmByPassword({
  submitLabel,
  isTokenShown,
  isIncomplete = false,
  isBusy,
  error,
  onTry,
  onSubmit,
  onCancel,
  children,
}: {
  submitLabel: string;
  isTokenShown: boolean;
  /** Something among the fields of `children` is missing, which say so once `onTry` was told. */
  isIncomplete?: boolean;
  isBusy: boolean;
  error: unknown;
  onTry?: () => void;
  onSubmit: (values: PasswordAndCode) => void;
  onCancel: () => void;
  children?: ReactNode;
}) {
  const [password, setPassword] = useState('');
  const [token, setToken] = useState('');
  const [tries, setTries] = useState(0);
  const formId = useId();
  const isSubmitted = tries > 0;
  useFormFocus(formId);
  // The button stands below everything: what is missing may be far above it.
  useEffect(() => {
    if (tries === 0) return;
    const faults = '[aria-invalid="true"], [data-fault]';
    document.getElementById(formId)?.querySelector<HTMLElement>(faults)?.focus();
  }, [tries, formId]);
  return (
    <PlainForm
      id={formId}
      onSubmit={() => {
        onTry?.();
        if (password !== '' && !isIncomplete) onSubmit({ password, token: token.trim() });
        else setTries((before) => before + 1);
      }}
    >
      {children}
      <ErrorBanner error={error} />
      <OwnPasswordField
        value={password}
        onChange={setPassword}
        error={isSubmitted && password === '' ? t('validators.required') : null}
      />
      {isTokenShown ? <FactorCodeField value={token} onChange={setToken} /> : null}
      <div className="row">
        <Button type="submit" kind="primary" isBusy={isBusy}>
          {submitLabel}
        </Button>
        <Button onClick={onCancel}>{t('common.cancel')}</Button>
      </div>
    </PlainForm>
  );
}
