import { putPlannedOptimization } from '@depotwerk/api/optimization/optimization';
import { isChangeablePlan } from '@depotwerk/domain/contracts/plan-states';
import { editAdvice } from '@depotwerk/engine/advice/edit-advice';
import { useMemo, useState } from 'react';
import { LeaveGuard } from '../../forms/leave-guard.tsx';
import { useVersionChoice } from '../../forms/use-version-choice.tsx';
import { callWithHeaders } from '../../platform/api-client.ts';
import { ApiError } from '../../platform/api-error.ts';
import { showApiError } from '../../platform/error-texts.ts';
import { queryClient } from '../../platform/query-client.ts';
import type { StoredPlan } from '../../queries/plan-queries.ts';
import { plannedOptimizationQuery, readPlan } from '../../queries/plan-queries.ts';
import { said, t } from '../../texts/texts.ts';
import { ActionBar } from '../../ui/action-bar.tsx';
import { Button } from '../../ui/button.tsx';
import { Banner } from '../../ui/feedback.tsx';
import { Card } from '../../ui/layout.tsx';
import { showToast } from '../../ui/toast.tsx';
import type { PlanDraft } from './edit-draft.ts';
import { bodyOf, draftOf, incompleteFunds, isChanged, planEditOf } from './edit-draft.ts';
import { EditableOrders } from './editable-orders.tsx';
import { EditableSavings } from './editable-savings.tsx';
import { GroupBars } from './group-bars.tsx';
import { forgetPlan, keepPlan } from './optimization-queries.ts';
import type { AdviceInput, PlanDescription } from './optimization-types.ts';
import { ChecksCard } from './plan-details.tsx';
import { type ChosenPlan, chosenOf, draftOfChosen, planFields } from './plan-versions.ts';
import { refusalReasons } from './refusal-reasons.ts';
import type { ClassBand } from './risk-geometry.ts';
import { RiskCard } from './risk-picture.tsx';

export interface PlanEditorProps {
  plan: StoredPlan;
  input: AdviceInput;
  bands: readonly ClassBand[];
  onEnd: () => void;
}

/** Orders and savings plan by hand. Each change is computed and checked at once; saving lets the server do the same. */
export function PlanEditor({ plan: latest, input, bands, onEnd }: PlanEditorProps) {
  // What is edited starts from the version seen, whatever is read again meanwhile.
  const [plan, setPlan] = useState(latest);
  const original = useMemo(() => draftOf(plan), [plan]);
  const [isBusy, setBusy] = useState(false);
  const [refused, setRefused] = useState<readonly string[]>([]);
  const [{ draft, reasons: obstacles, shown, isPossible }, setEdit] = useState(() => ({
    draft: original,
    reasons: [] as readonly string[],
    // While a change cannot be carried out, the last plan that could stays in sight.
    shown: plan as PlanDescription,
    isPossible: true,
  }));
  const change = (next: PlanDraft, of = plan) => {
    const edit = planEditOf(next, input, of, t('optimization.plan.edited'));
    const edited = editAdvice(input, of.choices, edit);
    setRefused([]);
    setEdit((last) => ({
      draft: next,
      reasons: edited.reasons.map(({ text }) => text),
      shown: edited.plan ?? last.shown,
      isPossible: edited.plan !== null,
    }));
  };
  const isDirty = isChanged(draft, original);
  if (!isDirty && !isBusy && (latest.id !== plan.id || latest.rowVersion !== plan.rowVersion)) {
    setPlan(latest);
    setEdit({ draft: draftOf(latest), reasons: [], shown: latest, isPossible: true });
  }
  const versions = useVersionChoice<StoredPlan, ChosenPlan>({
    draftOf: (stored) => chosenOf(draftOf(stored)),
    fields: (mine, theirs, stored) => planFields(input, [mine, shown], [theirs, stored]),
    onResolved: (stored, chosen) => {
      setPlan(stored);
      keepPlan(stored, stored.etag);
      change(draftOfChosen(chosen), stored);
    },
  });
  /** Somebody was faster: what he stored stands beside what was edited here, as long as it still is a plan to edit. */
  const chooseBetween = async (error: unknown) => {
    const stored = await readPlan(plan.contractId);
    if (stored !== null && isChangeablePlan(stored) && !stored.isOutdated)
      return versions.choose(stored, chosenOf(original), chosenOf(draft));
    showApiError(error);
    if (stored === null) forgetPlan(plan.contractId);
    else keepPlan(stored, stored.etag);
  };
  const isIncomplete = incompleteFunds(draft).length > 0;
  const reasons = [...obstacles, ...refused];

  const save = async () => {
    setBusy(true);
    setRefused([]);
    try {
      const { answer, etag } = await callWithHeaders(
        putPlannedOptimization,
        { params: { id: plan.contractId }, body: bodyOf(draft) },
        { ifMatch: plan.etag ?? undefined },
      );
      // No longer unsaved, before the stored plan takes the editor's place.
      change(original);
      keepPlan(answer, etag);
      showToast(t('optimization.edit.saved'));
      onEnd();
    } catch (error) {
      const told = refusalReasons(error);
      if (error instanceof ApiError && error.status === 412) await chooseBetween(error).catch(showApiError);
      else if (told.length > 0) setRefused(told);
      else {
        if (error instanceof ApiError && error.status === 409) void reload();
        showApiError(error);
      }
    } finally {
      setBusy(false);
    }
  };
  const reload = () =>
    queryClient.invalidateQueries({ queryKey: plannedOptimizationQuery(plan.contractId).queryKey });

  return (
    <>
      <LeaveGuard isDirty={isDirty} />
      {versions.choice}
      <RiskCard sides={shown} mode={plan.mode} measure={input.tariff.measure} bands={bands} />
      {reasons.length > 0 ? (
        <Banner tone="bad" role="alert" title={t('optimization.edit.refused')}>
          <ul className="opt-sentences">
            {[...new Set(reasons)].map((reason) => (
              <li key={reason}>{said(reason)}</li>
            ))}
          </ul>
        </Banner>
      ) : null}
      <ActionBar text={t(isDirty ? 'optimization.edit.unsaved' : 'optimization.edit.hint')}>
        <Button onClick={isDirty ? () => change(original) : onEnd}>
          {t(isDirty ? 'optimization.edit.undo' : 'optimization.edit.end')}
        </Button>
        <Button
          kind="primary"
          isBusy={isBusy}
          disabled={!isDirty || isIncomplete || !isPossible}
          onClick={() => void save()}
        >
          {t('optimization.edit.save')}
        </Button>
      </ActionBar>
      <div className="opt-details">
        <div className="stack">
          <EditableOrders draft={draft} input={input} shown={shown} onChange={change} />
          {input.contract.savingsPlan ? (
            <EditableSavings draft={draft} input={input} onChange={change} />
          ) : null}
        </div>
        <div className="stack">
          <ChecksCard checks={shown.checks} />
          <Card title={t('optimization.groups.title')}>
            <GroupBars before={shown.before} after={shown.after} />
          </Card>
        </div>
      </div>
    </>
  );
}
