import {
  performancePeriods,
  type TargetComparison,
  type UnknownPerformance,
} from '@depotwerk/api/contract-performance';
import {
  performanceEffects,
  performanceEffectTexts,
  performanceMethod,
  type ShownComparison,
  shownComparison,
  unknownPerformanceTexts,
} from '@depotwerk/domain/contracts/performance-effects';
import { formatDate } from '@depotwerk/domain/date-de';
import { formatPercent, formatPercentSigned, formatPointsColumn } from '@depotwerk/domain/percent';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { said, t } from '../../texts/texts.ts';
import { Banner, EmptyState } from '../../ui/feedback.tsx';
import { PeriodCard } from '../../ui/period-card.tsx';
import { type ContractPerformance, performanceQuery } from './analysis-queries.ts';
import { euros } from './analysis-text.ts';
import { ScrollTable } from './scroll-table.tsx';

/** Effects that are known of each peer group. */
const groupEffects = ['allocation', 'selection', 'fundCosts'] as const;

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
  const rate = (value: number | null | undefined) =>
    value == null ? t('contractAnalysis.unknown') : formatPercentSigned(value, 2);
  return (
    <div className="stack">
      <p>
        {t('contractAnalysis.performance.text', {
          from: formatDate(performance.from),
          to: formatDate(performance.to),
          before: euros(performance.valueBefore),
          after: euros(performance.valueAfter),
          paid: euros(performance.paid),
          gain: euros(performance.gain),
        })}
      </p>
      <ScrollTable
        caption={t('contractAnalysis.performance.returns')}
        columns={[
          { key: 'side', label: t('contractAnalysis.performance.returns') },
          { key: 'time', label: t('contractAnalysis.performance.timeWeighted'), isNumber: true },
          { key: 'money', label: t('contractAnalysis.performance.moneyWeighted'), isNumber: true },
        ]}
        rows={[
          {
            key: 'own',
            cells: [
              t('contractAnalysis.performance.own'),
              rate(shown?.own ?? performance.timeWeighted),
              rate(performance.moneyWeighted),
            ],
          },
          {
            key: 'target',
            cells: [
              t('contractAnalysis.performance.target'),
              rate(shown?.target),
              rate(target?.moneyWeighted),
            ],
          },
        ]}
        footer={
          shown
            ? [
                <div key="name">
                  {t('contractAnalysis.performance.difference')}
                  <span className="hint analysis__below">{t('contractAnalysis.performance.points')}</span>
                </div>,
                formatPointsColumn(shown.difference),
                '',
              ]
            : undefined
        }
      />
      {target && shown ? (
        <Causes groups={target.groups} shown={shown} />
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

function Causes({ groups, shown }: { groups: TargetComparison['groups']; shown: ShownComparison }) {
  const { effects } = shown;
  const rows = groups
    .map((group, k) => ({ ...group, shown: shown.groups[k] }))
    .toSorted((a, b) => Math.abs(b.shown?.sum ?? 0) - Math.abs(a.shown?.sum ?? 0));
  const points = (value: number | undefined) => formatPointsColumn(value ?? 0);
  return (
    <>
      <ScrollTable
        caption={t('contractAnalysis.performance.causes')}
        columns={[
          { key: 'effect', label: t('contractAnalysis.performance.causes') },
          { key: 'part', label: t('contractAnalysis.performance.points'), isNumber: true },
        ]}
        rows={performanceEffects.map((effect) => ({
          key: effect,
          cells: [
            <div key="name">
              {said(performanceEffectTexts[effect].name)}
              <span className="hint analysis__below">{said(performanceEffectTexts[effect].meaning)}</span>
            </div>,
            points(effects[effect]),
          ],
        }))}
        footer={[t('contractAnalysis.performance.difference'), points(shown.difference)]}
      />
      <ScrollTable
        caption={t('contractAnalysis.performance.byGroup')}
        isLong
        columns={[
          { key: 'group', label: t('contractAnalysis.performance.byGroup') },
          { key: 'weight', label: t('contractAnalysis.performance.weight'), isNumber: true, isWide: true },
          { key: 'aim', label: t('contractAnalysis.performance.aim'), isNumber: true, isWide: true },
          ...groupEffects.map((effect) => ({
            key: effect,
            label: said(performanceEffectTexts[effect].name),
            isNumber: true,
            isWide: true,
          })),
          { key: 'together', label: t('contractAnalysis.performance.together'), isNumber: true },
        ]}
        rows={rows.map((group) => ({
          key: group.peergroupId ?? 'beside',
          cells: [
            <div key="name">
              {group.name ?? t('contractAnalysis.performance.beside')}
              <span className="hint analysis__narrow">
                {t('contractAnalysis.performance.groupEffects', {
                  allocation: points(group.shown?.allocation),
                  selection: points(group.shown?.selection),
                  fundCosts: points(group.shown?.fundCosts),
                })}
              </span>
            </div>,
            formatPercent(group.weight, 1),
            formatPercent(group.targetWeight, 1),
            ...groupEffects.map((effect) => points(group.shown?.[effect])),
            points(group.shown?.sum),
          ],
        }))}
        footer={[
          t('portfolio.sum'),
          '',
          '',
          ...groupEffects.map((effect) => points(effects[effect])),
          points(groupEffects.reduce((sum, effect) => sum + effects[effect], 0)),
        ]}
      />
      <p className="hint">{said(performanceMethod)}</p>
    </>
  );
}
