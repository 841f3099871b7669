import {
  performancePeriods,
  type TargetComparison,
  type UnknownPerformance,
} from '@depotwerk/api/contracts/contract-performance';
import { unknownPaymentsText } from '@depotwerk/domain/contracts/known-contributions';
import {
  performanceMethod,
  shownComparison,
  unknownPerformanceTexts,
} from '@depotwerk/domain/contracts/performance-effects';
import {
  performanceWords,
  signedRate,
  signedYearlyRate,
} from '@depotwerk/domain/contracts/performance-words';
import { formatDate } from '@depotwerk/domain/date-text';
import { formatMoney } from '@depotwerk/domain/money';
import { formatPointsColumn } from '@depotwerk/domain/percent';
import { unknownText as nobodyKnows } from '@depotwerk/domain/unknown-text';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { said, t } from '../../texts/texts.ts';
import { Banner, EmptyState } from '../../ui/feedback.tsx';
import { PeriodCard } from '../../ui/period-card.tsx';
import { ScrollTable } from '../../ui/scroll-table.tsx';
import { type ContractPerformance, performanceQuery } from './public/analysis-queries.ts';
import { PerformanceCauses } from './public/performance-causes.tsx';

/** Return of the contract beside that of its target, and where the difference comes from. */
export function PerformanceCard({ contractId }: { contractId: string }) {
  const [period, setPeriod] = useState<(typeof performancePeriods)[number]>('1y');
  const query = useQuery(performanceQuery(contractId, period));
  return (
    <PeriodCard
      title={t('contractAnalysis.performance.title')}
      failed={t('contractAnalysis.performance.loadFailed')}
      period={period}
      choices={performancePeriods}
      onChange={setPeriod}
      query={query}
    >
      {(data) => <Loaded {...data} />}
    </PeriodCard>
  );
}

function Loaded({ performance, comparison }: ContractPerformance) {
  if (performance === null)
    return (
      <EmptyState title={t('contractAnalysis.performance.none')}>
        {t('contractAnalysis.performance.noneText')}
      </EmptyState>
    );
  const target = comparison !== null && !('reason' in comparison) ? comparison : null;
  const shown = target && shownComparison(performance.timeWeighted, target, target.groups);
  const rate = (value: number | null | undefined) => said(signedRate(value));
  const yearly = (value: number | null | undefined) => said(signedYearlyRate(value, performance));
  return (
    <div className="stack">
      <p>
        {t(`contractAnalysis.performance.${(performance.paid ?? 0) < 0 ? 'takenText' : 'text'}`, {
          from: formatDate(performance.from),
          to: formatDate(performance.to),
          before: formatMoney(performance.valueBefore),
          after: formatMoney(performance.valueAfter),
          paid: performance.paid === null ? said(nobodyKnows) : formatMoney(Math.abs(performance.paid)),
          gain: formatMoney(performance.gain),
        })}
        {performance.paid === null ? ` ${said(unknownPaymentsText)}` : null}
      </p>
      <ScrollTable
        caption={said(performanceWords.returns)}
        columns={[
          { key: 'side', label: said(performanceWords.returns) },
          { key: 'time', label: said(performanceWords.timeWeighted), isNumber: true },
          { key: 'money', label: said(performanceWords.moneyWeighted), isNumber: true },
        ]}
        rows={[
          {
            key: 'own',
            cells: [
              t('contractAnalysis.performance.own'),
              rate(shown?.own ?? performance.timeWeighted),
              yearly(performance.moneyWeighted),
            ],
          },
          {
            key: 'target',
            cells: [
              said(performanceWords.target),
              rate(shown?.target),
              target === null ? rate(null) : yearly(target.moneyWeighted),
            ],
          },
        ]}
        footer={
          shown
            ? [
                <div key="name">
                  {said(performanceWords.difference)}
                  <span className="hint analysis__below">{said(performanceWords.points)}</span>
                </div>,
                formatPointsColumn(shown.difference),
                '',
              ]
            : undefined
        }
      />
      {target && shown ? (
        <>
          <PerformanceCauses groups={target.groups} shown={shown} />
          <p className="hint">{said(performanceMethod)}</p>
        </>
      ) : (
        <Banner tone="info">{unknownText(comparison)}</Banner>
      )}
    </div>
  );
}

function unknownText(unknown: UnknownPerformance | TargetComparison | null): string {
  if (unknown === null || !('reason' in unknown)) return t('contractAnalysis.performance.noneText');
  const text = said(unknownPerformanceTexts[unknown.reason]);
  return unknown.from === null || unknown.to === null
    ? t('contractAnalysis.performance.unknown', { text })
    : t('contractAnalysis.performance.unknownIn', {
        text,
        from: formatDate(unknown.from),
        to: formatDate(unknown.to),
      });
}
