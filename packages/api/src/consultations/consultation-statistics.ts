import * as z from 'zod/mini';
import { callsOf } from '../call.ts';
import { id, listQuery, money, queryInteger } from '../fields.ts';

const defineCall = callsOf('consultations');

const count = z.int();

/** What one adviser did in a calendar year. */
export const adviserStatistics = z.strictObject({
  /** The adviser's user; `none` = nobody made, released or ordered it. */
  id: z.union([id, z.literal('none')]),
  adviserName: z.nullable(z.string()),
  /** Consultations completed in the year; addenda are none of their own. */
  completed: count,
  initial: count,
  periodicReview: count,
  event: count,
  other: count,
  /** Of those completed: at the customer's wish, and with a recommendation. */
  byCustomer: count,
  recommended: count,
  /** Of those completed with a suitability statement on file. */
  withStatement: count,
  notPursued: count,
  /** Proposals the bank carried out in the year, wholly or in part, and what the bank bought for them. */
  plansCarriedOut: count,
  /** Of these: carried out in part only; absent = not said. */
  plansPartlyCarriedOut: z.optional(count),
  boughtAmount: money,
  /** Of the proposals carried out: of how many nobody said what was bought, which is not counted; absent = not said. */
  boughtUnknown: z.optional(count),
  /** A year, as told when they were proposed; null where nothing is known of any. */
  inducements: z.nullable(money),
  /** Of the proposals carried out: how many say nothing of inducements, or were carried out in part, for which nothing was named. */
  inducementsUnknown: count,
});
export type AdviserStatistics = z.infer<typeof adviserStatistics>;

export const readConsultationStatistics = defineCall({
  id: 'readConsultationStatistics',
  mayLag: true,
  method: 'GET',
  path: '/consultation-statistics',
  summary:
    'Consultations, proposals carried out and inducements of a calendar year by adviser, for the auditor; with format as a file (audit.export).',
  access: 'audit.view',
  query: z.strictObject({ year: queryInteger(2000, 2100), format: listQuery.format }),
  answer: z.array(adviserStatistics),
  isExportable: true,
});
