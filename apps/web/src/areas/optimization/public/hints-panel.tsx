import type { ContractDetail, OptimizationHint } from '@depotwerk/api/contracts/contract-detail';
import { IconChecks, IconListCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { showApiError } from '../../../platform/error-texts.ts';
import { hasPermission, useSession } from '../../../platform/session.ts';
import { hintsQuery } from '../../../queries/contract-queries.ts';
import { useMayChangeContract } from '../../../queries/may-change-contract.ts';
import { t } from '../../../texts/texts.ts';
import { ColourLabel } from '../../../ui/cells.tsx';
import { EmptyState, QueryError, Skeleton } from '../../../ui/feedback.tsx';
import { Card } from '../../../ui/layout.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { fundsQuery } from '../../funds/public/fund-queries.ts';
import { TermMark } from '../../help/public/term-mark.tsx';
import { HintDecisionDialog } from '../hint-decision-dialog.tsx';
import { HintGroupRow } from '../hint-group-row.tsx';
import { ScoreCard } from '../score-card.tsx';
import { decideHints } from './advice-actions.ts';
import type { HintGroup } from './hint-groups.ts';
import { fundIdsOfHints, groupHints } from './hint-groups.ts';
import '../hints.css';

// The engine's planner is loaded where it is used.
const ContractAdvice = lazy(async () => ({
  default: (await import('../contract-advice.tsx')).ContractAdvice,
}));

const severities = [2, 1, 0] as const;
const severityTones = { 0: 'info', 1: 'warn', 2: 'bad' } as const;

/** Hints of the last check, one row a finding, beside the score they limit. */
export function HintsPanel({ detail }: { detail: ContractDetail }) {
  const { id } = detail.contract;
  const hints = useQuery(hintsQuery(id));
  return (
    <div className="contract__columns">
      {hints.isError ? (
        <Card title={t('optimization.hints.openTitle')}>
          <QueryError query={hints} />
        </Card>
      ) : hints.data ? (
        <HintLists detail={detail} hints={hints.data} />
      ) : (
        <Card title={t('optimization.hints.openTitle')}>
          <Skeleton lines={8} />
        </Card>
      )}
      <ScoreCard detail={detail} />
    </div>
  );
}

function HintLists({ detail, hints }: { detail: ContractDetail; hints: readonly OptimizationHint[] }) {
  const { id, lastCheck } = detail.contract;
  const user = useSession((state) => state.user);
  const mayDecide = useMayChangeContract(id, 'optimization.dismissHint');
  const funds = useQuery(fundsQuery(fundIdsOfHints(hints)));
  const [asked, setAsked] = useState<{
    hints: readonly OptimizationHint[];
    decision: 'accepted' | 'dismissed';
  } | null>(null);
  const { open, decided } = groupHints(hints);
  const reopen = async (hint: OptimizationHint) => {
    const { error } = await decideHints(id, [hint], 'open', '');
    if (error === null) showToast(t('optimization.hints.decision.reopened'));
    else showApiError(error);
  };
  const row = (group: HintGroup) => (
    <HintGroupRow
      key={group.key}
      group={group}
      funds={funds.data}
      isDecidable={mayDecide}
      onDecide={(chosen, decision) => setAsked({ hints: chosen, decision })}
      onReopen={(hint) => void reopen(hint)}
    />
  );
  return (
    <div className="stack">
      {hasPermission(user, 'optimization.view') ? (
        <Suspense fallback={null}>
          <ContractAdvice contractId={id} />
        </Suspense>
      ) : null}
      <Card
        isFlush
        title={t('optimization.hints.openTitle')}
        actions={
          <>
            <SeverityCounts groups={open} />
            <TermMark word="Hinweis" />
          </>
        }
      >
        {open.length > 0 ? (
          <ul className="opt-hints">{open.map(row)}</ul>
        ) : lastCheck === null ? (
          <EmptyState
            icon={<IconListCheck size={32} aria-hidden="true" />}
            title={t('optimization.hints.neverChecked')}
          >
            {t('optimization.hints.neverCheckedText')}
          </EmptyState>
        ) : (
          <EmptyState icon={<IconChecks size={32} aria-hidden="true" />} title={t('optimization.hints.none')}>
            {t('optimization.hints.noneText')}
          </EmptyState>
        )}
      </Card>
      {decided.length > 0 ? (
        <Card isFlush title={t('optimization.hints.decidedTitle')}>
          <ul className="opt-hints">{decided.map(row)}</ul>
        </Card>
      ) : null}
      {asked ? (
        <HintDecisionDialog
          contractId={id}
          hints={asked.hints}
          decision={asked.decision}
          onClose={() => setAsked(null)}
        />
      ) : null}
    </div>
  );
}

function SeverityCounts({ groups }: { groups: readonly HintGroup[] }) {
  return severities.map((severity) => {
    const count = groups.filter((group) => group.severity === severity).length;
    if (count === 0) return null;
    return (
      <ColourLabel key={severity} tone={severityTones[severity]}>
        {t('optimization.hints.severityCount', { severity: t(`contracts.severity.${severity}`), count })}
      </ColourLabel>
    );
  });
}
