import * as z from 'zod/mini';
import { callsOf } from '../call.ts';
import { day, id, pathId } from '../fields.ts';

const defineCall = callsOf('contracts');
const path = '/contracts/:id/holders';

/** Somebody who holds a contract, with her profile for it. */
export const contractHolder = z.strictObject({
  customerId: id,
  firstName: z.string(),
  lastName: z.string(),
  dateOfBirth: z.nullable(day),
  /** The customer the contract is filed under. */
  isFirst: z.boolean(),
  /** Whether the caller may record her profile for this contract: he edits the contract and sees her. */
  mayRecord: z.boolean(),
  /** null = none was recorded. */
  profile: z.nullable(
    z.strictObject({
      assessmentDate: day,
      validUntil: day,
      /** null = it is not the caller's to see. */
      riskClassId: z.nullable(z.int()),
      status: z.enum(['valid', 'expired']),
    }),
  ),
});

export const listContractHolders = defineCall({
  id: 'listContractHolders',
  method: 'GET',
  path,
  summary:
    'Everybody who holds the contract, its customer first; to a holder herself the others by name only.',
  access: 'contracts.view',
  params: pathId,
  answer: z.array(contractHolder),
  errors: ['common.notFound'],
});

const customers = z.array(id).check(z.maxLength(9));

export const changeContractHolders = defineCall({
  id: 'changeContractHolders',
  method: 'POST',
  path,
  summary:
    'Adds holders beside the customer of the contract and takes others away; answers all it has now. The most cautious profile counts.',
  access: 'contracts.edit',
  params: pathId,
  body: z.strictObject({ add: customers, remove: customers }),
  answer: z.array(contractHolder),
  needsIdempotencyKey: true,
  errors: ['common.notFound', 'common.validationFailed', 'customers.blocked', 'customers.inactive'],
});
