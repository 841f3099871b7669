import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { performancePeriods } from './contract-performance.ts';
import { day, pathId } from './fields.ts';

const rate = z.number();

/** Contracts of a tariff as one, beside what the tariff aims at today for their classes; rates as fractions. */
export const tariffPerformance = z.strictObject({
  /** Contracts that are counted, that have no whole history in the time, and that have no class and so no target. */
  contracts: z.strictObject({ counted: z.int(), unknownHistory: z.int(), withoutClass: z.int() }),
  /** null where no contract is counted. */
  performance: z.nullable(
    z.strictObject({
      from: day,
      to: day,
      timeWeighted: rate,
      /** Below a year null, here and in the target. */
      timeWeightedYearly: z.nullable(rate),
      moneyWeighted: z.nullable(rate),
    }),
  ),
  /** null where it is not known. */
  target: z.nullable(
    z.strictObject({
      timeWeighted: rate,
      timeWeightedYearly: z.nullable(rate),
      /** With the same payments. */
      moneyWeighted: z.nullable(rate),
    }),
  ),
  /** Last day of the first month without prices for the target; null = there is none, or no target at all. */
  targetUnknownIn: z.nullable(day),
  /** What 100 euros at the beginning have become, month by month, contributions taken out. */
  months: z.array(z.strictObject({ day, contracts: rate, target: z.nullable(rate) })),
});
export type TariffPerformance = z.infer<typeof tariffPerformance>;

export const getTariffPerformance = defineCall({
  id: 'getTariffPerformance',
  area: 'tariffs',
  method: 'GET',
  path: '/tariffs/:id/performance',
  summary:
    'Time- and money-weighted return of all contracts of a tariff together, after costs, and of what it aims at.',
  access: 'tariffs.view',
  params: pathId,
  query: z.strictObject({ period: z.enum(performancePeriods) }),
  answer: tariffPerformance,
  errors: ['common.notFound'],
});
