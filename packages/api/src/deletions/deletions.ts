import { takeBackReasons } from '@depotwerk/domain/contracts/bulk-reasons';
import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { id, text } from '../fields.ts';

/**
 * What is kept for a moment when it is deleted, by the kind it has in the log. Contracts and notes are deleted softly and have
 * a call of their own; what holds a secret, and what is erased for good reason, comes back by none.
 */
export const keptKinds = [
  'insurer',
  'issuer',
  'costModel',
  'fundCategory',
  'peergroup',
  'tag',
  'contractTags',
  'customerTags',
  'contractTagsGiven',
  'customerTagsGiven',
  'contractTariffs',
  'customerGroups',
  'tariff',
  'tariffComponent',
  'questionnaire',
  'group',
  'role',
  'whiteLabel',
  'savedView',
  'dashboard',
  'plan',
] as const;
export type KeptKind = (typeof keptKinds)[number];

export const takeBackDeletion = defineCall({
  id: 'takeBackDeletion',
  area: 'deletions',
  method: 'POST',
  path: '/deletions/take-back',
  summary:
    'Puts back what the caller deleted a moment ago, or changed of many, as it was; rights as for the deletion or change.',
  access: 'signedIn',
  /** `objectId`: of the object; of the tag for tags taken off or given to many, of the new group (`noGroupId` = without) for many that moved, of the new tariff for many that got one, of the contract for its plan, `own` for a dashboard. */
  body: z.strictObject({
    objectType: z.enum(keptKinds),
    objectId: text(100),
    /** Which change of many it is, as its answer named it; without it the newest of that kind and object. */
    keptId: z.optional(id),
  }),
  answer: z.strictObject({
    /** How many of many became what they were. */
    backCount: z.optional(z.int()),
    /** Which of many stay as the change left them, and why; `name`: the number of a contract, the name of a customer, null where the caller does not see it. */
    left: z.optional(
      z.array(z.strictObject({ name: z.nullable(z.string()), reason: z.enum(takeBackReasons) })),
    ),
  }),
  needsIdempotencyKey: true,
  errors: [
    'auth.forbidden',
    'common.notFound',
    'customers.blocked',
    'deletions.takenBack',
    'deletions.tooLate',
    'deletions.placeTaken',
    'deletions.changedSince',
    'deletions.referenceGone',
    'users.aboveOwnRights',
  ],
});
