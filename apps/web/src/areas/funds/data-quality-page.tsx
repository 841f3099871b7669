import type { FundDataIssue, FundWithIssue } from '@depotwerk/api/funds/data-quality';
import {
  fundDataIssues,
  getDataQuality,
  listFundsWithIssue,
  startFigureComputation,
} from '@depotwerk/api/funds/data-quality';
import { formatDate, formatDateTime } from '@depotwerk/domain/date-text';
import { formatNumber } from '@depotwerk/domain/number-text';
import { usualPriceAgeDays } from '@depotwerk/engine/check/price-age';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useMemo } from 'react';
import type { Listed } from '../../lists/list-calls.ts';
import { loadListPage, withTextIds } from '../../lists/list-calls.ts';
import { callApi } from '../../platform/api-client.ts';
import { mayChange, useSession } from '../../platform/session.ts';
import { dayIn } from '../../platform/today.ts';
import { t } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorBanner, QueryError, Skeleton } from '../../ui/feedback.tsx';
import { Card, FactList, PageHeader } from '../../ui/layout.tsx';
import { EmptyList, ListResults } from '../../ui/list-results.tsx';
import { usePagedRows } from '../../ui/paged-rows.ts';
import { RowLink } from '../../ui/row-link.tsx';
import { showToast } from '../../ui/toast.tsx';
import type { ListColumn } from '../../ui/virtual-table.tsx';
import './data-quality.css';
import { SavedViewsButton } from '../../lists/saved-views-button.tsx';
import { type RawSearch, toChangedSearch, viewParams } from '../../platform/search-params.ts';
import { useChosenColumns } from '../../ui/use-chosen-columns.ts';
import { VanishedFunds } from './vanished-funds.tsx';

/** Search parameters of `/admin/data-quality`: the fault that is looked at, and how its list looks. */
interface DataQualitySearch {
  issue?: string;
  columns?: string;
  viewId?: string;
}

type Quality = Awaited<ReturnType<typeof loadQuality>>;
type Row = Listed<FundWithIssue>;

const loadQuality = (signal: AbortSignal) => callApi(getDataQuality, {}, { signal });
/** Pause between two looks while something is computed. */
const refreshMilliseconds = 2000;

/** `/admin/data-quality`: what is missing in fund data, what it hinders, and the way to mend it. */
export function DataQualityPage() {
  const search: { issue?: unknown } = useSearch({ strict: false });
  const chosen = fundDataIssues.find((issue) => issue === search.issue);
  const client = useQueryClient();
  const mayCompute = useSession((state) => mayChange(state.user, 'funds.edit'));
  const quality = useQuery({
    queryKey: ['dataQuality', 'summary'],
    queryFn: ({ signal }) => loadQuality(signal),
    refetchInterval: ({ state }) => (state.data?.isComputing ? refreshMilliseconds : false),
  });
  const finishedAt = quality.data?.computation?.finishedAt;
  useEffect(() => {
    if (finishedAt !== undefined) void client.invalidateQueries({ queryKey: ['dataQuality', 'funds'] });
  }, [finishedAt, client]);
  const compute = useMutation({
    mutationFn: () => callApi(startFigureComputation, {}),
    onSuccess: async () => {
      showToast(t('dataQuality.started'));
      await client.invalidateQueries({ queryKey: ['dataQuality', 'summary'] });
    },
  });
  return (
    <div className="stack">
      <PageHeader
        title={t('dataQuality.title')}
        subtitle={quality.data ? countedText(quality.data) : null}
        actions={
          mayCompute ? (
            <Button
              isBusy={compute.isPending || quality.data?.isComputing === true}
              onClick={() => compute.mutate()}
            >
              {t('dataQuality.compute')}
            </Button>
          ) : null
        }
      />
      <ErrorBanner error={compute.error} />
      {quality.isError ? (
        <QueryError title={t('dataQuality.loadFailed')} query={quality} />
      ) : quality.data ? (
        <>
          <Computation quality={quality.data} />
          <Peergroups quality={quality.data} />
          <VanishedFunds funds={quality.data.vanished ?? []} />
          <Issues quality={quality.data} chosen={chosen} />
          {chosen === undefined ? null : <FundsWithIssue issue={chosen} />}
        </>
      ) : (
        <Skeleton lines={8} />
      )}
    </div>
  );
}

/** How many funds the page speaks of, and how many it leaves out. */
function countedText({ fundCount, leftOutCount = 0 }: Quality): string {
  const counted = t('dataQuality.activeCount', { count: fundCount, number: formatNumber(fundCount) });
  if (leftOutCount === 0) return counted;
  const leftOut = t('dataQuality.leftOut', { count: leftOutCount, number: formatNumber(leftOutCount) });
  return `${counted} · ${leftOut}`;
}

function Computation({ quality }: { quality: Quality }) {
  const { computation, isComputing } = quality;
  const number = formatNumber;
  return (
    <Card title={t('dataQuality.computation')}>
      {computation === null ? (
        <p>{t(isComputing ? 'dataQuality.computing' : 'dataQuality.neverComputed')}</p>
      ) : (
        <FactList
          facts={[
            {
              key: 'finishedAt',
              label: t('dataQuality.finishedAt'),
              value: isComputing ? t('dataQuality.computing') : formatDateTime(computation.finishedAt),
            },
            {
              key: 'calculatedFor',
              label: t('dataQuality.calculatedFor'),
              value:
                computation.calculatedFor === null ? t('common.none') : formatDate(computation.calculatedFor),
            },
            {
              key: 'figures',
              label: t('dataQuality.figureCount'),
              value: t('dataQuality.ofFunds', {
                number: number(computation.figureCount),
                total: number(computation.fundCount),
              }),
            },
            {
              key: 'ranks',
              label: t('dataQuality.rankedCount'),
              value: t('dataQuality.ofFunds', {
                number: number(computation.rankedCount),
                total: number(computation.fundCount),
              }),
            },
            {
              key: 'groups',
              label: t('dataQuality.peergroupCount'),
              value: t('dataQuality.groupsOfWeeks', {
                number: number(computation.peergroupCount),
                weeks: number(computation.windowWeeks),
              }),
            },
          ]}
        />
      )}
    </Card>
  );
}

function Peergroups({ quality }: { quality: Quality }) {
  const { hasMoneyMarket, isComputing } = quality;
  const peergroups = quality.peergroups.filter(({ issue }) => !isComputing || issue !== 'unknownRisk');
  if (peergroups.length === 0 && hasMoneyMarket) return null;
  return (
    <Card title={t('admin.peergroups')}>
      <ul className="data-quality__list">
        {hasMoneyMarket ? null : (
          <li>
            <Link to="/admin/peergroups">{t('dataQuality.noMoneyMarket')}</Link>
            <p className="hint">{t('dataQuality.noMoneyMarketHint')}</p>
          </li>
        )}
        {peergroups.map(({ id, peergroupName, issue }) => (
          <li key={id}>
            <Link to="/admin/peergroups" search={{ open: String(id) }}>
              {peergroupName}
            </Link>
            <p className="hint">{t(`dataQuality.peergroupIssues.${issue}`)}</p>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** Where every price is old no fund stands out among the others: the house has forgotten its prices. */
function OldPrices({ newest }: { newest: string }) {
  const mayImport = useSession((state) => mayChange(state.user, 'funds.import'));
  const text = t('dataQuality.allOld', { day: formatDate(newest) });
  return (
    <li>
      {mayImport ? <Link to="/admin/fund-import">{text}</Link> : text}
      <p className="hint">{t('dataQuality.allOldHint')}</p>
    </li>
  );
}

function Issues({ quality, chosen }: { quality: Quality; chosen: FundDataIssue | undefined }) {
  const newest = quality.computation?.calculatedFor ?? null;
  const issues = quality.issues.filter(({ issue }) => !quality.isComputing || !computedIssues.has(issue));
  const isOld = newest !== null && newest < dayIn(-usualPriceAgeDays);
  return (
    <Card title={t('dataQuality.issuesTitle')}>
      {quality.isComputing ? <p role="status">{t('dataQuality.stillComputing')}</p> : null}
      {issues.length === 0 && !isOld ? (
        quality.isComputing ? null : (
          <p>{t(quality.fundCount === 0 ? 'dataQuality.noFunds' : 'dataQuality.complete')}</p>
        )
      ) : (
        <ul className="data-quality__list">
          {isOld ? <OldPrices newest={newest} /> : null}
          {issues.map(({ issue, count }) => (
            <li key={issue}>
              <Link
                to="/admin/data-quality"
                search={(previous) => ({ ...viewParams({ ...previous }), issue })}
                aria-current={issue === chosen ? 'true' : undefined}
                resetScroll={false}
              >
                {t(`dataQuality.issues.${issue}.label`)}:{' '}
                {t('dataQuality.count', { count, number: formatNumber(count) })}
              </Link>
              <p className="hint">{t(`dataQuality.issues.${issue}.hint`)}</p>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

/** What a computation under way may mend by itself: nobody is sent for prices that are there. */
const computedIssues: ReadonlySet<FundDataIssue> = new Set(['unknownRisk', 'noRank']);

function FundsWithIssue({ issue }: { issue: FundDataIssue }) {
  const navigate = useNavigate();
  const raw: RawSearch = useSearch({ strict: false });
  const { columns: names, viewId } = viewParams(raw);
  const all = useMemo(() => fundColumns(seriesIssues.has(issue)), [issue]);
  const { columns, onResize } = useChosenColumns(
    names,
    all,
    (chosen) =>
      void navigate({
        to: '/admin/data-quality',
        ...toChangedSearch<DataQualitySearch>({ columns: chosen }),
      }),
  );
  const rows = usePagedRows<Row>(['dataQuality', 'funds', issue], (page, pageSize, signal) =>
    loadListPage(listFundsWithIssue, { query: { issue, page, pageSize } }, signal).then(withTextIds),
  );
  return (
    <section className="stack" aria-label={t(`dataQuality.issues.${issue}.label`)}>
      <div className="row">
        <h2>{t(`dataQuality.issues.${issue}.label`)}</h2>
        {/* Which fault is looked at stays: a view says how its list looks. */}
        <SavedViewsButton
          screenKey="fundsWithIssue"
          address={{ columns: names, viewId }}
          kept={{ issue }}
          columns={all}
        />
      </div>
      <ListResults<Row, never>
        loadFailed={t('masterData.funds.loadFailed')}
        empty={<EmptyList searchText={undefined} isFiltered={false} onReset={() => {}} />}
        label={t(`dataQuality.issues.${issue}.label`)}
        columns={columns}
        rows={rows}
        onResize={onResize}
        onOpen={(row) => void navigate({ to: '/admin/funds', search: { open: row.id } })}
        renderCard={(row) => (
          <>
            <FundName row={row} />
            <span>{row.isin}</span>
            <span className="hint">{row.peergroupName ?? t('common.none')}</span>
            <span className="hint">{spanText(row)}</span>
          </>
        )}
        rowLabel={(row) => row.name}
      />
    </section>
  );
}

const FundName = ({ row }: { row: Row }) => (
  <RowLink path={`/admin/funds?open=${row.id}`}>{row.name}</RowLink>
);

/** Days a fault concerns. */
function spanText({ firstDay, lastDay }: Row): string {
  if (firstDay === null || lastDay === null) return '';
  if (firstDay === lastDay) return formatDate(firstDay);
  return t('dataQuality.span', { from: formatDate(firstDay), to: formatDate(lastDay) });
}

/** Faults of a series concern days, gaps in the master data do not. */
const seriesIssues: ReadonlySet<FundDataIssue> = new Set(['ended', 'jump', 'split', 'spike', 'stale', 'gap']);

const fundColumns = (hasDays: boolean): ListColumn<Row, never>[] => [
  {
    key: 'name',
    header: t('dataQuality.columns.name'),
    minWidth: 220,
    grow: 1.5,
    priority: 0,
    render: (row) => <FundName row={row} />,
  },
  {
    key: 'isin',
    header: t('dataQuality.columns.isin'),
    minWidth: 130,
    grow: 0.3,
    priority: 1,
    render: (row) => row.isin,
  },
  {
    key: 'peergroup',
    header: t('dataQuality.columns.peergroup'),
    minWidth: 160,
    grow: 0.8,
    priority: 3,
    render: (row) => row.peergroupName ?? t('common.none'),
  },
  {
    key: 'priceDate',
    header: t('dataQuality.columns.priceDate'),
    minWidth: 120,
    grow: 0.3,
    priority: 2,
    render: (row) => (row.priceDate === null ? t('common.none') : formatDate(row.priceDate)),
  },
  ...(hasDays
    ? [
        {
          key: 'span',
          header: t('dataQuality.columns.span'),
          minWidth: 190,
          grow: 0.5,
          priority: 4,
          render: spanText,
        },
      ]
    : []),
];
