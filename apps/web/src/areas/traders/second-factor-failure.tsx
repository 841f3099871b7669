import { errorMessageOf } from '../../platform/error-texts.ts';
import { t } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Banner } from '../../ui/feedback.tsx';
import type { ExecutionFailure } from './execution-failure.ts';

export interface FailureBannerProps {
  failure: ExecutionFailure;
  /** Sends the same once more; absent when the challenge is used up. */
  onRetry: (() => void) | undefined;
  onBankPassword: (() => void) | undefined;
  words: SignedWords;
}

/** How what is signed is called where it went wrong: orders, or a depot that is opened. */
export interface SignedWords {
  /** The bank took none of it. */
  refusedTitle: string;
  unclearTitle: string;
  /** What is true while nobody knows whether the bank has it, and where that will be seen. */
  unclearText: string;
}

/** Says in words why nothing was carried out and what can be done. */
export function FailureBanner({ failure, onRetry, onBankPassword, words }: FailureBannerProps) {
  switch (failure.kind) {
    case 'invalidToken':
      return (
        <Banner tone="bad" role="alert">
          {failure.attemptsLeft === 0
            ? t('optimization.execution.failure.noAttemptsLeft')
            : t('optimization.execution.failure.invalidToken')}
        </Banner>
      );
    case 'expired':
    case 'rejected':
    case 'transactionChanged':
    case 'outdated':
      return (
        <Banner tone="warn" role="alert">
          {t(`optimization.execution.failure.${failure.kind}`)}
        </Banner>
      );
    case 'traderError':
      return (
        <Banner
          tone="bad"
          role="alert"
          title={words.refusedTitle}
          actions={
            onRetry ? (
              <Button size="small" onClick={onRetry}>
                {t('optimization.execution.retry')}
              </Button>
            ) : undefined
          }
        >
          <div>{failure.traderMessage ?? t('optimization.execution.failure.traderWithoutMessage')}</div>
          {failure.traderCode === null ? null : (
            <div className="hint">
              {t('optimization.execution.failure.traderCode', { code: failure.traderCode })}
            </div>
          )}
        </Banner>
      );
    case 'bankAccess':
      return (
        <Banner
          tone="warn"
          role="alert"
          actions={
            onBankPassword ? (
              <Button size="small" onClick={onBankPassword}>
                {t('optimization.execution.setPassword')}
              </Button>
            ) : undefined
          }
        >
          {errorMessageOf(failure.error)}
        </Banner>
      );
    case 'notExecutable':
      return (
        <Banner tone="warn" role="alert">
          {errorMessageOf(failure.error)}
        </Banner>
      );
    case 'orderRunning':
      return (
        <Banner tone="warn" role="alert" title={t('errors.fundsApi.orderRunning.title')}>
          {errorMessageOf(failure.error)}
        </Banner>
      );
    case 'unclear':
      return (
        <Banner tone="warn" role="alert" title={words.unclearTitle}>
          {words.unclearText}
        </Banner>
      );
    case 'generic':
    case 'nothing':
      // The global error dialog speaks.
      return null;
  }
}
