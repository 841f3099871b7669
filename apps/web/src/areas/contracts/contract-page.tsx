import type { ContractDetail } from '@depotwerk/api/contracts/contract-detail';
import { personName } from '@depotwerk/domain/customers/person-name';
import { usePrefetchQuery, useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { Suspense } from 'react';
import { fetchedPart } from '../../platform/fetched-part.tsx';
import { useSession } from '../../platform/session.ts';
import { contractQuery } from '../../queries/contract-queries.ts';
import { t } from '../../texts/texts.ts';
import { Skeleton } from '../../ui/feedback.tsx';
import { MissingPage } from '../../ui/missing-page.tsx';
import { TabLinks, tabLinkClass } from '../../ui/tabs.tsx';
import { UnloadedPage } from '../../ui/unloaded-page.tsx';
import { analysisQuery } from '../analysis/public/analysis-queries.ts';
import { fundsQuery } from '../funds/public/fund-queries.ts';
import { ContractHead } from './contract-head.tsx';
import type { ContractTab } from './contract-tabs.ts';
import { contractTabOf, openContractTabs } from './contract-tabs.ts';
import { HistoryTab } from './history-tab.tsx';
import { OverviewTab } from './overview-tab.tsx';
import { PortfolioTab } from './portfolio-tab.tsx';
import { SavingsPlanTab } from './savings-plan-tab.tsx';
import '../../ui/figure-table.css';
import './contract.css';
import './contract-cards.css';

// What only some visits need comes when somebody points at its tab or opens it.
const hints = fetchedPart(async () => (await import('../optimization/public/hints-panel.tsx')).HintsPanel);
const analysis = fetchedPart(async () => (await import('../analysis/public/analysis-tab.tsx')).AnalysisTab);
const optimization = fetchedPart(
  async () => (await import('../optimization/public/optimization-tab.tsx')).OptimizationTab,
);
const documents = fetchedPart(
  async () => (await import('../documents/public/documents-tab.tsx')).DocumentsTab,
);
const notes = fetchedPart(async () => (await import('../notes/public/notes-card.tsx')).NotesCard);

const fetchTab: Readonly<Partial<Record<ContractTab, () => void>>> = {
  'optimization-hints': hints.fetch,
  analysis: analysis.fetch,
  optimization: optimization.fetch,
  documents: documents.fetch,
  notes: notes.fetch,
};

/** `/contracts/{id}/{tab}`: one contract, read and trusted. */
export function ContractPage() {
  const { contractId, tab } = useParams({ from: '/shell/contracts/$contractId/$tab' });
  const user = useSession((state) => state.user);
  const tabs = openContractTabs(user);
  const detail = useQuery(contractQuery(contractId));
  // Once the contract is there, the details of its funds follow.
  useQuery(fundsQuery(detail.data ? fundIdsOf(detail.data) : []));

  if (!detail.data) {
    return (
      <UnloadedPage
        query={detail}
        title={t('contracts.detail.title')}
        loadFailed={t('contracts.detail.loadFailed')}
        missing={<MissingContract />}
        heights={[64, 96, 320]}
      />
    );
  }
  const asked = contractTabOf(tab);
  const shown = user?.ownCustomerId === undefined || tabs.includes(asked) ? asked : 'overview';
  return (
    <div className="stack contract">
      <ContractHead detail={detail.data} />
      <TabLinks label={t('contracts.detail.tabs')}>
        {tabs.map((name) => (
          <Link
            key={name}
            to="/contracts/$contractId/$tab"
            params={{ contractId, tab: name }}
            activeOptions={{ includeSearch: false }}
            resetScroll={false}
            className={tabLinkClass}
            onPointerEnter={fetchTab[name]}
            onFocus={fetchTab[name]}
          >
            {tabLabel(name, detail.data)}
          </Link>
        ))}
      </TabLinks>
      <Suspense fallback={<Skeleton height={320} />}>
        <TabContent tab={shown} detail={detail.data} />
      </Suspense>
    </div>
  );
}

/** Funds a contract's first view names. */
export function fundIdsOf(detail: ContractDetail): number[] {
  return [
    ...(detail.currentPortfolio?.portfolioEntries ?? []),
    ...(detail.currentSavingsPlan?.savingsPlanEntries ?? []),
  ].map((entry) => entry.fundId);
}

function tabLabel(tab: ContractTab, { contract }: ContractDetail): string {
  const label = t(`contracts.tabs.${tab}`);
  return tab === 'optimization-hints' && (contract.hints.count ?? 0) > 0
    ? `${label} (${contract.hints.count})`
    : label;
}

function TabContent({ tab, detail }: { tab: ContractTab; detail: ContractDetail }) {
  const { id } = detail.contract;
  switch (tab) {
    case 'overview':
      return <OverviewTab detail={detail} />;
    case 'portfolio':
      return <PortfolioTab contractId={id} />;
    case 'savings-plan':
      return <SavingsPlanTab contractId={id} />;
    case 'optimization-hints':
      return <hints.Part detail={detail} />;
    case 'analysis':
      return <Analysis contractId={id} />;
    case 'history':
      return <HistoryTab contractId={id} />;
    case 'optimization':
      return <optimization.Part key={id} contractId={id} />;
    case 'documents':
      return <documents.Part key={id} detail={detail} />;
    case 'notes':
      return <notes.Part key={id} subject={subjectOf(detail)} />;
  }
}

const subjectOf = ({ contract }: ContractDetail) => ({
  customerId: contract.customer.id,
  customerName: personName(contract.customer),
  contract: { id: contract.id, externalKey: contract.externalKey },
});

/** The analysis, its data asked for while the tab itself is on the way. */
function Analysis({ contractId }: { contractId: string }) {
  usePrefetchQuery(analysisQuery(contractId));
  return <analysis.Part contractId={contractId} />;
}

const MissingContract = () => (
  <MissingPage
    title={t('contracts.detail.missingTitle')}
    list="/contracts"
    toList={t('contracts.detail.toList')}
  >
    {t('contracts.detail.missing')}
  </MissingPage>
);
