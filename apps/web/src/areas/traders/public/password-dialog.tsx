import { setTraderPassword, updateTraderPassword } from '@depotwerk/api/traders/trader-credentials';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { FormEvent } from 'react';
import { useRef, useState } from 'react';
import { callApi } from '../../../platform/api-client.ts';
import { ApiError } from '../../../platform/api-error.ts';
import { withoutEmptyBrackets } from '../../../platform/error-texts.ts';
import { t, textOfFirst } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Banner } from '../../../ui/feedback.tsx';
import { PasswordField } from '../../../ui/text-field.tsx';
import type { PasswordForm } from '../password-form.ts';
import { afterFailure, emptyPasswordForm, faultOf } from '../password-form.ts';
import { bankQuery } from './trader-queries.ts';
import './password-dialog.css';

/** true = signed in, false = logged out, undefined = closed without either. */
export type PasswordResult = true | false | undefined;

export interface PasswordDialogProps {
  issuerId: number;
  bankId: string;
  onClose: (result: PasswordResult) => void;
}

/** The bank's password, asked for in a small dialog that neither Escape nor a click beside it closes. */
export function PasswordDialog({ issuerId, bankId, onClose }: PasswordDialogProps) {
  const [form, setForm] = useState<PasswordForm>(emptyPasswordForm);
  const [isLeft, setLeft] = useState(false);
  const first = useRef<HTMLInputElement>(null);
  const navigate = useNavigate();
  const bank = useQuery(bankQuery(bankId));
  // A bank nobody knows by name is named by its number.
  const bankName = bank.data?.bankName ?? (bank.isPending ? t('traders.password.yourBank') : bankId);
  const fault = faultOf(form, bank.data?.passwordRules ?? null);
  const isUpdate = form.mode === 'update';
  const change = (values: Partial<PasswordForm>) => setForm((current) => ({ ...current, ...values }));

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (fault !== null || form.isRunning) return;
    change({ isRunning: true, failure: null });
    const { password, newPassword } = form;
    try {
      await (isUpdate
        ? callApi(updateTraderPassword, { query: { issuerId }, body: { oldPassword: password, newPassword } })
        : callApi(setTraderPassword, { query: { issuerId }, body: { password } }));
      onClose(true);
    } catch (error) {
      setForm((current) => afterFailure(current, failureOf(error)));
      first.current?.focus();
    }
  };
  const logout = () => {
    onClose(false);
    void navigate({ to: '/logout' });
  };

  const mismatch = isLeft && fault === 'passwordDoNotMatch' ? t('validators.passwordDoNotMatch') : null;
  return (
    <Dialog
      title={t('traders.password.title', { bankName })}
      size="small"
      isStatic
      initialFocus={first}
      onClose={() => {}}
      windowClass="bank-password"
    >
      <form className="stack" onSubmit={(event) => void submit(event)}>
        <p>{t(isUpdate ? 'traders.password.updateHint' : 'traders.password.hint', { bankName })}</p>
        {bank.data?.loginHint ? <p className="hint">{bank.data.loginHint}</p> : null}
        {form.failure ? (
          <Banner
            tone={isUpdate && form.failure.code === 'traderAuth.mustUpdatePassword' ? 'warn' : 'bad'}
            role="alert"
          >
            {failureText(form.failure, bankName)}
          </Banner>
        ) : null}
        <PasswordField
          ref={first}
          label={t(isUpdate ? 'traders.password.oldPassword' : 'traders.password.password')}
          isRequired
          autoComplete="off"
          value={form.password}
          onChange={(password) => change({ password })}
        />
        <PasswordField
          label={t('traders.password.newPassword')}
          isRequired={isUpdate}
          disabled={!isUpdate}
          autoComplete="off"
          hint={isUpdate && bank.data ? rulesText(bank.data.passwordRules) : undefined}
          value={form.newPassword}
          onChange={(newPassword) => change({ newPassword })}
        />
        <PasswordField
          label={t('traders.password.confirmation')}
          isRequired={isUpdate}
          disabled={!isUpdate}
          autoComplete="off"
          error={mismatch}
          value={form.confirmation}
          onChange={(confirmation) => change({ confirmation })}
          onBlur={() => setLeft(true)}
        />
        <div className="bank-password__end">
          <Button type="submit" kind="primary" isBusy={form.isRunning} disabled={fault !== null}>
            {t(isUpdate ? 'traders.password.update' : 'traders.password.submit')}
          </Button>
          <Button onClick={logout}>{t('shell.logout')}</Button>
          <button type="button" className="bank-password__close" onClick={() => onClose(undefined)}>
            {t('common.close')}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

/** A 400 carries the server's code; anything else is unknown. */
function failureOf(error: unknown): { code: string; message: string } {
  if (!(error instanceof ApiError)) return { code: 'traderAuth.unknown', message: '' };
  const message = error.problem?.params?.['message'];
  const isKnown = error.status === 400 || error.code.startsWith('traderAuth.');
  return {
    code: isKnown ? error.code : 'traderAuth.unknown',
    message: typeof message === 'string' ? message : '',
  };
}

function failureText({ code, message }: { code: string; message: string }, bankName: string): string {
  const text =
    textOfFirst([`errors.${code}.message`, 'errors.traderAuth.unknown.message'], { bankName, message }) ??
    code;
  return withoutEmptyBrackets(text);
}

function rulesText({ minLength, maxLength }: { minLength: number; maxLength: number }): string {
  return t('traders.password.rules', { min: minLength, max: maxLength });
}
