import * as z from 'zod/mini';
import { callsOf } from '../call.ts';
import { day, id, instant, integerId, listQuery } from '../fields.ts';

/**
 * What is missing in fund data and what is wrong with it, and the computation of risk, covariance and ranks that rests on
 * it. Rules of cleaning: `@depotwerk/engine/market/clean-series`.
 */

/** Gaps and faults of a fund, the gravest first. */
export const fundDataIssues = [
  'noPrice',
  'aboveTariffLimit',
  'ended',
  'jump',
  'split',
  'spike',
  'stale',
  'gap',
  'foreignCurrency',
  'noPeergroup',
  'noCategory',
  'unknownRisk',
  'noRank',
  'noKeyInformation',
  'noCosts',
] as const;
export type FundDataIssue = (typeof fundDataIssues)[number];

/** Why a fund that a published tariff names can be bought by nobody any more. */
const vanishedStates = ['closed', 'merged', 'liquidated', 'inactive', 'noPrice'] as const;

/** What keeps the figures of a peer group unknown. */
export const peergroupDataIssues = ['noFunds', 'unknownRisk', 'tooSmall'] as const;

const defineCall = callsOf('funds');

export const getDataQuality = defineCall({
  id: 'getDataQuality',
  method: 'GET',
  path: '/admin/data-quality',
  summary: 'Gaps and faults of fund data, counted, and the newest computation of key figures.',
  access: 'funds.view',
  answer: z.strictObject({
    /** Null: never computed. */
    computation: z.nullable(
      z.strictObject({
        finishedAt: instant,
        /** Newest day of prices; null without any price. */
        calculatedFor: z.nullable(day),
        /** Of active funds, as every count of the page. */
        fundCount: z.int(),
        figureCount: z.int(),
        rankedCount: z.int(),
        peergroupCount: z.int(),
        /** Weekly returns the covariance rests on. */
        windowWeeks: z.int(),
      }),
    ),
    isComputing: z.boolean(),
    /** Active funds. */
    fundCount: z.int(),
    /** Funds no count holds: inactive, merged and liquidated ones. A server of the release before says it not. */
    leftOutCount: z.optional(z.int()),
    issues: z.array(z.strictObject({ issue: z.enum(fundDataIssues), count: z.int() })),
    /** Funds of selections and matrices of published tariffs that nobody can buy any more. A server of the release before says none. */
    vanished: z.optional(
      z.array(
        z.strictObject({
          id: integerId,
          name: z.string(),
          state: z.enum(vanishedStates),
          successorName: z.nullable(z.string()),
          /** Empty for who sees no tariffs. */
          tariffs: z.array(z.strictObject({ id, name: z.string() })),
        }),
      ),
    ),
    /** Without it Sharpe ratio, risk-adjusted return and overall rank stay unknown. */
    hasMoneyMarket: z.boolean(),
    peergroups: z.array(
      z.strictObject({ id: integerId, peergroupName: z.string(), issue: z.enum(peergroupDataIssues) }),
    ),
  }),
});

export const fundWithIssue = z.strictObject({
  id: integerId,
  name: z.string(),
  isin: z.string(),
  companyName: z.string(),
  peergroupName: z.nullable(z.string()),
  priceDate: z.nullable(day),
  /** Days a fault of the series concerns. */
  firstDay: z.nullable(day),
  lastDay: z.nullable(day),
});
export type FundWithIssue = z.infer<typeof fundWithIssue>;

export const listFundsWithIssue = defineCall({
  id: 'listFundsWithIssue',
  method: 'GET',
  path: '/admin/data-quality/funds',
  summary: 'Active funds with one kind of gap or fault, page by page.',
  access: 'funds.view',
  query: z.strictObject({ ...listQuery, issue: z.enum(fundDataIssues) }),
  answer: z.array(fundWithIssue),
});

export const startFigureComputation = defineCall({
  id: 'startFigureComputation',
  method: 'POST',
  path: '/admin/data-quality/computations',
  summary: 'Computes key figures, ranks and covariances anew, as a job.',
  access: 'funds.edit',
  status: 202,
  answer: z.strictObject({}),
});
