import { chartPeriods } from '@depotwerk/domain/chart-periods';
import * as z from 'zod/mini';
import { callsOf } from '../call.ts';
import {
  day,
  fraction,
  id,
  integerId,
  integerIdList,
  pathIntegerId,
  percent,
  queryBoolean,
  queryInteger,
  searchText,
} from '../fields.ts';

const defineCall = callsOf('funds');

/** A fund as searches and choices show it. Fees are fractions (0.0115 = 1.15 %). */
export const fund = z.strictObject({
  id: integerId,
  isin: z.string(),
  wkn: z.nullable(z.string()),
  name: z.string(),
  companyName: z.nullable(z.string()),
  categoryId: z.nullable(integerId),
  categoryName: z.nullable(z.string()),
  categoryColor: z.nullable(z.string()),
  peergroupId: z.nullable(integerId),
  peergroupName: z.nullable(z.string()),
  kiid: z.nullable(z.string()),
  factsheet: z.nullable(z.string()),
  rating: z.nullable(z.number()),
  ratingType: z.nullable(z.int()),
  riskIndicator: z.nullable(z.int()),
  riskIndicatorType: z.nullable(z.enum(['SRI', 'SRRI', 'internal'])),
  price: z.nullable(z.number()),
  priceDate: z.nullable(day),
  currency: z.string(),
  /** Letters or figures of whoever rates, e.g. AA. */
  esgRating: z.nullable(z.string()),
  esgPerformanceScore: z.nullable(z.number()),
  esgClimateFootprint: z.nullable(z.number()),
  esgIndustries: z.array(z.string()),
  esgSdgImpact: z.nullable(z.string()),
  sfdrArticle: z.nullable(z.int()),
  ongoingFee: z.nullable(fraction),
  ongoingFeeDate: z.nullable(day),
  mifidR: z.nullable(z.string()),
  mifidP: z.nullable(z.string()),
  /** Codes of the target market by field of the EMT; empty = the manufacturer says none. */
  targetMarket: z.record(z.string(), z.string()),
  recommendedHoldingYears: z.nullable(z.number()),
  isETF: z.boolean(),
  isSavingsPlanCapable: z.boolean(),
  isGuaranteeFund: z.boolean(),
  minimumInvestment: z.nullable(z.number()),
  isInactive: z.boolean(),
});

export const getFund = defineCall({
  id: 'getFund',
  method: 'GET',
  path: '/funds/:id',
  summary: 'Master data of a fund with its latest price.',
  access: 'funds.view',
  params: pathIntegerId,
  answer: fund,
  errors: ['common.notFound'],
});

export const searchFunds = defineCall({
  id: 'searchFunds',
  method: 'GET',
  path: '/funds',
  summary: 'Fund search, at most 50: exact ISIN or WKN first, then name prefix, words, similarity.',
  access: 'funds.view',
  query: z.strictObject({
    search: z.optional(searchText),
    tariff: z.optional(id),
    forUniverse: z.optional(queryBoolean),
    filterForPolicy: z.optional(queryBoolean),
    forSavingsPlan: z.optional(queryBoolean),
    isGuaranteeFund: z.optional(queryBoolean),
    issuerId: z.optional(queryInteger(1, 2_147_483_647)),
    tariffTypeId: z.optional(queryInteger(1, 8)),
  }),
  answer: z.array(fund),
  errors: ['funds.unknown'],
});

export const listFundsByIds = defineCall({
  id: 'listFundsByIds',
  opensWhileViewing: true,
  method: 'POST',
  path: '/funds',
  summary: 'Funds by id; with a tariff those of its universe only.',
  access: 'funds.view',
  query: z.strictObject({ tariff: z.optional(id) }),
  body: integerIdList,
  answer: z.array(fund),
  errors: ['funds.unknown'],
});

export const getFundPrices = defineCall({
  id: 'getFundPrices',
  method: 'GET',
  path: '/funds/:id/prices',
  summary: 'Price series of a fund, thinned to at most 600 points.',
  access: 'funds.view',
  params: pathIntegerId,
  query: z.strictObject({ period: z.optional(z.enum(chartPeriods)) }),
  answer: z.strictObject({
    fundId: integerId,
    currency: z.string(),
    prices: z.array(z.strictObject({ date: day, price: z.number() })),
    /** Annualised volatility over the period shown, percent; null when too short. */
    volatility: z.nullable(percent),
    /** Change over the period shown as a fraction; null when too short. */
    periodReturn: z.nullable(z.number()),
  }),
  errors: ['common.notFound'],
});

export const listFundPeergroups = defineCall({
  id: 'listFundPeergroups',
  method: 'GET',
  path: '/proxy/funds/peergroups',
  summary: 'Peer groups by asset class.',
  access: 'funds.view',
  answer: z.array(
    z.strictObject({
      id: integerId,
      peergroupName: z.string(),
      peergroups: z.array(z.strictObject({ id: integerId, name: z.string() })),
    }),
  ),
});
