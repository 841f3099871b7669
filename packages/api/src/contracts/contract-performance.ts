import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { day, integerId, money, pathId } from '../fields.ts';

/** Times performance is looked at over, counted back from today. */
export const performancePeriods = ['1y', '3y', '5y'] as const;
export type PerformancePeriod = (typeof performancePeriods)[number];

const rate = z.number();

const effects = {
  allocation: rate,
  selection: rate,
  fundCosts: rate,
};

/** Why contract and target are not compared: in the period from … to, where there is one. */
export const unknownPerformance = z.strictObject({
  reason: z.enum(['target', 'payments', 'holdings', 'prices', 'groupPrices', 'lost']),
  from: z.nullable(day),
  to: z.nullable(day),
});
export type UnknownPerformance = z.infer<typeof unknownPerformance>;

/** Return of the target over the same time, and the difference by its causes; fractions that add up to it. */
export const targetComparison = z.strictObject({
  timeWeighted: rate,
  /** With the same payments on the same days; a year, null below one. */
  moneyWeighted: z.nullable(rate),
  difference: rate,
  ...effects,
  /** null = nobody knows what the contract takes: it is part of `other`. */
  contractCosts: z.nullable(rate),
  other: rate,
  groups: z.array(
    z.strictObject({
      /** null = money beside the funds. */
      peergroupId: z.nullable(integerId),
      name: z.nullable(z.string()),
      weight: rate,
      targetWeight: rate,
      ...effects,
    }),
  ),
});
export type TargetComparison = z.infer<typeof targetComparison>;

export const contractPerformance = z.strictObject({
  /** null without two valuations in the time. */
  performance: z.nullable(
    z.strictObject({
      from: day,
      to: day,
      valueBefore: money,
      valueAfter: money,
      /** null = nobody knows: what was paid is part of gain and returns. */
      paid: z.nullable(money),
      gain: money,
      timeWeighted: rate,
      timeWeightedYearly: z.nullable(rate),
      moneyWeighted: z.nullable(rate),
    }),
  ),
  /** null without performance. */
  comparison: z.nullable(z.union([targetComparison, unknownPerformance])),
});
export type ContractPerformance = z.infer<typeof contractPerformance>;

export const getContractPerformance = defineCall({
  id: 'getContractPerformance',
  area: 'contracts',
  method: 'GET',
  path: '/contracts/:id/performance',
  summary:
    'Time- and money-weighted return of a contract and of what its tariff aims at, and the difference by its causes.',
  access: 'contracts.view',
  params: pathId,
  query: z.strictObject({ period: z.enum(performancePeriods) }),
  answer: contractPerformance,
  errors: ['common.notFound'],
});
