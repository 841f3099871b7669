import * as z from 'zod/mini';
import { callsOf } from '../call.ts';
import { day, id, instant, pathId, queryInteger } from '../fields.ts';
import { answer, questionnaire, questionnaireKey } from './questionnaires.ts';

const defineCall = callsOf('questionnaires');
const keyPath = z.strictObject({ key: questionnaireKey });
const answers = z.array(answer).check(z.maxLength(100));

export const getOwnQuestionnaire = defineCall({
  id: 'getOwnQuestionnaire',
  method: 'GET',
  path: '/my/questionnaires/:key',
  summary: 'What a customer is asked herself: the questionnaire without points and tables.',
  access: 'ownSide',
  params: keyPath,
  query: z.strictObject({ version: z.optional(queryInteger(1, 1_000_000)) }),
  answer: questionnaire,
  errors: ['common.notFound'],
});

export const getOwnLastAnswers = defineCall({
  id: 'getOwnLastAnswers',
  method: 'GET',
  path: '/my/questionnaires/:key/last-answers',
  summary: 'What a customer answered last, to begin with when she answers anew; null where she never did.',
  access: 'ownSide',
  params: keyPath,
  answer: z.nullable(z.strictObject({ version: z.int(), answers, answeredOn: day })),
  errors: ['common.notFound'],
});

export const submitOwnAnswers = defineCall({
  id: 'submitOwnAnswers',
  method: 'POST',
  path: '/my/questionnaires/:key/answers',
  summary: "Hands a customer's own answers to her adviser; nothing follows from them before he confirms.",
  access: 'ownSide',
  params: keyPath,
  body: z.strictObject({ version: z.int(), answers }),
  answer: z.strictObject({ submittedAt: instant }),
  needsIdempotencyKey: true,
  errors: [
    'common.notFound',
    'common.validationFailed',
    'questionnaire.unknownQuestion',
    'questionnaire.outdated',
    'questionnaire.underage',
    'questionnaire.notAccepted',
  ],
});

export const waitingAnswers = z.strictObject({
  id,
  questionnaireKey,
  title: z.string(),
  version: z.int(),
  answers,
  submittedAt: instant,
});

export const listWaitingAnswers = defineCall({
  id: 'listWaitingAnswers',
  method: 'GET',
  path: '/customers/:id/own-answers',
  summary: 'Answers the customer gave herself and nobody has confirmed yet.',
  access: 'riskProfile.edit',
  params: pathId,
  answer: z.array(waitingAnswers),
  errors: ['common.notFound'],
});
