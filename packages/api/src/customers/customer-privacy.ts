import {
  agreementSubjects,
  agreementWays,
  consentDecisions,
  consentKinds,
  erasureBases,
  erasureStates,
} from '@depotwerk/domain/customers/privacy-texts';
import { keptAreas } from '@depotwerk/domain/customers/retention';
import * as z from 'zod/mini';
import { callsOf } from '../call.ts';
import { day, id, instant, paging, pathId, text } from '../fields.ts';

const defineCall = callsOf('customers');

/** What a customer decided about a kind of consent, as it is told to herself too. */
export const decidedConsent = {
  id,
  consentKind: z.enum(consentKinds),
  decision: z.enum(consentDecisions),
  textVersion: z.string(),
  /** Words the customer agreed to; empty where only the version is known. */
  consentText: z.string(),
  decidedOn: day,
  /** Decided by herself on her own side; absent = by an older server, which does not say. */
  isOwn: z.optional(z.boolean()),
};
const consent = z.strictObject({
  ...decidedConsent,
  recordedAt: instant,
  recordedByName: z.string(),
});

/** What she agreed to herself on her way into the house or in her access, beside the decisions above. */
export const agreement = z.strictObject({
  subject: z.enum(agreementSubjects),
  way: z.enum(agreementWays),
  /** The bank that was asked; null = it is not about one. */
  bankName: z.nullable(z.string()),
  version: z.string(),
  /** null = not known any more. */
  agreedAt: z.nullable(instant),
  /** When she took it back; null = it stands. */
  withdrawnAt: z.nullable(instant),
  /** Words she agreed to; empty where only the version is known. */
  text: z.string(),
});

const legalHold = z.strictObject({
  id,
  reason: z.string(),
  setAt: instant,
  setByName: z.string(),
  /** null = still holds. */
  liftedAt: z.nullable(instant),
  liftedByName: z.nullable(z.string()),
  liftReason: z.nullable(z.string()),
});

export const customerErasure = z.strictObject({
  id,
  customerId: id,
  basis: z.enum(erasureBases),
  state: z.enum(erasureStates),
  requestedAt: instant,
  requestedByName: z.string(),
  /** Last day something has to be kept; null = nothing had to. */
  keptUntil: z.nullable(day),
  /** When it was erased or taken back. */
  closedAt: z.nullable(instant),
  /** SHA-256 of what was erased, in hexadecimal digits. */
  contentHash: z.nullable(z.string()),
  /** Number of rows erased, all tables together. */
  rowCount: z.int(),
});

export const customerPrivacy = z.strictObject({
  /** Newest first; withdrawn ones stay. */
  consents: z.array(consent),
  /** Newest first; absent = by an older server, which does not say. */
  agreements: z.optional(z.array(agreement)),
  holds: z.array(legalHold),
  /** The request that waits for its day. */
  erasure: z.nullable(customerErasure),
  /** What an erasure asked for today would mean. */
  outlook: z.strictObject({
    state: z.enum(['running', 'kept', 'free']),
    until: z.nullable(day),
    runningContracts: z.int(),
    kept: z.array(z.strictObject({ area: z.enum(keptAreas), count: z.int(), until: z.nullable(day) })),
  }),
  mayEdit: z.boolean(),
  mayExport: z.boolean(),
  mayErase: z.boolean(),
});

export const getCustomerPrivacy = defineCall({
  id: 'getCustomerPrivacy',
  method: 'GET',
  path: '/customers/:id/privacy',
  summary: 'Consents, legal holds and what an erasure would mean.',
  access: 'customers.view',
  params: pathId,
  answer: customerPrivacy,
  errors: ['common.notFound'],
});

export const exportCustomerData = defineCall({
  id: 'exportCustomerData',
  method: 'GET',
  path: '/customers/:id/export',
  summary:
    'Everything the product holds of a customer (Art. 15 and 20 GDPR): a ZIP with a readable form, JSON and the documents.',
  access: 'customers.export',
  params: pathId,
  answerKind: 'file',
  errors: ['common.notFound', 'common.exportTooLarge'],
});

export const recordConsent = defineCall({
  id: 'recordConsent',
  method: 'POST',
  path: '/customers/:id/consents',
  summary: 'Records that a customer agreed to a version of a text, or withdrew; earlier decisions stay.',
  access: 'customers.edit',
  params: pathId,
  body: z.strictObject({
    consentKind: z.enum(consentKinds),
    decision: z.enum(consentDecisions),
    textVersion: z.nullable(text(50)),
    consentText: z.nullable(text(5000)),
    decidedOn: day,
  }),
  answer: customerPrivacy,
  needsIdempotencyKey: true,
  errors: ['common.notFound', 'common.validationFailed', 'customers.consentNotGiven'],
});

export const setLegalHold = defineCall({
  id: 'setLegalHold',
  needsFreshFactor: true,
  method: 'POST',
  path: '/customers/:id/legal-hold',
  summary: 'Keeps the data of a customer whatever its periods say, or lifts that; both with a reason.',
  access: 'customers.erase',
  params: pathId,
  body: z.strictObject({ isHeld: z.boolean(), reason: text(2000) }),
  answer: customerPrivacy,
  needsIdempotencyKey: true,
  errors: ['common.notFound', 'common.validationFailed', 'customers.holdUnchanged'],
});

export const eraseCustomer = defineCall({
  id: 'eraseCustomer',
  needsFreshFactor: true,
  method: 'POST',
  path: '/customers/:id/erase',
  summary:
    'Erases a customer (Art. 17 GDPR): at once where nothing has to be kept, else his contact data now and the rest after its last day.',
  access: 'customers.erase',
  params: pathId,
  body: z.strictObject({ basis: z.enum(erasureBases) }),
  answer: customerErasure,
  needsIdempotencyKey: true,
  errors: [
    'common.notFound',
    'customers.retentionActive',
    'customers.legalHold',
    'customers.erasureWaiting',
    'contracts.hasOpenOrders',
  ],
});

export const withdrawErasure = defineCall({
  id: 'withdrawErasure',
  needsFreshFactor: true,
  method: 'POST',
  path: '/customers/:id/erase/withdraw',
  summary: 'Takes back a request to erase that waits; what was erased with it does not come back.',
  access: 'customers.erase',
  params: pathId,
  answer: customerErasure,
  needsIdempotencyKey: true,
  errors: ['common.notFound', 'customers.noErasureWaiting'],
});

export const listCustomerErasures = defineCall({
  id: 'listCustomerErasures',
  method: 'GET',
  path: '/customers/erasures',
  summary: 'Requests to erase and receipts of what was erased, newest first.',
  access: 'customers.erase',
  query: z.strictObject({ ...paging }),
  answer: z.array(customerErasure),
});
