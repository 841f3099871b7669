import { useLocation, useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { beginAtTop } from '../../../ui/begin-at-top.ts';
import type { QuestionPlace, Turning } from './question-form.tsx';

/** What an entry of the browser's history keeps of a questionnaire. */
interface Entry<Step extends string> {
  readonly step: Step;
  readonly place: QuestionPlace;
}

const atBeginning: QuestionPlace = { mode: 'page', questionId: null };

export interface Steps<Step extends string> {
  readonly step: Step;
  /** Goes to another step of the page, where wanted to one question of it. */
  readonly show: (step: Step, questionId?: string | null) => void;
  readonly turning: Turning;
}

/**
 * The steps of a questionnaire and the question shown alone, as entries of the browser's history: its back button leads to
 * what was seen before, not out of the page, also once it was loaded anew. What a step needs may be gone by then: the page
 * looks before it shows it.
 * @param isReloaded all of it was loaded anew by a button that is gone with what stood here before
 */
export function useSteps<Step extends string>(first: Step, isReloaded = false): Steps<Step> {
  const navigate = useNavigate();
  // Nothing but this hook writes this member.
  const entry = useLocation({ select: ({ state }) => (state as { questions?: Entry<Step> }).questions });
  const step = entry?.step ?? first;
  const place = entry?.place ?? atBeginning;
  const go = useCallback(
    (next: Entry<Step>, replace: boolean) =>
      void navigate({
        to: '.',
        search: true,
        hash: true,
        state: (before: object) => ({ ...before, questions: next }) as never,
        replace,
        resetScroll: false,
      }),
    [navigate],
  );
  const shown = useRef(isReloaded ? null : step);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    // A question that is gone to takes the focus by itself.
    if (step !== 'questions' || place.questionId === null) beginAtTop();
  }, [step, place]);
  const turning = useMemo(
    (): Turning => ({ place, turn: (next, isView) => go({ step, place: next }, isView) }),
    [go, step, place],
  );
  const show = (next: Step, wanted?: string | null) => {
    const questionId = wanted ?? (place.mode === 'single' ? place.questionId : null);
    go({ step: next, place: { ...place, questionId } }, false);
  };
  return { step, show, turning };
}
