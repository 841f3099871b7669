import { planOptimization } from '@depotwerk/api/optimization/optimization';
import { type ProposalMode, proposalModes } from '@depotwerk/domain/advice/proposal-modes';
import { proposalModeNames } from '@depotwerk/domain/recommendation-text';
import { planAdvice } from '@depotwerk/engine/advice/plan-advice';
import { recommendedAdvice } from '@depotwerk/engine/advice/recommended-advice';
import { useDeferredValue, useMemo, useState } from 'react';
import { callWithHeaders } from '../../platform/api-client.ts';
import { ApiError } from '../../platform/api-error.ts';
import { showApiError } from '../../platform/error-texts.ts';
import { useMayChangeContract } from '../../queries/may-change-contract.ts';
import { said, t } from '../../texts/texts.ts';
import { ActionBar } from '../../ui/action-bar.tsx';
import { Button } from '../../ui/button.tsx';
import { Banner } from '../../ui/feedback.tsx';
import { SegmentedControl } from '../../ui/tabs.tsx';
import { showToast } from '../../ui/toast.tsx';
import { useSettled } from '../../ui/use-settled.ts';
import { ChoicesCard } from './choices-card.tsx';
import { onceText } from './figure-texts.ts';
import type { WhatIf } from './fund-uses.ts';
import { planChoicesBody, planChoicesOf } from './fund-uses.ts';
import { LimitsBanner } from './limits-banner.tsx';
import { keepPlan } from './optimization-queries.ts';
import type { AdviceInput, AdviceProposal } from './optimization-types.ts';
import { PlanDetails } from './plan-details.tsx';
import { ProposalsTable } from './proposals-table.tsx';
import { RecommendationBanner } from './recommendation-banner.tsx';
import { refusalReasons } from './refusal-reasons.ts';
import { classBands } from './risk-geometry.ts';
import { RiskCard } from './risk-picture.tsx';

const restMilliseconds = 400;

export interface WhatIfViewProps {
  input: AdviceInput;
  choices: WhatIf;
  onChoices: (choices: WhatIf) => void;
  /** null = the recommended one. */
  mode: ProposalMode | null;
  onMode: (mode: ProposalMode) => void;
  /** A stored plan would be replaced. */
  hasPlan: boolean;
  onStored: () => void;
}

/** The four proposals for the adviser's choices, computed here at once with the engine the server uses as well. */
export function WhatIfView({ input, choices, onChoices, mode, onMode, hasPlan, onStored }: WhatIfViewProps) {
  const wanted = useMemo(() => planChoicesOf(choices), [choices]);
  const hasClass = (wanted.riskClassId ?? input.riskClassId) !== null;
  // Why something stays open takes many more plans: that follows when nobody has typed for a moment.
  const rested = useSettled(wanted, restMilliseconds);
  const isAtRest = JSON.stringify(rested) === JSON.stringify(wanted);
  const proposals = useMemo(
    () => (hasClass ? planAdvice(input, wanted, undefined, isAtRest) : []),
    [input, wanted, hasClass, isAtRest],
  );
  const advice = useMemo(() => recommendedAdvice(proposals), [proposals]);
  const bands = useMemo(() => classBands(input.tariff.classes), [input]);
  const recommended = proposals.find(({ isRecommended }) => isRecommended);
  const proposal = proposals.find((candidate) => candidate.mode === mode) ?? recommended ?? proposals[0];
  // The picture and the comparison move at once; the long list of orders follows when the browser has time.
  const detailed = useDeferredValue(proposal);
  const { measure } = input.tariff;
  return (
    <div className="stack">
      <ChoicesCard input={input} choices={choices} onChange={onChoices} />
      {proposal ? (
        <>
          <RiskCard sides={proposal} mode={proposal.mode} measure={measure} bands={bands} />
          {advice ? <RecommendationBanner advice={advice} /> : null}
          <section className="ui-card opt-compare">
            <div className="ui-card__head">
              <h2>{t('optimization.table.title')}</h2>
              <span className="opt-compare__choice">
                <SegmentedControl
                  label={t('optimization.table.choose')}
                  value={proposal.mode}
                  options={proposalModes.map((value) => ({ value, label: said(proposalModeNames[value]) }))}
                  onChange={onMode}
                />
              </span>
            </div>
            <ProposalsTable
              proposals={proposals}
              measure={measure}
              bands={bands}
              chosen={proposal.mode}
              onChoose={onMode}
            />
          </section>
          <LimitsBanner
            limits={[...proposal.reasons, ...proposal.messages]}
            tone={proposal.isFeasible ? 'warn' : 'bad'}
          />
          <StoreBar
            contractId={input.contractId}
            proposal={proposal}
            choices={choices}
            hasPlan={hasPlan}
            onStored={onStored}
          />
          <PlanDetails plan={detailed ?? proposal} contractId={input.contractId} />
        </>
      ) : (
        <Banner tone="info">{t('optimization.choices.riskClassMissing')}</Banner>
      )}
    </div>
  );
}

interface StoreBarProps {
  contractId: string;
  proposal: AdviceProposal;
  choices: WhatIf;
  hasPlan: boolean;
  onStored: () => void;
}

/** Stores the chosen proposal as the contract's plan; the server computes it again from the same input. */
function StoreBar({ contractId, proposal, choices, hasPlan, onStored }: StoreBarProps) {
  const mayPlan = useMayChangeContract(contractId, 'optimization.plan');
  const [isBusy, setBusy] = useState(false);
  const [reasons, setReasons] = useState<readonly string[]>([]);
  const { mode, transactions, savingsPlanChanges, isFeasible, costs } = proposal;
  const isEmpty = transactions.length === 0 && savingsPlanChanges.length === 0;
  if (!mayPlan) return null;
  const store = async () => {
    setBusy(true);
    setReasons([]);
    try {
      const { answer, etag } = await callWithHeaders(planOptimization, {
        params: { id: contractId },
        body: { ...planChoicesBody(choices), mode },
      });
      keepPlan(answer, etag);
      showToast(t('optimization.store.done'));
      onStored();
    } catch (error) {
      const told = refusalReasons(error);
      if (told.length > 0) setReasons(told);
      else if (error instanceof ApiError && error.code === 'optimization.planInExecution')
        setReasons([t('optimization.store.running')]);
      else showApiError(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <ActionBar
      text={
        isEmpty
          ? t('optimization.store.nothing')
          : isFeasible
            ? t('optimization.store.bar', {
                mode: said(proposalModeNames[mode]),
                orders:
                  transactions.length === 0
                    ? t('optimization.table.savingsPlanChanges')
                    : t('optimization.orders.count', { count: transactions.length }),
                costs: onceText(costs),
              })
            : t('optimization.store.blocked')
      }
    >
      <Button kind="primary" isBusy={isBusy} disabled={isEmpty || !isFeasible} onClick={() => void store()}>
        {t(hasPlan ? 'optimization.store.replace' : 'optimization.store.action')}
      </Button>
      {reasons.length > 0 ? (
        <div className="opt-reasons">
          <Banner tone="bad" role="alert">
            <ul className="opt-sentences">
              {reasons.map((reason) => (
                <li key={reason}>{said(reason)}</li>
              ))}
            </ul>
          </Banner>
        </div>
      ) : null}
    </ActionBar>
  );
}
