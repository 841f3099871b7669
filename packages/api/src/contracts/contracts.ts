import { riskBandStatuses } from '@depotwerk/domain/advice/risk-band-status';
import { scoreKeys, scoreLevels } from '@depotwerk/domain/advice/score';
import { lastHintNumber } from '@depotwerk/domain/hint-number';
import * as z from 'zod/mini';
import { callsOf } from '../call.ts';
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
} from '../fields.ts';
import { tag } from '../tags/tags.ts';

const defineCall = callsOf('contracts');

export const scoreLevel = z.enum(scoreLevels);

export const bandStatus = z.enum(riskBandStatuses);

export const hintSeverity = z.union([z.literal(0), z.literal(1), z.literal(2)]);

/** Score without its parts, as lists show it. */
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
      scoreKey: z.enum(scoreKeys),
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
export type RiskPosition = z.infer<typeof riskPosition>;

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
  /** null for the customer herself. */
  hasPendingChanges: z.nullable(z.boolean()),
  contractScore: z.nullable(scoreSummary),
  risk: riskPosition,
  /** `count` is of open findings: hints of one cause count once; both null for clients. */
  hints: z.strictObject({ count: z.nullable(z.int()), highestSeverity: z.nullable(hintSeverity) }),
  /** Never valued: nothing is known of its worth, and the sums say 0; missing in answers of the release before. */
  isValueUnknown: z.optional(z.boolean()),
  totalValue: money,
  cashValue: money,
  lastCheck: z.nullable(instant),
  /** null for the customer herself, too. */
  lastCheckedBy: z.nullable(z.string()),
  lastConsultation: z.nullable(day),
  /** By name; none for clients. */
  tags: z.array(tag),
});
export type ContractListItem = z.infer<typeof contractListItem>;

/** Filters of the list; the same members filter the list, the statistics and the export. */
export const contractFilter = {
  search: listQuery.search,
  insurerId: z.optional(queryInteger(1, 2_147_483_647)),
  issuerId: z.optional(queryInteger(1, 2_147_483_647)),
  tariffId: z.optional(id),
  groupId: z.optional(id),
  customerId: z.optional(id),
  tagId: z.optional(queryInteger(1, 2_147_483_647)),
  /** Held now, or paid into by the savings plan. */
  heldFundId: z.optional(queryInteger(1, 2_147_483_647)),
  scoreFrom: z.optional(queryInteger(0, 100)),
  scoreTo: z.optional(queryInteger(0, 100)),
  valueFrom: z.optional(queryNumber(0, 1e12)),
  valueTo: z.optional(queryNumber(0, 1e12)),
  hintId: z.optional(queryInteger(1, lastHintNumber)),
  withHints: z.optional(queryBoolean),
  hasPendingChanges: z.optional(queryBoolean),
  riskOutOfBand: z.optional(queryBoolean),
  riskClassId: z.optional(queryInteger(1, 7)),
  /** It runs, and a profile of one of its holders was never recorded or is over: nothing is recommended. */
  withoutProfile: z.optional(queryBoolean),
  lastCheckBefore: z.optional(day),
  lastConsultationBefore: z.optional(day),
  useETF: z.optional(queryBoolean),
  /** Valued, and nobody has said what was paid in. */
  withUnknownPayments: z.optional(queryBoolean),
  isLinked: z.optional(queryBoolean),
};

export const listContracts = defineCall({
  id: 'listContracts',
  mayLag: true,
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
  opensWhileViewing: true,
  method: 'POST',
  path: '/contracts/ContractList',
  summary: 'Contracts by id; invisible ones are left out.',
  access: 'contracts.view',
  body: idList,
  answer: z.array(contractListItem),
});

const groupedCount = z.strictObject({
  count: z.int(),
  value: money,
  /** As that of {@link contractStats}. */
  unvaluedCount: z.optional(z.int()),
});

export const contractStats = z.strictObject({
  contractCount: z.int(),
  customerCount: z.int(),
  totalCashValue: money,
  totalValue: money,
  /** Null for clients. */
  withHintsCount: z.nullable(z.int()),
  riskOutOfBandCount: z.int(),
  /** null for the customer herself. */
  pendingChangesCount: z.nullable(z.int()),
  /** Not checked within the last twelve months, or never. */
  notCheckedCount: z.int(),
  averageScore: z.nullable(z.number()),
  /** How many contracts the average is of. A server of the release before does not say. */
  scoredCount: z.optional(z.int()),
  /** How many contracts were never valued: the sums do not know of them. A server of the release before does not say. */
  unvaluedCount: z.optional(z.int()),
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
export type ContractStats = z.infer<typeof contractStats>;

export const getContractStats = defineCall({
  id: 'getContractStats',
  method: 'GET',
  path: '/contracts/stats',
  summary: 'Key figures of the contracts that match the filter.',
  access: 'contracts.view',
  query: z.strictObject(contractFilter),
  answer: contractStats,
});

export const deleteContract = defineCall({
  id: 'deleteContract',
  method: 'DELETE',
  path: '/contracts/:id',
  summary: 'Takes the contract out of every list; it is kept until the retention period ends.',
  access: 'contracts.delete',
  params: pathId,
  query: z.strictObject({ reason: z.optional(text(500)) }),
  needsIfMatch: true,
  errors: ['common.notFound', 'common.versionConflict', 'contracts.hasOpenOrders'],
});

export const restoreContract = defineCall({
  id: 'restoreContract',
  method: 'POST',
  path: '/contracts/:id/restore',
  summary: 'Takes back a deletion of a moment ago, by whom it was made.',
  access: 'contracts.delete',
  params: pathId,
  needsIdempotencyKey: true,
  errors: [
    'common.notFound',
    'contracts.restoreTooLate',
    'contracts.externalKeyExists',
    'customers.blocked',
    'customers.inactive',
    'customers.deleted',
  ],
});

export const markContractChecked = defineCall({
  id: 'markContractChecked',
  method: 'POST',
  path: '/contracts/:id/last-checked',
  summary: 'Records that the signed-in user has looked the contract over now.',
  access: 'contracts.check',
  params: pathId,
  needsIdempotencyKey: true,
  answer: z.strictObject({ lastCheck: instant, lastCheckedBy: z.string() }),
  errors: ['common.notFound'],
});
