import { chartPeriods } from '@depotwerk/domain/chart-periods';
import { profileStatuses } from '@depotwerk/domain/contracts/profile-statuses';
import { findingCauses } from '@depotwerk/domain/finding-causes';
import { intervals } from '@depotwerk/domain/interval';
import { sustainabilityKinds } from '@depotwerk/domain/questions/profile-choices';
import * as z from 'zod/mini';
import { type CallAnswer, callsOf } from '../call.ts';
import { day, fraction, id, instant, integerId, money, paging, pathId, percent } from '../fields.ts';
import { contractGuarantee } from './contract-guarantee.ts';
import { contractLifeCycle } from './contract-life-cycle.ts';
import { contractListItem, contractScore, hintSeverity } from './contracts.ts';
import { productExperience } from './product-experience.ts';

const defineCall = callsOf('contracts');

export const portfolioEntry = z.strictObject({
  id,
  fundId: integerId,
  isin: z.string(),
  fundName: z.string(),
  categoryName: z.nullable(z.string()),
  categoryColor: z.nullable(z.string()),
  quantity: z.number(),
  price: z.nullable(z.number()),
  priceDate: z.nullable(day),
  value: money,
  fraction,
  costValue: z.nullable(money),
  gainLoss: z.nullable(money),
  /** Price change of the fund over the last twelve months, as a fraction. */
  oneYearReturn: z.nullable(z.number()),
  peergroupId: z.nullable(integerId),
  peergroupName: z.nullable(z.string()),
  rank: z.nullable(z.int()),
  isLocked: z.boolean(),
});

export const portfolio = z.strictObject({
  id,
  contractId: id,
  valuationDate: day,
  totalValue: money,
  cashValue: money,
  nonFundsValue: money,
  /** Paid in up to the day of the valuation, less what was taken out; null = nobody has said it. */
  contributionsValue: z.nullable(money),
  reserveValue: money,
  guaranteeFundQuantity: z.number(),
  riskValue: z.nullable(percent),
  shareQuota: z.nullable(percent),
  portfolioEntries: z.array(portfolioEntry),
});
export type Portfolio = z.infer<typeof portfolio>;
export type PortfolioEntry = Portfolio['portfolioEntries'][number];

export const savingsPlanEntry = z.strictObject({
  id,
  fundId: integerId,
  isin: z.string(),
  fundName: z.string(),
  categoryName: z.nullable(z.string()),
  categoryColor: z.nullable(z.string()),
  fraction,
  amount: money,
});

export const savingsPlan = z.strictObject({
  id,
  contractId: id,
  validFrom: day,
  validTo: z.nullable(day),
  contribution: money,
  contributionInterval: z.literal(intervals),
  dynamicPercent: percent,
  savingsPlanEntries: z.array(savingsPlanEntry),
});
export type SavingsPlan = z.infer<typeof savingsPlan>;

export const riskAssessment = z.strictObject({
  id,
  assessmentDate: day,
  validUntil: day,
  riskClassId: z.int(),
  /** Null for clients: what waits for a decision of the house is told when it is decided. */
  suggestedRiskClassId: z.nullable(z.int()),
  riskValue: z.nullable(percent),
  riskTypeId: z.int(),
  questionnaireVersion: z.int(),
  /** False where no answers are known, as of a class by hand that a release before kept as profile: then nobody knows what the client prefers or excludes. */
  wasAsked: z.boolean(),
  /** Fields of the profile the questionnaire asks for; absent = nobody knows which, or an older server. */
  askedFields: z.optional(z.array(z.string())),
  /** Of these, those the client left unanswered, as she did the question before them; absent = nobody knows, or an older server. */
  skippedFields: z.optional(z.array(z.string())),
  /** What the investment is for, in the words of the answer; absent = not known, or an older server. */
  goal: z.optional(z.string()),
  horizonYears: z.nullable(z.int()),
  lossCapacity: z.nullable(z.string()),
  knowledge: z.array(z.string()),
  /** What was done with each of these, in the words of the answers; absent = nobody asked, or an older server. */
  experience: z.optional(z.array(productExperience)),
  sustainability: z.strictObject({
    kind: z.enum(sustainabilityKinds),
    minimumShareTaxonomy: z.nullable(fraction),
    minimumShareSustainable: z.nullable(fraction),
    paiTopics: z.array(z.string()),
  }),
  /** What the client excludes, by kind; empty = nothing. Regions and sectors by their keys. */
  restrictions: z.strictObject({
    isins: z.array(z.string()),
    companies: z.array(z.string()),
    regions: z.array(z.string()),
    sectors: z.array(z.string()),
  }),
  status: z.enum(profileStatuses),
});

export const contractDetail = z.strictObject({
  contract: z.strictObject({
    ...contractListItem.shape,
    tariffId: id,
    issuerId: z.nullable(integerId),
    nonFundsValue: money,
    /** Of the newest valuation; null = nobody has said it. */
    contributionsValue: z.nullable(money),
    reserveValue: money,
    guaranteeFundQuantity: z.number(),
    rowVersion: z.int(),
    /** Nothing of the contract can be changed until the block is lifted; false for the customer herself. */
    isCustomerBlocked: z.boolean(),
    /** Names of blocked people who hold it beside the customer: nothing is planned or ordered; absent = none. */
    blockedHolders: z.optional(z.array(z.string())),
    /** Who of the holders is underage, and the day each comes of age; absent = nobody known to be, and for a customer herself. */
    underageHolders: z.optional(z.array(z.strictObject({ customerId: id, name: z.string(), until: day }))),
  }),
  contractScore: z.nullable(contractScore),
  latestRiskAssessment: z.nullable(riskAssessment),
  currentSavingsPlan: z.nullable(savingsPlan),
  /** The next one that begins after today; a server of the release before does not say. */
  plannedSavingsPlan: z.optional(z.nullable(savingsPlan)),
  currentPortfolio: z.nullable(portfolio),
  /** null where the tariff type has none, and for the customer herself. */
  guarantee: z.nullable(contractGuarantee),
  /** null = the tariff has none. */
  lifeCycle: z.nullable(contractLifeCycle),
});
export type ContractDetail = z.infer<typeof contractDetail>;

export const getContract = defineCall({
  id: 'getContract',
  method: 'GET',
  path: '/contracts/:id',
  summary: 'A contract with score, risk assessment, current savings plan and portfolio; ETag is its version.',
  access: 'contracts.view',
  params: pathId,
  answer: contractDetail,
  errors: ['common.notFound'],
});

export const getContractInfo = defineCall({
  id: 'getContractInfo',
  method: 'GET',
  path: '/contracts/:id/info',
  summary: 'What stands around a contract: tariff, insurer, costs, holder, payments, term, guarantee.',
  access: 'contracts.view',
  params: pathId,
  answer: z.strictObject({
    contractId: id,
    tariff: z.strictObject({ id, name: z.string(), tariffTypeId: z.int(), tariffTypeName: z.string() }),
    insurer: z.nullable(z.strictObject({ id: integerId, insurerName: z.string() })),
    issuer: z.nullable(z.strictObject({ id: integerId, issuerName: z.string() })),
    costModel: z.nullable(z.strictObject({ id: integerId, costModelName: z.string() })),
    holder: z.strictObject({ id, firstName: z.string(), lastName: z.string(), dateOfBirth: z.nullable(day) }),
    /** Who holds it beside her. */
    furtherHolders: z.array(z.strictObject({ id, firstName: z.string(), lastName: z.string() })),
    /** Number of the customer at the institution. */
    externalConsumerKey: z.nullable(z.string()),
    beneficiary: z.nullable(z.string()),
    iban: z.nullable(z.string()),
    /** Of the savings plan in force today; null without one. */
    contribution: z.nullable(money),
    contributionInterval: z.nullable(z.int()),
    startDate: day,
    endDate: z.nullable(day),
    guaranteedLevel: z.nullable(fraction),
    guaranteeTypeName: z.nullable(z.string()),
    documentsCount: z.int(),
  }),
  errors: ['common.notFound'],
});
export type ContractInfo = CallAnswer<typeof getContractInfo>;

/** Why something was found: open hints of one cause are one finding, which `hints.count` of a contract counts. */
export const findingCause = z.enum(findingCauses);

export const optimizationHint = z.strictObject({
  id,
  contractId: id,
  optimizationHintId: z.int(),
  title: z.string(),
  text: z.string(),
  severity: hintSeverity,
  scope: z.enum(['portfolio', 'savingsPlan', 'contract']),
  fundIds: z.array(integerId),
  actual: z.nullable(z.number()),
  target: z.nullable(z.number()),
  range: z.nullable(z.number()),
  suggestedFundIds: z.array(integerId),
  createdAt: instant,
  state: z.enum(['open', 'dismissed', 'accepted', 'done']),
  dismissedReason: z.nullable(z.string()),
  /** H01 to H21, H23, H24. */
  hintCode: z.string(),
  peergroupId: z.nullable(integerId),
  /** What was noted when the hint was dismissed or accepted. */
  note: z.nullable(z.string()),
  stateChangedAt: z.nullable(instant),
  stateChangedBy: z.nullable(z.string()),
  /** null for a hint that no check made: a finding of its own. */
  findingCause: z.nullable(findingCause),
});
export type OptimizationHint = z.infer<typeof optimizationHint>;

export const listOptimizationHints = defineCall({
  id: 'listOptimizationHints',
  method: 'GET',
  path: '/contracts/:id/optimization-hints',
  summary: 'Optimisation hints of the last check: open ones first, then by severity and code.',
  access: 'contracts.view',
  params: pathId,
  answer: z.array(optimizationHint),
  errors: ['common.notFound'],
});

const historyQuery = z.strictObject({
  from: z.optional(day),
  to: z.optional(day),
  ...paging,
});

export const listSavingsPlans = defineCall({
  id: 'listSavingsPlans',
  method: 'GET',
  path: '/contracts/:id/savings-plans',
  summary: 'Savings plans of the contract, newest first.',
  access: 'contracts.view',
  params: pathId,
  query: historyQuery,
  answer: z.array(savingsPlan),
  errors: ['common.notFound'],
});

export const getCurrentSavingsPlan = defineCall({
  id: 'getCurrentSavingsPlan',
  method: 'GET',
  path: '/contracts/:id/savings-plans/current',
  summary: 'The savings plan in force today.',
  access: 'contracts.view',
  params: pathId,
  answer: savingsPlan,
  errors: ['common.notFound'],
});

export const listPortfolios = defineCall({
  id: 'listPortfolios',
  method: 'GET',
  path: '/contracts/:id/portfolios',
  summary: 'Portfolios of the contract by valuation date, newest first.',
  access: 'contracts.view',
  params: pathId,
  query: historyQuery,
  answer: z.array(portfolio),
  errors: ['common.notFound'],
});

export const getCurrentPortfolio = defineCall({
  id: 'getCurrentPortfolio',
  method: 'GET',
  path: '/contracts/:id/portfolios/current',
  summary: 'The newest portfolio.',
  access: 'contracts.view',
  params: pathId,
  answer: portfolio,
  errors: ['common.notFound'],
});

export const overviewChart = z.strictObject({
  chartConfig: z.strictObject({
    chartType: z.enum(['line', 'area', 'bar', 'doughnut', 'band']),
    series: z.array(
      z.strictObject({
        key: z.string(),
        label: z.string(),
        colour: z.string(),
        axis: z.enum(['left', 'right']),
        unit: z.enum(['EUR', 'percent']),
      }),
    ),
    xAxis: z.strictObject({ kind: z.enum(['time', 'category']) }),
    yAxis: z.strictObject({ unit: z.enum(['EUR', 'percent']) }),
    locale: z.string(),
  }),
  chartData: z.record(z.string(), z.array(z.strictObject({ x: z.string(), y: z.number() }))),
});
export type OverviewChart = z.infer<typeof overviewChart>;

export const getOverviewChart = defineCall({
  id: 'getOverviewChart',
  method: 'GET',
  path: '/contracts/:id/overview-chart',
  summary: 'Value and contributions over time, the latter at the valuations they are known of.',
  access: 'contracts.view',
  params: pathId,
  query: z.strictObject({ period: z.optional(z.enum(chartPeriods)) }),
  answer: overviewChart,
  errors: ['common.notFound'],
});

export const listContractHistory = defineCall({
  id: 'listContractHistory',
  method: 'GET',
  path: '/contracts/:id/history',
  summary: 'Timeline of checks, values, profile changes and deletions, newest first.',
  access: 'contracts.view',
  params: pathId,
  answer: z.array(
    z.strictObject({
      id: z.string(),
      occurredAt: instant,
      kind: z.enum([
        'created',
        'check',
        'valuation',
        'riskAssessment',
        'savingsPlan',
        'consultation',
        'change',
      ]),
      title: z.string(),
      text: z.nullable(z.string()),
      actorName: z.nullable(z.string()),
    }),
  ),
  errors: ['common.notFound'],
});
