import { handingOverForms } from '@depotwerk/domain/contracts/key-information';
import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { id, instant, integerId, pathId } from './fields.ts';

const area = 'optimization';

const form = z.enum(handingOverForms);

/** What the open plan of a contract buys, and which holder has which key information document. */
const planKeyInformation = z.strictObject({
  holders: z.array(z.strictObject({ customerId: id, name: z.string() })),
  /** Bought by an order or by a larger part of the savings plan. */
  funds: z.array(
    z.strictObject({
      fundId: integerId,
      isin: z.string(),
      fundName: z.string(),
      /** The one that holds now: filed with the fund, or where the fund's company says it lies; null = none is known. */
      document: z.nullable(
        z.strictObject({
          /** Another one with every revision. */
          version: z.string(),
          documentId: z.nullable(id),
          address: z.nullable(z.string()),
          title: z.string(),
          day: z.nullable(z.string()),
        }),
      ),
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
  area,
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
  area,
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
    /** As they were shown: of another version none is recorded. */
    documents: z
      .array(
        z.strictObject({ fundId: integerId, version: z.string().check(z.minLength(1), z.maxLength(3000)) }),
      )
      .check(z.minLength(1), z.maxLength(200)),
  }),
  answer: planKeyInformation,
  needsIdempotencyKey: true,
  errors: ['common.notFound', 'customers.blocked', 'optimization.keyInformationChanged'],
});
