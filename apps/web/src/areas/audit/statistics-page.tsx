import {
  type AdviserStatistics,
  readConsultationStatistics,
} from '@depotwerk/api/consultations/consultation-statistics';
import { isSumKnown, leastSum } from '@depotwerk/domain/contracts/known-costs';
import { formatMoney, fromCents, toCents } from '@depotwerk/domain/money';
import { formatNumber } from '@depotwerk/domain/number-text';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { callFile } from '../../platform/api-client.ts';
import { mayChange, useSession } from '../../platform/session.ts';
import { today } from '../../platform/today.ts';
import { said, t } from '../../texts/texts.ts';
import { ExportMenu } from '../../ui/export-menu.tsx';
import { QueryError, Skeleton } from '../../ui/feedback.tsx';
import { Card, KeyFigures, PageHeader } from '../../ui/layout.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { numeric, TableHead } from '../../ui/table-head.tsx';
import { useStatistics } from './use-statistics.ts';
import '../jobs/public/bulk.css';
import './statistics.css';

/** Years an auditor asks about. */
const years = (): string[] =>
  Array.from({ length: 11 }, (_, back) => String(Number(today().slice(0, 4)) - back));

/** `/audit/statistics?year=`: what was advised in a calendar year, by adviser, for the auditor. */
export function StatisticsPage() {
  const { year: asked } = useSearch({ from: '/shell/audit/statistics' });
  const navigate = useNavigate({ from: '/audit/statistics' });
  const mayExport = useSession((state) => mayChange(state.user, 'audit.export'));
  const { year, statistics } = useStatistics(asked);
  const rows = statistics.data;
  return (
    <>
      <PageHeader
        title={t('statistics.title')}
        subtitle={t('statistics.subtitle')}
        actions={
          mayExport ? (
            <ExportMenu
              isDisabled={!rows || rows.length === 0}
              load={(format) =>
                callFile(
                  readConsultationStatistics,
                  { query: { year, format } },
                  `${t('statistics.title')}.${format}`,
                )
              }
            />
          ) : null
        }
      />
      <div className="stack">
        <p>
          <Link to="/audit">{t('statistics.toLog')}</Link>
        </p>
        <div className="statistics__year">
          <SelectField
            label={t('reports.year')}
            value={String(year)}
            options={[...new Set([...years(), String(year)])].map((value) => ({ value, label: value }))}
            onChange={(value) => void navigate({ search: { year: Number(value) }, replace: true })}
          />
        </div>
        {statistics.isError ? (
          <QueryError query={statistics} />
        ) : rows === undefined ? (
          <Skeleton lines={6} />
        ) : rows.length === 0 ? (
          <p className="hint">{t('statistics.none', { year: String(year) })}</p>
        ) : (
          <>
            <Sums rows={rows} />
            <Card title={t('statistics.byAdviser')}>
              {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reachable to be scrolled */}
              <section className="statistics__box" aria-label={t('statistics.byAdviser')} tabIndex={0}>
                <Table rows={rows} />
              </section>
            </Card>
            <p className="hint">{t('statistics.basis')}</p>
          </>
        )}
      </div>
    </>
  );
}

/** What is known of inducements, added in cents; null where nothing is. */
function inducementsOf(rows: readonly AdviserStatistics[]): number | null {
  const known = rows.flatMap(({ inducements }) => (inducements === null ? [] : [toCents(inducements)]));
  return known.length === 0 ? null : fromCents(known.reduce((sum, cents) => sum + cents, 0));
}

/** What is known only in part is at least that much. */
const money = (value: number | null, unknown: number): string =>
  value === null || !isSumKnown(value, unknown === 0)
    ? t('statistics.unknown')
    : said(leastSum(formatMoney(value), unknown === 0));

function Sums({ rows }: { rows: readonly AdviserStatistics[] }) {
  const total = (pick: (row: AdviserStatistics) => number) => rows.reduce((all, row) => all + pick(row), 0);
  const sum = (pick: (row: AdviserStatistics) => number) => formatNumber(total(pick));
  return (
    <KeyFigures
      figures={[
        { key: 'completed', label: t('statistics.completed'), value: sum((row) => row.completed) },
        { key: 'recommended', label: t('statistics.recommended'), value: sum((row) => row.recommended) },
        {
          key: 'plans',
          label: t('statistics.plansCarriedOut'),
          value: sum((row) => row.plansCarriedOut),
          detail: t('statistics.plansPartly', { number: sum((row) => row.plansPartlyCarriedOut ?? 0) }),
        },
        {
          key: 'inducements',
          label: t('statistics.inducements'),
          value: rows.some((row) => row.plansCarriedOut > 0)
            ? money(
                inducementsOf(rows),
                total((row) => row.inducementsUnknown),
              )
            : '–',
          detail: t('statistics.inducementsUnknown', { number: sum((row) => row.inducementsUnknown) }),
        },
      ]}
    />
  );
}

/** Columns on screen; the file has more. */
const counts = [
  'completed',
  'initial',
  'periodicReview',
  'event',
  'other',
  'recommended',
  'withStatement',
  'notPursued',
  'plansCarriedOut',
] as const satisfies readonly (keyof AdviserStatistics)[];

function Table({ rows }: { rows: readonly AdviserStatistics[] }) {
  return (
    <table className="opt-bulk__rows opt-bulk__rows--plans statistics__table">
      <caption className="visually-hidden">{t('statistics.byAdviser')}</caption>
      <TableHead
        columns={[
          t('statistics.adviser'),
          ...counts.map((key) => numeric(t(`statistics.columns.${key}`))),
          numeric(t('statistics.inducements')),
        ]}
      />
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            <th scope="row">{row.adviserName ?? t('statistics.noPerson')}</th>
            {counts.map((key) => (
              <td key={key} className="num" data-label={t(`statistics.columns.${key}`)}>
                {formatNumber(row[key])}
              </td>
            ))}
            <td className="num" data-label={t('statistics.inducements')}>
              {row.plansCarriedOut === 0 ? '–' : money(row.inducements, row.inducementsUnknown)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
