import { handingOverForms } from '@depotwerk/domain/contracts/key-information';
import * as z from 'zod/mini';
import { callsOf } from '../call.ts';
import { archivedDocument } from '../documents/documents.ts';
import { id, instant, integerId, paging, pathId, text } from '../fields.ts';

const defineCall = callsOf('consultations');

export const consultationKind = z.enum(['initial', 'periodicReview', 'event', 'other']);
export const consultationState = z.enum(['draft', 'completed', 'notPursued']);

/** A fund the adviser recommends, with the proof that its key information document was handed over. */
const recommendation = z.strictObject({
  contractId: id,
  fundId: integerId,
  action: z.enum(['buy', 'sell', 'hold', 'switch']),
  reason: text(5000),
  keyInformationHandedOverAt: z.nullable(instant),
  keyInformationForm: z.nullable(z.enum(handingOverForms)),
});

/** What can be edited while the record is a draft. */
const consultationFields = {
  contractIds: z.array(id).check(z.minLength(1), z.maxLength(50)),
  consultationKind,
  place: text(200),
  initiative: z.enum(['customer', 'adviser']),
  participants: z.array(text(200, 1)).check(z.maxLength(20)),
  startedAt: instant,
  recommendations: z.array(recommendation).check(z.maxLength(100)),
  reasonText: text(5000),
  isPeriodicReviewAgreed: z.boolean(),
};

/** One thing completion still waits for; `text` is German and says where it belongs. */
export const missingRequirement = z.strictObject({
  key: z.enum([
    'riskProfile',
    'keyInformation',
    'purchase',
    'costStatement',
    'reasonText',
    'recommendations',
  ]),
  contractId: z.nullable(id),
  /** Whose risk profile it is, of those who hold the contract; null where it is nobody's. */
  customerId: z.nullable(id),
  fundId: z.nullable(integerId),
  text: z.string(),
});
export type MissingRequirement = z.infer<typeof missingRequirement>;

export const consultation = z.strictObject({
  id,
  customerId: id,
  customerName: z.string(),
  ...consultationFields,
  recommendations: z.array(
    z.strictObject({ ...recommendation.shape, fundName: z.string(), isin: z.string() }),
  ),
  completedAt: z.nullable(instant),
  /** Risk profile of every contract: as it stands while in draft, as it stood on completion afterwards. */
  profileSnapshot: z.array(
    z.strictObject({
      contractId: id,
      externalKey: z.string(),
      riskClassId: z.nullable(z.int()),
      assessmentDate: z.nullable(z.string()),
      validUntil: z.nullable(z.string()),
      isValid: z.boolean(),
    }),
  ),
  documents: z.array(archivedDocument),
  addendumToId: z.nullable(id),
  state: consultationState,
  /** Empty when the record can be completed; always empty once it is not a draft any more. */
  missing: z.array(missingRequirement),
  createdByName: z.string(),
  createdAt: instant,
  updatedAt: instant,
  rowVersion: z.int(),
});
export type Consultation = z.infer<typeof consultation>;

export const listConsultations = defineCall({
  id: 'listConsultations',
  mayLag: true,
  method: 'GET',
  path: '/consultations',
  summary: 'Consultation records of a customer or contract, newest first.',
  access: 'consultations.view',
  query: z.strictObject({
    customerId: z.optional(id),
    contractId: z.optional(id),
    state: z.optional(consultationState),
    ...paging,
  }),
  answer: z.array(
    z.strictObject({
      id,
      customerId: id,
      customerName: z.string(),
      contractIds: z.array(id),
      consultationKind,
      state: consultationState,
      startedAt: instant,
      completedAt: z.nullable(instant),
      createdByName: z.string(),
      addendumToId: z.nullable(id),
      rowVersion: z.int(),
    }),
  ),
  errors: ['common.notFound'],
});

export const getConsultation = defineCall({
  id: 'getConsultation',
  method: 'GET',
  path: '/consultations/:id',
  summary: 'A consultation record with documents and what completion waits for; ETag is its version.',
  access: 'consultations.view',
  params: pathId,
  answer: consultation,
  errors: ['common.notFound'],
});

export const createConsultation = defineCall({
  id: 'createConsultation',
  method: 'POST',
  path: '/consultations',
  summary:
    'Opens a consultation record as draft; with plannedOptimizationId the recommendations come from the plan.',
  access: 'consultations.create',
  body: z.strictObject({
    customerId: id,
    contractIds: consultationFields.contractIds,
    consultationKind,
    initiative: consultationFields.initiative,
    place: z.optional(consultationFields.place),
    participants: z.optional(consultationFields.participants),
    startedAt: z.optional(instant),
    reasonText: z.optional(consultationFields.reasonText),
    plannedOptimizationId: z.optional(id),
    /** A correction of a completed record. */
    addendumToId: z.optional(id),
  }),
  answer: consultation,
  status: 201,
  needsIdempotencyKey: true,
  errors: ['common.notFound', 'consultations.foreignContract', 'consultations.notCompleted'],
});

export const putConsultation = defineCall({
  id: 'putConsultation',
  method: 'PUT',
  path: '/consultations/:id',
  summary: 'Saves a draft.',
  access: 'consultations.create',
  params: pathId,
  body: z.strictObject(consultationFields),
  answer: consultation,
  needsIfMatch: true,
  errors: [
    'common.notFound',
    'common.versionConflict',
    'consultations.completed',
    'consultations.foreignContract',
  ],
});

export const completeConsultation = defineCall({
  id: 'completeConsultation',
  method: 'POST',
  path: '/consultations/:id/complete',
  summary:
    'Completes a draft, immutable from then on; or closes it as not pursued. 409: what is missing stands in `current.missing`.',
  access: 'consultations.complete',
  params: pathId,
  body: z.strictObject({ state: z.optional(z.enum(['completed', 'notPursued'])) }),
  answer: consultation,
  needsIdempotencyKey: true,
  errors: ['common.notFound', 'consultations.incomplete', 'consultations.completed'],
});
