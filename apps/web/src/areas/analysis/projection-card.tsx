import { addMonths } from '@depotwerk/domain/add-months';
import { guaranteeObstacleText, promisedRateText } from '@depotwerk/domain/contracts/guarantee';
import { formatDate } from '@depotwerk/domain/date-text';
import { formatMoney } from '@depotwerk/domain/money';
import { formatPercent } from '@depotwerk/domain/percent';
import { projectedPercentiles } from '@depotwerk/engine/analysis/held-projection';
import { dayNumber } from '@depotwerk/engine/figures/cash-flow-returns';
import { neededInFunds } from '@depotwerk/engine/guarantee/guarantee-path';
import type { Projection } from '@depotwerk/engine/projection/project-value';
import type { ProjectionInput } from '@depotwerk/engine/projection/projection-input';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useMemo } from 'react';
import { fetchedPart } from '../../platform/fetched-part.tsx';
import { said, t } from '../../texts/texts.ts';
import { ChartBoundary } from '../../ui/chart-boundary.tsx';
import { ChartLegend } from '../../ui/chart-legend.tsx';
import { EmptyState, QueryError, Skeleton } from '../../ui/feedback.tsx';
import { Card, FactList } from '../../ui/layout.tsx';
import { ScrollTable } from '../../ui/scroll-table.tsx';
import type { TimeSeries } from '../../ui/time-chart.tsx';
import { type AnalysisFigures, stagesOf } from './analysis-figures.ts';
import { euros } from './analysis-text.ts';
import type { ContractAnalysis } from './public/analysis-queries.ts';
import { projectionQuery } from './public/analysis-queries.ts';

const timeChart = fetchedPart(async () => (await import('../../ui/time-chart.tsx')).TimeChart);
// Nearly every analysis draws it, after its data have come.
timeChart.fetch();

const chartHeight = 300;

interface CardProps {
  analysis: ContractAnalysis;
  figures: AnalysisFigures;
}

/** Percentiles of the value up to the target date, as a picture and as a table, with what they assume. */
export function ProjectionCard({ analysis, figures }: CardProps) {
  const { projection } = figures;
  return (
    <Card title={t('contractAnalysis.projection.title')}>
      {projection.obstacle === null ? (
        <Projected analysis={analysis} figures={figures} input={projection.input} />
      ) : (
        <EmptyState title={t('contractAnalysis.projection.none')}>
          {t(`contractAnalysis.projection.obstacle.${projection.obstacle}`)}
        </EmptyState>
      )}
    </Card>
  );
}

function Projected({ analysis, figures, input }: CardProps & { input: ProjectionInput }) {
  const projection = useQuery(projectionQuery(input));
  if (projection.isError) return <QueryError query={projection} />;
  if (!projection.data) return <Skeleton height={chartHeight} />;
  return (
    <div className="stack">
      <p className="analysis__note">
        <strong>{t('contractAnalysis.projection.noForecast')}</strong>{' '}
        {t('contractAnalysis.projection.noForecastText')}
      </p>
      <ProjectionPicture
        today={analysis.today}
        targetDate={analysis.target?.date ?? null}
        projection={projection.data}
        guarantee={figures.guarantee}
      />
      <Assumptions analysis={analysis} figures={figures} input={input} />
    </div>
  );
}

/** One line a percentile, the likely middle in full. */
const lines = [
  { key: 'p95', colourToken: '--data-4', isDashed: true },
  { key: 'p75', colourToken: '--data-3', isDashed: false },
  { key: 'p50', colourToken: '--data-1', isDashed: false },
  { key: 'p25', colourToken: '--data-3', isDashed: false },
  { key: 'p5', colourToken: '--data-5', isDashed: true },
] as const;
const placeOf = (key: (typeof lines)[number]['key']) => ['p5', 'p25', 'p50', 'p75', 'p95'].indexOf(key);

function ProjectionPicture({
  today,
  targetDate,
  projection,
  guarantee,
}: {
  today: string;
  targetDate: string | null;
  projection: Projection;
  guarantee: AnalysisFigures['guarantee'];
}) {
  const { points } = projection;
  const needed = useMemo(
    () => guarantee && neededInFunds(guarantee, dayNumber(today) ?? 0, points),
    [guarantee, today, points],
  );
  const series = useMemo(() => seriesOf(today, points, needed), [today, points, needed]);
  const last = points.at(-1);
  if (!last) return null;
  const [low = 0, , middle = 0, , high = 0] = last.percentiles;
  const date = formatDate(addMonths(today, last.month));
  const target = formatDate(targetDate ?? addMonths(today, last.month));
  return (
    <>
      <FactList
        facts={[
          {
            key: 'date',
            label: t('contractAnalysis.projection.targetDate'),
            value: target === date ? date : t('contractAnalysis.projection.targetInMonths', { target, date }),
          },
          { key: 'middle', label: t('contractAnalysis.projection.middle'), value: euros(middle) },
          {
            key: 'range',
            label: t('contractAnalysis.projection.range'),
            value: t('contractAnalysis.projection.fromTo', { low: euros(low), high: euros(high) }),
          },
          { key: 'paidIn', label: t('contractAnalysis.projection.paidIn'), value: euros(last.paidIn) },
          ...(needed
            ? [
                {
                  key: 'needed',
                  label: t('contractAnalysis.projection.needed'),
                  value: euros(needed.at(-1) ?? 0),
                },
              ]
            : []),
        ]}
      />
      <ChartBoundary>
        <Suspense fallback={<Skeleton height={chartHeight} />}>
          <timeChart.Part
            description={t('contractAnalysis.projection.description', {
              date,
              middle: euros(middle),
              low: euros(low),
              high: euros(high),
            })}
            series={series}
            formatValue={euros}
            unit="€"
            height={chartHeight}
          />
        </Suspense>
      </ChartBoundary>
      <ChartLegend series={series} />
      <details className="contract__table-alternative">
        <summary>{t('contractAnalysis.projection.asTable')}</summary>
        <ScrollTable
          isLong
          caption={t('contractAnalysis.projection.title')}
          columns={[
            { key: 'date', label: t('contractAnalysis.projection.date') },
            { key: 'paidIn', label: t('contractAnalysis.projection.line.paidIn'), isNumber: true },
            ...(needed
              ? [{ key: 'needed', label: t('contractAnalysis.projection.line.needed'), isNumber: true }]
              : []),
            ...projectedPercentiles.map((percentile) => ({
              key: String(percentile),
              label: formatPercent(percentile, 0),
              isNumber: true,
            })),
          ]}
          rows={points.map((point, k) => ({
            key: point.month,
            cells: [
              formatDate(addMonths(today, point.month)),
              euros(point.paidIn),
              ...(needed ? [euros(needed[k] ?? 0)] : []),
              ...point.percentiles.map(euros),
            ],
          }))}
        />
      </details>
    </>
  );
}

function seriesOf(
  today: string,
  points: Projection['points'],
  needed: readonly number[] | null,
): TimeSeries[] {
  const at = (month: number) => addMonths(today, month);
  return [
    ...lines.map(({ key, colourToken, isDashed }) => ({
      key,
      colourToken,
      isDashed,
      isFilled: key === 'p50',
      label: t(`contractAnalysis.projection.line.${key}`),
      points: points.map(({ month, percentiles }) => ({ x: at(month), y: percentiles[placeOf(key)] ?? 0 })),
    })),
    {
      key: 'paidIn',
      colourToken: '--data-2',
      isDashed: true,
      label: t('contractAnalysis.projection.line.paidIn'),
      points: points.map(({ month, paidIn }) => ({ x: at(month), y: paidIn })),
    },
    ...(needed
      ? [
          {
            key: 'needed',
            colourToken: '--data-6',
            isDashed: false,
            label: t('contractAnalysis.projection.line.needed'),
            points: points.map(({ month }, k) => ({ x: at(month), y: needed[k] ?? 0 })),
          },
        ]
      : []),
  ];
}

/** How the line of the guarantee comes about, or why there is none; nothing where nothing is promised. */
function guaranteeSentence(guarantee: ContractAnalysis['guarantee']): string | null {
  if (guarantee === null) return null;
  return guarantee.obstacle === null
    ? t('contractAnalysis.projection.assumes.guarantee', {
        interest: promisedRateText(guarantee.interest ?? 0),
        insurerSide: formatMoney(guarantee.insurerSide),
        level: promisedRateText(guarantee.level ?? 0),
      })
    : t('contractAnalysis.projection.assumes.guaranteeUnknown', {
        reason: said(guaranteeObstacleText(guarantee.obstacle)),
      });
}

/** What the figures rest on, in words. */
function Assumptions({ analysis, figures, input }: CardProps & { input: ProjectionInput }) {
  const { target, savings, costModel } = analysis;
  // What comes after the target date is no part of the picture.
  const savingsChanges = (analysis.savingsChanges ?? []).filter(({ from }) => from <= (target?.date ?? from));
  const isAnythingPaid = [savings, ...savingsChanges].some((paid) => paid !== null && paid.monthly > 0);
  const { cash } = analysis.valuation;
  const percent = (value: number) => formatPercent(value, 2);
  const unknownFees = figures.feesUnknownShare ?? 0;
  const sentences = [
    target?.source === 'horizon' ? t('contractAnalysis.projection.assumes.horizon') : null,
    t('contractAnalysis.projection.assumes.return', {
      expected: percent(input.expectedReturn),
      volatility: percent(input.volatility),
    }),
    figures.knownCosts === 'none'
      ? null
      : t('contractAnalysis.projection.assumes.costs', {
          ongoing: percent(input.ongoingCost),
          net: percent(input.expectedReturn - input.ongoingCost),
        }),
    input.entryCost > 0 && isAnythingPaid
      ? t('contractAnalysis.projection.assumes.entry', { entry: percent(input.entryCost) })
      : null,
    input.monthlyFee
      ? t('contractAnalysis.projection.assumes.fee', { fee: formatMoney(input.monthlyFee) })
      : null,
    costModel === null ? t('contractAnalysis.projection.assumes.noModel') : null,
    unknownFees > 0
      ? t('contractAnalysis.projection.assumes.unknownFees', { share: formatPercent(unknownFees, 1) })
      : null,
    savings === null
      ? t(`contractAnalysis.projection.assumes.${isAnythingPaid ? 'noSavingsYet' : 'noSavings'}`)
      : savings.dynamicRate === 0
        ? t('contractAnalysis.projection.assumes.savings', { monthly: formatMoney(savings.monthly) })
        : t('contractAnalysis.projection.assumes.growingSavings', {
            monthly: formatMoney(savings.monthly),
            growth: percent(savings.dynamicRate),
          }),
    ...savingsChanges.map(({ from, monthly, dynamicRate }) =>
      t(
        `contractAnalysis.projection.assumes.${monthly === 0 ? 'savingsEnd' : dynamicRate === 0 ? 'savingsFrom' : 'growingSavingsFrom'}`,
        { from: formatDate(from), monthly: formatMoney(monthly), growth: percent(dynamicRate) },
      ),
    ),
    figures.risk.unknownShare > 0
      ? t('contractAnalysis.projection.assumes.unknownRisk', {
          share: formatPercent(figures.risk.unknownShare, 1),
        })
      : null,
    cash > 0 ? t('contractAnalysis.projection.assumes.cash', { cash: formatMoney(cash) }) : null,
    figures.outsideValue >= 0.01
      ? t('contractAnalysis.projection.assumes.outside', { value: formatMoney(figures.outsideValue) })
      : null,
    t(`contractAnalysis.projection.assumes.${input.stages ? 'mixUntil' : 'mix'}`),
    input.stages ? t('contractAnalysis.projection.assumes.lifeCycle') : null,
    stagesOf(analysis.lifeCycle) === null ? t('contractAnalysis.projection.assumes.lifeCycleUnknown') : null,
    guaranteeSentence(analysis.guarantee),
    t('contractAnalysis.projection.assumes.tax'),
  ].filter((sentence) => sentence !== null);
  return (
    <div>
      <h3>{t('contractAnalysis.projection.assumptions')}</h3>
      <ul className="analysis__list">
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </div>
  );
}
