import { setupPermission } from '@depotwerk/domain/setup-permission';
import * as z from 'zod/mini';
import { defineCall } from '../call.ts';

/** The first day of a house: what is set up, what is missing. */

/** Steps in the order a house takes them. */
export const setupStepKeys = [
  'appearance',
  'mail',
  'groups',
  'roles',
  'people',
  'funds',
  'peergroups',
  'banks',
  'tariffs',
  'customers',
  'contracts',
] as const;
export const setupStepKey = z.enum(setupStepKeys);
export type SetupStepKey = z.infer<typeof setupStepKey>;

export const setup = z.strictObject({
  /** False when every step is done or left out: the page has ended then. */
  isOpen: z.boolean(),
  steps: z.array(
    z.strictObject({
      key: setupStepKey,
      /** Proved by the data, not by a tick. */
      isDone: z.boolean(),
      isSkipped: z.boolean(),
    }),
  ),
});
export type Setup = z.infer<typeof setup>;

export const getSetup = defineCall({
  id: 'getSetup',
  area: 'setup',
  method: 'GET',
  path: '/setup',
  summary: 'What of the first day is done and what is missing.',
  access: setupPermission,
  answer: setup,
});

const stepKeys = z.array(setupStepKey).check(z.maxLength(setupStepKeys.length));

export const putSetupSkips = defineCall({
  id: 'putSetupSkips',
  area: 'setup',
  method: 'PUT',
  path: '/setup/skips',
  summary:
    'Which steps the house leaves out. With `shown` only what differs from it changes: what others have left out meanwhile stays.',
  access: setupPermission,
  body: z.strictObject({
    skipped: stepKeys,
    /** What the page showed as left out; absent = a page of the release before, whose list replaces all. */
    shown: z.optional(stepKeys),
  }),
  answer: setup,
});
