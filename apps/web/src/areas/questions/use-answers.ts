import { withAnswer } from '@depotwerk/domain/questions/choose-values';
import type { Answers, AnswerValue } from '@depotwerk/domain/questions/questionnaire';
import { useCallback, useRef, useState } from 'react';
import { ApiError } from '../../platform/api-error.ts';
import { useSession } from '../../platform/session.ts';
import { storeAnswers } from './question-queries.ts';
import { forgetUnsaved, keepUnsaved, unsavedAnswers } from './unsaved-answers.ts';
import { type Saving, useKept } from './use-kept.ts';

export interface AnswersState {
  readonly answers: Answers;
  readonly saving: Saving;
  readonly setAnswer: (questionId: string, value: AnswerValue) => void;
  /** Stores what is not stored yet. @returns whether everything is stored */
  readonly flush: () => Promise<boolean>;
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
): AnswersState {
  const revision = useRef(initialRevision);
  const place = `${questionnaireKey} ${customerId} ${version}`;
  // Who types stays who typed, also once the session is over.
  const [userId] = useState(() => useSession.getState().user?.id ?? null);
  const [newer] = useState(() => unsavedAnswers(userId, place, initialRevision));
  const store = useCallback(
    async (answers: Answers) => {
      const content = { version, answers };
      try {
        revision.current = await storeAnswers(questionnaireKey, customerId, content, revision.current);
        forgetUnsaved(place);
      } catch (error) {
        if (userId !== null && error instanceof ApiError && error.status === 401)
          keepUnsaved({ userId, place, revision: revision.current, answers });
        throw error;
      }
    },
    [questionnaireKey, customerId, version, place, userId],
  );
  const { value, saving, change, flush } = useKept(initial, initialRevision !== null, store, newer);
  const setAnswer = useCallback(
    (questionId: string, answer: AnswerValue) => change((answers) => withAnswer(answers, questionId, answer)),
    [change],
  );
  return { answers: value, saving, setAnswer, flush };
}
