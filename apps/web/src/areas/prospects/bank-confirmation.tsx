import type { BankLink } from '@depotwerk/api/prospects/analysis-bank';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ApiError } from '../../platform/api-error.ts';
import { t } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorBanner } from '../../ui/feedback.tsx';
import {
  clockText,
  offeredProvider,
  offerStep,
  onlyProvider,
  resendIn,
  secondsLeft,
} from '../traders/public/second-factor-machine.ts';
import {
  ApprovalWait,
  CodeForm,
  Countdown,
  codeHint,
  OtherWays,
  ProviderChoice,
  requestLabel,
} from '../traders/public/second-factor-parts.tsx';
import { useCodeField, useNow } from '../traders/public/use-second-factor.ts';
import { confirmByCode, selectMethod } from './bank-link-queries.ts';
import { StepHeading } from './step-heading.tsx';
import { useGone } from './use-gone.ts';

interface BankConfirmationProps {
  guid: string;
  link: BankLink;
  onChanged: (link: BankLink) => void;
  onFailed: (error: unknown) => void;
  /** The bank waits no longer. */
  onTimeOver: () => void;
}

/** The second factor of a bank before depots are read: a method, then a code or an approval in its app. */
export function BankConfirmation({ guid, link, onChanged, onFailed, onTimeOver }: BankConfirmationProps) {
  const [chosenId, setChosenId] = useState(
    link.selectedTokenProviderId ?? onlyProvider(link.tokenProviders) ?? '',
  );
  const [token, setToken] = useState('');
  const [isMissing, setMissing] = useState(false);
  const [requestedAt, setRequestedAt] = useState(0);
  const now = useNow(true);
  const left = secondsLeft(link, now);
  const provider = offeredProvider(link, chosenId);
  const requesting = useMutation({
    mutationFn: () => selectMethod(guid, chosenId),
    onSuccess: (next) => {
      setRequestedAt(Date.now());
      onChanged(next);
    },
    onError: onFailed,
  });
  const confirming = useMutation({
    mutationFn: () => confirmByCode(guid, token.trim()),
    onSuccess: onChanged,
    onError: (error) => {
      const attemptsLeft = attemptsLeftAfter(error);
      if (attemptsLeft !== null) onChanged({ ...link, attemptsLeft });
      onFailed(error);
    },
    onSettled: () => setToken(''),
  });
  useGone(requesting.error, confirming.error);
  useEffect(() => {
    if (left === 0) onTimeOver();
    // Asked once, when the time is over, whatever is rendered then.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [left === 0]);
  const step = offerStep(link, chosenId);
  const code = useCodeField(step);
  const isBusy = requesting.isPending || confirming.isPending;
  const submit = () => {
    if (isBusy) return;
    if (step === 'choose') requesting.mutate();
    if (step !== 'code') return;
    setMissing(token.trim() === '');
    requesting.reset();
    if (token.trim() !== '') confirming.mutate();
  };
  const otherWays = (
    <OtherWays
      provider={provider}
      hasOthers={link.tokenProviders.length > 1}
      isBusy={isBusy}
      resendIn={resendIn(requestedAt, now)}
      onResend={() => {
        confirming.reset();
        requesting.mutate();
      }}
      onOther={() => {
        confirming.reset();
        setChosenId('');
      }}
    />
  );
  return (
    <>
      <StepHeading key={step}>{t('analysis.bank.confirmTitle', { bank: link.bankName })}</StepHeading>
      {link.challengeText === '' ? null : <p>{t('analysis.bank.bankSays', { text: link.challengeText })}</p>}
      {step === 'choose' ? (
        <ProviderChoice providers={link.tokenProviders} chosenId={chosenId} onChoose={setChosenId} />
      ) : step === 'code' ? (
        <CodeForm
          ref={code}
          hint={codeHint(provider, provider?.maskedTarget ?? null)}
          token={token}
          isMissing={isMissing}
          onType={setToken}
          onSubmit={submit}
        >
          {otherWays}
        </CodeForm>
      ) : (
        <ApprovalWait
          text={t('analysis.bank.approveHint', { description: provider?.description ?? '' })}
          waitingFor={t('optimization.execution.waiting')}
        >
          {otherWays}
        </ApprovalWait>
      )}
      <ErrorBanner error={confirming.error ?? requesting.error} />
      <div className="row">
        <Countdown left={left} clock={clockText(left)} attempts={link.attemptsLeft} />
        {step === 'approve' ? null : (
          <Button kind="primary" isBusy={isBusy} disabled={provider === null} onClick={submit}>
            {step === 'choose' ? requestLabel(provider) : t('analysis.bank.confirm')}
          </Button>
        )}
      </div>
    </>
  );
}

/** How often a code may still be wrong, where the bank says it with a wrong one. */
export function attemptsLeftAfter(error: unknown): number | null {
  if (!(error instanceof ApiError) || error.code !== 'secondFactor.invalidToken') return null;
  const left = error.problem?.params?.['attemptsLeft'];
  return typeof left === 'number' ? left : null;
}
