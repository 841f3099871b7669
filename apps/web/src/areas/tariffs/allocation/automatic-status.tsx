import { formatNumber } from '@depotwerk/domain/number-text';
import { IconRefresh } from '@tabler/icons-react';
import { ApiError } from '../../../platform/api-error.ts';
import { errorMessageOf } from '../../../platform/error-texts.ts';
import { said, t } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Banner } from '../../../ui/feedback.tsx';
import type { AutomaticAllocation } from './use-automatic-run.ts';

const points = (value: number) => formatNumber(value, 1, 2);

/** Where the automatic matrix stands, which classes it cannot reach, and a way not to wait. */
export function AutomaticStatus({
  run: { state, answer, computeNow },
  isReadOnly,
  isComplete,
  hasViews,
}: {
  run: AutomaticAllocation;
  isReadOnly: boolean;
  /** Whether everything it depends on is chosen. */
  isComplete: boolean;
  /** Whether it is computed from views of the market: then they may be why nothing fits. */
  hasViews: boolean;
}) {
  if (!isComplete) return <Banner tone="warn">{t('allocation.automaticMissing')}</Banner>;
  const isBusy = state.kind === 'loading';
  const button = isReadOnly ? undefined : (
    <Button
      size="small"
      isBusy={isBusy}
      icon={<IconRefresh size={16} aria-hidden="true" />}
      onClick={computeNow}
    >
      {t(state.kind === 'waiting' ? 'allocation.computeNow' : 'allocation.computeAgain')}
    </Button>
  );
  const failures = answer?.failures ?? [];
  const messages = (answer?.messages ?? []).filter(({ severity, code }) => severity > 0 && code !== 'TA02');
  return (
    <>
      {state.kind === 'failed' ? (
        <Banner tone="bad" role="alert" title={t('allocation.automaticFailed')} actions={button}>
          {failureText(state.error, hasViews)}
        </Banner>
      ) : (
        <Banner tone={state.kind === 'waiting' ? 'warn' : 'info'} role="status" actions={button}>
          {t(
            state.kind === 'waiting'
              ? 'allocation.automaticWaiting'
              : isBusy
                ? 'allocation.automaticLoading'
                : 'allocation.automaticFresh',
          )}
        </Banner>
      )}
      {failures.length > 0 ? (
        <Banner tone="bad" role="alert" title={t('allocation.infeasibleTitle')}>
          <ul className="allocation__list">
            {failures.map(({ riskClassId, low, high, nearestRisk }) => (
              <li key={riskClassId}>
                {t('allocation.infeasible', {
                  riskClass: riskClassId,
                  low: points(low),
                  high: points(high),
                  nearest: points(nearestRisk),
                })}
              </li>
            ))}
          </ul>
          <p>{t('allocation.infeasibleHint')}</p>
        </Banner>
      ) : null}
      {messages.length > 0 ? (
        <Banner tone={messages.some(({ severity }) => severity === 2) ? 'bad' : 'warn'} role="status">
          <ul className="allocation__list">
            {messages.map(({ code, subject, text }) => (
              <li key={`${code} ${subject?.name ?? ''} ${text}`}>{said(text)}</li>
            ))}
          </ul>
        </Banner>
      ) : null}
    </>
  );
}

/** Where no class at all can be reached, the error says what comes nearest. */
function failureText(error: unknown, hasViews: boolean): string {
  if (error instanceof ApiError && error.code === 'allocation.infeasible') {
    const { riskClassId, nearestRisk } = error.problem?.params ?? {};
    if (typeof nearestRisk === 'number') {
      const figures = { riskClass: Number(riskClassId ?? 1), nearest: points(nearestRisk) };
      return hasViews
        ? t('allocation.infeasibleViews', figures)
        : `${t('allocation.infeasibleAll', figures)} ${t('allocation.infeasibleHint')}`;
    }
  }
  return errorMessageOf(error);
}
