import { useRef, useState } from 'react';
import { t } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import type { ExecutionFailure } from '../execution-failure.ts';
import { FailureBanner, type SignedWords } from '../second-factor-failure.tsx';
import { SignedTransactions } from '../signed-transactions.tsx';
import { chosenProvider, clockText } from './second-factor-machine.ts';
import {
  ApprovalWait,
  CodeForm,
  Countdown,
  codeHint,
  OtherWays,
  ProviderChoice,
  requestLabel,
} from './second-factor-parts.tsx';
import type { SecondFactor, SecondFactorOptions } from './use-second-factor.ts';
import { useCodeField, useSecondFactor } from './use-second-factor.ts';

export interface SecondFactorDialogProps extends SecondFactorOptions {
  title: string;
  /** Word on the button that carries out what is signed. */
  submitLabel: string;
  /** What is signed, in words for where it goes wrong. */
  words: SignedWords;
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
  words,
  onBankPassword,
  onClose,
  ...options
}: SecondFactorDialogProps) {
  const factor = useSecondFactor(options);
  const { state, step, isBusy } = factor;
  const [isMissing, setMissing] = useState(false);
  const code = useCodeField(step);
  const cancel = useRef<HTMLButtonElement>(null);

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
          {factor.left !== null && step !== 'done' ? (
            <Countdown
              left={factor.left}
              clock={clockText(factor.left)}
              attempts={state.challenge?.attemptsLeft ?? 0}
            />
          ) : null}
          <Button ref={cancel} onClick={onClose}>
            {/* What may be with the bank is not cancelled by leaving. */}
            {t(isAtBank(state.error) ? 'common.close' : 'common.cancel')}
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
          words={words}
        />
      ) : null}
      {state.challenge ? <SignedTransactions challenge={state.challenge} /> : null}
      {step === 'choose' ? (
        <ProviderChoice
          providers={state.challenge?.tokenProviders ?? []}
          chosenId={state.tokenProviderId}
          onChoose={factor.chooseProvider}
        />
      ) : null}
      {step === 'code' ? (
        <CodeForm
          ref={code}
          hint={codeHint(chosenProvider(state), state.phone)}
          token={state.token}
          isMissing={isMissing}
          onType={factor.typeToken}
          onSubmit={submit}
        >
          <OtherWaysOf factor={factor} />
        </CodeForm>
      ) : null}
      {step === 'approve' ? (
        <ApprovalWait
          text={
            isBusy
              ? t('optimization.execution.approved')
              : t('optimization.execution.approveHint', {
                  description: chosenProvider(state)?.description ?? '',
                })
          }
          waitingFor={isBusy ? t('common.loading') : t('optimization.execution.waiting')}
        >
          {isBusy ? null : <OtherWaysOf factor={factor} />}
        </ApprovalWait>
      ) : null}
    </Dialog>
  );
}

/** Signing it again would order it twice. */
const isAtBank = (failure: ExecutionFailure | null): boolean =>
  failure?.kind === 'unclear' || failure?.kind === 'orderRunning';

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
    if (isAtBank(state.error)) return null;
    return (
      <Button kind="primary" isBusy={isBusy} onClick={factor.restart}>
        {t('optimization.execution.restart')}
      </Button>
    );
  }
  if (step === 'choose') {
    return (
      <Button kind="primary" isBusy={isBusy} disabled={!provider} onClick={onSubmit}>
        {requestLabel(provider)}
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

function OtherWaysOf({ factor }: { factor: SecondFactor }) {
  const { state, isBusy, resendIn } = factor;
  return (
    <OtherWays
      provider={chosenProvider(state)}
      hasOthers={(state.challenge?.tokenProviders.length ?? 0) > 1}
      isBusy={isBusy}
      resendIn={resendIn}
      onResend={factor.requestToken}
      onOther={() => factor.chooseProvider('')}
    />
  );
}
