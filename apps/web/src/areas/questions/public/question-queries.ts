import type { CallAnswer, CallInput } from '@depotwerk/api/call';
import { deleteDraft, getDraft, putDraft } from '@depotwerk/api/drafts/drafts';
import {
  getOwnLastAnswers,
  getOwnQuestionnaire,
  listWaitingAnswers,
} from '@depotwerk/api/questionnaires/own-answers';
import {
  answerValue,
  getQuestionnaire,
  listGivenAnswers,
  listQuestionnaires,
  submitAnswers,
} from '@depotwerk/api/questionnaires/questionnaires';
import { type Answers, answersOf } from '@depotwerk/domain/questions/questionnaire';
import { type QueryKey, queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { callApi } from '../../../platform/api-client.ts';
import { isMissingObject } from '../../../platform/api-error.ts';
import { readAnew } from '../../../platform/read-anew.ts';
import { hasPermission, useSession } from '../../../platform/session.ts';

export type Questionnaire = CallAnswer<typeof getQuestionnaire>;
export type GivenAnswers = CallAnswer<typeof listGivenAnswers>[number];

const questionnaireKey = (key: string, version: number | undefined, ...whose: readonly 'own'[]): QueryKey => [
  'questionnaire',
  key,
  version ?? 'today',
  ...whose,
];

/** The questionnaire that counts today, or an earlier version of it. */
export const questionnaireQuery = (key: string, version?: number) =>
  queryOptions({
    queryKey: questionnaireKey(key, version),
    queryFn: ({ signal }) =>
      callApi(
        getQuestionnaire,
        { params: { key }, query: version === undefined ? {} : { version } },
        { signal },
      ),
  });

/** The same for a customer who answers herself. */
export const ownQuestionnaireQuery: typeof questionnaireQuery = (key, version) =>
  queryOptions({
    queryKey: questionnaireKey(key, version, 'own'),
    queryFn: ({ signal }) =>
      callApi(
        getOwnQuestionnaire,
        { params: { key }, query: version === undefined ? {} : { version } },
        { signal },
      ),
  });

/** What a customer who answers herself answered last; null where she never did, and of a server of the release before. */
export const ownLastAnswersQuery = (key: string) =>
  queryOptions({
    queryKey: ['ownSide', 'last-answers', key],
    queryFn: async ({ signal }) => {
      try {
        return await callApi(getOwnLastAnswers, { params: { key } }, { signal });
      } catch (error) {
        if (isMissingObject(error)) return null;
        throw error;
      }
    },
    staleTime: 0,
  });

export type WaitingAnswers = CallAnswer<typeof listWaitingAnswers>[number];

/** What a customer answered herself and nobody has confirmed. */
export const waitingAnswersQuery = (customerId: string) =>
  queryOptions({
    queryKey: ['customer', customerId, 'own-answers'],
    queryFn: ({ signal }) => callApi(listWaitingAnswers, { params: { id: customerId } }, { signal }),
    staleTime: 0,
  });

/** What customers can be asked today. */
export const questionnairesQuery = () =>
  queryOptions({
    queryKey: ['questionnaire', 'all'],
    queryFn: ({ signal }) => callApi(listQuestionnaires, {}, { signal }),
  });

export const givenAnswersQuery = (customerId: string) =>
  queryOptions({
    queryKey: ['customer', customerId, 'questionnaire-answers'],
    queryFn: ({ signal }) => callApi(listGivenAnswers, { params: { id: customerId } }, { signal }),
  });

/** Newest confirmed answers of a customer to a questionnaire; read afresh whenever it is opened. Null for whoever may not see them. */
export const newestAnswersQuery = (key: string, customerId: string) =>
  queryOptions({
    queryKey: ['customer', customerId, 'newest-answers', key],
    queryFn: async ({ signal }): Promise<readonly GivenAnswers[] | null> => {
      if (!hasPermission(useSession.getState().user, 'riskProfile.view')) return null;
      const given = await callApi(listGivenAnswers, { params: { id: customerId } }, { signal });
      return given.filter(({ questionnaireKey }) => questionnaireKey === key);
    },
    staleTime: 0,
    gcTime: 0,
  });

/** What a stored draft of answers holds. */
const draftContent = z.object({
  version: z.int(),
  /** Newest confirmed answers when these were begun; absent in drafts of a release that did not ask. */
  seenAnswersId: z.optional(z.nullable(z.string())),
  answers: z.array(z.object({ questionId: z.string(), value: answerValue })),
});

export interface AnswersDraft {
  readonly version: number;
  readonly answers: Answers;
  /** Counts the saves; null = never stored. */
  readonly revision: number;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** Newest confirmed answers when these were begun; null = there were none, undefined = not known. */
  readonly seenAnswersId: string | null | undefined;
}

/** Answers with the version they belong to and what had been confirmed when they were begun. */
export type AnswersContent = Pick<AnswersDraft, 'version' | 'answers' | 'seenAnswersId'>;

const draftParams = (key: string, customerId: string) => ({
  draftType: 'questionnaire' as const,
  entityKey: `${key}-${customerId}`,
});

/** The caller's unfinished answers; read afresh whenever the questionnaire is opened. */
export const answersDraftQuery = (key: string, customerId: string) =>
  queryOptions({
    queryKey: ['drafts', 'questionnaire', key, customerId],
    queryFn: async ({ signal }): Promise<AnswersDraft | null> => {
      const { draft } = await callApi(getDraft, { params: draftParams(key, customerId) }, { signal });
      const content = draft === null ? null : draftContent.safeParse(draft.data);
      if (draft === null || !content?.success) return null;
      const { version, answers, seenAnswersId } = content.data;
      const { revision, createdAt, updatedAt } = draft;
      return { version, answers: answersOf(answers), seenAnswersId, revision, createdAt, updatedAt };
    },
    staleTime: 0,
    gcTime: 0,
  });

/** Stores unfinished answers on the revision they were read with; the new revision. Throws ApiError 412. */
export async function storeAnswers(
  key: string,
  customerId: string,
  content: AnswersContent,
  revision: number | null,
  outlivesPage = false,
): Promise<number> {
  const data = { ...content, answers: listOf(content.answers) };
  const stored = await callApi(
    putDraft,
    {
      params: draftParams(key, customerId),
      body: { step: 'questions', data, baseVersion: null, revision },
    },
    { outlivesPage },
  );
  return stored.revision;
}

export async function discardAnswers(key: string, customerId: string): Promise<void> {
  await callApi(deleteDraft, { params: draftParams(key, customerId) });
}

/** Answers as calls take them. */
export const listOf = (answers: Answers): CallInput<typeof submitAnswers>['body']['answers'] =>
  [...answers].map(([questionId, value]) => ({
    questionId,
    // The schema knows no read-only lists; the value is only sent.
    value: value as z.output<typeof answerValue>,
  }));

/** Confirms answers and loads again what they change. Throws ApiError. */
export async function confirmAnswers(
  key: string,
  body: CallInput<typeof submitAnswers>['body'],
): Promise<CallAnswer<typeof submitAnswers>> {
  const result = await callApi(submitAnswers, { params: { key }, body });
  void readAnew('customer', 'contract', 'contracts', 'consultation');
  return result;
}
