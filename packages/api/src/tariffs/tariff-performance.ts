import * as z from 'zod/mini';
import { callsOf } from '../call.ts';
import {
  performancePeriods,
  targetComparison,
  unknownPerformance,
} from '../contracts/contract-performance.ts';
import { day, id, instant, pathId } from '../fields.ts';

const rate = z.number();

/** Returns over the time; a year null below one. */
const returns = {
  timeWeighted: rate,
  timeWeightedYearly: z.nullable(rate),
  moneyWeighted: z.nullable(rate),
};

/** Contracts of a tariff as one, beside what the tariff aims at today for their classes; rates as fractions. */
export const tariffPerformance = z.strictObject({
  /** `none`: so many contracts are computed as a job, and none was started; `failed`: it was given up. */
  state: z.enum(['none', 'running', 'done', 'failed']),
  /** null where it was computed at once. */
  jobId: z.nullable(id),
  computedAt: z.nullable(instant),
  /** All contracts of the tariff. */
  contractCount: z.int(),
  contracts: z.strictObject({
    /** Contracts in the figures, without a whole history in the time, and without class and so without target. */
    counted: z.int(),
    unknownHistory: z.int(),
    withoutClass: z.int(),
    /** Of `counted`: the difference of some month is not explained and stands as `other`. */
    unexplained: z.int(),
    /** Whose costs of the contract nobody knows; absent in figures stored before it was told. */
    unknownCosts: z.optional(z.int()),
    /** Of which nobody knows what was paid in and out: it is part of the returns; absent as above. */
    unknownPayments: z.optional(z.int()),
  }),
  /** null where no contract is counted. */
  performance: z.nullable(z.strictObject({ from: day, to: day, ...returns })),
  /** null where it is not known; money-weighted with the same payments. */
  target: z.nullable(z.strictObject(returns)),
  /** Last day of the first month without prices for the target; null = there is none, or no target at all. */
  targetUnknownIn: z.nullable(day),
  /** Where the difference to the target comes from, or why that is not known; null without target. */
  comparison: z.nullable(z.union([targetComparison, unknownPerformance])),
  /** What 100 euros at the beginning have become, month by month, contributions taken out. */
  months: z.array(z.strictObject({ day, contracts: rate, target: z.nullable(rate) })),
});
export type TariffPerformance = z.infer<typeof tariffPerformance>;

const defineCall = callsOf('tariffs');
const period = z.enum(performancePeriods);

export const getTariffPerformance = defineCall({
  id: 'getTariffPerformance',
  method: 'GET',
  path: '/tariffs/:id/performance',
  summary:
    'Time- and money-weighted return of all contracts of a tariff together, after costs, what it aims at, and the difference by its causes.',
  access: 'tariffs.view',
  params: pathId,
  query: z.strictObject({ period }),
  answer: tariffPerformance,
  errors: ['common.notFound'],
});

export const startTariffPerformance = defineCall({
  id: 'startTariffPerformance',
  method: 'POST',
  path: '/tariffs/:id/performance',
  summary:
    'Computes the performance of a tariff with many contracts as a background job; the one of few is there at once.',
  access: 'tariffs.view',
  params: pathId,
  body: z.strictObject({ period }),
  answer: tariffPerformance,
  status: 202,
  needsIdempotencyKey: true,
  errors: ['common.notFound'],
});

export const exportTariffPerformance = defineCall({
  id: 'exportTariffPerformance',
  method: 'POST',
  path: '/tariffs/:id/performance/export',
  summary: 'The same as a file: returns, causes, peer groups and months, a figure a line.',
  access: 'tariffs.view',
  params: pathId,
  answerKind: 'file',
  body: z.strictObject({ period, format: z.enum(['xlsx', 'csv']) }),
  errors: ['common.notFound', 'tariffs.performanceMissing'],
});
