import { type PerformancePeriod, performancePeriods } from '@depotwerk/api/contract-performance';
import type { TariffPerformance } from '@depotwerk/api/tariff-performance';
import { shownDifference } from '@depotwerk/domain/contracts/performance-effects';
import { formatDate } from '@depotwerk/domain/date-de';
import { formatNumberDe } from '@depotwerk/domain/number-de';
import { formatPercentSigned, formatPointsColumn } from '@depotwerk/domain/percent';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useMemo, useState } from 'react';
import { fetchedPart } from '../../../platform/fetched-part.tsx';
import { t } from '../../../texts/texts.ts';
import { ChartBoundary } from '../../../ui/chart-boundary.tsx';
import { ChartLegend } from '../../../ui/chart-legend.tsx';
import { Banner, EmptyState, Skeleton } from '../../../ui/feedback.tsx';
import { PeriodCard } from '../../../ui/period-card.tsx';
import { numeric, TableHead } from '../../../ui/table-head.tsx';
import type { TimeSeries } from '../../../ui/time-chart.tsx';
import { tariffPerformanceQuery } from './version-queries.ts';
import './versions.css';

const timeChart = fetchedPart(async () => (await import('../../../ui/time-chart.tsx')).TimeChart);
const chartHeight = 260;

/** What the contracts of a tariff earned together, beside what the tariff aims at. */
export function PerformanceView({ tariffId }: { tariffId: string }) {
  const [period, setPeriod] = useState<PerformancePeriod>('1y');
  const query = useQuery(tariffPerformanceQuery(tariffId, period));
  return (
    <PeriodCard
      title={t('tariffVersions.performance.title')}
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

function Loaded({ contracts, performance, target, targetUnknownIn, months }: TariffPerformance) {
  if (performance === null)
    return (
      <div className="stack">
        <EmptyState title={t('contractAnalysis.performance.none')}>
          {t('tariffVersions.performance.noneText')}
        </EmptyState>
        <LeftOut contracts={contracts} />
      </div>
    );
  return (
    <div className="stack">
      <p>
        {t('tariffVersions.performance.text', {
          count: contracts.counted,
          number: formatNumberDe(contracts.counted),
          from: formatDate(performance.from),
          to: formatDate(performance.to),
        })}
      </p>
      <Returns performance={performance} target={target} />
      {target === null ? (
        <Banner tone="info">
          {targetUnknownIn === null
            ? t('tariffVersions.performance.noTarget')
            : t('tariffVersions.performance.targetUnknownIn', { day: formatDate(targetUnknownIn) })}
        </Banner>
      ) : null}
      <Picture months={months} />
      <LeftOut contracts={contracts} />
      <p className="hint">{t('tariffVersions.performance.method')}</p>
    </div>
  );
}

const rate = (value: number | null | undefined) =>
  value == null ? t('contractAnalysis.unknown') : formatPercentSigned(value, 2);

function Returns({
  performance,
  target,
}: {
  performance: NonNullable<TariffPerformance['performance']>;
  target: TariffPerformance['target'];
}) {
  const figures = ['timeWeighted', 'timeWeightedYearly', 'moneyWeighted'] as const;
  const difference = (figure: (typeof figures)[number]) => {
    const [own, aimed] = [performance[figure], target?.[figure] ?? null];
    return own === null || aimed === null
      ? t('contractAnalysis.unknown')
      : formatPointsColumn(shownDifference(own, aimed));
  };
  const rows = [
    {
      key: 'own',
      unit: undefined,
      label: t('tariffVersions.performance.own'),
      value: (key: (typeof figures)[number]) => rate(performance[key]),
    },
    {
      key: 'target',
      unit: undefined,
      label: t('contractAnalysis.performance.target'),
      value: (key: (typeof figures)[number]) => rate(target?.[key]),
    },
    {
      key: 'difference',
      label: t('contractAnalysis.performance.difference'),
      unit: t('contractAnalysis.performance.points'),
      value: difference,
    },
  ];
  return (
    <div
      className="compare__scroll"
      role="region"
      aria-label={t('contractAnalysis.performance.returns')}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a wide table must scroll by keyboard too
      tabIndex={0}
    >
      <table className="compare__table">
        <TableHead
          columns={[
            t('contractAnalysis.performance.returns'),
            numeric(t('contractAnalysis.performance.timeWeighted')),
            numeric(t('tariffVersions.performance.timeWeightedYearly')),
            numeric(t('contractAnalysis.performance.moneyWeighted')),
          ]}
        />
        <tbody>
          {rows.map(({ key, label, unit, value }) => (
            <tr key={key}>
              <th scope="row">
                {label}
                {unit === undefined ? null : <div className="hint">{unit}</div>}
              </th>
              {figures.map((figure) => (
                <td key={figure} className="num">
                  {value(figure)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const formatIndex = (value: number): string => formatNumberDe(value, 1, 1);

function Picture({ months }: Pick<TariffPerformance, 'months'>) {
  const series = useMemo(
    (): TimeSeries[] =>
      (['contracts', 'target'] as const).flatMap((key) => {
        const points = months.flatMap((month) => {
          const y = month[key];
          return y === null ? [] : [{ x: month.day, y }];
        });
        if (points.length === 0) return [];
        return [
          {
            key,
            points,
            colourToken: key === 'contracts' ? '--data-1' : '--data-2',
            isDashed: key === 'target',
            label: t(
              key === 'contracts' ? 'tariffVersions.performance.own' : 'contractAnalysis.performance.target',
            ),
          },
        ];
      }),
    [months],
  );
  return (
    <>
      <ChartBoundary>
        <Suspense fallback={<Skeleton height={chartHeight} />}>
          <timeChart.Part
            description={t('tariffVersions.performance.description', {
              value: formatIndex(months.at(-1)?.contracts ?? 100),
            })}
            series={series}
            formatValue={formatIndex}
            unit=""
            height={chartHeight}
          />
        </Suspense>
      </ChartBoundary>
      <ChartLegend series={series} />
    </>
  );
}

/** How many contracts are in no figure, and why. */
function LeftOut({ contracts: { unknownHistory, withoutClass } }: Pick<TariffPerformance, 'contracts'>) {
  const sentences = [
    unknownHistory > 0
      ? t('tariffVersions.performance.unknownHistory', {
          count: unknownHistory,
          number: formatNumberDe(unknownHistory),
        })
      : null,
    withoutClass > 0
      ? t('tariffVersions.performance.withoutClass', {
          count: withoutClass,
          number: formatNumberDe(withoutClass),
        })
      : null,
  ].filter((sentence) => sentence !== null);
  return sentences.map((sentence) => <p key={sentence}>{sentence}</p>);
}
