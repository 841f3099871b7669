import * as z from 'zod/mini';
import { callsOf } from '../call.ts';
import { id, instant, pathId, queryInteger } from '../fields.ts';

const defineCall = callsOf('tariffs');

/** What a version would do to the contracts of its tariff, compared with the published one. */
export const tariffImpact = z.strictObject({
  state: z.enum(['none', 'running', 'done', 'failed']),
  jobId: z.nullable(id),
  versionNumber: z.int(),
  /** Version the contracts follow today; null = none. */
  comparedWith: z.nullable(z.int()),
  computedAt: z.nullable(instant),
  /** The version, its data or the contracts changed since: compute again. */
  isOutdated: z.boolean(),
  contractCount: z.int(),
  /** Contracts that could not be computed, e.g. without portfolio. */
  notComputable: z.int(),
  /** Contracts whose check gives another result. */
  changedCount: z.int(),
  riskClassShifts: z.array(
    z.strictObject({
      riskClassId: z.int(),
      contractCount: z.int(),
      /** By band status before and after: below, in, above. */
      belowBefore: z.int(),
      inBefore: z.int(),
      aboveBefore: z.int(),
      belowAfter: z.int(),
      inAfter: z.int(),
      aboveAfter: z.int(),
    }),
  ),
  hints: z.array(
    z.strictObject({ optimizationHintId: z.int(), name: z.string(), added: z.int(), removed: z.int() }),
  ),
  score: z.strictObject({
    before: z.nullable(z.number()),
    after: z.nullable(z.number()),
    better: z.int(),
    worse: z.int(),
  }),
  /** Orders the full switch would bring, what changes place (the larger of sales and purchases of each), what it costs once and ongoing costs a year; euros. */
  transactionsEstimate: z.strictObject({
    contractCount: z.int(),
    orderCount: z.int(),
    volume: z.number(),
    fees: z.number(),
    costsBefore: z.number(),
    costsAfter: z.number(),
    /** Contracts that are not in the costs: nobody knows those of a fund that would be sold or bought. */
    costsUnknownCount: z.int(),
  }),
  /** Savings plans, and how many of them are outside the limits of the version before and after. */
  savingsPlans: z.strictObject({ count: z.int(), outsideBefore: z.int(), outsideAfter: z.int() }),
  /**
   * What continuous optimisation would do in twelve months, at today's prices and holdings; null where neither version
   * plans anything. `planned` is worked out for `plannedContracts` and carried over to all that are due; euros.
   */
  continuousYear: z.nullable(
    z.strictObject({
      looksBefore: z.int(),
      looksAfter: z.int(),
      /** Contracts due at least once with the version. */
      contractCount: z.int(),
      plannedContracts: z.int(),
      /** Null where no due contract was planned. */
      planned: z.nullable(
        z.strictObject({
          planCount: z.int(),
          skippedCount: z.int(),
          orderCount: z.int(),
          volume: z.number(),
          fees: z.number(),
        }),
      ),
    }),
  ),
  /** The contracts hit hardest, for a look: largest fall of the score first. */
  examples: z.array(
    z.strictObject({
      contractId: id,
      externalKey: z.string(),
      scoreBefore: z.nullable(z.int()),
      scoreAfter: z.nullable(z.int()),
    }),
  ),
});
export type TariffImpact = z.infer<typeof tariffImpact>;

export const getTariffImpact = defineCall({
  id: 'getTariffImpact',
  method: 'GET',
  path: '/tariffs/:id/impact',
  summary: 'The newest impact preview of a version; `state` none until one was started.',
  access: 'tariffs.view',
  params: pathId,
  query: z.strictObject({ versionNumber: queryInteger(1, 1_000_000) }),
  answer: tariffImpact,
  errors: ['common.notFound'],
});

export const startTariffImpact = defineCall({
  id: 'startTariffImpact',
  method: 'POST',
  path: '/tariffs/:id/impact',
  summary: 'Computes the impact of a version on every contract of the tariff as a background job.',
  access: 'tariffs.view',
  params: pathId,
  body: z.strictObject({ versionNumber: z.int().check(z.minimum(1), z.maximum(1_000_000)) }),
  answer: tariffImpact,
  status: 202,
  needsIdempotencyKey: true,
  errors: ['common.notFound', 'tariffs.incomplete'],
});
