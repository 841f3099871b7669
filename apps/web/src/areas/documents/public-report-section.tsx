import type { PublicReport } from '@depotwerk/api/reports/reports';
import { formatDate } from '@depotwerk/domain/date-text';
import { formatNumber } from '@depotwerk/domain/number-text';
import { lazy, Suspense, useMemo } from 'react';
import { t } from '../../texts/texts.ts';
import { ChartBoundary } from '../../ui/chart-boundary.tsx';
import { Skeleton } from '../../ui/feedback.tsx';
import { Card } from '../../ui/layout.tsx';
import type { TimeSeries } from '../../ui/time-chart.tsx';

const TimeChart = lazy(async () => ({ default: (await import('../../ui/time-chart.tsx')).TimeChart }));

type Section = PublicReport['sections'][number];

/** A section of a public report: text, table or chart. */
export function PublicReportSection({ section }: { section: Section }) {
  return (
    <Card title={section.heading}>
      {section.body === '' ? null : <p className="public-report__body">{section.body}</p>}
      {section.kind === 'table' ? <SectionTable section={section} /> : null}
      {section.kind === 'chart' ? <SectionChart section={section} /> : null}
    </Card>
  );
}

/** Cells are texts as they are printed, so that screen and paper agree. */
function SectionTable({ section }: { section: Section }) {
  const [first, ...others] = section.columns;
  if (!first) return null;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a wide table must scroll by keyboard too
    <div className="public-report__table-box" tabIndex={0} role="region" aria-label={section.heading}>
      <table className="public-report__table">
        <caption className="visually-hidden">{section.heading}</caption>
        {section.columns.some(({ label }) => label !== '') ? (
          <thead>
            <tr>
              {first.label === '' ? <td>{'\u00a0'}</td> : <th scope="col">{first.label}</th>}
              {others.map(({ key, label, align }) => (
                <th key={key} scope="col" className={align === 'right' ? 'num' : undefined}>
                  {label}
                </th>
              ))}
            </tr>
          </thead>
        ) : null}
        <tbody>
          {section.rows.map((cells, index) => (
            // Rows are printed once in this order; they have no other identity.
            <tr key={index}>
              <th scope="row">{cells[first.key]}</th>
              {others.map(({ key, align }) => (
                <td key={key} className={align === 'right' ? 'num' : undefined}>
                  {cells[key]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function SectionChart({ section }: { section: Section }) {
  const { chartConfig, chartData, heading } = section;
  const series = useMemo(
    (): TimeSeries[] =>
      (chartConfig?.series ?? []).map(({ key, label }, index) => ({
        key,
        label,
        colourToken: `--data-${(index % 7) + 1}`,
        points: chartData?.[key] ?? [],
      })),
    [chartConfig, chartData],
  );
  const unit = chartConfig?.yAxis.unit === 'EUR' ? '€' : '';
  const valueText = useMemo(
    () => (value: number) => `${formatNumber(value, 2, 2)}${unit === '' ? '' : `\u00a0${unit}`}`,
    [unit],
  );
  if (series.every(({ points }) => points.length === 0)) return null;
  return (
    <>
      <ChartBoundary>
        <Suspense fallback={<Skeleton height={280} />}>
          <TimeChart
            description={`${heading}: ${series.map(({ label }) => label).join(', ')}`}
            series={series}
            formatValue={valueText}
            unit={unit}
            height={280}
          />
        </Suspense>
      </ChartBoundary>
      <table className="public-report__table">
        <caption className="visually-hidden">{t('reports.public.table')}</caption>
        <tbody>
          {series.map((line) => {
            const from = line.points[0];
            const to = line.points.at(-1);
            return from && to ? (
              <tr key={line.key}>
                <th scope="row">
                  <span className="ui-legend__item">
                    <span
                      className="ui-legend__line"
                      style={{ borderColor: `var(${line.colourToken})` }}
                      aria-hidden="true"
                    />
                    {line.label}
                  </span>
                </th>
                <td className="num">{`${formatDate(from.x)}: ${valueText(from.y)}`}</td>
                <td className="num">{`${formatDate(to.x)}: ${valueText(to.y)}`}</td>
              </tr>
            ) : null;
          })}
        </tbody>
      </table>
    </>
  );
}
