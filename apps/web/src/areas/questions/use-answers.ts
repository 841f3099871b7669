import { withAnswer } from '@depotwerk/domain/questions/choose-values';
import type { Answers, AnswerValue } from '@depotwerk/domain/questions/questionnaire';
import { useCallback, useRef } from 'react';
import { storeAnswers } from './question-queries.ts';
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
  const store = useCallback(
    async (answers: Answers) => {
      const content = { version, answers };
      revision.current = await storeAnswers(questionnaireKey, customerId, content, revision.current);
    },
    [questionnaireKey, customerId, version],
  );
  const { value, saving, change, flush } = useKept(initial, initialRevision !== null, store);
  const setAnswer = useCallback(
    (questionId: string, answer: AnswerValue) => change((answers) => withAnswer(answers, questionId, answer)),
    [change],
  );
  return { answers: value, saving, setAnswer, flush };
}
