import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import {
  day,
  fraction,
  id,
  idList,
  instant,
  integerId,
  listQuery,
  money,
  pathId,
  percent,
  queryBoolean,
  queryInteger,
  queryNumber,
  text,
} from './fields.ts';

const area = 'contracts';

export const scoreLevel = z.enum(['good', 'fair', 'poor']);
export const bandStatus = z.enum(['below', 'in', 'above', 'unknown']);
export const hintSeverity = z.union([z.literal(0), z.literal(1), z.literal(2)]);

/** Score without its parts, as lists show it (G-68). */
export const scoreSummary = z.strictObject({
  value: z.int(),
  stars: z.number(),
  level: scoreLevel,
});

export const contractScore = z.strictObject({
  value: z.int(),
  stars: z.number(),
  level: scoreLevel,
  parts: z.array(
    z.strictObject({
      scoreKey: z.enum(['risk', 'allocation', 'quality', 'costs', 'savingsPlan']),
      weight: fraction,
      value: z.number(),
      text: z.string(),
    }),
  ),
  calculatedAt: instant,
});

/** Where the portfolio's risk measure stands against the band of the customer's risk class (engine.md 6). */
export const riskPosition = z.strictObject({
  riskClassId: z.nullable(z.int()),
  riskClassCount: z.nullable(z.int()),
  riskTypeId: z.nullable(z.int()),
  useQuota: z.boolean(),
  /** Percentage points; null when unknown. */
  riskValue: z.nullable(percent),
  bandLow: z.nullable(percent),
  bandHigh: z.nullable(percent),
  status: bandStatus,
});

export const contractListItem = z.strictObject({
  id,
  externalKey: z.string(),
  externalConsumerKey: z.nullable(z.string()),
  customer: z.strictObject({ id, firstName: z.string(), lastName: z.string() }),
  groupName: z.nullable(z.string()),
  tariff: z.strictObject({ id, name: z.string(), tariffTypeId: z.int() }),
  insurer: z.nullable(z.strictObject({ id: integerId, insurerName: z.string() })),
  startDate: day,
  endDate: z.nullable(day),
  useETF: z.boolean(),
  isLinked: z.boolean(),
  hasPendingChanges: z.boolean(),
  contractScore: z.nullable(scoreSummary),
  risk: riskPosition,
  hints: z.strictObject({ count: z.int(), highestSeverity: z.nullable(hintSeverity) }),
  totalValue: money,
  cashValue: money,
  lastCheck: z.nullable(instant),
  lastCheckedBy: z.nullable(z.string()),
  lastConsultation: z.nullable(day),
});

/** Filters of G-11; the same members filter the list, the statistics and the export. */
export const contractFilter = {
  search: listQuery.search,
  insurerId: z.optional(queryInteger(1, 2_147_483_647)),
  issuerId: z.optional(queryInteger(1, 2_147_483_647)),
  tariffId: z.optional(id),
  groupId: z.optional(id),
  customerId: z.optional(id),
  scoreFrom: z.optional(queryInteger(0, 100)),
  scoreTo: z.optional(queryInteger(0, 100)),
  valueFrom: z.optional(queryNumber(0, 1e12)),
  valueTo: z.optional(queryNumber(0, 1e12)),
  hintId: z.optional(queryInteger(1, 21)),
  withHints: z.optional(queryBoolean),
  hasPendingChanges: z.optional(queryBoolean),
  riskOutOfBand: z.optional(queryBoolean),
  riskClassId: z.optional(queryInteger(1, 7)),
  lastCheckBefore: z.optional(day),
  lastConsultationBefore: z.optional(day),
  useETF: z.optional(queryBoolean),
  isLinked: z.optional(queryBoolean),
};

/** Sort keys of the contract list; a leading minus sorts downwards. */
export const contractSortKeys = [
  'contractScore',
  'customer.lastName',
  'tariff.name',
  'insurer.insurerName',
  'externalKey',
  'totalValue',
  'cashValue',
  'risk',
  'hints',
  'lastCheck',
  'lastConsultation',
  'startDate',
] as const;
export type ContractSortKey = (typeof contractSortKeys)[number];

export const listContracts = defineCall({
  id: 'listContracts',
  area,
  method: 'GET',
  path: '/contracts',
  summary: 'Contracts of the caller, filtered, sorted and paged; X-Total-Count carries the number of hits.',
  access: 'contracts.view',
  query: z.strictObject({ ...listQuery, ...contractFilter }),
  answer: z.array(contractListItem),
  isExportable: true,
  errors: ['contracts.unknown'],
});

export const listContractsByIds = defineCall({
  id: 'listContractsByIds',
  area,
  method: 'POST',
  path: '/contracts/ContractList',
  summary: 'Contracts by id; invisible ones are left out.',
  access: 'contracts.view',
  body: idList,
  answer: z.array(contractListItem),
});

const groupedCount = z.strictObject({ count: z.int(), value: money });
export const contractStats = z.strictObject({
  contractCount: z.int(),
  customerCount: z.int(),
  totalCashValue: money,
  totalValue: money,
  withHintsCount: z.int(),
  riskOutOfBandCount: z.int(),
  pendingChangesCount: z.int(),
  /** Not checked within the last twelve months, or never. */
  notCheckedCount: z.int(),
  averageScore: z.nullable(z.number()),
  byTariff: z.array(z.strictObject({ ...groupedCount.shape, tariffId: id, tariffName: z.string() })),
  byInsurer: z.array(
    z.strictObject({
      ...groupedCount.shape,
      insurerId: z.nullable(integerId),
      insurerName: z.nullable(z.string()),
    }),
  ),
  byRiskClass: z.array(z.strictObject({ ...groupedCount.shape, riskClassId: z.nullable(z.int()) })),
  /** When these figures were computed. */
  calculatedAt: instant,
});

export const getContractStats = defineCall({
  id: 'getContractStats',
  area,
  method: 'GET',
  path: '/contracts/stats',
  summary: 'Key figures of the contracts that match the filter.',
  access: 'contracts.view',
  query: z.strictObject(contractFilter),
  answer: contractStats,
});

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
  contributionsValue: money,
  reserveValue: money,
  guaranteeFundQuantity: z.number(),
  riskValue: z.nullable(percent),
  shareQuota: z.nullable(percent),
  portfolioEntries: z.array(portfolioEntry),
});

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
  contributionInterval: z.union([z.literal(1), z.literal(4), z.literal(6), z.literal(12)]),
  dynamicPercent: percent,
  savingsPlanEntries: z.array(savingsPlanEntry),
});

export const riskAssessment = z.strictObject({
  id,
  assessmentDate: day,
  validUntil: day,
  riskClassId: z.int(),
  suggestedRiskClassId: z.nullable(z.int()),
  riskValue: z.nullable(percent),
  riskTypeId: z.int(),
  questionnaireVersion: z.int(),
  horizonYears: z.nullable(z.int()),
  lossCapacity: z.nullable(z.string()),
  knowledge: z.array(z.string()),
  sustainability: z.strictObject({
    kind: z.enum(['none', 'minimumShare', 'pai']),
    minimumShareTaxonomy: z.nullable(fraction),
    minimumShareSustainable: z.nullable(fraction),
    paiTopics: z.array(z.string()),
  }),
  status: z.enum(['valid', 'expired', 'suggested']),
});

export const contractDetail = z.strictObject({
  contract: z.strictObject({
    ...contractListItem.shape,
    tariffId: id,
    issuerId: z.nullable(integerId),
    nonFundsValue: money,
    contributionsValue: money,
    reserveValue: money,
    guaranteeFundQuantity: z.number(),
    rowVersion: z.int(),
  }),
  contractScore: z.nullable(contractScore),
  latestRiskAssessment: z.nullable(riskAssessment),
  currentSavingsPlan: z.nullable(savingsPlan),
  currentPortfolio: z.nullable(portfolio),
});

export const getContract = defineCall({
  id: 'getContract',
  area,
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
  area,
  method: 'GET',
  path: '/contracts/:id/info',
  summary:
    'What stands around the contract: tariff, insurer, cost model, holder, contribution, term, guarantee.',
  access: 'contracts.view',
  params: pathId,
  answer: z.strictObject({
    contractId: id,
    tariff: z.strictObject({ id, name: z.string(), tariffTypeId: z.int(), tariffTypeName: z.string() }),
    insurer: z.nullable(z.strictObject({ id: integerId, insurerName: z.string() })),
    issuer: z.nullable(z.strictObject({ id: integerId, issuerName: z.string() })),
    costModel: z.nullable(z.strictObject({ id: integerId, costModelName: z.string() })),
    holder: z.strictObject({ id, firstName: z.string(), lastName: z.string(), dateOfBirth: z.nullable(day) }),
    beneficiary: z.nullable(z.string()),
    iban: z.nullable(z.string()),
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
});

export const listOptimizationHints = defineCall({
  id: 'listOptimizationHints',
  area,
  method: 'GET',
  path: '/contracts/:id/optimization-hints',
  summary: 'Optimisation hints stored with the last check of the contract.',
  access: 'contracts.view',
  params: pathId,
  answer: z.array(optimizationHint),
  errors: ['common.notFound'],
});

const historyQuery = z.strictObject({
  from: z.optional(day),
  to: z.optional(day),
  page: listQuery.page,
  pageSize: listQuery.pageSize,
});

export const listSavingsPlans = defineCall({
  id: 'listSavingsPlans',
  area,
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
  area,
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
  area,
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
  area,
  method: 'GET',
  path: '/contracts/:id/portfolios/current',
  summary: 'The newest portfolio.',
  access: 'contracts.view',
  params: pathId,
  answer: portfolio,
  errors: ['common.notFound'],
});

export const chartPeriods = ['1m', 'ytd', '1y', '3y', '5y', 'max'] as const;
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
export const getOverviewChart = defineCall({
  id: 'getOverviewChart',
  area,
  method: 'GET',
  path: '/contracts/:id/overview-chart',
  summary: 'Value and contributions over time.',
  access: 'contracts.view',
  params: pathId,
  query: z.strictObject({ period: z.optional(z.enum(chartPeriods)) }),
  answer: overviewChart,
  errors: ['common.notFound'],
});

export const listContractHistory = defineCall({
  id: 'listContractHistory',
  area,
  method: 'GET',
  path: '/contracts/:id/history',
  summary: 'Timeline of checks, values, profile changes and deletions, newest first (G-43).',
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

export const deleteContract = defineCall({
  id: 'deleteContract',
  area,
  method: 'DELETE',
  path: '/contracts/:id',
  summary: 'Takes the contract out of every list; it is kept until the retention period ends.',
  access: 'contracts.delete',
  params: pathId,
  query: z.strictObject({ reason: z.optional(text(500)) }),
  needsIfMatch: true,
  errors: ['common.notFound', 'common.versionConflict', 'contracts.hasOpenOrders'],
});

export const markContractChecked = defineCall({
  id: 'markContractChecked',
  area,
  method: 'POST',
  path: '/contracts/:id/last-checked',
  summary: 'Records that the signed-in user has looked the contract over now.',
  access: 'contracts.check',
  params: pathId,
  needsIdempotencyKey: true,
  answer: z.strictObject({ lastCheck: instant, lastCheckedBy: z.string() }),
  errors: ['common.notFound'],
});
