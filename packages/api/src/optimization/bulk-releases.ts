import { releaseObstacles, releaseRowResults } from '@depotwerk/domain/contracts/release-of-many';
import * as z from 'zod/mini';
import { callsOf } from '../call.ts';
import { bulkSelection } from '../contracts/contract-bulk.ts';
import { money, paging, pathId } from '../fields.ts';
import { job } from '../jobs/jobs.ts';
import { continuousPlanFilter } from './continuous-optimization.ts';
import { rowOfPlan, seenPlan, seenPlans } from './plans-of-many.ts';

const defineCall = callsOf('optimization');

/** Contracts named or under the filter of their list, or those under the filter of the list of waiting plans. */
const releaseSelection = z.union([
  bulkSelection,
  z.strictObject({ waiting: z.strictObject({ search: continuousPlanFilter.search }) }),
]);

export const releasablePlan = z.strictObject({
  ...seenPlan,
  contractNumber: z.string(),
  customerName: z.string(),
  orderCount: z.int(),
  /** Euros that change place. */
  turnover: money,
  /** Whether a second person has to agree as well, by the limit of the house. */
  needsSecondPerson: z.boolean(),
  /** What its checks warn of, in German sentences. */
  warnings: z.array(z.string()),
  /** Why it would be left out as it stands; null where nothing is known against it, left out by servers that do not tell. */
  obstacle: z.optional(z.nullable(z.enum(releaseObstacles))),
});

export const previewReleases = defineCall({
  id: 'previewReleases',
  feature: 'bulk',
  method: 'POST',
  path: '/contracts/release/preview',
  summary:
    'The open plans of many contracts that could be released, as whoever releases them confirms them, and which of them would be left out. Needs optimization.execute besides.',
  access: 'contracts.bulk',
  body: z.strictObject({ selection: releaseSelection }),
  answer: z.strictObject({
    /** In the order of the contracts' numbers. */
    plans: z.array(releasablePlan),
  }),
  errors: ['optimization.tooManyReleases'],
});

export const releasePlans = defineCall({
  id: 'releasePlans',
  feature: 'bulk',
  method: 'POST',
  path: '/contracts/release',
  summary:
    'Releases, in a job (GET jobs/{id} tells its progress), exactly the plans named in the versions named; for those above the limit of the house a second person is asked. Nothing is carried out. Needs optimization.execute besides.',
  access: 'contracts.bulk',
  needsFreshFactor: true,
  needsIdempotencyKey: true,
  body: z.strictObject({ plans: seenPlans }),
  answer: job,
  status: 202,
  errors: ['common.quotaExceeded'],
});

const releaseRowResult = z.enum(releaseRowResults);

export const releaseRow = rowOfPlan(releaseRowResult);

export const listReleaseRows = defineCall({
  id: 'listReleaseRows',
  method: 'GET',
  path: '/jobs/:id/contract-releases',
  summary: 'What releasing the plans of many contracts came to, contract by contract.',
  access: 'contracts.bulk',
  params: pathId,
  query: z.strictObject({
    ...paging,
    result: z.optional(releaseRowResult),
  }),
  answer: z.array(releaseRow),
  errors: ['common.notFound'],
});

export const sumReleases = defineCall({
  id: 'sumReleases',
  method: 'GET',
  path: '/jobs/:id/contract-releases/sums',
  summary: 'How many contracts each result of releasing many has, and how many euros their plans move.',
  access: 'contracts.bulk',
  params: pathId,
  answer: z.array(
    z.strictObject({
      result: releaseRowResult,
      contractCount: z.int(),
      /** Euros that change place. */
      turnover: money,
    }),
  ),
  errors: ['common.notFound'],
});
