import * as z from 'zod/mini';
import { callsOf } from '../call.ts';
import { day, id, instant, pathId, text } from '../fields.ts';
import { customerDetail, customerDraft } from './customers.ts';

const defineCall = callsOf('customers');
const access = 'customers.merge';

const likenesses = z.array(z.enum(['number', 'name', 'dateOfBirth', 'email']));
const candidate = z.strictObject({
  id,
  name: z.string(),
  dateOfBirth: z.nullable(day),
  email: z.nullable(z.string()),
  contractCount: z.int(),
  /** His number today. */
  externalKey: z.optional(z.nullable(z.string())),
});

export const customerDuplicates = z.strictObject({
  candidates: z.array(z.strictObject({ ...candidate.shape, likenesses })),
  /** Merges into this customer, newest first. */
  merges: z.array(
    z.strictObject({
      id,
      mergedName: z.string(),
      mergedAt: instant,
      mergedByName: z.string(),
      undoneAt: z.nullable(instant),
    }),
  ),
});

export const getCustomerDuplicates = defineCall({
  id: 'getCustomerDuplicates',
  method: 'GET',
  path: '/customers/:id/duplicates',
  summary: 'Customers who may be the same person as this one, and what was merged into him.',
  access,
  params: pathId,
  answer: customerDuplicates,
  errors: ['common.notFound'],
});

export const listDuplicatePairs = defineCall({
  id: 'listDuplicatePairs',
  method: 'GET',
  path: '/customers/duplicates',
  summary: 'Pairs of customers who may be one, at most 200, by name.',
  access,
  answer: z.array(z.strictObject({ first: candidate, second: candidate, likenesses })),
});

export const findLikelyCustomers = defineCall({
  id: 'findLikelyCustomers',
  method: 'POST',
  path: '/customers/likely',
  summary: 'Visible customers who may be the one who is being entered; a hint, never an obstacle.',
  access: 'customers.create',
  body: z.strictObject({
    externalKey: z.optional(z.nullable(text(200))),
    firstName: customerDraft.shape.firstName,
    lastName: customerDraft.shape.lastName,
    companyName: customerDraft.shape.companyName,
    dateOfBirth: customerDraft.shape.dateOfBirth,
    email: customerDraft.shape.email,
  }),
  answer: z.array(z.strictObject({ ...candidate.shape, likenesses })),
});

export const mergeCustomers = defineCall({
  id: 'mergeCustomers',
  needsFreshFactor: true,
  method: 'POST',
  path: '/customers/:id/merge',
  summary:
    'Makes two customers one: the values chosen stay, everything of the other one moves; the other address leads here.',
  access,
  params: pathId,
  body: z.strictObject({
    mergedId: id,
    /** Versions both had when they were compared. */
    rowVersion: z.int(),
    mergedRowVersion: z.int(),
    draft: customerDraft,
  }),
  answer: customerDetail,
  needsIdempotencyKey: true,
  errors: [
    'common.notFound',
    'common.validationFailed',
    'common.versionConflict',
    'customers.blocked',
    'customers.inactive',
    'customers.bothHaveUser',
    'customers.sameContract',
    'customers.legalHold',
    'traderDepots.openingRunning',
  ],
});

export const undoMerge = defineCall({
  id: 'undoMerge',
  needsFreshFactor: true,
  method: 'POST',
  path: '/customers/:id/merge/undo',
  summary: 'Takes the newest merge into a customer back, as long as he was not changed since.',
  access,
  params: pathId,
  answer: customerDetail,
  needsIdempotencyKey: true,
  errors: ['common.notFound', 'customers.mergeBuiltOn', 'customers.blocked'],
});

export const markDistinct = defineCall({
  id: 'markDistinct',
  method: 'POST',
  path: '/customers/:id/distinct',
  summary: 'Notes that two customers are two people; they are not proposed again.',
  access,
  params: pathId,
  body: z.strictObject({ otherId: id }),
  needsIdempotencyKey: true,
  errors: ['common.notFound'],
});

export const getSurvivor = defineCall({
  id: 'getSurvivor',
  method: 'GET',
  path: '/customers/:id/survivor',
  summary: 'The customer into whom this one was merged.',
  access: 'customers.view',
  params: pathId,
  answer: z.strictObject({ id }),
  errors: ['common.notFound'],
});
