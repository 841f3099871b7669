import { planCheckKeys, planCheckResults } from '@depotwerk/domain/advice/plan-checks';
import { scoreKeys } from '@depotwerk/domain/advice/score';
import * as z from 'zod/mini';
import { bandStatus, hintSeverity, scoreLevel } from '../contracts/contracts.ts';
import { fraction, integerId, money, percent } from '../fields.ts';
import { hintCode, isin, proposalMode } from './advice.ts';

/** What planning answers: figures before and after, orders, costs, and what binds. */

/** What is recommended for a contract, with what it costs and brings. Euros. */
export const recommendedAdvice = z.strictObject({
  mode: proposalMode,
  /** False where nothing is wrong. */
  isNeeded: z.boolean(),
  /** False where the proposal did not suit the risk profile, or there was none; absent where it was kept before this was told. */
  isSuitable: z.optional(z.boolean()),
  /** Why, in a German sentence. */
  sentence: z.string(),
  orderCount: z.int(),
  isSavingsPlanChanged: z.boolean(),
  /** Null where the contract has no cost model. */
  costsOnce: z.nullable(money),
  /** Below 0 ongoing costs rise. */
  savedPerYear: z.nullable(money),
  scoreBefore: z.int(),
  scoreAfter: z.int(),
});

/** O01: the measure stays outside the band although the target lies inside; O02: a part of the score falls, or what is left open, and why. */
export const planMessages = z.array(z.strictObject({ code: z.enum(['O01', 'O02']), text: z.string() }));

export const adviceHint = z.strictObject({
  hintCode,
  optimizationHintId: z.int(),
  severity: hintSeverity,
  /** ISIN, peer group, company, `portfolio` or `savingsPlan`. */
  subject: z.string(),
  values: z.record(z.string(), z.union([z.number(), z.string(), z.null()])),
  suggestion: z.nullable(z.string()),
});

/** One side of before and after. */
export const planFigures = z.strictObject({
  totalValue: money,
  securitiesCount: z.int(),
  risk: z.strictObject({
    riskClassId: z.int(),
    /** Percentage points; null = unknown. */
    value: z.nullable(percent),
    target: percent,
    bandLow: percent,
    bandHigh: percent,
    status: bandStatus,
    distance: percent,
  }),
  /** Percentage points; null where funds without a known quota are held. */
  shareQuota: z.nullable(percent),
  /** Ongoing costs of funds and contract together. */
  costs: z.strictObject({
    perYearEuro: money,
    perYearPercent: percent,
    fundsPerYearEuro: money,
    /** Names of funds held whose ongoing costs are unknown and not in the sums; absent in plans stored before. */
    unknownFunds: z.optional(z.array(z.string())),
    /** Present where nobody knows what the contract takes; it is not in the sums. */
    isContractUnknown: z.optional(z.literal(true)),
  }),
  contractScore: z.strictObject({
    value: z.int(),
    stars: z.number(),
    level: scoreLevel,
    parts: z.array(z.strictObject({ scoreKey: z.enum(scoreKeys), weight: fraction, value: z.number() })),
  }),
  /** Groups held or aimed at, in the tariff's order. */
  peerGroups: z.array(
    z.strictObject({
      peergroupId: integerId,
      name: z.string(),
      colour: z.string(),
      fraction: z.number(),
      target: z.number(),
    }),
  ),
  hints: z.array(adviceHint),
  /** Months until prices alone bring the next hint on risk or weights; null = unknown, absent in plans stored before. */
  monthsToNextHint: z.optional(z.nullable(z.number())),
});

export const planTransaction = z.strictObject({
  id: z.string(),
  action: z.enum(['sell', 'buy']),
  fundId: integerId,
  isin,
  fundName: z.string(),
  /** The other half of a switch inside the peer group. */
  switchWithFundId: z.nullable(integerId),
  quantity: z.number(),
  price: z.number(),
  amount: money,
  fee: money,
  fractionBefore: z.number(),
  fractionAfter: z.number(),
  reason: z.string(),
  /** Hints (H01…H21) the order serves. */
  hintCodes: z.array(hintCode),
});

export const savingsPlanChange = z.strictObject({
  fundId: integerId,
  isin,
  fundName: z.string(),
  fractionBefore: z.number(),
  fractionAfter: z.number(),
  /** Euros a payment. */
  amountBefore: money,
  amountAfter: money,
});

/** Costs of carrying a proposal out and what it changes a year. */
export const planCosts = z.strictObject({
  entry: money,
  transaction: money,
  switchFee: money,
  /** Euros a year. */
  ongoingBefore: money,
  ongoingAfter: money,
  thirdParty: z.nullable(money),
  /** Saved a year; negative = dearer, null = the costs of a fund that is sold or bought are unknown. */
  perYearEuro: z.nullable(money),
  /** Percentage points a year the return gains by lower costs; null = unknown. */
  returnEffect: z.nullable(percent),
  /** Present where nobody knows what the contract takes: entry and switchFee are 0 then, and unknown. */
  isContractUnknown: z.optional(z.literal(true)),
});

export const planCheck = z.strictObject({
  checkKey: z.enum(planCheckKeys),
  result: z.enum(planCheckResults),
  text: z.string(),
});

/** A limit that binds: which, on what, and a German sentence. */
export const bindingLimit = z.strictObject({
  limit: z.string(),
  subject: z.string(),
  values: z.record(z.string(), z.number()),
  text: z.string(),
});

/** What a plan does and what it brings, proposed and stored alike. */
export const planOutcome = {
  before: planFigures,
  after: planFigures,
  transactions: z.array(planTransaction),
  savingsPlanChanges: z.array(savingsPlanChange),
  cashBefore: money,
  cashAfter: money,
  costs: planCosts,
  checks: z.array(planCheck),
};

export const proposal = z.strictObject({
  mode: proposalMode,
  /** True for exactly one of a contract's proposals. */
  isRecommended: z.boolean(),
  /** Whether anything is asked of the contract; the same for all its proposals. */
  isNeeded: z.boolean(),
  /** Why it is the one to take; null for the others. */
  recommendation: z.nullable(z.string()),
  isFeasible: z.boolean(),
  /** Why it is not feasible; empty otherwise. */
  reasons: z.array(bindingLimit),
  ...planOutcome,
  messages: planMessages,
});
