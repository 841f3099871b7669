import {
  type PerformancePeriod,
  performancePeriods,
  type UnknownPerformance,
} from '@depotwerk/api/contract-performance';
import {
  exportTariffPerformance,
  startTariffPerformance,
  type TariffPerformance,
} from '@depotwerk/api/tariff-performance';
import {
  shownComparison,
  shownDifference,
  unknownTariffPerformanceTexts,
} from '@depotwerk/domain/contracts/performance-effects';
import { formatDate, formatDateTime } from '@depotwerk/domain/date-de';
import { formatNumberDe } from '@depotwerk/domain/number-de';
import { formatPercentSigned, formatPointsColumn } from '@depotwerk/domain/percent';
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
import { PerformanceCauses } from '../../analysis/performance-causes.tsx';
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
      title={t('tariffVersions.performance.title')}
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
        <p>{t('tariffVersions.performance.explain', { number: formatNumberDe(contractCount) })}</p>
      ) : null}
      <div className="row">
        {mayAct && !isAtOnce ? (
          <Button
            kind={state === 'done' ? 'secondary' : 'primary'}
            isBusy={isStarting}
            onClick={() => void start()}
          >
            {t(state === 'none' ? 'tariffVersions.performance.start' : 'tariffVersions.performance.again')}
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
  const { contracts, performance, target, targetUnknownIn, comparison, months } = found;
  if (performance === null)
    return (
      <>
        <EmptyState title={t('contractAnalysis.performance.none')}>
          {t('tariffVersions.performance.noneText')}
        </EmptyState>
        <LeftOut contracts={contracts} />
      </>
    );
  const explained = comparison !== null && !('reason' in comparison) ? comparison : null;
  return (
    <>
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
      {explained ? (
        <PerformanceCauses
          groups={explained.groups}
          shown={shownComparison(performance.timeWeighted, explained, explained.groups)}
        />
      ) : null}
      {comparison !== null && 'reason' in comparison ? (
        <Banner tone="info">{unexplainedText(comparison)}</Banner>
      ) : null}
      <LeftOut contracts={contracts} />
      <p className="hint">{t('tariffVersions.performance.method')}</p>
    </>
  );
}

/** Why the difference is not explained, and in which month. */
const unexplainedText = ({ reason, from, to }: UnknownPerformance): string =>
  t('tariffVersions.performance.unexplainedIn', {
    text: said(unknownTariffPerformanceTexts[reason]),
    from: from === null ? '' : formatDate(from),
    to: to === null ? '' : formatDate(to),
  });

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

/** How many contracts are in no figure or not explained, and why. */
function LeftOut({
  contracts: { unknownHistory, withoutClass, unexplained },
}: Pick<TariffPerformance, 'contracts'>) {
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
    unexplained > 0
      ? t('tariffVersions.performance.unexplained', {
          count: unexplained,
          number: formatNumberDe(unexplained),
        })
      : null,
  ].filter((sentence) => sentence !== null);
  return sentences.map((sentence) => <p key={sentence}>{sentence}</p>);
}
