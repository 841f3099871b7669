import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { day, fraction, id, integerId, money, pathId } from '../fields.ts';
import { contractGuarantee } from './contract-guarantee.ts';
import { contractLifeCycle } from './contract-life-cycle.ts';
import { fundMovement } from './fund-movements.ts';

const known = z.nullable(z.number());
const share = z.nullable(fraction);

/** A fund held, all its positions together; rates a year and shares as fractions, null = not known. */
export const analysedHolding = z.strictObject({
  fundId: integerId,
  isin: z.string(),
  name: z.string(),
  value: money,
  quantity: z.number(),
  /** What was paid for all of it; null where that of a position is not known. */
  costValue: z.nullable(money),
  equityQuota: known,
  /** By the sector of its peer group. */
  isRealEstate: z.boolean(),
  /** What is recorded of its purchases and sales. */
  movements: z.array(fundMovement),
  peergroupId: z.nullable(integerId),
  peergroupName: z.nullable(z.string()),
  /** Keys of where and in what the funds of its peer group invest for the most part; absent from a server of the release before. */
  region: z.optional(z.nullable(z.string())),
  sector: z.optional(z.nullable(z.string())),
  /** What the fund itself is counted in, not what lies in it. */
  currency: z.optional(z.string()),
  ongoingFee: known,
  transactionCosts: known,
  trackingError: known,
  /** Three years, a year, of its own prices. */
  return3y: known,
  volatility3y: known,
  sfdrArticle: z.nullable(z.literal([6, 8, 9])),
  minimumShareTaxonomy: share,
  minimumShareSustainable: share,
  considersPai: z.nullable(z.boolean()),
  /** What the manufacturer says of excluded industries. */
  esgIndustries: z.nullable(z.string()),
  recommendedHoldingYears: known,
  /** Average return a year over the recommended holding period (EPT). */
  returnStress: known,
  returnUnfavourable: known,
  returnModerate: known,
  returnFavourable: known,
});

/** A peer group with risk data: its row of the covariance (in the order of the list) and the medians of its funds. */
export const analysedGroup = z.strictObject({
  peergroupId: integerId,
  expectedReturn: known,
  covariance: z.array(z.number()),
});

/** Medians of the funds of a peer group; null below five funds with the figure. */
export const peerMedians = z.strictObject({
  peergroupId: integerId,
  return3y: known,
  volatility3y: known,
  ongoingFee: known,
});

/** A class from a day on, with the figures of what the tariff aims at in it today; a year, null = not known. */
export const targetOfClass = z.strictObject({
  from: day,
  riskClassId: z.int(),
  equityQuota: known,
  volatility: known,
  expectedReturn: known,
});

export const contractAnalysis = z.strictObject({
  contractId: id,
  /** The caller's day, from which is counted. */
  today: day,
  /** The current one; null where the contract was never valued: then nothing below says what it is worth. */
  valuation: z.nullable(
    z.strictObject({
      date: day,
      /** Everything of the contract, also what lies with the insurer. */
      totalValue: money,
      /** Money that is the client's own beside the funds. */
      cash: money,
    }),
  ),
  /** The contract's end, else the horizon of the valid risk assessment counted from today. */
  target: z.nullable(z.strictObject({ date: day, source: z.enum(['end', 'horizon']) })),
  holdings: z.array(analysedHolding),
  groups: z.array(analysedGroup),
  peers: z.array(peerMedians),
  /** Whether the funds are the client's own: in a policy exchanging them is no sale for the tax. */
  isDepot: z.boolean(),
  /** What the savings plan in force today brings. */
  savings: z.nullable(z.strictObject({ monthly: money, dynamicRate: z.number() })),
  /** Where it ends, pauses or another one begins later on, by day; `monthly` 0 = nothing is paid. Absent from a server of the release before. */
  savingsChanges: z.optional(z.array(z.strictObject({ from: day, monthly: money, dynamicRate: z.number() }))),
  costModel: z.nullable(
    z.strictObject({
      entryFee: z.number(),
      contractFeeMonthly: money,
      contractFeePercent: z.number(),
      rebate: z.number(),
    }),
  ),
  /** null where the tariff type has none. */
  guarantee: z.nullable(contractGuarantee),
  /** How the tariff brings the risk down before the end; null where it does not. */
  lifeCycle: z.nullable(
    z.strictObject({
      ...contractLifeCycle.shape,
      /** Classes the contract is held to from today on; empty without a class. */
      path: z.array(targetOfClass),
    }),
  ),
});

export const getContractAnalysis = defineCall({
  id: 'getContractAnalysis',
  area: 'contracts',
  method: 'GET',
  path: '/contracts/:id/analysis',
  summary:
    'What the analysis of a contract is computed from: holdings with costs, risk and sustainability, target date, savings.',
  access: 'contracts.view',
  params: pathId,
  answer: contractAnalysis,
  errors: ['common.notFound'],
});
