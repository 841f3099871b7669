import * as z from 'zod/mini';
import { callsOf } from '../call.ts';
import { instant } from '../fields.ts';

const defineCall = callsOf('drafts');

/** Wizards that keep drafts. */
export const draftTypes = [
  'tariff',
  'riskComponent',
  'selectionComponent',
  'allocationComponent',
  'universeComponent',
  'questionnaire',
] as const;
export const draftType = z.enum(draftTypes);
export type DraftType = z.infer<typeof draftType>;

const draftPath = z.strictObject({
  draftType,
  /** Id of the object, or `new`. */
  entityKey: z.string().check(z.regex(/^[A-Za-z0-9-]{1,100}$/)),
});

export const draft = z.strictObject({
  draftType,
  entityKey: z.string(),
  /** Step of the wizard it was left on. */
  step: z.string(),
  /** The wizard's own state, incomplete as it may be. */
  data: z.unknown(),
  /** Row version of the object the draft began with; null = a new object. */
  baseVersion: z.nullable(z.int()),
  /** Counts the saves; goes into If-Match so that two machines of one user never overwrite one another. */
  revision: z.int(),
  createdAt: instant,
  updatedAt: instant,
});
export type Draft = z.infer<typeof draft>;

export const getDraft = defineCall({
  id: 'getDraft',
  method: 'GET',
  path: '/drafts/:draftType/:entityKey',
  summary: "The caller's draft, and who else has one of the same object.",
  access: 'signedIn',
  params: draftPath,
  answer: z.strictObject({
    draft: z.nullable(draft),
    others: z.array(z.strictObject({ userName: z.string(), updatedAt: instant })),
  }),
});

export const putDraft = defineCall({
  id: 'putDraft',
  method: 'PUT',
  path: '/drafts/:draftType/:entityKey',
  summary:
    'Saves the draft; `revision` is the one it was read with, null for the first. 412: the newer draft stands in `current`.',
  access: 'signedIn',
  params: draftPath,
  body: z.strictObject({
    step: z.string().check(z.regex(/^[a-z-]{1,50}$/)),
    data: z.unknown(),
    baseVersion: z.nullable(z.int()),
    revision: z.nullable(z.int()),
  }),
  answer: draft,
  bodyLimit: 2_200_000,
  errors: ['common.versionConflict', 'common.payloadTooLarge', 'common.quotaExceeded'],
});

export const deleteDraft = defineCall({
  id: 'deleteDraft',
  method: 'DELETE',
  path: '/drafts/:draftType/:entityKey',
  summary: 'Discards the draft.',
  access: 'signedIn',
  params: draftPath,
});
