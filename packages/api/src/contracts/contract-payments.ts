import { mostPayments, paymentKinds, paymentSources } from '@depotwerk/domain/contracts/payments';
import * as z from 'zod/mini';
import { callsOf } from '../call.ts';
import { day, id, money, pathId } from '../fields.ts';

const defineCall = callsOf('contracts');

/** What is known of the payments of a contract, as its form holds it. */
export const paymentsForm = z.strictObject({
  contractId: id,
  /** Of the contract. */
  rowVersion: z.int(),
  /** When it began: the day a first stated figure is about most often; null = not known. */
  startDate: z.nullable(day),
  /** By day, the oldest first. */
  payments: z.array(
    z.strictObject({
      id,
      kind: z.enum(paymentKinds),
      day,
      /** Of a stated figure: all that was paid in up to the end of its day, less what was taken out. */
      amount: money,
      source: z.enum(paymentSources),
    }),
  ),
});

export const getContractPayments = defineCall({
  id: 'getContractPayments',
  method: 'GET',
  path: '/contracts/:id/payments',
  summary:
    'What is known of the payments into a contract: stated figures with their day, and payments after them.',
  access: 'contracts.view',
  params: pathId,
  answer: paymentsForm,
  errors: ['common.notFound'],
});

export const paymentsDraft = z.strictObject({
  payments: z
    .array(
      z.strictObject({
        id: z.nullable(id),
        kind: z.enum(paymentKinds),
        day: z.nullable(day),
        amount: z.nullable(money),
      }),
    )
    .check(z.maxLength(mostPayments)),
});

export const putContractPayments = defineCall({
  id: 'putContractPayments',
  method: 'PUT',
  path: '/contracts/:id/payments',
  summary:
    'Replaces what is known of the payments into a contract; what stays the same keeps where it is known from. Every valuation then carries what was paid in up to its day.',
  access: 'contracts.edit',
  params: pathId,
  body: paymentsDraft,
  answer: paymentsForm,
  needsIfMatch: true,
  errors: ['common.versionConflict', 'common.notFound', 'common.validationFailed', 'customers.blocked'],
});
