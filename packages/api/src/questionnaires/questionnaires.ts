import { profileStatuses } from '@depotwerk/domain/contracts/profile-statuses';
import {
  classCounts,
  profileFields,
  type Question,
  questionTypes,
  type Scoring,
  scaleKeys,
} from '@depotwerk/domain/questions/questionnaire';
import * as z from 'zod/mini';
import { callsOf } from '../call.ts';
import { riskAssessment } from '../contracts/contract-detail.ts';
import { elementCondition } from '../contracts/elements.ts';
import { day, id, instant, pathId, queryInteger, text } from '../fields.ts';

const defineCall = callsOf('questionnaires');

export const questionnaireKey = z.string().check(z.regex(/^[A-Za-z0-9]{1,50}$/));
/** Permanent name of a question or value. */
const memberId = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,50}$/));

const questionValue = z.strictObject({
  id: memberId,
  label: text(300, 1),
  /** HTML; the browser cleans it before it is shown. */
  description: text(2000),
  isOther: z.boolean(),
  points: z.int().check(z.minimum(-1000), z.maximum(1000)),
});

export const question: z.ZodMiniType<Question> = z.strictObject({
  id: memberId,
  questionType: z.enum(questionTypes),
  section: text(200),
  title: text(500, 1),
  /** HTML, as above. */
  hint: text(4000),
  styleHint: z.nullable(z.enum(['COLUMNS', 'SINGLE_LINE'])),
  values: z.array(questionValue).check(z.maxLength(50)),
  nonValueId: z.nullable(memberId),
  isRequired: z.boolean(),
  visibleIf: z.nullable(elementCondition),
  scale: z.nullable(z.enum(scaleKeys)),
  profileField: z.nullable(z.enum(profileFields)),
});

const points = z.nullable(z.int().check(z.minimum(-100_000), z.maximum(100_000)));

export const scoring: z.ZodMiniType<Scoring> = z.strictObject({
  scales: z
    .array(
      z.strictObject({
        key: z.enum(scaleKeys),
        tables: z
          .array(
            z.strictObject({
              classCount: z.literal(classCounts),
              rows: z
                .array(
                  z.strictObject({
                    riskClassId: z.int().check(z.minimum(1), z.maximum(7)),
                    from: points,
                    to: points,
                  }),
                )
                .check(z.maxLength(7)),
            }),
          )
          .check(z.maxLength(classCounts.length)),
      }),
    )
    .check(z.maxLength(scaleKeys.length)),
  contradictions: z
    .array(
      z.strictObject({
        id: memberId,
        when: elementCondition,
        text: text(500, 1),
        source: text(300),
      }),
    )
    .check(z.maxLength(50)),
  validMonths: z.int().check(z.minimum(1), z.maximum(60)),
});

export const questions = z.array(question).check(z.maxLength(100));

export const questionnaire = z.strictObject({
  questionnaireId: id,
  key: questionnaireKey,
  version: z.int(),
  title: z.string(),
  publishedFrom: z.nullable(day),
  questions,
  /** How answers become a risk class; null = they become none. */
  scoring: z.nullable(scoring),
});

const chosenValue = z.strictObject({ id: memberId, text: z.nullable(text(2000)) });
/** By kind: a choice, several, a text or day, a number; null = no answer. What fits is the rules' business. */
export const answerValue = z.union([
  z.null(),
  chosenValue,
  z.array(chosenValue).check(z.maxLength(50)),
  text(5000),
  z.number(),
]);
/** One answer with the question it belongs to. */
export const answer = z.strictObject({ questionId: memberId, value: answerValue });

const classChoice = z.int().check(z.minimum(1), z.maximum(7));
const keyPath = z.strictObject({ key: questionnaireKey });

export const listQuestionnaires = defineCall({
  id: 'listQuestionnaires',
  method: 'GET',
  path: '/questionnaires',
  summary: 'What customers can be asked today, by title; the depot analysis of visitors is none of it.',
  access: 'riskProfile.edit',
  answer: z.array(z.strictObject({ key: questionnaireKey, title: z.string() })),
});

export const getQuestionnaire = defineCall({
  id: 'getQuestionnaire',
  method: 'GET',
  path: '/questionnaires/:key',
  summary: 'The questionnaire that counts today, or a version that was published before.',
  access: 'riskProfile.edit',
  params: keyPath,
  query: z.strictObject({ version: z.optional(queryInteger(1, 1_000_000)) }),
  answer: questionnaire,
  errors: ['common.notFound'],
});

export const submitAnswers = defineCall({
  id: 'submitAnswers',
  method: 'POST',
  path: '/questionnaires/:key/answers',
  summary:
    'Keeps the answers of a customer with the version they were given to; a risk profile becomes the valid one of the contracts named.',
  access: 'riskProfile.edit',
  params: keyPath,
  body: z.strictObject({
    /** Whose answers; without it the holder of the contract. */
    customerId: z.optional(id),
    contractId: z.optional(id),
    /** Further contracts the answers count for. */
    contractIds: z.optional(z.array(id).check(z.maxLength(100))),
    version: z.int(),
    answers: z.array(answer).check(z.maxLength(100)),
    /** Lower classes than the answers lead to, as adviser and customer agreed. */
    agreedClasses: z.optional(
      z.array(z.strictObject({ contractId: id, riskClassId: classChoice })).check(z.maxLength(101)),
    ),
    /** Needed with contradictions or an agreed class. */
    comment: z.optional(text(2000)),
    /** What the customer answered herself and was looked at here; null = nothing waited. Anything else that waits now refuses. */
    seenOwnAnswersId: z.optional(z.nullable(id)),
    /** Newest confirmed answers when these were begun; null = there were none. Newer ones refuse, and stand in `current`. */
    seenAnswersId: z.optional(z.nullable(id)),
  }),
  answer: z.strictObject({
    answersId: id,
    /** Of `contractId`; null where the answers lead to none. */
    riskAssessment: z.nullable(riskAssessment),
    assessedContracts: z.array(
      z.strictObject({ contractId: id, externalKey: z.string(), riskClassId: z.int() }),
    ),
  }),
  needsIdempotencyKey: true,
  errors: [
    'common.notFound',
    'common.validationFailed',
    'customers.blocked',
    'questionnaire.unknownQuestion',
    'questionnaire.outdated',
    'questionnaire.classTooHigh',
    'questionnaire.noClass',
    'questionnaire.answeredMeanwhile',
    'common.versionConflict',
  ],
});

/** Answers somebody confirmed since others were begun: `current` of a 412. */
export const recordedAnswers = z.strictObject({
  answersId: id,
  version: z.int(),
  answers: z.array(answer),
  recordedBy: z.nullable(z.string()),
  recordedAt: instant,
});

/** Answers that were given, as they were asked. */
export const givenAnswers = z.strictObject({
  id,
  questionnaireKey,
  title: z.string(),
  version: z.int(),
  answeredOn: day,
  recordedAt: instant,
  recordedBy: z.nullable(z.string()),
  comment: z.string(),
  contradictions: z.array(z.string()),
  /** Where each of `contradictions` comes from, in their order. Optional for one release. */
  contradictionSources: z.optional(z.array(z.string())),
  /** Every question that was asked, in words. */
  lines: z.array(
    z.strictObject({ questionId: z.string(), section: z.string(), title: z.string(), text: z.string() }),
  ),
  results: z.array(
    z.strictObject({
      contractId: id,
      externalKey: z.string(),
      riskClassId: z.int(),
      riskClassCount: z.nullable(z.int()),
      validUntil: day,
      status: z.enum(profileStatuses),
    }),
  ),
});

export const listGivenAnswers = defineCall({
  id: 'listGivenAnswers',
  method: 'GET',
  path: '/customers/:id/questionnaire-answers',
  summary: 'Answers a customer gave to questionnaires, newest first, with what came of them.',
  access: 'riskProfile.view',
  params: pathId,
  answer: z.array(givenAnswers),
  errors: ['common.notFound'],
});
