import { mostMovements, movementKinds, movementSources } from '@depotwerk/domain/contracts/fund-movements';
import * as z from 'zod/mini';
import { callsOf } from '../call.ts';
import { day, id, integerId, money, pathId, queryInteger } from '../fields.ts';

const defineCall = callsOf('contracts');
const pathFund = z.strictObject({ id, fundId: queryInteger(1, 2_147_483_647) });

/** A booked purchase, sale, transfer or split of one fund; null = not known, or no matter of its kind. */
const movementMembers = {
  kind: z.enum(movementKinds),
  day: z.nullable(day),
  /** Of units transferred in: when they were bought. */
  acquiredDay: z.nullable(day),
  quantity: z.nullable(z.number()),
  /** Of a split: units after it for one before it. */
  factor: z.nullable(z.number()),
  /** Euros paid or received. */
  amount: z.nullable(money),
};
export const fundMovement = z.strictObject({
  ...movementMembers,
  day,
  id,
  source: z.enum(movementSources),
});

/** A fund that is held or of which something is recorded. */
const movedFund = z.strictObject({
  fundId: integerId,
  isin: z.string(),
  name: z.string(),
  /** Units held now, all positions together. */
  held: z.number(),
  movements: z.array(fundMovement),
});

export const listFundMovements = defineCall({
  id: 'listFundMovements',
  mayLag: true,
  method: 'GET',
  path: '/contracts/:id/movements',
  summary:
    'What is recorded of the purchases and sales of a contract, fund by fund, beside the units it holds.',
  access: 'contracts.view',
  params: pathId,
  answer: z.array(movedFund),
  errors: ['common.notFound'],
});

export const movementsDraft = z.strictObject({
  movements: z
    .array(z.strictObject({ ...movementMembers, id: z.nullable(id) }))
    .check(z.maxLength(mostMovements)),
});

/** The movements of one fund as their form shows them. */
export const movementsForm = z.strictObject({
  ...movedFund.shape,
  contractId: id,
  /** Of the contract. */
  rowVersion: z.int(),
});

export const getFundMovements = defineCall({
  id: 'getFundMovements',
  method: 'GET',
  path: '/contracts/:id/movements/:fundId',
  summary: 'What is recorded of the purchases and sales of one fund of a contract, as its form holds it.',
  access: 'contracts.edit',
  params: pathFund,
  answer: movementsForm,
  errors: ['common.notFound'],
});

export const putFundMovements = defineCall({
  id: 'putFundMovements',
  method: 'PUT',
  path: '/contracts/:id/movements/:fundId',
  summary:
    'Replaces what is recorded of the purchases and sales of one fund; what stays the same keeps where it is known from. The units held are not changed by it.',
  access: 'contracts.edit',
  params: pathFund,
  body: movementsDraft,
  answer: movementsForm,
  needsIfMatch: true,
  errors: ['common.versionConflict', 'common.notFound', 'common.validationFailed', 'customers.blocked'],
});
