import { planRowResults } from '@depotwerk/domain/contracts/plan-states';
import * as z from 'zod/mini';
import { callsOf } from '../call.ts';
import { bulkSelection } from '../contracts/contract-bulk.ts';
import { id, integerId, money, paging, pathId } from '../fields.ts';
import { job } from '../jobs/jobs.ts';

const defineCall = callsOf('optimization');

/** What planning came to: a plan, nothing to be done, or why the contract was left out. */
export const planRowResult = z.enum(planRowResults);

export const planContracts = defineCall({
  id: 'planContracts',
  feature: 'bulk',
  method: 'POST',
  path: '/contracts/plan',
  summary:
    'Plans many contracts in a job (GET jobs/{id} tells its progress): the recommended proposal of each, or one fund replaced by another. Nothing is carried out.',
  access: 'contracts.bulk',
  body: z.strictObject({
    selection: bulkSelection,
    /** null = what is recommended for each contract. */
    replacement: z.nullable(z.strictObject({ fromFundId: integerId, toFundId: integerId })),
  }),
  answer: job,
  status: 202,
  needsIdempotencyKey: true,
  errors: ['common.validationFailed', 'common.quotaExceeded'],
});

export const contractPlanRow = z.strictObject({
  contractId: id,
  externalKey: z.string(),
  customerName: z.string(),
  result: planRowResult,
  /** Why it was left out; null otherwise. */
  message: z.nullable(z.string()),
  /** null where there is no plan. */
  orderCount: z.nullable(z.int()),
  /** Euros that change place. */
  turnover: z.nullable(money),
  costsOnce: z.nullable(money),
  scoreBefore: z.nullable(z.int()),
  scoreAfter: z.nullable(z.int()),
  /** Whether its plan is still there as it was made. */
  isOpen: z.boolean(),
});

export const listPlanJobRows = defineCall({
  id: 'listPlanJobRows',
  method: 'GET',
  path: '/jobs/:id/contract-plans',
  summary: 'What planning many contracts came to, contract by contract.',
  access: 'contracts.bulk',
  params: pathId,
  query: z.strictObject({
    ...paging,
    result: z.optional(planRowResult),
  }),
  answer: z.array(contractPlanRow),
  errors: ['common.notFound'],
});

export const discardJobPlans = defineCall({
  id: 'discardJobPlans',
  method: 'POST',
  path: '/jobs/:id/discard-plans',
  summary:
    'Takes back what planning many contracts made: plans that nobody has changed since and the bank has not.',
  access: 'optimization.plan',
  params: pathId,
  answer: z.strictObject({
    discardedCount: z.int(),
    /** Plans that stay: changed by hand, at the bank, or in a group without the right. */
    keptCount: z.int(),
  }),
  needsIdempotencyKey: true,
  errors: ['common.notFound', 'common.inProgress'],
});
