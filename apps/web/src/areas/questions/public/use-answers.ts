import { withAnswer } from '@depotwerk/domain/questions/choose-values';
import type { Answers, AnswerValue } from '@depotwerk/domain/questions/questionnaire';
import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiError } from '../../../platform/api-error.ts';
import { useSession } from '../../../platform/session.ts';
import { keepUnsaved, noteUnsaved, storedUnsaved, unsavedAnswers } from '../unsaved-answers.ts';
import { storeAnswers } from './question-queries.ts';
import { type Saving, useKept } from './use-kept.ts';

export interface AnswersState {
  readonly answers: Answers;
  readonly saving: Saving;
  readonly setAnswer: (questionId: string, value: AnswerValue) => void;
  /** Stores what is not stored yet. @returns whether everything is stored */
  readonly flush: () => Promise<boolean>;
}

export interface KeptAnswers extends AnswersState {
  /** Newest confirmed answers these have been held against; null = there were none, undefined = not known. */
  readonly seenAnswersId: string | null | undefined;
  /** Goes on with other answers, held against newer confirmed ones. */
  readonly goOn: (answers: Answers, seenAnswersId: string) => void;
}

interface Place {
  readonly questionnaireKey: string;
  readonly customerId: string;
  readonly version: number;
}

/** Answers about a customer while they are given, kept as a draft on the server. */
export function useAnswers(
  { questionnaireKey, customerId, version }: Place,
  initial: Answers,
  initialRevision: number | null,
  initialSeenId?: string | null,
): KeptAnswers {
  const revision = useRef(initialRevision);
  const [seenAnswersId, setSeenId] = useState(initialSeenId);
  // What is stored outlives renderings, as in `useKept`.
  const seen = useRef(initialSeenId);
  const place = `${questionnaireKey} ${customerId} ${version}`;
  // Who types stays who typed, also once the session is over.
  const [userId] = useState(() => useSession.getState().user?.id ?? null);
  const [newer] = useState(() => unsavedAnswers(userId, place, initialRevision));
  const store = useCallback(
    async (answers: Answers, isLeaving: boolean) => {
      const content = { version, answers, seenAnswersId: seen.current };
      try {
        const before = revision.current;
        revision.current = await storeAnswers(questionnaireKey, customerId, content, before, isLeaving);
        storedUnsaved(place, answers, revision.current);
      } catch (error) {
        if (userId !== null && error instanceof ApiError && error.status === 401)
          keepUnsaved({ userId, place, revision: revision.current, answers });
        throw error;
      }
    },
    [questionnaireKey, customerId, version, place, userId],
  );
  const { value, saving, change, flush, unstored } = useKept(initial, initialRevision !== null, store, newer);
  useEffect(
    () =>
      noteUnsaved(() => {
        const answers = unstored();
        if (userId === null || answers === undefined) return null;
        return { userId, place, revision: revision.current, answers };
      }),
    [unstored, userId, place],
  );
  const setAnswer = useCallback(
    (questionId: string, answer: AnswerValue) => change((answers) => withAnswer(answers, questionId, answer)),
    [change],
  );
  const goOn = useCallback(
    (answers: Answers, seenId: string) => {
      seen.current = seenId;
      setSeenId(seenId);
      change(() => new Map(answers));
    },
    [change],
  );
  return { answers: value, saving, setAnswer, flush, seenAnswersId, goOn };
}
