import type { ProposalMode } from '@depotwerk/domain/advice/proposal-modes';
import { IconScale } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { ApiError } from '../../../platform/api-error.ts';
import { errorMessageOf } from '../../../platform/error-texts.ts';
import { hasPermission, useSession } from '../../../platform/session.ts';
import type { StoredPlan } from '../../../queries/plan-queries.ts';
import { plannedOptimizationQuery } from '../../../queries/plan-queries.ts';
import { storedPlansQuery } from '../../../queries/stored-plans.ts';
import { t } from '../../../texts/texts.ts';
import { EmptyState, QueryError, Skeleton } from '../../../ui/feedback.tsx';
import { Card } from '../../../ui/layout.tsx';
import { SegmentedControl } from '../../../ui/tabs.tsx';
import { ChangesUndecided } from '../changes-undecided.tsx';
import { ScheduleCard } from '../continuous/schedule-card.tsx';
import type { WhatIf } from '../fund-uses.ts';
import { asItIs, whatIfOf } from '../fund-uses.ts';
import { adviceInputQuery, contractDepotQuery } from '../optimization-queries.ts';
import type { AdviceInput, ContractDepot } from '../optimization-types.ts';
import { OrdersCard } from '../orders-card.tsx';
import { PlanPanel } from '../plan-panel.tsx';
import { WhatIfView } from '../what-if-view.tsx';
import '../optimization.css';
import '../plan-orders.css';
import '../plan-groups.css';
import '../plan-execution.css';

const ComparePlansView = lazy(async () => ({
  default: (await import('../compare-plans-view.tsx')).ComparePlansView,
}));

/** Tab of a contract: compare proposals, store one as a plan, change it by hand, carry it out. */
export function OptimizationTab({ contractId }: { contractId: string }) {
  const user = useSession((state) => state.user);
  const isAllowed = hasPermission(user, 'optimization.view');
  const input = useQuery({ ...adviceInputQuery(contractId), enabled: isAllowed });
  const plan = useQuery({ ...plannedOptimizationQuery(contractId), enabled: isAllowed });
  const depot = useQuery(contractDepotQuery(contractId));
  if (!isAllowed)
    return (
      <Card>
        <EmptyState title={t('optimization.tab.forbidden')} />
      </Card>
    );
  const failed = [input, plan].find((query) => query.isError && query.data === undefined);
  if (failed) {
    if (failed.error instanceof ApiError && failed.error.code === 'optimization.notCheckable')
      return (
        <Card>
          <EmptyState
            icon={<IconScale size={32} aria-hidden="true" />}
            title={t('optimization.tab.notCheckableTitle')}
          >
            {errorMessageOf(failed.error)}
          </EmptyState>
        </Card>
      );
    return <QueryError title={t('optimization.tab.loadFailed')} query={failed} />;
  }
  if (!input.data || plan.data === undefined)
    return (
      <div className="stack">
        <Skeleton height={96} />
        <Skeleton height={180} />
        <Skeleton height={320} />
      </div>
    );
  return <LoadedTab input={input.data} plan={plan.data} depot={depot.data} />;
}

interface LoadedTabProps {
  input: AdviceInput;
  plan: StoredPlan | null;
  depot: ContractDepot | undefined;
}

function LoadedTab({ input, plan, depot }: LoadedTabProps) {
  // A plan that somebody else stores meanwhile does not take the proposals off the screen.
  const [view, setView] = useState<'plan' | 'proposals' | 'compare'>(plan ? 'plan' : 'proposals');
  const [choices, setChoices] = useState<WhatIf>(() => (plan ? whatIfOf(plan.choices) : asItIs));
  const [mode, setMode] = useState<ProposalMode | null>(plan?.mode ?? null);
  const executions = depot?.executions ?? [];
  // Proposals of this moment alone stand in one table already.
  const stored = useQuery(storedPlansQuery(input.contractId)).data ?? [];
  const hasComparison = plan !== null || stored.length > 0;
  return (
    <div className="stack">
      {hasComparison ? (
        <div>
          <SegmentedControl
            label={t('optimization.tab.viewLabel')}
            value={view === 'plan' && plan === null ? 'proposals' : view}
            options={[
              ...(plan ? [{ value: 'plan' as const, label: t('optimization.tab.viewPlan') }] : []),
              { value: 'proposals', label: t('optimization.tab.viewProposals') },
              { value: 'compare', label: t('optimization.tab.viewCompare') },
            ]}
            onChange={setView}
          />
        </div>
      ) : null}
      <ChangesUndecided contractId={input.contractId} />
      <ScheduleCard contractId={input.contractId} />
      {plan && view === 'plan' ? (
        <PlanPanel plan={plan} input={input} depot={depot} />
      ) : view === 'compare' && hasComparison ? (
        <Suspense fallback={<Skeleton lines={6} />}>
          <ComparePlansView input={input} choices={choices} />
        </Suspense>
      ) : (
        <>
          {executions.length > 0 ? <OrdersCard executions={executions} /> : null}
          <WhatIfView
            input={input}
            choices={choices}
            onChoices={setChoices}
            mode={mode}
            onMode={setMode}
            hasPlan={plan !== null}
            onStored={() => setView('plan')}
          />
        </>
      )}
    </div>
  );
}
