import { planApprovalStates } from '@depotwerk/domain/contracts/plan-approval';
import { planStates } from '@depotwerk/domain/contracts/plan-states';
import * as z from 'zod/mini';
import { callsOf } from '../call.ts';
import { bulkSelection } from '../contracts/contract-bulk.ts';
import { optimizationHint } from '../contracts/contract-detail.ts';
import { contractScore, riskPosition } from '../contracts/contracts.ts';
import { fraction, id, instant, integerId, money, pathId, queryInteger, text } from '../fields.ts';
import { job } from '../jobs/jobs.ts';
import { planApproval } from '../traders/orders.ts';
import { adviceInput, planChoices, proposalMode } from './advice.ts';
import { bindingLimit, planMessages, planOutcome, proposal, recommendedAdvice } from './proposals.ts';

const defineCall = callsOf('optimization');

export const checkContract = defineCall({
  id: 'checkContract',
  method: 'POST',
  path: '/contracts/:id/check',
  summary: 'Checks the contract now: score, risk and hints are stored; decided hints keep their state.',
  access: 'contracts.check',
  params: pathId,
  answer: z.strictObject({
    contractScore: z.nullable(contractScore),
    risk: riskPosition,
    /** Open ones first, then by severity and code: equal codes stand together. */
    hints: z.array(optimizationHint),
    lastCheck: instant,
    lastCheckedBy: z.string(),
  }),
  needsIdempotencyKey: true,
  errors: ['customers.blocked', 'common.notFound', 'common.inProgress', 'optimization.notCheckable'],
});

export const checkContracts = defineCall({
  id: 'checkContracts',
  feature: 'bulk',
  method: 'POST',
  path: '/contracts/check',
  summary:
    'Checks many contracts in a job (GET jobs/{id} tells its progress): those named, or all under a filter of the list.',
  access: 'contracts.bulk',
  body: bulkSelection,
  answer: job,
  status: 202,
  needsIdempotencyKey: true,
  errors: ['common.quotaExceeded'],
});

export const listCheckJobRows = defineCall({
  id: 'listCheckJobRows',
  method: 'GET',
  path: '/jobs/:id/contract-checks',
  summary: 'Results of a bulk check by contract: those that changed or failed; all others are unchanged.',
  access: 'contracts.bulk',
  params: pathId,
  query: z.strictObject({
    page: z.optional(queryInteger(1, 1_000_000)),
    pageSize: z.optional(queryInteger(1, 250)),
    result: z.optional(z.enum(['changed', 'failed'])),
  }),
  answer: z.array(
    z.strictObject({
      contractId: id,
      externalKey: z.string(),
      result: z.enum(['changed', 'failed']),
      scoreBefore: z.nullable(z.int()),
      scoreAfter: z.nullable(z.int()),
      /** Findings of the check: hints of one cause count once. */
      hintCount: z.nullable(z.int()),
      message: z.nullable(z.string()),
    }),
  ),
  errors: ['common.notFound'],
});

const hintPath = z.strictObject({ id, hintId: id });

/** What the page showed of the hint; absent = a page of the release before, which overwrites what others have decided. */
const shownDecision = z.optional(
  z.strictObject({ state: z.enum(['open', 'accepted', 'dismissed']), note: z.nullable(z.string()) }),
);

export const setHintState = defineCall({
  id: 'setHintState',
  method: 'PATCH',
  path: '/contracts/:id/optimization-hints/:hintId',
  summary:
    'Dismisses, accepts or reopens a hint; a dismissal needs a note. The decision outlives later checks. Refused where somebody else has decided since the page showed it.',
  access: 'optimization.dismissHint',
  params: hintPath,
  body: z.union([
    z.strictObject({ state: z.literal('dismissed'), note: text(2000, 1), shown: shownDecision }),
    z.strictObject({
      state: z.enum(['accepted', 'open']),
      note: z.optional(text(2000)),
      shown: shownDecision,
    }),
  ]),
  answer: optimizationHint,
  errors: ['customers.blocked', 'common.notFound', 'common.versionConflict'],
});

export const acceptSuggestedRiskprofile = defineCall({
  id: 'acceptSuggestedRiskprofile',
  method: 'POST',
  path: '/contracts/:id/accept-suggested-riskprofile',
  summary:
    'Takes over or rejects the suggested risk class; the contract is checked again when it is taken over.',
  access: 'riskProfile.accept',
  params: pathId,
  body: z.strictObject({ accept: z.boolean(), comment: z.optional(text(2000)) }),
  needsIdempotencyKey: true,
  errors: ['customers.blocked', 'common.notFound', 'contracts.noSuggestedRiskProfile'],
});

export const getAdviceInput = defineCall({
  id: 'getAdviceInput',
  method: 'GET',
  path: '/contracts/:id/advice-input',
  summary: 'What the engine needs to check and plan this contract in the browser; ETag is its hash.',
  access: 'optimization.view',
  params: pathId,
  answer: adviceInput,
  errors: ['common.notFound', 'optimization.notCheckable'],
});

const planBody = { ...planChoices.shape };

export const simulateOptimization = defineCall({
  id: 'simulateOptimization',
  method: 'POST',
  path: '/contracts/:id/simulate',
  summary: 'The three proposals for these choices, nothing stored; the browser computes the same.',
  access: 'optimization.plan',
  params: pathId,
  body: z.strictObject({ ...planBody, mode: z.optional(proposalMode) }),
  answer: z.strictObject({ inputHash: z.string(), proposals: z.array(proposal) }),
  errors: ['common.notFound', 'optimization.notCheckable', 'optimization.infeasible'],
});

/** A stored plan. */
export const plannedOptimization = z.strictObject({
  id,
  contractId: id,
  rowVersion: z.int(),
  createdAt: instant,
  createdBy: z.nullable(z.string()),
  expiresAt: instant,
  mode: proposalMode,
  state: z.enum(planStates),
  /** True when prices, holdings or tariff moved since: it can be discarded, not edited or executed. */
  isOutdated: z.boolean(),
  outdatedReasons: z.array(z.string()),
  /** Whether somebody changed the proposal by hand. */
  isEdited: z.boolean(),
  choices: planChoices,
  ...planOutcome,
  /** Limits that bind; empty for a plan that was changed by hand. */
  messages: planMessages,
  documents: z.array(z.strictObject({ id, title: z.string(), documentType: z.string() })),
  /** Whether a second person has to agree before it is carried out, and how far that is. */
  approvalState: z.enum(planApprovalStates),
  /** Euros that change place, from which on somebody has to agree; null = never. */
  approvalLimit: z.nullable(money),
  /** Euros ordered in the contract today without a second person: they count towards the limit. */
  orderedToday: money,
  /** null where nobody asked. */
  approval: z.nullable(planApproval),
  /** The caller made, changed or asked for it, and so is no second person. */
  isOwnWork: z.boolean(),
  /** The caller agreed to it: somebody else carries it out. */
  isApprover: z.boolean(),
  /** What was recommended for the same choices when the plan was made; null for plans from before this was kept. */
  recommended: z.nullable(recommendedAdvice),
});
export type PlannedOptimization = z.infer<typeof plannedOptimization>;

/** A stored plan as paper says it: without what concerns only who looks at it on screen. */
export const planOnPaper = z.omit(plannedOptimization, {
  approvalState: true,
  approvalLimit: true,
  orderedToday: true,
  approval: true,
  isOwnWork: true,
  isApprover: true,
});

/** The same, whatever has become of it: whether it still fits is asked of an open one only. */
export const storedPlan = z.omit(planOnPaper, { isOutdated: true, outdatedReasons: true, documents: true });
export type StoredPlan = z.infer<typeof storedPlan>;

export const listStoredPlans = defineCall({
  id: 'listStoredPlans',
  method: 'GET',
  path: '/contracts/:id/stored-plans',
  summary: 'Plans of the contract that are kept, the open one and those of the past; the newest 100.',
  access: 'optimization.view',
  params: pathId,
  answer: z.array(
    z.pick(plannedOptimization, {
      id: true,
      createdAt: true,
      createdBy: true,
      mode: true,
      state: true,
      isEdited: true,
    }),
  ),
  errors: ['common.notFound'],
});

export const getStoredPlan = defineCall({
  id: 'getStoredPlan',
  method: 'GET',
  path: '/contracts/:id/stored-plan',
  summary: 'One of them with all it says, in whatever state.',
  access: 'optimization.view',
  params: pathId,
  query: z.strictObject({ plannedOptimizationId: id }),
  answer: storedPlan,
  errors: ['common.notFound'],
});

export const planOptimization = defineCall({
  id: 'planOptimization',
  method: 'POST',
  path: '/contracts/:id/plan-optimization',
  summary: 'Stores one of the three proposals as the contract’s plan; an open plan is replaced.',
  access: 'optimization.plan',
  params: pathId,
  body: z.strictObject({ ...planBody, mode: proposalMode }),
  answer: plannedOptimization,
  needsIdempotencyKey: true,
  errors: [
    'customers.blocked',
    'common.notFound',
    'optimization.notCheckable',
    'optimization.infeasible',
    'optimization.planInExecution',
  ],
});

export const getPlannedOptimization = defineCall({
  id: 'getPlannedOptimization',
  method: 'GET',
  path: '/contracts/:id/planned-optimization',
  summary: 'The contract’s open plan; ETag is its version.',
  access: 'optimization.view',
  params: pathId,
  answer: plannedOptimization,
  errors: ['common.notFound'],
});

export const putPlannedOptimization = defineCall({
  id: 'putPlannedOptimization',
  method: 'PUT',
  path: '/contracts/:id/planned-optimization',
  summary: 'Replaces the plan’s orders and savings plan by hand; everything is computed and checked again.',
  access: 'optimization.plan',
  params: pathId,
  body: z.strictObject({
    /** One order a fund; give units, or euros to be turned into units that fit. */
    transactions: z
      .array(
        z.strictObject({
          action: z.enum(['sell', 'buy']),
          fundId: integerId,
          quantity: z.nullable(z.number().check(z.positive(), z.maximum(1e9))),
          amount: z.nullable(z.number().check(z.positive(), z.maximum(1e9))),
        }),
      )
      .check(z.maxLength(200)),
    /** null = the savings plan stays. Fractions sum to 1. */
    savingsPlan: z.nullable(
      z.array(z.strictObject({ fundId: integerId, fraction })).check(z.minLength(1), z.maxLength(100)),
    ),
  }),
  answer: plannedOptimization,
  needsIfMatch: true,
  errors: [
    'customers.blocked',
    'common.notFound',
    'common.versionConflict',
    'optimization.invalidPlan',
    'optimization.outdated',
    'optimization.planInExecution',
  ],
});

export const deletePlannedOptimization = defineCall({
  id: 'deletePlannedOptimization',
  method: 'DELETE',
  path: '/contracts/:id/planned-optimization',
  summary: 'Discards the open plan.',
  access: 'optimization.plan',
  params: pathId,
  needsIfMatch: true,
  errors: ['customers.blocked', 'common.notFound', 'common.versionConflict', 'optimization.planInExecution'],
});

/** `params` of 400 optimization.infeasible and optimization.invalidPlan. */
export const planRefusal = z.object({ reasons: z.array(bindingLimit) });
