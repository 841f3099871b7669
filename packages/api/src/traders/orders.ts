import { approvalDecisions } from '@depotwerk/domain/contracts/plan-approval';
import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { day, id, instant, listQuery, money, paging, pathId, text } from '../fields.ts';
import { seenPlan } from '../optimization/plans-of-many.ts';
import { traderOrderState } from './trader-execution.ts';

/** Customer or number of the contract. */
const search = z.optional(text(100));

/** One execution: all orders of one plan, as they went to the bank. */
export const orderBookRow = z.strictObject({
  id,
  contractId: id,
  contractNumber: z.string(),
  customerName: z.string(),
  issuerName: z.string(),
  state: traderOrderState,
  orderCount: z.int(),
  /** Euros that change place. */
  turnover: money,
  /** Of it what the bank says it did; null where it has told nothing of single orders. The release before says nothing. */
  executedTurnover: z.optional(z.nullable(money)),
  isSavingsPlanChanged: z.boolean(),
  createdAt: instant,
  settledAt: z.nullable(instant),
  orderedBy: z.nullable(z.string()),
  /** The second person who agreed; null where none had to. */
  approvedBy: z.nullable(z.string()),
  /** The bank's own words, where it refused or did only a part. */
  traderMessage: z.nullable(z.string()),
  /** The bank's books said otherwise later on. */
  differs: z.boolean(),
});
export type OrderBookRow = z.infer<typeof orderBookRow>;

export const listOrders = defineCall({
  id: 'listOrders',
  mayLag: true,
  area: 'traders',
  method: 'GET',
  path: '/orders',
  summary: 'Executions of all contracts the caller sees, newest first.',
  access: 'optimization.view',
  query: z.strictObject({
    ...paging,
    search,
    state: z.optional(traderOrderState),
    /** Days of the caller's zone, both included. */
    from: z.optional(day),
    to: z.optional(day),
    format: listQuery.format,
    columns: listQuery.columns,
  }),
  answer: z.array(orderBookRow),
  isExportable: true,
});

/** A request that a second person agrees to a plan, and what it came to. */
export const planApproval = z.strictObject({
  rowVersion: z.int(),
  state: z.enum(approvalDecisions),
  requestedBy: z.string(),
  requestedAt: instant,
  requestNote: z.nullable(z.string()),
  decidedBy: z.nullable(z.string()),
  decidedAt: z.nullable(instant),
  decisionNote: z.nullable(z.string()),
});
export type PlanApproval = z.infer<typeof planApproval>;

const approvalRow = z.strictObject({
  ...planApproval.shape,
  /** Of the plan. */
  id,
  /** Of the plan, as it is agreed to. */
  planVersion: z.int(),
  contractId: id,
  contractNumber: z.string(),
  customerName: z.string(),
  turnover: money,
  orderCount: z.int(),
  /** The caller is no second person for it: he made, changed or asked for it. */
  isOwn: z.boolean(),
  /** What the checks of the plan warn of, in German sentences; absent = nobody says so (a server of the release before). */
  warnings: z.optional(z.array(z.string())),
});
export type PlanApprovalRow = z.infer<typeof approvalRow>;

const area = 'optimization';

export const listPlanApprovals = defineCall({
  id: 'listPlanApprovals',
  area,
  method: 'GET',
  path: '/plan-approvals',
  summary:
    'Plans for which somebody asked a second person, of the contracts the caller sees: longest waiting first.',
  access: 'optimization.view',
  query: z.strictObject({ ...paging, search, state: z.optional(z.enum(approvalDecisions)) }),
  answer: z.array(approvalRow),
});

const note = text(1000, 1);

export const requestPlanApproval = defineCall({
  id: 'requestPlanApproval',
  area,
  method: 'POST',
  path: '/contracts/:id/planned-optimization/request-approval',
  summary: 'Asks a second person to agree to the open plan, where the limit of the house demands it.',
  access: 'optimization.plan',
  params: pathId,
  needsIfMatch: true,
  body: z.strictObject({ note: z.optional(note) }),
  errors: [
    'common.notFound',
    'common.versionConflict',
    'customers.blocked',
    'optimization.outdated',
    'optimization.planInExecution',
    'optimization.approvalNotRequired',
  ],
});

const decision = {
  area,
  method: 'POST',
  access: 'optimization.approve',
  needsFreshFactor: true,
  params: pathId,
  needsIfMatch: true,
  errors: [
    'common.notFound',
    'common.versionConflict',
    'customers.blocked',
    'optimization.planInExecution',
    'optimization.approvalNotWaiting',
    'optimization.ownPlan',
  ],
} as const;

export const approvePlan = defineCall({
  ...decision,
  id: 'approvePlan',
  path: '/contracts/:id/planned-optimization/approve',
  summary: 'Agrees to the open plan as second person; carrying it out is for somebody else.',
  body: z.strictObject({ note: z.optional(note) }),
  errors: [
    ...decision.errors,
    'optimization.outdated',
    'optimization.purchaseForbidden',
    'optimization.keyInformationMissing',
  ],
});

export const refusePlan = defineCall({
  ...decision,
  id: 'refusePlan',
  path: '/contracts/:id/planned-optimization/refuse',
  summary: 'Refuses the open plan as second person, with the reason.',
  body: z.strictObject({ note }),
});

/** Most plans one call agrees to; each is judged by itself, with today's prices. */
export const mostApprovalsAtOnce = 50;

export const approvePlans = defineCall({
  id: 'approvePlans',
  area,
  method: 'POST',
  path: '/plan-approvals/approve',
  summary: 'Agrees to several plans as second person: each as if alone, with its own result.',
  access: 'optimization.approve',
  needsFreshFactor: true,
  // Each plan names its version: agreed to once, it is another.
  body: z.strictObject({
    note: z.optional(note),
    plans: z.array(z.strictObject(seenPlan)).check(z.minLength(1), z.maxLength(mostApprovalsAtOnce)),
  }),
  answer: z.array(
    z.strictObject({
      contractId: id,
      /** null = agreed to; else the code of the refusal and its words. */
      code: z.nullable(z.string()),
      message: z.nullable(z.string()),
    }),
  ),
});
export type ApprovalResult = z.infer<(typeof approvePlans)['answer']>[number];

const orderRules = z.strictObject({
  rowVersion: z.int(),
  /** Euros that change place, from which on a second person has to agree; null = never. */
  approvalLimit: z.nullable(money),
});

export const getOrderRules = defineCall({
  id: 'getOrderRules',
  area,
  method: 'GET',
  path: '/order-rules',
  summary: 'From which amount on orders need a second person; ETag is its version.',
  access: 'optimization.view',
  answer: orderRules,
});

export const putOrderRules = defineCall({
  id: 'putOrderRules',
  area,
  method: 'PUT',
  path: '/order-rules',
  summary: 'Sets from which amount on orders need a second person.',
  access: 'userManagement.editRoles',
  needsFreshFactor: true,
  needsIfMatch: true,
  body: z.strictObject({
    approvalLimit: z.nullable(z.number().check(z.minimum(1), z.maximum(1e9), z.multipleOf(0.01))),
  }),
  answer: orderRules,
  errors: ['common.versionConflict'],
});
