import * as z from 'zod/mini';
import { callsOf } from '../call.ts';
import { day, id, instant, pathId, text } from '../fields.ts';
import { questionnaireKey, questions, scoring } from './questionnaires.ts';

const defineCall = callsOf('questionnaires');

const versionStates = ['draft', 'submitted', 'published'] as const;

const versionMembers = {
  id,
  key: questionnaireKey,
  version: z.int(),
  title: z.string(),
  state: z.enum(versionStates),
  /** First day it counts; null while it is not published. */
  publishedFrom: z.nullable(day),
  /** The day its editor wants it to count from. */
  plannedFrom: z.nullable(day),
  comment: z.string(),
  submittedBy: z.nullable(z.string()),
  submittedAt: z.nullable(instant),
  approvedBy: z.nullable(z.string()),
  approvedAt: z.nullable(instant),
  /** Whether the caller would be a second pair of eyes. */
  isFourEyes: z.boolean(),
  /** It is the one that counts today. */
  isCurrent: z.boolean(),
  /** It says something else than what is delivered today; false where nothing is delivered. Optional for one release. */
  differsFromDelivered: z.optional(z.boolean()),
  rowVersion: z.int(),
};
const versionSummary = z.strictObject(versionMembers);

const contentMembers = { title: text(200, 1), questions, scoring: z.nullable(scoring) };

export const questionnaireVersion = z.strictObject({
  ...versionMembers,
  questions,
  scoring: z.nullable(scoring),
});
export type QuestionnaireVersion = z.output<typeof questionnaireVersion>;

const errors = ['common.notFound', 'questionnaire.wrongState'] as const;
const onVersion = { method: 'POST', params: pathId, answer: questionnaireVersion } as const;

export const listQuestionnaireVersions = defineCall({
  id: 'listQuestionnaireVersions',
  method: 'GET',
  path: '/questionnaire-versions',
  summary: 'All versions of all questionnaires of the house without their content, by key, newest first.',
  access: 'tariffs.view',
  answer: z.array(versionSummary),
});

export const getQuestionnaireVersion = defineCall({
  id: 'getQuestionnaireVersion',
  method: 'GET',
  path: '/questionnaire-versions/:id',
  summary: 'One version of a questionnaire with its questions and how they are counted.',
  access: 'tariffs.view',
  params: pathId,
  answer: questionnaireVersion,
  errors: ['common.notFound'],
});

export const createQuestionnaireVersion = defineCall({
  id: 'createQuestionnaireVersion',
  method: 'POST',
  path: '/questionnaire-versions',
  summary:
    'Opens a draft with the content of the newest published version of a questionnaire, or with what is delivered today.',
  access: 'tariffs.edit',
  needsIdempotencyKey: true,
  status: 201,
  body: z.strictObject({
    key: questionnaireKey,
    /** What the draft begins with; without it the newest published version. */
    content: z.optional(z.literal('delivered')),
  }),
  answer: questionnaireVersion,
  errors,
});

export const createQuestionnaire = defineCall({
  id: 'createQuestionnaire',
  method: 'POST',
  path: '/questionnaires',
  summary: 'Adds a questionnaire of the house: the empty draft of its first version.',
  access: 'tariffs.edit',
  needsIdempotencyKey: true,
  status: 201,
  body: z.strictObject({ title: text(200, 1) }),
  answer: questionnaireVersion,
  errors: ['common.quotaExceeded'],
});

export const putQuestionnaireVersion = defineCall({
  id: 'putQuestionnaireVersion',
  method: 'PUT',
  path: '/questionnaire-versions/:id',
  summary: 'Changes a draft.',
  access: 'tariffs.edit',
  needsIfMatch: true,
  params: pathId,
  body: z.strictObject(contentMembers),
  bodyLimit: 1024 * 1024,
  answer: questionnaireVersion,
  errors: [...errors, 'common.validationFailed'],
});

export const deleteQuestionnaireVersion = defineCall({
  id: 'deleteQuestionnaireVersion',
  method: 'DELETE',
  path: '/questionnaire-versions/:id',
  summary: 'Throws a draft away.',
  access: 'tariffs.edit',
  needsIfMatch: true,
  params: pathId,
  errors,
});

export const submitQuestionnaireVersion = defineCall({
  ...onVersion,
  id: 'submitQuestionnaireVersion',
  path: '/questionnaire-versions/:id/submit',
  summary: 'Submits a draft for approval, with the day it is to count from.',
  access: 'tariffs.submit',
  needsIfMatch: true,
  body: z.strictObject({ plannedFrom: day, comment: text(2000) }),
  errors: [...errors, 'questionnaire.unchanged', 'common.validationFailed'],
});

export const withdrawQuestionnaireVersion = defineCall({
  ...onVersion,
  id: 'withdrawQuestionnaireVersion',
  path: '/questionnaire-versions/:id/withdraw',
  summary: 'Takes a submitted version back to draft.',
  access: 'tariffs.submit',
  needsIfMatch: true,
  body: z.strictObject({}),
  errors,
});

export const approveQuestionnaireVersion = defineCall({
  ...onVersion,
  id: 'approveQuestionnaireVersion',
  path: '/questionnaire-versions/:id/approve',
  summary: 'Approves a submitted version: it is published from the day planned, at the earliest from today.',
  access: 'tariffs.approve',
  needsIfMatch: true,
  body: z.strictObject({ comment: text(2000) }),
  errors: [...errors, 'questionnaire.fourEyes', 'common.validationFailed'],
});

export const rejectQuestionnaireVersion = defineCall({
  ...onVersion,
  id: 'rejectQuestionnaireVersion',
  path: '/questionnaire-versions/:id/reject',
  summary: 'Sends a submitted version back to its editors with a reason.',
  access: 'tariffs.approve',
  needsIfMatch: true,
  body: z.strictObject({ comment: text(2000, 1) }),
  errors,
});
