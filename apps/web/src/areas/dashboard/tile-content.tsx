import type { DashboardData, DashboardWidget } from '@depotwerk/api/dashboard/dashboard';
import { formatDate } from '@depotwerk/domain/date-text';
import { formatMoney } from '@depotwerk/domain/money';
import { asReadersWrite } from '@depotwerk/domain/notation';
import { formatNumber } from '@depotwerk/domain/number-text';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { said, t } from '../../texts/texts.ts';
import { Banner } from '../../ui/feedback.tsx';
import { Markdown } from './markdown.tsx';

export type TileAnswer = DashboardData | { error: 'dashboard.unknown' };

function numberText(value: number, unit: 'count' | 'money' | 'score'): string {
  if (unit === 'money') return formatMoney(value);
  return formatNumber(value, 0, unit === 'score' ? 1 : 0);
}

/** A number that leads to the list it counts, where there is one. */
const Leading = ({ path, children }: { path: string | null; children: ReactNode }) =>
  path === null ? <>{children}</> : <Link to={path}>{children}</Link>;

/** What has to be known of a tile's numbers, such as why one leads nowhere. */
const Remark = ({ markdown }: Pick<DashboardData, 'markdown'>) =>
  markdown === null ? null : <p className="hint">{said(markdown)}</p>;

function Legend({ legend }: Pick<DashboardData, 'legend'>) {
  return (
    <ul className="dashboard__legend">
      {legend.map(({ label, colour, value, unit, path }) => (
        <li key={label}>
          <span className={`dashboard__swatch dashboard__swatch--${colour}`} aria-hidden="true" />
          <span className="dashboard__label">{said(label)}</span>
          <span className="dashboard__value num">
            <Leading path={path}>
              {value === null ? t('dashboard.unknownValue') : numberText(value, unit)}
            </Leading>
          </span>
        </li>
      ))}
    </ul>
  );
}

function Table({ data, title }: { data: DashboardData; title: string }) {
  const cellText = (value: string | number | null | undefined, kind: string): string => {
    if (value === null || value === undefined) return t('dashboard.unknownValue');
    if (typeof value === 'string') return kind === 'date' ? formatDate(value) : asReadersWrite(said(value));
    return numberText(value, kind === 'money' ? 'money' : 'count');
  };
  if (data.rows.length === 0)
    return <p className="hint">{data.markdown === null ? t('common.emptyList') : said(data.markdown)}</p>;
  return (
    <table className="dashboard__table">
      <caption className="visually-hidden">{title}</caption>
      <thead>
        <tr>
          {data.columns.map(({ key, label, cellKind }) => (
            <th key={key} scope="col" className={cellKind === 'text' ? undefined : 'num'}>
              {said(label)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {data.rows.map(({ cells, path }, index) => (
          <tr key={index}>
            {data.columns.map(({ key, cellKind }, column) => {
              const text = cellText(cells[key], cellKind);
              return column === 0 ? (
                <th key={key} scope="row">
                  <Leading path={path}>{text}</Leading>
                </th>
              ) : (
                <td key={key} className={cellKind === 'text' ? undefined : 'num'}>
                  {text}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Bars beside their figures: a table that can be read without seeing the bars. */
function Bars({ data, title }: { data: DashboardData; title: string }) {
  const largest = Math.max(1, ...data.chartData.map(({ value }) => value));
  const unit = data.chartConfig?.unit ?? 'count';
  if (data.chartData.length === 0) return <p className="hint">{t('common.emptyList')}</p>;
  return (
    <table className="dashboard__bars">
      <caption className="visually-hidden">{title}</caption>
      <tbody>
        {data.chartData.map(({ label, value, path }) => (
          <tr key={label}>
            <th scope="row">
              <Leading path={path}>{said(label)}</Leading>
            </th>
            <td className="dashboard__bar" aria-hidden="true">
              {/* The least length of a bar is for few, not for none. */}
              {value === 0 ? null : <span style={{ inlineSize: `${(value / largest) * 100}%` }} />}
            </td>
            <td className="num">{numberText(value, unit)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** What a tile shows; one that failed says so in its own place. */
export function TileContent({
  widget,
  answer,
}: {
  widget: Pick<DashboardWidget, 'kind' | 'title' | 'options'>;
  answer: TileAnswer;
}) {
  if ('error' in answer) {
    return (
      <Banner tone="warn" role="status">
        {t('dashboard.failed')}
      </Banner>
    );
  }
  switch (widget.kind) {
    case 'legend':
      return (
        <>
          <Legend legend={answer.legend} />
          <Remark markdown={answer.markdown} />
        </>
      );
    case 'table':
      return (
        <>
          <Table data={answer} title={said(widget.title)} />
          {answer.rows.length > 0 ? <Remark markdown={answer.markdown} /> : null}
        </>
      );
    case 'chart':
      return (
        <>
          <Bars data={answer} title={said(widget.title)} />
          <Remark markdown={answer.markdown} />
        </>
      );
    case 'text':
      // Each tile its own text: the answer by key knows one for all of them.
      return <Markdown text={said(widget.options.markdown || (answer.markdown ?? ''))} />;
  }
}
