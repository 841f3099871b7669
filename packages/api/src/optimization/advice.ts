import { hintCodes } from '@depotwerk/domain/advice/hint-codes';
import { proposalModes } from '@depotwerk/domain/advice/proposal-modes';
import { fundStatuses } from '@depotwerk/domain/master-data/fund-status';
import { knowledgeLevels, lossCapacities } from '@depotwerk/domain/questions/profile-choices';
import { riskMeasures } from '@depotwerk/domain/tariff/risk-measure';
import * as z from 'zod/mini';
import { day, id, integerId, money, percent } from '../fields.ts';

export const proposalMode = z.enum(proposalModes);

export const hintCode = z.enum(hintCodes);

export const isin = z.string().check(z.minLength(1), z.maxLength(20));
const nullableNumber = z.nullable(z.number());
const limit = z.strictObject({ min: nullableNumber, max: nullableNumber });
const limits = z.strictObject({ count: limit, share: limit, value: limit });

/** A fund as check and plan see it, and how it is shown. Fees, quotas and shares as fractions. */
export const adviceFund = z.strictObject({
  fundId: integerId,
  isin,
  name: z.string(),
  categoryName: z.nullable(z.string()),
  categoryColor: z.nullable(z.string()),
  peerGroup: z.string(),
  company: z.string(),
  status: z.enum(fundStatuses),
  successor: z.nullable(isin),
  rank: z.nullable(z.number()),
  /** null = unknown. */
  ter: nullableNumber,
  equityQuota: nullableNumber,
  sri: z.nullable(z.number()),
  trackingError: z.number(),
  hasRiskData: z.boolean(),
  isEtf: z.boolean(),
  informationRatio: nullableNumber,
  sfdrArticle: z.nullable(z.union([z.literal(6), z.literal(8), z.literal(9)])),
  minimumSustainableShare: z.number(),
  /** Absent = it promises none. */
  minimumTaxonomyShare: z.optional(z.number()),
  considersPai: z.boolean(),
  /** Whether a savings plan may begin to pay into it; absent = it may. */
  isSavingsPlanCapable: z.optional(z.boolean()),
  /** Of its peer group; absent where nobody said it. */
  region: z.optional(z.string()),
  sector: z.optional(z.string()),
  /** Codes of the EMT by field that decide whom it is made for; absent where the manufacturer says none. */
  targetMarket: z.optional(z.record(z.string(), z.string())),
  /** Recommended holding period. */
  holdingYears: z.optional(z.number()),
  /** Euros per unit at the newest price; null = it cannot be traded. */
  price: nullableNumber,
  priceDate: z.nullable(day),
  unitDecimals: z.int(),
  minimumOrder: money,
  savingsMinimum: money,
  /** What the adviser's house receives, a year; null = not known. */
  distributionFee: nullableNumber,
  /** Target market, retail: `N` = not for retail clients. */
  mifidR: z.nullable(z.enum(['Y', 'N', 'Neutral'])),
  /** Whether a key information document (BIB) is on file. */
  hasKiid: z.boolean(),
});

/** One risk class: its band and the column of the allocation. */
export const adviceClass = z.strictObject({
  riskClassId: z.int(),
  /** Percentage points. */
  target: percent,
  range: percent,
  /** By peer group, in the order of `peerGroups`; fractions summing to 1. */
  targetWeights: z.array(z.number()),
  proposal: z.array(z.strictObject({ isin, weight: z.number() })),
  /** Limit of the weighted and of a single risk indicator (H19), as far as the class sets it; null = none. */
  sriLimit: nullableNumber,
});

/** Everything of a tariff: the same for all of its contracts until data or tariff change. */
export const adviceTariff = z.strictObject({
  tariffId: id,
  tariffVersionId: z.nullable(id),
  versionNumber: z.nullable(z.int()),
  /** Newest price among the tariff's funds. */
  dataDate: z.nullable(day),
  measure: z.enum(riskMeasures),
  /** The name is the group's key in funds, hints and reasons. */
  peerGroups: z.array(z.strictObject({ peergroupId: integerId, name: z.string(), colour: z.string() })),
  covariance: z.array(z.array(z.number())),
  /** Best first, by peer group. */
  shortlists: z.array(z.array(isin)),
  classes: z.array(adviceClass),
  /** null = every fund is allowed. */
  universe: z.nullable(z.array(isin)),
  rules: z.strictObject({
    minimumRank: nullableNumber,
    allowsUnrated: z.boolean(),
    driftAbsolute: z.number(),
    driftRelative: z.number(),
    driftFloor: z.number(),
    /** Fraction a year, euros a year, months: what a switch inside a group must save and by when. */
    switchSaving: z.number(),
    switchSavingEuros: money,
    switchPaybackMonths: z.number(),
    minimumOrder: money,
    maximumPriceAgeDays: z.number(),
    gainLimit: nullableNumber,
    usesSpecificRisk: z.boolean(),
  }),
  /** Highest risk indicator a fund of the tariff may have, whatever the class; left out where there is none. */
  sriLimit: z.optional(z.number()),
  /** Highest ongoing costs of the funds held, as a fraction of their value a year; left out where there is none. */
  costCap: z.optional(z.number()),
  /** Hints the tariff answers with "Nein": they are neither shown nor do they cap the score. */
  silencedHints: z.array(hintCode),
  portfolioLimits: limits,
  savingsPlanLimits: limits,
  savingsMode: z.enum(['TARGET', 'CORRECT']),
  savingsUnits: z.int(),
});

export const advicePosition = z.strictObject({
  isin,
  quantity: z.number(),
  price: nullableNumber,
  /** Days since 1970-01-01. */
  priceDay: z.int(),
  costValue: nullableNumber,
});

/** What check and plan of one contract are made from; the engine gives the same bits here and on the server. */
export const adviceInput = z.strictObject({
  contractId: id,
  /** SHA-256 of everything below; a stored plan is outdated when it differs. */
  inputHash: z.string(),
  /** null = nobody assessed the risk class yet. */
  riskClassId: z.nullable(z.int()),
  riskAssessment: z.nullable(
    z.strictObject({ riskClassId: z.int(), validUntil: day, suggestedRiskClassId: z.nullable(z.int()) }),
  ),
  /** Further holders of the contract without a valid profile; absent = none. */
  holdersWithoutProfile: z.optional(z.int()),
  /** Holders who are underage, and the day the last of them comes of age; absent = nobody known to be. */
  underageHolders: z.optional(z.strictObject({ count: z.int(), until: day })),
  esg: z.nullable(
    z.strictObject({
      minimumArticle: z.union([z.literal(6), z.literal(8), z.literal(9)]),
      minimumSustainableShare: z.number(),
      /** Absent = none is wanted. */
      minimumTaxonomyShare: z.optional(z.number()),
      needsPai: z.boolean(),
    }),
  ),
  /** What the client excludes; absent = nothing. */
  restrictions: z.optional(
    z.strictObject({
      isins: z.array(isin),
      companies: z.array(z.string()),
      regions: z.array(z.string()),
      sectors: z.array(z.string()),
    }),
  ),
  /** What decides whether funds are made for her; absent without a profile. */
  client: z.optional(
    z.strictObject({
      knowledge: z.enum(knowledgeLevels),
      /** Nobody asked; absent = known, or an older server. */
      isKnowledgeUnknown: z.optional(z.boolean()),
      lossCapacity: z.nullable(z.enum(lossCapacities)),
      hasLowestRisk: z.boolean(),
      horizonYears: z.nullable(z.number()),
    }),
  ),
  /** The step of the tariff's life cycle the contract is in; absent = none has begun. */
  lifeCycle: z.optional(z.strictObject({ from: day, highestRiskClassId: z.int() })),
  contract: z.strictObject({
    day: z.int(),
    positions: z.array(advicePosition),
    cash: money,
    cashReserve: money,
    savingsPlan: z.nullable(
      z.strictObject({
        /** Euros a month. */
        rate: money,
        entries: z.array(z.strictObject({ isin, percent: z.number() })),
      }),
    ),
    /** What an insurer promised for the end; null where he did not or it is not known. */
    guarantee: z.optional(
      z.nullable(
        z.strictObject({
          promised: money,
          level: z.number(),
          interest: z.number(),
          endDay: z.int(),
          secured: money,
        }),
      ),
    ),
  }),
  /** Euros a payment of the savings plan; null without one. */
  payment: z.nullable(money),
  /** ISINs the bank has locked. */
  lockedIsins: z.array(isin),
  portfolioId: z.nullable(id),
  valuationDate: z.nullable(day),
  costs: z.strictObject({
    /** Fraction of money added. */
    entryFee: z.number(),
    /** Euros once a plan that sells; 0 while free switches are left. */
    switchFee: money,
    freeSwitchesLeft: z.nullable(z.int()),
    /** Contract costs a year: euros and fraction of the value. */
    contractFeeYearly: money,
    contractFeePercent: z.number(),
    /** Paid back to the client, fraction of the value a year. */
    rebate: z.number(),
    /** Euros that lie with the insurer, of which the contract's fraction is taken too; absent where there are none. */
    besideFunds: z.optional(money),
    /** Present where the contract has no cost model: the fees above are 0 then, and unknown. */
    isUnknown: z.optional(z.literal(true)),
  }),
  funds: z.array(adviceFund),
  tariff: adviceTariff,
});

/** What an adviser may change in a what-if. */
export const planChoices = z.strictObject({
  riskClassId: z.optional(z.int().check(z.minimum(1), z.maximum(7))),
  excludedFundIds: z.optional(z.array(integerId).check(z.maxLength(200))),
  lockedFundIds: z.optional(z.array(integerId).check(z.maxLength(200))),
  /** Euros added now. */
  cashAmount: z.optional(z.number().check(z.minimum(0), z.maximum(1e9), z.multipleOf(0.01))),
});
