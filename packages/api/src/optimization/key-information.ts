import {
  handingOverForms,
  handoverRowResults,
  mostHandedOver,
} from '@depotwerk/domain/contracts/key-information';
import * as z from 'zod/mini';
import { callsOf } from '../call.ts';
import { bulkSelection } from '../contracts/contract-bulk.ts';
import { id, instant, integerId, paging, pathId } from '../fields.ts';
import { job } from '../jobs/jobs.ts';

const defineCall = callsOf('optimization');

const form = z.enum(handingOverForms);

/** The one that holds now: filed with the fund, or where the fund's company says it lies; null = none is known. */
const documentInForce = z.nullable(
  z.strictObject({
    /** Another one with every revision. */
    version: z.string(),
    documentId: z.nullable(id),
    address: z.nullable(z.string()),
    title: z.string(),
    day: z.nullable(z.string()),
  }),
);
/** As it was shown: of another version none is recorded. */
const shownDocument = z.strictObject({
  fundId: integerId,
  version: z.string().check(z.minLength(1), z.maxLength(3000)),
});

/** What the open plan of a contract buys, and which holder has which key information document. */
const planKeyInformation = z.strictObject({
  holders: z.array(z.strictObject({ customerId: id, name: z.string() })),
  /** Bought by an order or by a larger part of the savings plan. */
  funds: z.array(
    z.strictObject({
      fundId: integerId,
      isin: z.string(),
      fundName: z.string(),
      document: documentInForce,
      /** Who of the holders has this version. */
      handedOver: z.array(
        z.strictObject({ customerId: id, handedOverAt: instant, form, recordedBy: z.string() }),
      ),
    }),
  ),
  /** German: what a purchase waits for and what to do; null = nothing. */
  missing: z.nullable(z.string()),
});
export type PlanKeyInformation = z.infer<typeof planKeyInformation>;

export const getPlanKeyInformation = defineCall({
  id: 'getPlanKeyInformation',
  method: 'GET',
  path: '/contracts/:id/planned-optimization/key-information',
  summary: 'Key information documents of the funds the open plan buys, and which holder has them.',
  access: 'optimization.view',
  params: pathId,
  answer: planKeyInformation,
  errors: ['common.notFound'],
});

export const handOverKeyInformation = defineCall({
  id: 'handOverKeyInformation',
  method: 'POST',
  path: '/contracts/:id/planned-optimization/key-information',
  summary:
    'Records that holders got the key information documents named; it counts for later purchases of the same version.',
  access: 'optimization.plan',
  params: pathId,
  body: z.strictObject({
    form,
    /** Who got them, of the holders of the contract. */
    customerIds: z.array(id).check(z.minLength(1), z.maxLength(50)),
    documents: z.array(shownDocument).check(z.minLength(1), z.maxLength(200)),
  }),
  answer: planKeyInformation,
  needsIdempotencyKey: true,
  errors: ['common.notFound', 'customers.blocked', 'optimization.keyInformationChanged'],
});

export const previewHandovers = defineCall({
  id: 'previewHandovers',
  feature: 'bulk',
  method: 'POST',
  path: '/contracts/key-information/preview',
  summary: 'Which key information documents the open plans of many contracts still wait for.',
  access: 'contracts.bulk',
  body: z.strictObject({ selection: bulkSelection }),
  answer: z.strictObject({
    /** Open plans that wait for a document. */
    contractCount: z.int(),
    funds: z.array(
      z.strictObject({
        fundId: integerId,
        isin: z.string(),
        fundName: z.string(),
        document: documentInForce,
        /** Of these plans. */
        contractCount: z.int(),
      }),
    ),
  }),
  errors: ['optimization.tooManyHandovers'],
});

export const handOverToMany = defineCall({
  id: 'handOverToMany',
  feature: 'bulk',
  method: 'POST',
  path: '/contracts/key-information',
  summary:
    'Records in a job (GET jobs/{id} tells its progress) that all holders of many contracts got the key information documents their open plans wait for.',
  access: 'contracts.bulk',
  body: z.strictObject({
    selection: bulkSelection,
    form,
    documents: z.array(shownDocument).check(z.minLength(1), z.maxLength(mostHandedOver.documents)),
  }),
  answer: job,
  status: 202,
  needsIdempotencyKey: true,
  errors: ['common.quotaExceeded'],
});

/** What handing over came to: everything, a part, nothing to hand over, or why the contract was left out. */
const handoverRowResult = z.enum(handoverRowResults);

export const handoverRow = z.strictObject({
  contractId: id,
  externalKey: z.string(),
  customerName: z.string(),
  result: handoverRowResult,
  /** Why not, or what is still missing; null where everything was handed over. */
  message: z.nullable(z.string()),
  /** Documents recorded; null where there were none. */
  documentCount: z.nullable(z.int()),
  /** Who got them. */
  holderCount: z.nullable(z.int()),
});

export const listHandoverRows = defineCall({
  id: 'listHandoverRows',
  method: 'GET',
  path: '/jobs/:id/contract-handovers',
  summary: 'What handing over key information for many contracts came to, contract by contract.',
  access: 'contracts.bulk',
  params: pathId,
  query: z.strictObject({
    ...paging,
    result: z.optional(handoverRowResult),
  }),
  answer: z.array(handoverRow),
  errors: ['common.notFound'],
});
