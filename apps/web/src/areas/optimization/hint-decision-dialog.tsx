import type { OptimizationHint } from '@depotwerk/api/contracts/contract-detail';
import { useRef, useState } from 'react';
import { errorMessageOf, showApiError } from '../../platform/error-texts.ts';
import { said, t } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Banner } from '../../ui/feedback.tsx';
import { TextArea } from '../../ui/text-field.tsx';
import { showToast } from '../../ui/toast.tsx';
import { decidedMeanwhile, decideHints } from './public/advice-actions.ts';

export interface HintDecisionDialogProps {
  contractId: string;
  hints: readonly OptimizationHint[];
  decision: 'accepted' | 'dismissed';
  onClose: () => void;
}

/** Asks for the note to a decision on hints. A dismissal needs a reason, which stays with the hint. */
export function HintDecisionDialog({ contractId, hints, decision, onClose }: HintDecisionDialogProps) {
  const [pending, setPending] = useState(hints);
  const [note, setNote] = useState('');
  const [isTouched, setTouched] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const [decided, setDecided] = useState<readonly OptimizationHint[]>([]);
  const form = useRef<HTMLFormElement>(null);
  const isDismissal = decision === 'dismissed';
  const isMissing = isDismissal && note.trim() === '';
  const count = pending.length;

  const submit = async () => {
    setTouched(true);
    if (isMissing) {
      form.current?.querySelector('textarea')?.focus();
      return;
    }
    setBusy(true);
    setFailure(null);
    const { done, error } = await decideHints(contractId, pending, decision, note);
    setBusy(false);
    const all = [...decided, ...done];
    if (error !== null) {
      const other = decidedMeanwhile(error);
      setDecided(all);
      // What somebody else has decided is seen now: confirmed once more, this decision takes its place.
      setPending(
        pending
          .filter((hint) => !done.some((changed) => changed.id === hint.id))
          .map((hint) => (hint.id === other?.id ? other : hint)),
      );
      setFailure(error);
      return;
    }
    showToast(t(`optimization.hints.decision.${decision}`, { count: hints.length }), {
      action: {
        label: t('optimization.hints.decision.undo'),
        onSelect: () => void undo(all),
      },
    });
    onClose();
  };

  /** Each as it was when this decision was confirmed: one that took the place of another gives way to that again. */
  const undo = async (changed: readonly OptimizationHint[]) => {
    const former = new Map([...hints, ...pending].map((hint) => [hint.id, hint]));
    for (const hint of changed) {
      const { state = 'open', note: formerNote } = former.get(hint.id) ?? {};
      const decision = state === 'done' ? 'open' : state;
      const words = decision === 'open' ? '' : (formerNote ?? '');
      const { error } = await decideHints(contractId, [hint], decision, words);
      if (error === null) continue;
      showApiError(error);
      return;
    }
  };

  return (
    <Dialog
      size="small"
      title={t(
        isDismissal ? 'optimization.hints.decision.dismissTitle' : 'optimization.hints.decision.acceptTitle',
        { count: hints.length },
      )}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button kind={isDismissal ? 'danger' : 'primary'} isBusy={isBusy} onClick={() => void submit()}>
            {t(isDismissal ? 'optimization.hints.dismiss' : 'optimization.hints.accept')}
          </Button>
        </>
      }
    >
      <form
        ref={form}
        className="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <ul className="opt-decision__subjects">
          {hints.map((hint) => (
            <li key={hint.id}>{said(hint.text)}</li>
          ))}
        </ul>
        <p className="hint">
          {t(
            isDismissal
              ? 'optimization.hints.decision.dismissHint'
              : 'optimization.hints.decision.acceptHint',
          )}
        </p>
        <TextArea
          label={t(isDismissal ? 'optimization.hints.decision.reason' : 'optimization.hints.decision.note')}
          value={note}
          maxLength={2000}
          rows={3}
          isRequired={isDismissal}
          error={isTouched && isMissing ? t('optimization.hints.decision.reasonMissing') : null}
          onChange={setNote}
        />
        {failure === null ? null : (
          <Banner tone="bad" role="alert">
            {count < hints.length
              ? `${t('optimization.hints.decision.partly', { done: hints.length - count, total: hints.length })} `
              : ''}
            {meanwhileText(failure) ?? errorMessageOf(failure)}
          </Banner>
        )}
      </form>
    </Dialog>
  );
}

/** Who has decided otherwise meanwhile, and how. */
function meanwhileText(failure: unknown): string | null {
  const other = decidedMeanwhile(failure);
  if (other === null || other.state === 'done') return null;
  return t(`optimization.hints.decision.meanwhile.${other.state}`, {
    name: other.stateChangedBy ?? t('common.none'),
    hint: said(other.text),
    note: other.note ?? t('common.none'),
  });
}
