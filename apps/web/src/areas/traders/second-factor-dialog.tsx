import { IconDeviceMobile, IconDeviceMobileMessage, IconKey, IconMail } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useEffect, useId, useRef, useState } from 'react';
import { t } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { FailureBanner } from './second-factor-failure.tsx';
import { chosenProvider, clockText } from './second-factor-machine.ts';
import { SignedTransactions } from './signed-transactions.tsx';
import type { SecondFactor, SecondFactorOptions } from './use-second-factor.ts';
import { useSecondFactor } from './use-second-factor.ts';
import './second-factor.css';
import { PlainForm } from '../../ui/field.tsx';

export interface SecondFactorDialogProps extends SecondFactorOptions {
  title: string;
  /** Word on the button that carries out what is signed. */
  submitLabel: string;
  /** Lets the user give the bank's password when it is missing or wrong; the caller shows that dialog instead. */
  onBankPassword?: (() => void) | undefined;
  onClose: () => void;
}

/**
 * The second factor of a bank: shows exactly what is signed, lets the user choose a method, and takes the
 * code or waits for the approval. Closed only by its buttons; after a failure the chosen method stays.
 */
export function SecondFactorDialog({
  title,
  submitLabel,
  onBankPassword,
  onClose,
  ...options
}: SecondFactorDialogProps) {
  const factor = useSecondFactor(options);
  const { state, step, isBusy } = factor;
  const [isMissing, setMissing] = useState(false);
  const code = useRef<HTMLInputElement>(null);
  const cancel = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (step === 'code') code.current?.focus();
  }, [step]);

  const submit = () => {
    if (step === 'choose') factor.requestToken();
    if (step !== 'code') return;
    setMissing(state.token.trim() === '');
    if (state.token.trim() === '') code.current?.focus();
    else factor.submitToken();
  };
  return (
    <Dialog
      title={title}
      isStatic
      onClose={onClose}
      initialFocus={cancel}
      footer={
        <>
          {factor.left !== null && step !== 'done' ? <Countdown factor={factor} /> : null}
          <Button ref={cancel} onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <MainButton factor={factor} submitLabel={submitLabel} onSubmit={submit} />
        </>
      }
    >
      {step === 'loading' ? <Spinner label={t('optimization.execution.loading')} /> : null}
      {state.error ? (
        <FailureBanner
          failure={state.error}
          onRetry={state.challenge ? factor.retry : undefined}
          onBankPassword={onBankPassword}
        />
      ) : null}
      {state.challenge ? <SignedTransactions challenge={state.challenge} /> : null}
      {step === 'choose' ? <ProviderChoice factor={factor} /> : null}
      {step === 'code' ? (
        <PlainForm className="stack" onSubmit={() => submit()}>
          <p role="status">{codeHint(factor)}</p>
          <div className="second-factor__code">
            <TextField
              ref={code}
              label={t('optimization.execution.code')}
              isRequired
              value={state.token}
              inputMode="numeric"
              autoComplete="one-time-code"
              autoCapitalize="off"
              spellCheck={false}
              maxLength={20}
              error={isMissing && state.token.trim() === '' ? t('optimization.execution.codeMissing') : null}
              onChange={factor.typeToken}
            />
          </div>
          <OtherWays factor={factor} />
          {/* Enter in the field sends the form. */}
          <button type="submit" hidden aria-hidden="true" tabIndex={-1} />
        </PlainForm>
      ) : null}
      {step === 'approve' ? (
        <div className="second-factor__approve" role="status">
          <span className="second-factor__phone">
            <IconDeviceMobile size={40} stroke={1.4} aria-hidden="true" />
          </span>
          <h3>{t('optimization.execution.approveTitle')}</h3>
          <p>
            {isBusy
              ? t('optimization.execution.approved')
              : t('optimization.execution.approveHint', {
                  description: chosenProvider(state)?.description ?? '',
                })}
          </p>
          <Spinner label={isBusy ? t('common.loading') : t('optimization.execution.waiting')} />
          {isBusy ? null : <OtherWays factor={factor} />}
        </div>
      ) : null}
    </Dialog>
  );
}

function MainButton({
  factor,
  submitLabel,
  onSubmit,
}: {
  factor: SecondFactor;
  submitLabel: string;
  onSubmit: () => void;
}) {
  const { state, step, isBusy } = factor;
  const provider = chosenProvider(state);
  if (step === 'over') {
    // A plan that moved on must be computed anew first; signing it again would fail again.
    if (state.error?.kind === 'outdated' || state.error?.kind === 'notExecutable') return null;
    return (
      <Button kind="primary" isBusy={isBusy} onClick={factor.restart}>
        {t('optimization.execution.restart')}
      </Button>
    );
  }
  if (step === 'choose') {
    const label =
      provider?.tokenProviderType === 'bankDecoupled'
        ? t('optimization.execution.requestApproval')
        : provider?.tokenProviderType === 'sms'
          ? t('optimization.execution.requestCode')
          : t('optimization.execution.continue');
    return (
      <Button kind="primary" isBusy={isBusy} disabled={!provider} onClick={onSubmit}>
        {label}
      </Button>
    );
  }
  if (step === 'code')
    return (
      <Button kind="primary" isBusy={isBusy} onClick={onSubmit}>
        {submitLabel}
      </Button>
    );
  return null;
}

const icons: Partial<Record<string, ReactNode>> = {
  sms: <IconDeviceMobileMessage size={22} aria-hidden="true" />,
  email: <IconMail size={22} aria-hidden="true" />,
  bankDecoupled: <IconDeviceMobile size={22} aria-hidden="true" />,
};

function ProviderChoice({ factor }: { factor: SecondFactor }) {
  const { state } = factor;
  const name = useId();
  return (
    <fieldset className="second-factor__providers">
      <legend>{t('optimization.execution.provider')}</legend>
      {(state.challenge?.tokenProviders ?? []).map((provider) => (
        <label key={provider.tokenProviderId} className="second-factor__provider">
          <input
            type="radio"
            name={name}
            className="second-factor__radio"
            checked={provider.tokenProviderId === state.tokenProviderId}
            onChange={() => factor.chooseProvider(provider.tokenProviderId)}
          />
          {icons[provider.tokenProviderType] ?? <IconKey size={22} aria-hidden="true" />}
          <span className="second-factor__provider-text">
            <span>{t(`optimization.execution.providerType.${provider.tokenProviderType}`)}</span>
            <span className="hint">
              {[provider.description, provider.maskedTarget]
                .filter((part) => part !== null && part !== '')
                .join(' · ')}
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

/** Another code, or another method. */
function OtherWays({ factor }: { factor: SecondFactor }) {
  const { state, isBusy, resendIn } = factor;
  const provider = chosenProvider(state);
  const hasOthers = (state.challenge?.tokenProviders.length ?? 0) > 1;
  return (
    <div className="row">
      {provider?.tokenProviderType === 'sms' ? (
        <Button kind="quiet" size="small" disabled={resendIn > 0 || isBusy} onClick={factor.requestToken}>
          {resendIn > 0
            ? t('optimization.execution.resendIn', { seconds: resendIn })
            : t('optimization.execution.resend')}
        </Button>
      ) : null}
      {hasOthers ? (
        <Button kind="quiet" size="small" disabled={isBusy} onClick={() => factor.chooseProvider('')}>
          {t('optimization.execution.otherProvider')}
        </Button>
      ) : null}
    </div>
  );
}

function codeHint({ state }: SecondFactor): string {
  if (state.phone !== null) return t('optimization.execution.sentTo', { target: state.phone });
  // A failure forgets where the code went, not that one was sent.
  if (chosenProvider(state)?.tokenProviderType === 'sms') return t('optimization.execution.codeAgain');
  return t('optimization.execution.codeFromApp', { description: chosenProvider(state)?.description ?? '' });
}

function Countdown({ factor }: { factor: SecondFactor }) {
  const { left, state } = factor;
  const attempts = state.challenge?.attemptsLeft ?? 0;
  return (
    <span className="second-factor__clock">
      <span role="timer">{t('optimization.execution.validFor', { time: clockText(left ?? 0) })}</span>
      <span className="hint">{t('optimization.execution.attemptsLeft', { count: attempts })}</span>
      <span className="visually-hidden" role="status">
        {left !== null && left <= 60 && left > 0 ? t('optimization.execution.validForWords') : ''}
      </span>
    </span>
  );
}
