import type { Portfolio } from '@depotwerk/api/contracts/contract-detail';
import { formatDate } from '@depotwerk/domain/date-text';
import { formatMoney } from '@depotwerk/domain/money';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Suspense } from 'react';
import { fetchedPart } from '../../platform/fetched-part.tsx';
import { portfoliosQuery } from '../../queries/contract-queries.ts';
import { t } from '../../texts/texts.ts';
import { Banner, EmptyState, QueryError, Skeleton } from '../../ui/feedback.tsx';
import { Card, FactList } from '../../ui/layout.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { contributionsText } from './contributions-text.ts';
import { insurerValues } from './insurer-values.ts';
import { PositionsTable } from './positions-table.tsx';

const movements = fetchedPart(async () => (await import('./movements/movements-card.tsx')).MovementsCard);
const payments = fetchedPart(async () => (await import('./payments/payments-card.tsx')).PaymentsCard);

/** Holdings of a contract, current or of an earlier valuation date chosen in the address. */
export function PortfolioTab({ contractId }: { contractId: string }) {
  const { date } = useSearch({ from: '/shell/contracts/$contractId/$tab' });
  const navigate = useNavigate();
  const portfolios = useQuery(portfoliosQuery(contractId));
  if (portfolios.isError) {
    return <QueryError query={portfolios} />;
  }
  if (!portfolios.data) return <Skeleton height={360} />;
  const all = portfolios.data;
  const [newest] = all;
  const shown = date === undefined ? newest : all.find((portfolio) => portfolio.valuationDate === date);
  if (!newest) {
    return (
      <div className="stack">
        <Card title={t('portfolio.current')}>
          <EmptyState title={t('common.emptyList')} />
        </Card>
        <Payments contractId={contractId} newest={undefined} />
      </div>
    );
  }
  const choose = (value: string) =>
    void navigate({
      to: '.',
      search: (previous: object) =>
        ({ ...previous, date: value === '' || value === newest.valuationDate ? undefined : value }) as never,
      replace: true,
      resetScroll: false,
    });
  return (
    <div className="stack">
      <div className="contract__chooser" data-no-print>
        <SelectField
          label={t('portfolio.valuationDate')}
          value={shown?.valuationDate ?? ''}
          // Two valuations of one day appear once; the first of them is the current one.
          options={[...new Set(all.map((portfolio) => portfolio.valuationDate))].map((day) => ({
            value: day,
            label:
              day === newest.valuationDate
                ? t('portfolio.newest', { date: formatDate(day) })
                : formatDate(day),
          }))}
          {...(shown ? {} : { emptyLabel: t('portfolio.chooseDate') })}
          onChange={choose}
        />
      </div>
      {shown ? (
        <PortfolioView portfolio={shown} isNewest={shown === newest} />
      ) : (
        <Banner tone="warn">{t('portfolio.noSuchDate', { date: formatDate(date ?? '') })}</Banner>
      )}
      {shown === newest ? (
        <>
          <Payments contractId={contractId} newest={newest} />
          <Suspense fallback={<Skeleton height={160} />}>
            <movements.Part contractId={contractId} />
          </Suspense>
        </>
      ) : null}
    </div>
  );
}

const Payments = (props: { contractId: string; newest: Portfolio | undefined }) => (
  <Suspense fallback={<Skeleton height={160} />}>
    <payments.Part {...props} />
  </Suspense>
);

function PortfolioView({ portfolio, isNewest }: { portfolio: Portfolio; isNewest: boolean }) {
  const date = formatDate(portfolio.valuationDate);
  const facts: [string, string][] = [
    [t('portfolio.values.cashValue'), formatMoney(portfolio.cashValue)],
    [t('portfolio.values.nonFundsValue'), formatMoney(portfolio.nonFundsValue)],
    [t('portfolio.values.contributionsValue'), contributionsText(portfolio.contributionsValue)],
    ...insurerValues(portfolio),
    [t('contracts.columns.totalValue'), formatMoney(portfolio.totalValue)],
  ];
  const title = isNewest ? t('portfolio.current') : t('portfolio.ofDate', { date });
  return (
    <>
      <Card isFlush title={title} actions={<span className="hint">{t('common.asOf', { date })}</span>}>
        {portfolio.portfolioEntries.length === 0 ? (
          <EmptyState title={t('portfolio.withoutFunds')} />
        ) : (
          <PositionsTable isDetailed entries={portfolio.portfolioEntries} caption={title} />
        )}
      </Card>
      <Card title={t('portfolio.values.title')}>
        <FactList
          facts={facts.map(([label, value]) => ({
            key: label,
            label,
            value: <span className="num">{value}</span>,
          }))}
        />
      </Card>
    </>
  );
}
