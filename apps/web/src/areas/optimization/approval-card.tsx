import { approvePlan, refusePlan, requestPlanApproval } from '@depotwerk/api/traders/orders';
import { formatDateTime } from '@depotwerk/domain/date-text';
import { formatMoney } from '@depotwerk/domain/money';
import { useQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { AskDialog } from '../../forms/ask-dialog.tsx';
import { callApi } from '../../platform/api-client.ts';
import { queryClient } from '../../platform/query-client.ts';
import { useMayChangeContract } from '../../queries/may-change-contract.ts';
import type { StoredPlan } from '../../queries/plan-queries.ts';
import { said, t } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Banner } from '../../ui/feedback.tsx';
import { TextArea } from '../../ui/text-field.tsx';
import { showToast } from '../../ui/toast.tsx';
import { useAction } from '../../ui/use-action.ts';
import { keyInformationQuery } from './optimization-queries.ts';

type Step = 'request' | 'approve' | 'refuse';

const asked = (plan: StoredPlan) => ({ ifMatch: plan.etag ?? undefined });
const noteOrNone = (note: string) => (note === '' ? {} : { note });
const take: Readonly<Record<Step, (plan: StoredPlan, note: string) => Promise<unknown>>> = {
  request: (plan, note) =>
    callApi(requestPlanApproval, { params: { id: plan.contractId }, body: noteOrNone(note) }, asked(plan)),
  approve: (plan, note) =>
    callApi(approvePlan, { params: { id: plan.contractId }, body: noteOrNone(note) }, asked(plan)),
  refuse: (plan, note) =>
    callApi(refusePlan, { params: { id: plan.contractId }, body: { note } }, asked(plan)),
};

/** Whether a second person has to agree to a plan, how far that is, and what the one who looks can do about it. */
export function ApprovalCard({ plan }: { plan: StoredPlan }) {
  const mayPlan = useMayChangeContract(plan.contractId, 'optimization.plan');
  const mayApprove = useMayChangeContract(plan.contractId, 'optimization.approve');
  const [step, setStep] = useState<Step | null>(null);
  const { approvalState, approvalLimit, orderedToday, approval } = plan;
  const { card, onTaken } = useKeptFocus(approvalState, step !== null);
  if (approvalState === 'notRequired') return null;
  const isOpen = approvalState === 'missing' || approvalState === 'refused';
  const mayAsk = isOpen && plan.state !== 'draft' && !plan.isOutdated && mayPlan;
  const mayDecide = approvalState === 'waiting' && mayApprove;
  const isDecider = mayDecide && !plan.isOwnWork;
  return (
    <div ref={card} tabIndex={-1}>
      <Banner
        tone={approvalState === 'approved' ? 'ok' : approvalState === 'refused' ? 'bad' : 'warn'}
        role="status"
        title={t(`optimization.approval.${approvalState}`)}
        actions={
          mayAsk ? (
            <Button size="small" kind="primary" onClick={() => setStep('request')}>
              {t('optimization.approval.ask')}
            </Button>
          ) : isDecider ? (
            <>
              <Button size="small" onClick={() => setStep('refuse')}>
                {t('optimization.approval.refuse')}
              </Button>
              <Button
                size="small"
                kind="primary"
                disabled={plan.isOutdated}
                onClick={() => setStep('approve')}
              >
                {t('optimization.approval.approve')}
              </Button>
            </>
          ) : undefined
        }
      >
        <ul className="opt-sentences">
          {sentencesOf(plan, mayDecide && plan.isOwnWork).map((sentence) => (
            <li key={sentence}>{said(sentence)}</li>
          ))}
          {approval === null && approvalLimit !== null ? (
            <li>{t('optimization.approval.limit', { amount: formatMoney(approvalLimit) })}</li>
          ) : null}
          {approval === null && orderedToday > 0 ? (
            <li>{t('optimization.approval.orderedToday', { amount: formatMoney(orderedToday) })}</li>
          ) : null}
        </ul>
      </Banner>
      {step === null ? null : (
        <StepDialog plan={plan} step={step} onTaken={onTaken} onClose={() => setStep(null)} />
      )}
    </div>
  );
}

/**
 * The buttons of a step go once it is taken, and the focus with them: it stays at the card, which says what came of it. Whoever has it
 * elsewhere by then keeps it.
 */
function useKeptFocus(
  state: string,
  isAsking: boolean,
): { card: RefObject<HTMLDivElement | null>; onTaken: () => void } {
  const card = useRef<HTMLDivElement>(null);
  /** State a step was taken in; with the next one its buttons go. */
  const takenIn = useRef<string | null>(null);
  useEffect(() => {
    if (takenIn.current === null || takenIn.current === state || isAsking) return;
    // The dialog gives the focus back a frame later, perhaps to a button that has gone meanwhile.
    const frame = requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        takenIn.current = null;
        if (document.activeElement === document.body) card.current?.focus({ preventScroll: true });
      }),
    );
    return () => cancelAnimationFrame(frame);
  }, [state, isAsking]);
  const onTaken = () => {
    takenIn.current = state;
  };
  return { card, onTaken };
}

/** Who asked, who decided, and what they wrote. */
function sentencesOf({ approval, isApprover }: StoredPlan, isBarred: boolean): string[] {
  if (approval === null) return [];
  const { requestedBy, requestedAt, requestNote, decidedBy, decidedAt, decisionNote, state } = approval;
  const noteOf = (note: string | null) =>
    note === null ? [] : [t('optimization.approval.noteIs', { note })];
  return [
    t('optimization.approval.askedBy', { name: requestedBy, date: formatDateTime(requestedAt) }),
    ...noteOf(requestNote),
    ...(decidedBy === null || decidedAt === null
      ? []
      : [
          t(state === 'approved' ? 'optimization.approval.approvedBy' : 'optimization.approval.refusedBy', {
            name: decidedBy,
            date: formatDateTime(decidedAt),
          }),
        ]),
    ...noteOf(decisionNote),
    ...(isApprover ? [t('optimization.approval.byOther')] : []),
    ...(isBarred ? [t('optimization.approval.ownWork')] : []),
  ];
}

interface StepDialogProps {
  plan: StoredPlan;
  step: Step;
  /** It was done; the dialog closes. */
  onTaken: () => void;
  onClose: () => void;
}

/** Asks once more, with a word to the other: for a refusal there has to be one. */
function StepDialog({ plan, step, onTaken, onClose }: StepDialogProps) {
  const [note, setNote] = useState('');
  const [isTouched, setTouched] = useState(false);
  const { isBusy, failure, act } = useAction();
  const information = useQuery({ ...keyInformationQuery(plan.contractId), enabled: step !== 'refuse' });
  const text = note.trim();
  const isMissing = step === 'refuse' && text === '';
  const submit = async () => {
    setTouched(true);
    if (isMissing) return;
    await act(async () => {
      await take[step](plan, text);
      showToast(t(`optimization.approval.done.${step}`));
      onTaken();
      onClose();
    });
    void queryClient.invalidateQueries({ queryKey: ['contract', plan.contractId] });
    void queryClient.invalidateQueries({ queryKey: ['orders'] });
  };
  return (
    <AskDialog
      size="small"
      title={t(`optimization.approval.title.${step}`)}
      submit={t(`optimization.approval.${step === 'request' ? 'ask' : step}`)}
      isBusy={isBusy}
      onSubmit={() => void submit()}
      onClose={onClose}
      failure={failure}
    >
      <p className="hint">{t(`optimization.approval.hint.${step}`)}</p>
      {step === 'refuse' ? null : <WaitsForKeyInformation missing={information.data?.missing ?? null} />}
      <TextArea
        label={t(step === 'refuse' ? 'continuous.reason' : 'optimization.approval.note')}
        value={note}
        maxLength={1000}
        rows={3}
        isRequired={step === 'refuse'}
        error={isTouched && isMissing ? t('continuous.reasonMissing') : null}
        onChange={setNote}
      />
    </AskDialog>
  );
}

/** An approval alone does not let a purchase leave: whoever asks or decides reads what else it waits for. */
export function WaitsForKeyInformation({ missing }: { missing: string | null }) {
  if (missing === null) return null;
  return (
    <Banner tone="warn" title={t('optimization.approval.keyInformationMissing')}>
      {said(missing)}
    </Banner>
  );
}
