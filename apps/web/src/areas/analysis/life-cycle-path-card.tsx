import { formatDate } from '@depotwerk/domain/date-text';
import { formatPercent } from '@depotwerk/domain/percent';
import { Suspense } from 'react';
import { fetchedPart } from '../../platform/fetched-part.tsx';
import { t } from '../../texts/texts.ts';
import { ChartBoundary } from '../../ui/chart-boundary.tsx';
import { ChartLegend } from '../../ui/chart-legend.tsx';
import { EmptyState, Skeleton } from '../../ui/feedback.tsx';
import { Card } from '../../ui/layout.tsx';
import { ScrollTable } from '../../ui/scroll-table.tsx';
import type { TimeSeries } from '../../ui/time-chart.tsx';
import { glidePath } from './glide-path.ts';
import type { ContractAnalysis } from './public/analysis-queries.ts';

const timeChart = fetchedPart(async () => (await import('../../ui/time-chart.tsx')).TimeChart);
const chartHeight = 220;

type LifeCycle = NonNullable<ContractAnalysis['lifeCycle']>;

const percent = (value: number | null): string =>
  value === null ? t('contractAnalysis.lifeCycle.unknown') : formatPercent(value, 1);

/** How the tariff brings the risk of the contract down before it ends: the way of its targets, as picture and table. */
export function LifeCyclePathCard({ lifeCycle }: { lifeCycle: ContractAnalysis['lifeCycle'] }) {
  if (lifeCycle === null) return null;
  const { path, endDate } = lifeCycle;
  return (
    <Card title={t('lifeCycle.title')}>
      {endDate === null || path.length === 0 ? (
        <EmptyState title={t('contractAnalysis.lifeCycle.none')}>
          {t(`contractAnalysis.lifeCycle.${endDate === null ? 'noEnd' : 'noClass'}`)}
        </EmptyState>
      ) : (
        <Path path={path} endDate={endDate} />
      )}
    </Card>
  );
}

function Path({ path, endDate }: Pick<LifeCycle, 'path'> & { endDate: string }) {
  const series: TimeSeries[] = glidePath(path, endDate).map(({ key, points }) => ({
    key,
    points,
    colourToken: key === 'equityQuota' ? '--data-1' : '--data-5',
    isDashed: key !== 'equityQuota',
    isFilled: key === 'equityQuota',
    label: t(`contractAnalysis.lifeCycle.${key}`),
  }));
  return (
    <div className="stack">
      <p>{t('contractAnalysis.lifeCycle.text')}</p>
      {series.length === 0 ? null : (
        <>
          <ChartBoundary>
            <Suspense fallback={<Skeleton height={chartHeight} />}>
              <timeChart.Part
                description={t('contractAnalysis.lifeCycle.description', {
                  from: percent(path[0]?.equityQuota ?? null),
                  to: percent(path.at(-1)?.equityQuota ?? null),
                  end: formatDate(endDate),
                })}
                series={series}
                formatValue={formatPoints}
                unit="%"
                startsAtZero
                height={chartHeight}
              />
            </Suspense>
          </ChartBoundary>
          <ChartLegend series={series} />
        </>
      )}
      <ScrollTable
        caption={t('lifeCycle.title')}
        columns={[
          { key: 'from', label: t('contractAnalysis.lifeCycle.from') },
          { key: 'class', label: t('contractAnalysis.lifeCycle.riskClass'), isNumber: true },
          { key: 'equityQuota', label: t('contractAnalysis.lifeCycle.equityQuota'), isNumber: true },
          { key: 'volatility', label: t('contractAnalysis.lifeCycle.volatility'), isNumber: true },
          { key: 'return', label: t('contractAnalysis.lifeCycle.expectedReturn'), isNumber: true },
        ]}
        rows={path.map(({ from, riskClassId, equityQuota, volatility, expectedReturn }, k) => ({
          key: from,
          cells: [
            k === 0 ? t('contractAnalysis.lifeCycle.today') : formatDate(from),
            riskClassId,
            percent(equityQuota),
            percent(volatility),
            percent(expectedReturn),
          ],
        }))}
      />
    </div>
  );
}

const formatPoints = (points: number): string => formatPercent(points / 100, 1);
