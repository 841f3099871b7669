import type { ContinuousPlan } from '@depotwerk/api/optimization/continuous-optimization';
import { formatMoney } from '@depotwerk/domain/money';
import { formatNumber } from '@depotwerk/domain/number-text';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { AskDialog } from '../../../forms/ask-dialog.tsx';
import { said, t } from '../../../texts/texts.ts';
import { Banner } from '../../../ui/feedback.tsx';
import { NewWindow } from '../../../ui/new-window.tsx';
import { TextArea } from '../../../ui/text-field.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { PlanWarnings } from '../plan-warnings.tsx';
import { type Decided, type Decision, decidePlans } from './continuous-queries.ts';
import { warningsOf } from './continuous-words.tsx';

export interface DecideDialogProps {
  decision: Decision;
  plans: readonly ContinuousPlan[];
  /** `left`: what could not be decided; to be looked at again as it stands by then. */
  onClose: (left: readonly string[]) => void;
  /** What could be decided. */
  onDone: (ids: readonly string[]) => void;
}

/** What is said of each decision. */
const textsOf = {
  release: {
    title: 'continuous.releaseTitle',
    submit: 'continuous.release',
    hint: 'continuous.releaseHint',
    done: 'continuous.released',
  },
  refuse: {
    title: 'continuous.refuseTitle',
    submit: 'continuous.refuse',
    hint: 'continuous.refuseHint',
    done: 'continuous.refused',
  },
  replan: {
    title: 'continuous.replanTitle',
    submit: 'continuous.replan',
    hint: 'continuous.replanHint',
    done: 'continuous.replanned',
  },
} as const;

/**
 * Asks once more before plans are released or made anew, and for the reason before they are refused; tells what could not be
 * decided.
 */
export function DecideDialog({ decision, plans, onClose, onDone }: DecideDialogProps) {
  const [note, setNote] = useState('');
  const [isTouched, setTouched] = useState(false);
  const { isBusy, failure, act } = useAction();
  const [left, setLeft] = useState<readonly Decided[]>([]);
  const isRefusal = decision === 'refuse';
  const texts = textsOf[decision];
  const isMissing = isRefusal && note.trim() === '';
  const open = left.length === 0 ? plans : plans.filter(({ id }) => left.some((result) => result.id === id));
  const names = new Map(plans.map((plan) => [plan.id, `${plan.customerName}, ${plan.contractNumber}`]));
  const contractIds = new Map(plans.map(({ id, contractId }) => [id, contractId]));
  const orders = open.reduce((sum, { summary }) => sum + (summary?.advice.orderCount ?? 0), 0);
  const turnover = open.reduce((sum, { summary }) => sum + (summary?.turnover ?? 0), 0);
  const submit = async () => {
    setTouched(true);
    if (isMissing) return;
    await act(async () => {
      const results = await decidePlans(decision, open, note);
      const done = results.filter(({ isDone }) => isDone);
      const others = results.filter(({ isDone }) => !isDone);
      onDone(done.map(({ id }) => id));
      if (done.length > 0)
        showToast(t(texts.done, { count: done.length, number: formatNumber(done.length) }));
      if (others.length === 0) onClose([]);
      else setLeft(others);
    });
  };
  const counted = { count: open.length, number: formatNumber(open.length) };
  return (
    <AskDialog
      size="small"
      title={t(texts.title, counted)}
      submit={t(texts.submit)}
      isBusy={isBusy}
      onSubmit={() => void submit()}
      onClose={() => onClose(left.map(({ id }) => id))}
      failure={failure}
    >
      {decision === 'replan' ? null : (
        <p>
          <b>
            {t('continuous.sum', {
              count: orders,
              number: formatNumber(orders),
              turnover: formatMoney(turnover),
            })}
          </b>
        </p>
      )}
      {decision === 'release' ? (
        <PlanWarnings
          plans={open.map((plan) => ({
            id: plan.id,
            name: names.get(plan.id) ?? '',
            warnings: warningsOf(plan),
          }))}
        />
      ) : null}
      <p className="hint">{t(texts.hint)}</p>
      {isRefusal ? (
        <TextArea
          label={t('continuous.reason')}
          value={note}
          maxLength={1000}
          rows={3}
          isRequired
          error={isTouched && isMissing ? t('continuous.reasonMissing') : null}
          onChange={setNote}
        />
      ) : null}
      {left.length === 0 ? null : (
        <Banner
          tone="warn"
          role="alert"
          title={t('continuous.notDoneTitle', { count: left.length, number: formatNumber(left.length) })}
        >
          <ul>
            {left.map(({ id, message }) => (
              <li key={id}>
                {/* What has to be done is done there; what is chosen here stays chosen. */}
                <Link
                  to="/contracts/$contractId/$tab"
                  params={{ contractId: contractIds.get(id) ?? '', tab: 'optimization' }}
                  target="_blank"
                >
                  {names.get(id)}
                  <NewWindow />
                </Link>
                <p>{said(message ?? '')}</p>
              </li>
            ))}
          </ul>
        </Banner>
      )}
    </AskDialog>
  );
}
