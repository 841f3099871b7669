import type { Answers, AnswerValue } from '@depotwerk/domain/questions/questionnaire';
import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiError } from '../../platform/api-error.ts';
import { storeAnswers } from './question-queries.ts';

/** Pause after the last change before answers are stored. */
const pauseMilliseconds = 700;

export type Saving = 'none' | 'saving' | 'saved' | 'failed' | 'elsewhere';

export interface AnswersState {
  readonly answers: Answers;
  readonly saving: Saving;
  readonly setAnswer: (questionId: string, value: AnswerValue) => void;
  /** Stores what is not stored yet. */
  readonly flush: () => Promise<void>;
}

interface Place {
  readonly questionnaireKey: string;
  readonly customerId: string;
  readonly version: number;
}

/** Answers while they are given: kept on the server half a second after the last key, one save after the other. */
export function useAnswers(
  { questionnaireKey, customerId, version }: Place,
  initial: Answers,
  initialRevision: number | null,
): AnswersState {
  const [answers, setAnswers] = useState(initial);
  const [saving, setSaving] = useState<Saving>(initialRevision === null ? 'none' : 'saved');
  // Saves outlive renderings: they read and write the newest state here.
  const newest = useRef(initial);
  const stored = useRef(initial);
  const revision = useRef(initialRevision);
  const running = useRef<Promise<void>>(Promise.resolve());

  const saveOnce = useCallback(async () => {
    const sent = newest.current;
    if (sent === stored.current) return;
    setSaving('saving');
    try {
      const content = { version, answers: sent };
      revision.current = await storeAnswers(questionnaireKey, customerId, content, revision.current);
      stored.current = sent;
      setSaving('saved');
    } catch (error) {
      setSaving(error instanceof ApiError && error.status === 412 ? 'elsewhere' : 'failed');
    }
  }, [questionnaireKey, customerId, version]);

  const flush = useCallback(async () => {
    running.current = running.current.then(saveOnce);
    await running.current;
  }, [saveOnce]);

  const setAnswer = useCallback((questionId: string, value: AnswerValue) => {
    const next = new Map(newest.current);
    if (value === null) next.delete(questionId);
    else next.set(questionId, value);
    newest.current = next;
    setAnswers(next);
  }, []);

  useEffect(() => {
    if (answers === stored.current) return undefined;
    const timer = setTimeout(() => void flush(), pauseMilliseconds);
    return () => clearTimeout(timer);
  }, [answers, flush]);
  // Who leaves the page, or puts the phone away, loses nothing.
  useEffect(() => {
    const leave = () => {
      if (document.visibilityState === 'hidden') void flush();
    };
    document.addEventListener('visibilitychange', leave);
    return () => {
      document.removeEventListener('visibilitychange', leave);
      void flush();
    };
  }, [flush]);

  return { answers, saving, setAnswer, flush };
}
