import type { ContractDetail, Portfolio } from '@depotwerk/api/contracts/contract-detail';
import { formatDate } from '@depotwerk/domain/date-text';
import { formatMoney } from '@depotwerk/domain/money';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useSession } from '../../platform/session.ts';
import { reloadContract } from '../../queries/contract-cache.ts';
import { t } from '../../texts/texts.ts';
import { Donut } from '../../ui/donut.tsx';
import { EmptyState } from '../../ui/feedback.tsx';
import { knownValueText } from '../../ui/known-value.ts';
import { Card } from '../../ui/layout.tsx';
import { AssessmentCard } from './assessment-card.tsx';
import { contributionsText } from './contributions-text.ts';
import { GuaranteeCard } from './guarantee-card.tsx';
import { HintsCard } from './hints-card.tsx';
import { insurerValues } from './insurer-values.ts';
import { LifeCycleCard } from './life-cycle-card.tsx';
import { categoryShares } from './portfolio-shares.ts';
import { PositionsTable } from './positions-table.tsx';
import { ValueChartCard } from './value-chart-card.tsx';

// Most contracts have none.
const PendingChangesCard = lazy(async () => ({
  default: (await import('../traders/public/pending-changes-card.tsx')).PendingChangesCard,
}));

/** Positions shown before "all". */
const topPositions = 5;

/** First tab of a contract: value over time, what is held, what to look at. */
export function OverviewTab({ detail }: { detail: ContractDetail }) {
  const { contract, currentPortfolio } = detail;
  const isOwn = useSession(({ user }) => user?.ownCustomerId !== undefined);
  return (
    <div className="contract__columns">
      <div className="stack">
        {contract.hasPendingChanges && !isOwn ? (
          <Suspense fallback={null}>
            <PendingChangesCard contractId={contract.id} onProcessed={() => reloadContract(contract.id)} />
          </Suspense>
        ) : null}
        <ValueChartCard contractId={contract.id} />
        {currentPortfolio ? (
          <CurrentPortfolioCard portfolio={currentPortfolio} contractId={contract.id} />
        ) : (
          <Card title={t('portfolio.current')}>
            <EmptyState title={t('common.emptyList')} />
          </Card>
        )}
        <AssessmentCard
          contract={contract}
          assessment={detail.latestRiskAssessment}
          risk={contract.risk}
          lifeCycle={detail.lifeCycle}
        />
      </div>
      <div className="stack">
        {currentPortfolio && currentPortfolio.portfolioEntries.length > 0 ? (
          <AllocationCard portfolio={currentPortfolio} />
        ) : null}
        {isOwn ? null : <HintsCard contractId={contract.id} count={contract.hints.count} />}
        {detail.guarantee ? <GuaranteeCard guarantee={detail.guarantee} /> : null}
        {detail.lifeCycle ? (
          <LifeCycleCard lifeCycle={detail.lifeCycle} classCount={contract.risk.riskClassCount} />
        ) : null}
        <ValuesCard contract={contract} date={currentPortfolio?.valuationDate} />
      </div>
    </div>
  );
}

function CurrentPortfolioCard({ portfolio, contractId }: { portfolio: Portfolio; contractId: string }) {
  const entries = portfolio.portfolioEntries;
  return (
    <Card
      isFlush
      title={t('portfolio.current')}
      actions={
        <Link
          to="/contracts/$contractId/$tab"
          params={{ contractId, tab: 'portfolio' }}
          resetScroll={false}
          data-no-print
        >
          {t('portfolio.allFunds', { count: entries.length })}
        </Link>
      }
    >
      <PositionsTable entries={entries.slice(0, topPositions)} caption={t('portfolio.current')} />
    </Card>
  );
}

function AllocationCard({ portfolio }: { portfolio: Portfolio }) {
  const shares = categoryShares(portfolio.portfolioEntries, t('portfolio.withoutCategory'));
  return (
    <Card title={t('portfolio.allocation')}>
      <Donut
        caption={t('portfolio.allocationCaption')}
        parts={shares.map((share, index) => ({
          name: share.name,
          colour: share.colour ?? `var(--data-${(index % 7) + 1})`,
          fraction: share.fraction,
        }))}
      />
    </Card>
  );
}

function ValuesCard({ contract, date }: { contract: ContractDetail['contract']; date: string | undefined }) {
  const rows: [string, string][] = [
    [t('portfolio.values.cashValue'), knownValueText(contract, contract.cashValue)],
    [t('portfolio.values.nonFundsValue'), formatMoney(contract.nonFundsValue)],
    [t('portfolio.values.contributionsValue'), contributionsText(contract.contributionsValue)],
    ...insurerValues(contract),
  ];
  return (
    <Card title={t('portfolio.values.title')}>
      <table className="contract__values">
        <caption className="visually-hidden">{t('portfolio.values.title')}</caption>
        <tbody>
          {rows.map(([label, value]) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td className="num">{value}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t('contracts.columns.totalValue')}</th>
            <td className="num">{knownValueText(contract, contract.totalValue)}</td>
          </tr>
        </tfoot>
      </table>
      {date === undefined ? null : <p className="hint">{t('common.asOf', { date: formatDate(date) })}</p>}
    </Card>
  );
}
