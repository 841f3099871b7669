import type { OverviewChart } from '@depotwerk/api/contracts/contract-detail';
import { type ChartPeriod, chartPeriods } from '@depotwerk/domain/chart-periods';
import { drawnSeries } from '@depotwerk/domain/contracts/known-contributions';
import { formatDate } from '@depotwerk/domain/date-text';
import { formatMoney } from '@depotwerk/domain/money';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useMemo } from 'react';
import { overviewChartQuery } from '../../queries/contract-queries.ts';
import { t } from '../../texts/texts.ts';
import { ChartBoundary } from '../../ui/chart-boundary.tsx';
import { ChartLegend } from '../../ui/chart-legend.tsx';
import { EmptyState, QueryError, Skeleton } from '../../ui/feedback.tsx';
import { Card } from '../../ui/layout.tsx';
import { PeriodControl } from '../../ui/period-control.tsx';
import type { TimeSeries } from '../../ui/time-chart.tsx';

const TimeChart = lazy(async () => ({ default: (await import('../../ui/time-chart.tsx')).TimeChart }));

const chartHeight = 260;
/** Our own colours for the known series, because they must hold in both themes. */
const colourTokens: Readonly<Record<string, string>> = { value: '--data-1', contributions: '--data-2' };

/** Value and contributions over time, as a picture and as a table. */
export function ValueChartCard({ contractId }: { contractId: string }) {
  const { period = '1y' } = useSearch({ from: '/shell/contracts/$contractId/$tab' });
  const navigate = useNavigate();
  const chart = useQuery({ ...overviewChartQuery(contractId, period), placeholderData: keepPreviousData });
  const setPeriod = (next: ChartPeriod) =>
    void navigate({
      to: '.',
      search: (previous: object) => ({ ...previous, period: next === '1y' ? undefined : next }) as never,
      replace: true,
      resetScroll: false,
    });
  return (
    <Card
      title={t('portfolio.chart.title')}
      actions={<PeriodControl choices={chartPeriods} value={period} onChange={setPeriod} />}
    >
      {chart.isError ? (
        <QueryError query={chart} />
      ) : chart.data ? (
        <ValueChart chart={chart.data} />
      ) : (
        <Skeleton height={chartHeight} />
      )}
    </Card>
  );
}

function ValueChart({ chart }: { chart: OverviewChart }) {
  const series = useMemo(() => seriesOf(chart), [chart]);
  const first = series[0]?.points[0];
  const last = series[0]?.points.at(-1);
  if (!first || !last) return <EmptyState title={t('portfolio.chart.empty')} />;
  // One value has no course: a dot between hours of a day would look like one.
  if (first.x === last.x)
    return (
      <EmptyState
        title={t('portfolio.chart.single', { value: formatMoney(first.y), day: formatDate(first.x) })}
      />
    );
  const description = t('portfolio.chart.description', {
    from: formatDate(first.x),
    to: formatDate(last.x),
    start: formatMoney(first.y),
    end: formatMoney(last.y),
  });
  return (
    <>
      <ChartBoundary>
        <Suspense fallback={<Skeleton height={chartHeight} />}>
          <TimeChart
            description={description}
            series={series}
            formatValue={formatMoney}
            unit="€"
            height={chartHeight}
          />
        </Suspense>
      </ChartBoundary>
      <ChartLegend series={series} />
      <SeriesTable series={series} />
    </>
  );
}

/** The lines of the chart, with their names and colours. */
export function seriesOf(chart: OverviewChart): TimeSeries[] {
  return drawnSeries(chart).map(({ key, label }, index) => ({
    key,
    label:
      key === 'value'
        ? t('portfolio.chart.value')
        : key === 'contributions'
          ? t('portfolio.chart.contributions')
          : label,
    colourToken: colourTokens[key] ?? `--data-${(index % 7) + 1}`,
    isDashed: key === 'contributions',
    isFilled: key === 'value',
    points: chart.chartData[key] ?? [],
  }));
}

/** The chart in figures, for those who cannot see it or want to know exactly. */
function SeriesTable({ series }: { series: readonly TimeSeries[] }) {
  const days = (series[0]?.points ?? []).map((point) => point.x).toReversed();
  const byDay = series.map((line) => new Map(line.points.map((point) => [point.x, point.y])));
  return (
    <details className="contract__table-alternative" data-no-print>
      <summary>{t('portfolio.chart.asTable')}</summary>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a long table must scroll by keyboard too */}
      <div className="ui-data-table" tabIndex={0} role="region" aria-label={t('portfolio.chart.title')}>
        <table className="figure-table">
          <thead>
            <tr>
              <th scope="col">{t('portfolio.date')}</th>
              {series.map((line) => (
                <th key={line.key} scope="col" className="num">
                  {line.label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {days.map((day) => (
              <tr key={day}>
                <th scope="row">{formatDate(day)}</th>
                {series.map((line, index) => {
                  const value = byDay[index]?.get(day);
                  return (
                    <td key={line.key} className="num">
                      {value === undefined ? '–' : formatMoney(value)}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
