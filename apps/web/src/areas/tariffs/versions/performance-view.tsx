import { type PerformancePeriod, performancePeriods } from '@depotwerk/api/contracts/contract-performance';
import {
  exportTariffPerformance,
  startTariffPerformance,
  type TariffPerformance,
} from '@depotwerk/api/tariffs/tariff-performance';
import {
  countedText,
  explainedComparison,
  indexText,
  leftOutTexts,
  missingTargetText,
  noTariffPerformance,
  performanceWords,
  returnRows,
  tariffPerformanceMethod,
  tariffPerformanceTitle,
  unexplainedText,
} from '@depotwerk/domain/contracts/performance-words';
import { formatDateTime } from '@depotwerk/domain/date-text';
import { formatNumber } from '@depotwerk/domain/number-text';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useMemo, useState } from 'react';
import { callApi, callFile } from '../../../platform/api-client.ts';
import { showApiError } from '../../../platform/error-texts.ts';
import { fetchedPart } from '../../../platform/fetched-part.tsx';
import { queryClient } from '../../../platform/query-client.ts';
import { useMayChange } from '../../../platform/session.ts';
import { said, t } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { ChartBoundary } from '../../../ui/chart-boundary.tsx';
import { ChartLegend } from '../../../ui/chart-legend.tsx';
import { ExportMenu } from '../../../ui/export-menu.tsx';
import { Banner, EmptyState, Skeleton } from '../../../ui/feedback.tsx';
import { PeriodCard } from '../../../ui/period-card.tsx';
import { numeric, TableHead } from '../../../ui/table-head.tsx';
import type { TimeSeries } from '../../../ui/time-chart.tsx';
import { PerformanceCauses } from '../../analysis/public/performance-causes.tsx';
import { ContractsProgress } from './impact-progress.tsx';
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
      title={said(tariffPerformanceTitle)}
      failed={t('contractAnalysis.performance.loadFailed')}
      period={period}
      choices={performancePeriods}
      onChange={setPeriod}
      query={query}
    >
      {(data) => <Loaded tariffId={tariffId} period={period} found={data} />}
    </PeriodCard>
  );
}

interface LoadedProps {
  tariffId: string;
  period: PerformancePeriod;
  found: TariffPerformance;
}

function Loaded({ tariffId, period, found }: LoadedProps) {
  if (found.state === 'running')
    return (
      <ContractsProgress
        title={t('tariffVersions.performance.running')}
        jobId={found.jobId}
        contractCount={found.contractCount}
      />
    );
  return (
    <div className="stack">
      {found.state === 'failed' ? (
        <Banner tone="bad" role="alert">
          {t('tariffVersions.performance.failed')}
        </Banner>
      ) : null}
      <Actions tariffId={tariffId} period={period} found={found} />
      {found.state === 'done' ? <Figures found={found} /> : null}
    </div>
  );
}

/** What is computed by a job is started here; what is computed goes out as a file. */
function Actions({ tariffId, period, found: { state, jobId, computedAt, contractCount } }: LoadedProps) {
  const mayAct = useMayChange();
  const [isStarting, setStarting] = useState(false);
  const start = async () => {
    setStarting(true);
    try {
      const started = await callApi(startTariffPerformance, { params: { id: tariffId }, body: { period } });
      queryClient.setQueryData(tariffPerformanceQuery(tariffId, period).queryKey, started);
    } catch (error) {
      showApiError(error);
    } finally {
      setStarting(false);
    }
  };
  const isAtOnce = state === 'done' && jobId === null;
  return (
    <>
      {state === 'none' ? (
        <p>{t('tariffVersions.performance.explain', { number: formatNumber(contractCount) })}</p>
      ) : null}
      <div className="row">
        {mayAct && !isAtOnce ? (
          <Button
            kind={state === 'done' ? 'secondary' : 'primary'}
            isBusy={isStarting}
            onClick={() => void start()}
          >
            {t(state === 'none' ? 'tariffVersions.performance.start' : 'tariffVersions.impact.again')}
          </Button>
        ) : null}
        {state === 'done' ? (
          <ExportMenu
            isDisabled={false}
            load={(format) =>
              callFile(
                exportTariffPerformance,
                { params: { id: tariffId }, body: { period, format } },
                'Wertentwicklung',
              )
            }
          />
        ) : null}
        {computedAt === null ? null : (
          <span className="hint">
            {t('tariffVersions.impact.computedAt', { time: formatDateTime(computedAt) })}
          </span>
        )}
      </div>
    </>
  );
}

function Figures({ found }: { found: TariffPerformance }) {
  const { performance, months } = found;
  const sentences = leftOutTexts(found).map((sentence) => <p key={sentence}>{said(sentence)}</p>);
  if (performance === null)
    return (
      <>
        <EmptyState title={said(noTariffPerformance.title)}>{said(noTariffPerformance.text)}</EmptyState>
        {sentences}
      </>
    );
  const explained = explainedComparison(found);
  return (
    <>
      <p>{said(countedText(found))}</p>
      <Returns found={found} />
      {[missingTargetText(found)].map((text) =>
        text === null ? null : (
          <Banner key={text} tone="info">
            {said(text)}
          </Banner>
        ),
      )}
      <Picture months={months} />
      {explained ? <PerformanceCauses groups={explained.groups} shown={explained.shown} /> : null}
      {[unexplainedText(found)].map((text) =>
        text === null ? null : (
          <Banner key={text} tone="info">
            {said(text)}
          </Banner>
        ),
      )}
      {sentences}
      <p className="hint">{said(tariffPerformanceMethod)}</p>
    </>
  );
}

function Returns({ found }: { found: TariffPerformance }) {
  return (
    <div
      className="compare__scroll"
      role="region"
      aria-label={said(performanceWords.returns)}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a wide table must scroll by keyboard too
      tabIndex={0}
    >
      <table className="compare__table">
        <TableHead
          columns={[
            said(performanceWords.returns),
            numeric(said(performanceWords.timeWeighted)),
            numeric(said(performanceWords.timeWeightedYearly)),
            numeric(said(performanceWords.moneyWeighted)),
          ]}
        />
        <tbody>
          {returnRows(found).map(({ key, label, unit, cells }) => (
            <tr key={key}>
              <th scope="row">
                {said(label)}
                {unit === '' ? null : <div className="hint">{said(unit)}</div>}
              </th>
              {cells.map((cell, column) => (
                // oxlint-disable-next-line react/no-array-index-key -- the columns are fixed
                <td key={column} className="num">
                  {said(cell)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const formatIndex = (value: number): string => formatNumber(value, 1, 1);

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
            label: said(performanceWords[key]),
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
            description={said(indexText(months.at(-1)?.contracts ?? 100))}
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
