import type { PlannedOptimization } from '@depotwerk/api/optimization/optimization';
import { deletePlannedOptimization, planOptimization } from '@depotwerk/api/optimization/optimization';
import { isChangeablePlan, planStateNames } from '@depotwerk/domain/contracts/plan-states';
import { formatDateTime } from '@depotwerk/domain/date-text';
import { formatMoney } from '@depotwerk/domain/money';
import { proposalModeNames } from '@depotwerk/domain/recommendation-text';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useMemo, useState } from 'react';
import { AskDialog } from '../../forms/ask-dialog.tsx';
import { callApi, callWithHeaders } from '../../platform/api-client.ts';
import { ApiError } from '../../platform/api-error.ts';
import { showApiError } from '../../platform/error-texts.ts';
import { queryClient } from '../../platform/query-client.ts';
import { mayChange, useSession } from '../../platform/session.ts';
import { useIsContractOpen, useMayChangeContract } from '../../queries/may-change-contract.ts';
import type { StoredPlan } from '../../queries/plan-queries.ts';
import { plannedOptimizationQuery } from '../../queries/plan-queries.ts';
import { storedPlansQuery } from '../../queries/stored-plans.ts';
import { dialogLink } from '../../shell/dialog-link.ts';
import { said, t } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import type { LabelTone } from '../../ui/cells.tsx';
import { ColourLabel } from '../../ui/cells.tsx';
import { Banner } from '../../ui/feedback.tsx';
import { offerTakingBack } from '../../ui/take-back.ts';
import { showToast } from '../../ui/toast.tsx';
import { ApprovalCard } from './approval-card.tsx';
import { planChoicesBody, whatIfOf } from './fund-uses.ts';
import { KeyInformationCard } from './key-information/key-information-card.tsx';
import { LimitsBanner } from './limits-banner.tsx';
import { forgetPlan, keepPlan } from './optimization-queries.ts';
import type { AdviceInput, ContractDepot } from './optimization-types.ts';
import { OrdersCard } from './orders-card.tsx';
import { PlanDetails } from './plan-details.tsx';
import { PlanEditor } from './plan-editor.tsx';
import { refusalReasons } from './refusal-reasons.ts';
import { classBands } from './risk-geometry.ts';
import { RiskCard } from './risk-picture.tsx';

const PlanReports = lazy(async () => ({
  default: (await import('../documents/public/plan-reports.tsx')).PlanReports,
}));

export interface PlanPanelProps {
  plan: StoredPlan;
  input: AdviceInput;
  depot: ContractDepot | undefined;
}

const stateTones: Record<PlannedOptimization['state'], LabelTone> = {
  draft: 'neutral',
  checked: 'info',
  waitingForClient: 'info',
  waitingForApproval: 'info',
  waitingForSecondFactor: 'info',
  submitted: 'info',
  confirmed: 'ok',
  partlyConfirmed: 'warn',
  rejected: 'bad',
  expired: 'warn',
};

/** The stored plan of a contract: look at it, change it by hand, carry it out, discard it. */
export function PlanPanel({ plan, input, depot }: PlanPanelProps) {
  const [isEditing, setEditing] = useState(false);
  const bands = useMemo(() => classBands(input.tariff.classes), [input]);
  const executions =
    depot?.executions.filter(({ plannedOptimizationId }) => plannedOptimizationId === plan.id) ?? [];
  const isEditable = !plan.isOutdated && isChangeablePlan(plan);
  return (
    <div className="stack">
      <PlanHead plan={plan} depot={depot} isEditing={isEditing} onEdit={() => setEditing(true)} />
      {plan.isOutdated ? <OutdatedBanner plan={plan} /> : null}
      {isChangeablePlan(plan) ? <ApprovalCard plan={plan} /> : null}
      <LimitsBanner limits={plan.messages} tone="warn" />
      {executions.length > 0 ? <OrdersCard executions={executions} /> : null}
      {isEditing && isEditable ? (
        <PlanEditor
          key={plan.contractId}
          plan={plan}
          input={input}
          bands={bands}
          onEnd={() => setEditing(false)}
        />
      ) : (
        <>
          <RiskCard sides={plan} mode={plan.mode} measure={input.tariff.measure} bands={bands} />
          <PlanDetails plan={plan} contractId={plan.contractId} />
          {isChangeablePlan(plan) ? <KeyInformationCard contractId={plan.contractId} /> : null}
          <Suspense fallback={null}>
            <PlanReports plan={plan} />
          </Suspense>
        </>
      )}
    </div>
  );
}

/** Why a plan cannot be carried out now; null when it can. */
export function executionObstacle(
  plan: Pick<PlannedOptimization, 'approvalState' | 'checks' | 'isApprover' | 'isOutdated' | 'state'>,
  depot: ContractDepot | undefined,
  isPermitted: boolean,
  isContractOpen: boolean,
): string | null {
  if (plan.isOutdated) return t('optimization.plan.outdatedTitle');
  if (!isChangeablePlan(plan)) return said(planStateNames[plan.state]);
  if (!isContractOpen) return t('contracts.holders.nothingPlanned');
  if (!isPermitted || depot?.mayExecute === false) return t('optimization.plan.executeForbidden');
  if (plan.checks.some(({ result }) => result === 'blocked')) return t('optimization.plan.executeBlocked');
  if (!['notRequired', 'approved'].includes(plan.approvalState))
    return t('optimization.plan.executeNotApproved');
  if (plan.isApprover) return t('optimization.plan.executeByOther');
  if (depot && depot.traderDepotId === null) return t('optimization.plan.executeNoDepotYet');
  if (depot && !depot.takesOrders) return t('optimization.plan.executeNoOrders');
  return null;
}

function PlanHead({
  plan,
  depot,
  isEditing,
  onEdit,
}: {
  plan: StoredPlan;
  depot: ContractDepot | undefined;
  isEditing: boolean;
  onEdit: () => void;
}) {
  const user = useSession((state) => state.user);
  const navigate = useNavigate();
  const [isDiscarding, setDiscarding] = useState(false);
  const isContractOpen = useIsContractOpen(plan.contractId);
  const mayPlan = mayChange(user, 'optimization.plan') && isContractOpen;
  const mayExecute = mayChange(user, 'optimization.execute');
  const obstacle = executionObstacle(plan, depot, mayExecute, isContractOpen);
  const isOpen = isChangeablePlan(plan);
  const date = formatDateTime(plan.createdAt);
  const mode = said(proposalModeNames[plan.mode]);
  const facts = choiceTexts(plan);
  return (
    <section className="ui-card opt-plan">
      <div className="opt-plan__text">
        <h2 className="opt-plan__title">
          {t('optimization.plan.title')}
          <ColourLabel tone={stateTones[plan.state]}>{said(planStateNames[plan.state])}</ColourLabel>
          {plan.isEdited ? <ColourLabel>{t('optimization.plan.edited')}</ColourLabel> : null}
        </h2>
        <p className="opt-plan__facts">
          {plan.createdBy === null
            ? t('optimization.plan.createdByNobody', { mode, date })
            : t('optimization.plan.created', { mode, date, name: plan.createdBy })}
          {isOpen ? ` · ${t('optimization.plan.expires', { date: formatDateTime(plan.expiresAt) })}` : ''}
        </p>
        {facts.length > 0 ? (
          <p className="hint">
            {t('optimization.plan.choices')}: {facts.join(' · ')}
          </p>
        ) : null}
        {isOpen && obstacle !== null && !plan.isOutdated ? (
          <p className="opt-plan__obstacle" id="opt-plan-obstacle">
            {obstacle}
          </p>
        ) : null}
      </div>
      {isOpen && !isEditing ? (
        <div className="opt-plan__actions" data-no-print>
          {mayPlan ? (
            <>
              <Button icon={<IconTrash size={18} aria-hidden="true" />} onClick={() => setDiscarding(true)}>
                {t('optimization.plan.discard')}
              </Button>
              <Button
                icon={<IconPencil size={18} aria-hidden="true" />}
                disabled={plan.isOutdated}
                onClick={onEdit}
              >
                {t('optimization.plan.edit')}
              </Button>
            </>
          ) : null}
          <Button
            kind="primary"
            disabled={obstacle !== null}
            aria-describedby={obstacle === null ? undefined : 'opt-plan-obstacle'}
            onClick={() =>
              void navigate({ to: '.', ...dialogLink('secondFactor', { contractId: plan.contractId }) })
            }
          >
            {t('optimization.plan.execute')}
          </Button>
        </div>
      ) : null}
      {isDiscarding ? <DiscardDialog plan={plan} onClose={() => setDiscarding(false)} /> : null}
    </section>
  );
}

function choiceTexts({ choices }: PlannedOptimization): string[] {
  const locked = choices.lockedFundIds?.length ?? 0;
  const excluded = choices.excludedFundIds?.length ?? 0;
  return [
    ...(choices.riskClassId === undefined
      ? []
      : [t('optimization.plan.choiceRiskClass', { riskClass: choices.riskClassId })]),
    ...(choices.cashAmount
      ? [t('optimization.plan.choiceCash', { amount: formatMoney(choices.cashAmount) })]
      : []),
    ...(locked > 0 ? [t('optimization.plan.choiceLocked', { count: locked })] : []),
    ...(excluded > 0 ? [t('optimization.plan.choiceExcluded', { count: excluded })] : []),
  ];
}

/** Prices, holdings or tariff moved: the same choices are planned again on today's data. */
function OutdatedBanner({ plan }: { plan: StoredPlan }) {
  const mayPlan = useMayChangeContract(plan.contractId, 'optimization.plan');
  const [isBusy, setBusy] = useState(false);
  const [reasons, setReasons] = useState<readonly string[]>([]);
  const recompute = async () => {
    setBusy(true);
    try {
      // What it is computed from must be today's as well.
      await queryClient.invalidateQueries({ queryKey: ['contract', plan.contractId, 'advice-input'] });
      const { answer, etag } = await callWithHeaders(planOptimization, {
        params: { id: plan.contractId },
        body: { ...planChoicesBody(whatIfOf(plan.choices)), mode: plan.mode },
      });
      keepPlan(answer, etag);
      showToast(t('optimization.plan.recomputed'));
    } catch (error) {
      const told = refusalReasons(error);
      if (told.length > 0) setReasons(told);
      else showApiError(error);
    } finally {
      setBusy(false);
    }
  };
  const sentences = [...plan.outdatedReasons, ...reasons];
  return (
    <Banner
      tone="warn"
      role="status"
      title={t('optimization.plan.outdatedTitle')}
      actions={
        mayPlan ? (
          <Button size="small" kind="primary" isBusy={isBusy} onClick={() => void recompute()}>
            {t('optimization.plan.recompute')}
          </Button>
        ) : undefined
      }
    >
      {t('optimization.plan.outdatedText')}
      {sentences.length > 0 ? (
        <ul className="opt-sentences">
          {sentences.map((sentence) => (
            <li key={sentence}>{said(sentence)}</li>
          ))}
        </ul>
      ) : null}
    </Banner>
  );
}

function DiscardDialog({ plan, onClose }: { plan: StoredPlan; onClose: () => void }) {
  const [isBusy, setBusy] = useState(false);
  const discard = async () => {
    setBusy(true);
    try {
      await callApi(
        deletePlannedOptimization,
        { params: { id: plan.contractId } },
        { ifMatch: plan.etag ?? undefined },
      );
      onClose();
      forgetPlan(plan.contractId);
      const deletion = { objectType: 'plan', objectId: plan.contractId } as const;
      offerTakingBack(t('optimization.plan.discarded'), deletion, () =>
        Promise.all(
          [plannedOptimizationQuery, storedPlansQuery].map((query) =>
            queryClient.invalidateQueries({ queryKey: query(plan.contractId).queryKey }),
          ),
        ),
      );
    } catch (error) {
      onClose();
      if (error instanceof ApiError && [404, 412].includes(error.status))
        void queryClient.invalidateQueries({ queryKey: plannedOptimizationQuery(plan.contractId).queryKey });
      showApiError(error);
    }
  };
  return (
    <AskDialog
      size="small"
      title={t('optimization.plan.discardTitle')}
      onClose={onClose}
      submit={t('optimization.plan.discard')}
      kind="danger"
      isBusy={isBusy}
      onSubmit={() => void discard()}
    >
      <p>{t('optimization.plan.discardHint')}</p>
    </AskDialog>
  );
}
