import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useWhiteLabel } from '../../../platform/white-label.ts';
import { t } from '../../../texts/texts.ts';
import { EmptyState, QueryError, Skeleton } from '../../../ui/feedback.tsx';
import { Card } from '../../../ui/layout.tsx';
import { figuresOf } from '../analysis-figures.ts';
import { CostsCard } from '../costs-card.tsx';
import { GuaranteeCostCard } from '../guarantee-cost-card.tsx';
import { LifeCyclePathCard } from '../life-cycle-path-card.tsx';
import { LookThroughCard } from '../look-through-card.tsx';
import { PeersCard } from '../peers-card.tsx';
import { PerformanceCard } from '../performance-card.tsx';
import { ProjectionCard } from '../projection-card.tsx';
import { ClustersCard, RiskCard } from '../risk-card.tsx';
import { ScenariosCard } from '../scenarios-card.tsx';
import { SustainabilityCard } from '../sustainability-card.tsx';
import { TaxCard } from '../tax-card.tsx';
import { analysisQuery, type ContractAnalysis, isValued } from './analysis-queries.ts';
import '../analysis.css';

/** Tab of a contract: what the engine knows of what is held, today and at the target date. */
export function AnalysisTab({ contractId }: { contractId: string }) {
  const analysis = useQuery(analysisQuery(contractId));
  if (analysis.isError && !analysis.data)
    return <QueryError title={t('contractAnalysis.loadFailed')} query={analysis} />;
  if (!analysis.data) return <Skeleton height={420} />;
  return isValued(analysis.data) ? <LoadedAnalysis analysis={analysis.data} /> : <NothingHeld />;
}

const NothingHeld = () => (
  <Card>
    <EmptyState title={t('contractAnalysis.nothingHeld')}>{t('contractAnalysis.nothingHeldText')}</EmptyState>
  </Card>
);

function LoadedAnalysis({ analysis }: { analysis: ContractAnalysis }) {
  const figures = useMemo(() => figuresOf(analysis), [analysis]);
  const { esg } = useWhiteLabel().features;
  if (figures.fundsValue === 0) return <NothingHeld />;
  return (
    <div className="stack analysis">
      <ProjectionCard analysis={analysis} figures={figures} />
      <LifeCyclePathCard lifeCycle={analysis.lifeCycle} />
      <GuaranteeCostCard analysis={analysis} figures={figures} />
      <CostsCard analysis={analysis} figures={figures} />
      <PerformanceCard contractId={analysis.contractId} />
      <RiskCard analysis={analysis} figures={figures} />
      <ClustersCard analysis={analysis} figures={figures} />
      <LookThroughCard analysis={analysis} />
      <ScenariosCard scenarios={figures.scenarios} />
      <PeersCard analysis={analysis} />
      {figures.sustainability && esg ? (
        <SustainabilityCard analysis={analysis} sustainability={figures.sustainability} />
      ) : null}
      <TaxCard analysis={analysis} />
    </div>
  );
}
