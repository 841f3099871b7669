import { type AnswerFault, checkAnswers } from '@depotwerk/domain/questions/check-answers';
import type { Question } from '@depotwerk/domain/questions/questionnaire';
import { visibleQuestions } from '@depotwerk/domain/questions/visible-questions';
import { type FormEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { shownAtMost } from '../../../forms/shown-errors.ts';
import { today } from '../../../platform/today.ts';
import { t } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/layout.tsx';
import { SegmentedControl } from '../../../ui/tabs.tsx';
import { QuestionField } from '../question-field.tsx';
import { saidQuestion } from './said-questions.ts';
import type { AnswersState } from './use-answers.ts';

export type QuestionMode = 'page' | 'single';

/** All questions or one of them, and which. */
export interface QuestionPlace {
  readonly mode: QuestionMode;
  /** The question that is shown alone, or gone to on the page of all; null = begins with the first. */
  readonly questionId: string | null;
}

export interface Turning {
  readonly place: QuestionPlace;
  /** @param isView the same question in another view, to which nobody goes back */
  readonly turn: (place: QuestionPlace, isView: boolean) => void;
}

interface QuestionFormProps {
  questions: readonly Question[];
  state: AnswersState;
  /** Where the page keeps the question that is shown; default: nowhere. */
  turning?: Turning | undefined;
  /** On the button behind the last question; default: to the result. */
  doneLabel?: string | undefined;
  /** Somebody wanted to go on without answers that are needed: what is wrong is said at once. */
  isRefused?: boolean | undefined;
  onDone: () => void;
}

/** All questions on one page, or one at a time; goes on only when every answer is right. */
export function QuestionForm({
  questions,
  state,
  turning,
  doneLabel,
  isRefused = false,
  onDone,
}: QuestionFormProps) {
  const { answers, setAnswer } = state;
  const spoken = useMemo(() => questions.map(saidQuestion), [questions]);
  const asked = useMemo(() => visibleQuestions(spoken, answers), [spoken, answers]);
  const faults = useMemo(
    () =>
      new Map(checkAnswers(questions, answers, today()).map(({ questionId, code }) => [questionId, code])),
    [questions, answers],
  );
  const [own, setOwn] = useState<QuestionPlace>({ mode: 'page', questionId: null });
  const {
    place: { mode, questionId },
    turn: turnTo,
  } = turning ?? { place: own, turn: setOwn };
  const [shown, setShown] = useState<ReadonlySet<string>>(() => new Set(isRefused ? faults.keys() : []));
  const [unread, setUnread] = useState<ReadonlyMap<string, string>>(new Map());
  const noteUnread = useCallback((id: string, message: string | null) => {
    setUnread((known) => {
      if (message === null && !known.has(id)) return known;
      const next = new Map(known);
      if (message === null) next.delete(id);
      else next.set(id, message);
      return next;
    });
  }, []);
  const form = useRef<HTMLFormElement>(null);
  const summary = useRef<HTMLDivElement>(null);
  const place = Math.max(
    0,
    asked.findIndex(({ id }) => id === questionId),
  );
  const drawn = mode === 'page' ? asked : asked.slice(place, place + 1);
  const wrong = (list: readonly Question[]) => list.filter(({ id }) => faults.has(id) || unread.has(id));

  useFocusOnTurn(form, mode === 'single' ? (asked[place]?.id ?? null) : questionId);

  const sayWhatIsWrong = () => {
    setShown(new Set([...shown, ...drawn.map(({ id }) => id)]));
    requestAnimationFrame(() => {
      summary.current?.focus({ preventScroll: true });
      summary.current?.scrollIntoView({ block: 'start' });
    });
  };
  /** Turning away from a text that cannot be read would lose it. */
  const turn = (away: () => void) => {
    if (drawn.some(({ id }) => unread.has(id))) sayWhatIsWrong();
    else away();
  };
  const goOn = (event: FormEvent) => {
    event.preventDefault();
    if (wrong(drawn).length > 0) {
      sayWhatIsWrong();
      return;
    }
    const next = mode === 'single' ? asked[place + 1] : undefined;
    if (next) turnTo({ mode, questionId: next.id }, false);
    else onDone();
  };
  const said = wrong(drawn).filter(({ id }) => shown.has(id));
  const isLast = mode === 'page' || place === asked.length - 1;
  return (
    <form ref={form} className="stack" noValidate onSubmit={goOn}>
      <div className="question__bar">
        <SegmentedControl
          label={t('questions.mode.label')}
          size="small"
          value={mode}
          options={[
            { value: 'page', label: t('questions.mode.page') },
            { value: 'single', label: t('questions.mode.single') },
          ]}
          onChange={(next) => turn(() => turnTo({ mode: next, questionId: asked[place]?.id ?? null }, true))}
        />
        <span className="hint">
          {mode === 'single'
            ? t('questions.place', { place: place + 1, count: asked.length })
            : t('questions.requiredHint')}
        </span>
        <SavingText saving={state.saving} onRetry={() => void state.flush()} />
      </div>
      {said.length > 0 ? (
        <div ref={summary} role="alert" tabIndex={-1} className="question__errors">
          <strong>{t('validators.errorSummary')}</strong>
          <ul>
            {said.slice(0, shownAtMost).map(({ id, title }) => (
              <li key={id}>
                <a
                  href={`#question-${id}`}
                  onClick={(event) => {
                    event.preventDefault();
                    focusQuestion(form.current, id);
                  }}
                >
                  {title} {unread.get(id) ?? faultText(faults.get(id))}
                </a>
              </li>
            ))}
          </ul>
          {said.length > shownAtMost ? (
            <div className="hint">
              {t('validators.errorSummaryMore', { count: said.length - shownAtMost })}
            </div>
          ) : null}
        </div>
      ) : null}
      <Card>
        <div className="question__list">
          {drawn.map((question) => (
            <div key={question.id} id={`question-${question.id}`} className="question">
              <SectionTitle questions={asked} question={question} isAlone={mode === 'single'} />
              <QuestionField
                question={question}
                value={answers.get(question.id)}
                fault={
                  shown.has(question.id) && !unread.has(question.id)
                    ? (faults.get(question.id) ?? null)
                    : null
                }
                onChange={setAnswer}
                onUnread={noteUnread}
              />
            </div>
          ))}
        </div>
      </Card>
      <div className="question__buttons">
        {mode === 'single' && place > 0 ? (
          <Button
            onClick={() =>
              turn(() => turnTo({ mode, questionId: asked[place - 1]?.id ?? questionId }, false))
            }
          >
            {t('common.back')}
          </Button>
        ) : null}
        <Button kind="primary" type="submit">
          {isLast ? (doneLabel ?? t('questions.toResult')) : t('common.next')}
        </Button>
      </div>
    </form>
  );
}

const faultText = (fault: AnswerFault | undefined): string =>
  fault === undefined ? '' : t(`validators.${fault}`);

/** Heading of a section before its first question; one at a time, before every one. */
function SectionTitle({
  questions,
  question,
  isAlone,
}: {
  questions: readonly Question[];
  question: Question;
  isAlone: boolean;
}) {
  const upTo = questions.slice(0, questions.indexOf(question) + 1);
  const section = upTo.findLast((one) => one.section !== '')?.section ?? '';
  const before = upTo.slice(0, -1).findLast((one) => one.section !== '')?.section ?? '';
  if (section === '' || (!isAlone && section === before)) return null;
  return <h2 className="question__section">{section}</h2>;
}

function SavingText({ saving, onRetry }: { saving: AnswersState['saving']; onRetry: () => void }) {
  if (saving === 'none') return null;
  return (
    <span className="question__saving hint" role="status">
      {t(`questions.saving.${saving}`)}{' '}
      {saving === 'failed' ? (
        <Button size="small" kind="quiet" onClick={onRetry}>
          {t('common.retry')}
        </Button>
      ) : null}
    </span>
  );
}

function focusQuestion(form: HTMLElement | null, id: string): void {
  const question = form?.querySelector<HTMLElement>(`#${CSS.escape(`question-${id}`)}`);
  question?.scrollIntoView({ block: 'start' });
  // The empty text of "other" is what is missing, not the choice before it.
  const missing = question?.querySelector<HTMLElement>('.question__other input:placeholder-shown');
  (missing ?? question?.querySelector<HTMLElement>('input:not([disabled]), textarea'))?.focus({
    preventScroll: true,
  });
}

/** The question that came takes the focus; on the page of all only one that was asked for. */
function useFocusOnTurn(form: React.RefObject<HTMLFormElement | null>, wanted: string | null): void {
  const last = useRef<string | null>(null);
  useEffect(() => {
    if (wanted === null || wanted === last.current) return;
    last.current = wanted;
    focusQuestion(form.current, wanted);
  }, [form, wanted]);
}
