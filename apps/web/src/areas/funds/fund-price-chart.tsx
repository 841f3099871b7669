import { type ChartPeriod, chartPeriods } from '@depotwerk/domain/chart-periods';
import { currencySign } from '@depotwerk/domain/currency';
import { formatDate } from '@depotwerk/domain/date-text';
import { formatPercent, formatPercentSigned } from '@depotwerk/domain/percent';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useCallback, useMemo, useState } from 'react';
import { t } from '../../texts/texts.ts';
import { ChartBoundary } from '../../ui/chart-boundary.tsx';
import { EmptyState, QueryError, Skeleton } from '../../ui/feedback.tsx';
import { PeriodControl } from '../../ui/period-control.tsx';
import { formatPrice } from './fund-details.tsx';
import { type Fund, fundPricesQuery } from './public/fund-queries.ts';

const TimeChart = lazy(async () => ({ default: (await import('../../ui/time-chart.tsx')).TimeChart }));

const chartHeight = 220;

/** Prices of a fund over a period, with what they mean in two figures. */
export function FundPriceChart({ fund }: { fund: Fund }) {
  const [period, setPeriod] = useState<ChartPeriod>('1y');
  const query = useQuery({ ...fundPricesQuery(fund.id, period), placeholderData: keepPreviousData });
  const prices = query.data?.prices;
  const series = useMemo(
    () => [
      {
        key: 'price',
        label: t('funds.price'),
        colourToken: '--data-1',
        isFilled: true,
        points: (prices ?? []).map(({ date, price }) => ({ x: date, y: price })),
      },
    ],
    [prices],
  );
  const format = useCallback((value: number) => formatPrice(value, fund.currency), [fund.currency]);
  const [first, last] = [prices?.[0], prices?.at(-1)];
  return (
    <section className="fund__section">
      <div className="fund__chart-head">
        <h3>{t('funds.priceHistory')}</h3>
        <PeriodControl choices={chartPeriods} value={period} onChange={setPeriod} />
      </div>
      {query.isError ? (
        <QueryError query={query} />
      ) : !query.data ? (
        <Skeleton height={chartHeight} />
      ) : first && last ? (
        <>
          <ChartBoundary>
            <Suspense fallback={<Skeleton height={chartHeight} />}>
              <TimeChart
                height={chartHeight}
                series={series}
                formatValue={format}
                unit={currencySign(fund.currency)}
                description={t('funds.chartDescription', {
                  from: formatDate(first.date),
                  to: formatDate(last.date),
                  start: format(first.price),
                  end: format(last.price),
                })}
              />
            </Suspense>
          </ChartBoundary>
          <p className="hint">
            {[
              query.data.periodReturn === null
                ? null
                : t('funds.periodReturn', { change: formatPercentSigned(query.data.periodReturn) }),
              query.data.volatility === null
                ? null
                : t('funds.volatility', { volatility: formatPercent(query.data.volatility / 100) }),
            ]
              .filter((text) => text !== null)
              .join(' · ')}
          </p>
        </>
      ) : (
        <EmptyState title={t('funds.withoutPrices')} />
      )}
    </section>
  );
}
