import { continuousPlanStates, voidCauses } from '@depotwerk/domain/continuous-optimization/continuous-plan';
import { type PlanObstacle, planObstacleTexts } from '@depotwerk/domain/contracts/plan-obstacles';
import { intervals } from '@depotwerk/domain/interval';
import * as z from 'zod/mini';
import { callsOf } from '../call.ts';
import { day, id, instant, money, paging, pathId, text } from '../fields.ts';
import { recommendedAdvice } from './proposals.ts';

const defineCall = callsOf('optimization');

/** What is recommended for a contract on the day it was looked at, and what that takes and brings. */
const summary = z.strictObject({
  advice: recommendedAdvice,
  /** Euros that change place. */
  turnover: money,
  findingsBefore: z.int(),
  findingsAfter: z.int(),
});
export type ContinuousPlanSummary = z.infer<typeof summary>;

export const continuousPlanState = z.enum(continuousPlanStates);
// Object.keys forgets the literal names.
const skipReason = z.enum(Object.keys(planObstacleTexts) as [PlanObstacle, ...PlanObstacle[]]);

export const continuousPlan = z.strictObject({
  id,
  rowVersion: z.int(),
  contractId: id,
  contractNumber: z.string(),
  customerId: id,
  customerName: z.string(),
  tariffName: z.string(),
  dueDate: day,
  dueCause: z.enum(['interval', 'adjustNow', 'hint']),
  state: continuousPlanState,
  /** The bank carried out a part of the orders only; absent = nobody says so (a server of the release before). */
  isPartlyExecuted: z.optional(z.boolean()),
  skipReason: z.nullable(skipReason),
  /** What of a second person its released plan waits for by the limit of the house; null = nothing, absent from a server of the release before. */
  secondPerson: z.optional(z.nullable(z.enum(['missing', 'waiting', 'refused']))),
  /** What made its plan void; null where nothing or a run did, absent from a server of the release before. */
  voidBy: z.optional(z.nullable(z.enum(voidCauses))),
  /** null where the contract was skipped before it could be planned. */
  summary: z.nullable(summary),
  /** False where the checks of its plan forbid to recommend it; null without a plan, absent from a server of the release before. */
  isSuitable: z.optional(z.nullable(z.boolean())),
  /** What the checks of its plan warn of, in German sentences; absent = nobody says so (a server of the release before). */
  warnings: z.optional(z.array(z.string())),
  /**
   * Why a plan that waits or is released cannot be carried out as it was planned, in German sentences; empty while it can. Absent =
   * nobody says so (a server of the release before).
   */
  outdatedReasons: z.optional(z.array(z.string())),
  /** Whether its depot is linked to a bank that can carry orders out. */
  isLinked: z.boolean(),
  lookedAt: instant,
  decidedBy: z.nullable(z.string()),
  decidedAt: z.nullable(instant),
  decisionNote: z.nullable(z.string()),
  /** Who had released what it was before it was made anew; null where nobody had, absent from a server of the release before. */
  releasedBefore: z.optional(z.nullable(z.strictObject({ by: z.nullable(z.string()), at: instant }))),
});
export type ContinuousPlan = z.infer<typeof continuousPlan>;

export const continuousPlanFilter = {
  state: z.optional(continuousPlanState),
  /** Customer or number of the contract. */
  search: z.optional(text(100)),
};

export const listContinuousPlans = defineCall({
  id: 'listContinuousPlans',
  mayLag: true,
  method: 'GET',
  path: '/continuous-optimization/plans',
  summary: 'What continuous optimisation found in the contracts the caller sees: newest day first.',
  access: 'optimization.view',
  query: z.strictObject({ ...paging, ...continuousPlanFilter }),
  answer: z.array(continuousPlan),
});

export const getContractSchedule = defineCall({
  id: 'getContractSchedule',
  method: 'GET',
  path: '/contracts/:id/continuous-optimization',
  summary: 'When a contract is optimised by its tariff, and what came of the last time.',
  access: 'optimization.view',
  params: pathId,
  answer: z.strictObject({
    /** null where the tariff does not optimise by a calendar. */
    interval: z.nullable(z.literal(intervals)),
    nextDay: z.nullable(day),
    plansHints: z.boolean(),
    last: z.nullable(continuousPlan),
  }),
  errors: ['common.notFound'],
});

/** Most plans decided in one go. */
export const mostDecisions = 200;

/** Different ones: nothing is decided twice in one go. */
const chosen = z.array(z.strictObject({ id, rowVersion: z.int() })).check(
  z.minLength(1),
  z.maxLength(mostDecisions),
  z.refine((plans) => new Set(plans.map((plan) => plan.id)).size === plans.length, { error: 'notDistinct' }),
);

const decisions = z.strictObject({
  /** In the order asked for; what could not be decided says why. */
  results: z.array(z.strictObject({ id, isDone: z.boolean(), message: z.nullable(z.string()) })),
});

export const releaseContinuousPlans = defineCall({
  id: 'releaseContinuousPlans',
  method: 'POST',
  path: '/continuous-optimization/release',
  summary:
    'Agrees to waiting plans: they can be carried out, each depot with the second factor of its bank. Each is judged for itself.',
  access: 'optimization.execute',
  needsFreshFactor: true,
  needsIdempotencyKey: true,
  body: z.strictObject({ plans: chosen }),
  answer: decisions,
  errors: ['common.notFound'],
});

/** Most plans made anew in one go: each is planned while its caller waits. */
export const mostReplans = 50;

export const replanContinuousPlans = defineCall({
  id: 'replanContinuousPlans',
  method: 'POST',
  path: '/continuous-optimization/replan',
  summary:
    'Plans contracts anew whose waiting or released plans cannot be carried out any more as planned; what comes of it waits for its release.',
  access: 'optimization.plan',
  needsIdempotencyKey: true,
  body: z.strictObject({ plans: chosen.check(z.maxLength(mostReplans)) }),
  answer: decisions,
  errors: ['common.notFound'],
});

export const refuseContinuousPlans = defineCall({
  id: 'refuseContinuousPlans',
  method: 'POST',
  path: '/continuous-optimization/refuse',
  summary: 'Refuses waiting plans with a reason: they are given up until the next day due.',
  access: 'optimization.plan',
  needsIdempotencyKey: true,
  body: z.strictObject({ plans: chosen, note: text(1000, 1) }),
  answer: decisions,
  errors: ['common.notFound'],
});
