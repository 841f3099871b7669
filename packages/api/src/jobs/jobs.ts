import * as z from 'zod/mini';
import { callsOf } from '../call.ts';
import { id, instant, listQuery, paging, pathId, queryBoolean } from '../fields.ts';

const defineCall = callsOf('jobs');

/** `dead`: given up after all attempts; somebody has to look and may retry. */
export const jobState = z.enum(['queued', 'running', 'failed', 'done', 'dead']);

/** What a list can be narrowed to: `cancelled` are those somebody cancelled, whose state is `done` when they have ended. */
const jobStateFilter = z.enum([...jobState.options, 'cancelled']);

const counts = {
  /** Pieces of work known so far; grows while a job still finds out what is to do. */
  total: z.int(),
  done: z.int(),
  /** Of `done`: pieces that changed something. */
  changed: z.int(),
  /** Of `done`: what failed, alone or because its piece was given up. */
  failed: z.int(),
  /** Not of `done`: pieces nobody will do, because the job was cancelled. A server of the release before does not say. */
  cancelled: z.optional(z.int()),
  /** Of `failed`: what nothing happened to because its piece failed at every attempt. A server of the release before does not say. */
  givenUp: z.optional(z.int()),
};

/** A part of a job with a progress of its own: one bank of a remote refresh. */
export const jobPart = z.strictObject({
  partKey: z.string(),
  /** Name for people, e.g. of the bank. */
  name: z.string(),
  state: z.enum(['waiting', 'running', 'done', 'failed']),
  ...counts,
  /** Why the part as a whole did not run, e.g. `traderAuth.passwordMissing`; null otherwise. */
  code: z.nullable(z.string()),
  message: z.nullable(z.string()),
});

export const job = z.strictObject({
  id,
  /** `remoteRefresh`, `checkContracts`, … */
  jobType: z.string(),
  state: jobState,
  ...counts,
  parts: z.array(jobPart),
  /** Rows that need somebody's eye; GET jobs/{id}/problems lists them. */
  problemCount: z.int(),
  attempts: z.int(),
  maximumAttempts: z.int(),
  lastError: z.nullable(z.string()),
  createdBy: z.nullable(z.string()),
  isMine: z.boolean(),
  createdAt: instant,
  finishedAt: z.nullable(instant),
  /** When and by whom it was cancelled; null or absent where it was not. Until it has ended, pieces at work still end. */
  cancelledAt: z.optional(z.nullable(instant)),
  cancelledBy: z.optional(z.nullable(z.string())),
  /** Whether the caller may cancel it now (`cancelJob`). */
  canCancel: z.optional(z.boolean()),
  /** Whether something of it was given up or left out and the caller may let that go on (`retryJob`). */
  canRetry: z.optional(z.boolean()),
});
export type Job = z.infer<typeof job>;

export const listJobs = defineCall({
  id: 'listJobs',
  method: 'GET',
  path: '/jobs',
  summary: "Background jobs, newest first: the caller's own, with jobs.view every job of the tenant.",
  access: 'signedIn',
  tokenNeeds: 'jobs.view',
  query: z.strictObject({
    ...paging,
    jobType: z.optional(z.string().check(z.regex(/^[A-Za-z]{1,50}$/))),
    state: z.optional(jobStateFilter),
    isMine: z.optional(queryBoolean),
  }),
  answer: z.array(job),
});

export const getJob = defineCall({
  id: 'getJob',
  method: 'GET',
  path: '/jobs/:id',
  summary: 'A job with its progress; ask once a second while it is queued or running.',
  access: 'signedIn',
  // Whoever was told its id started it, or may see it anyway.
  tokenNeeds: 'anyScope',
  params: pathId,
  answer: job,
  errors: ['common.notFound'],
});

/** A row the job could not handle as it stands: nothing is ever dropped silently. */
export const jobProblem = z.strictObject({
  id: z.string(),
  partKey: z.nullable(z.string()),
  /** Error code, e.g. `funds.unknownIsin`. */
  code: z.string(),
  /** German sentence. */
  message: z.string(),
  contractId: z.nullable(id),
  /** Depot number at the bank. */
  externalKey: z.nullable(z.string()),
  createdAt: instant,
});

export const listJobProblems = defineCall({
  id: 'listJobProblems',
  method: 'GET',
  path: '/jobs/:id/problems',
  summary: 'Rows of a job that need somebody to look at them, in the order they came up.',
  access: 'signedIn',
  tokenNeeds: 'contracts.view',
  params: pathId,
  query: z.strictObject({ ...paging }),
  answer: z.array(jobProblem),
  errors: ['common.notFound'],
});

/** A contract or customer nothing has happened to, because its piece of the work was never done. */
export const leftOutRow = z.strictObject({
  /** Of the contract, or of the customer where the work is about customers. */
  id,
  kind: z.enum(['contract', 'customer']),
  /** Number of the contract; null for a customer. */
  externalKey: z.nullable(z.string()),
  customerName: z.string(),
  /** `cancelled`: somebody cancelled the job before its turn came; `givenUp`: its piece failed at every attempt. */
  reason: z.enum(['cancelled', 'givenUp']),
});
export type LeftOutRow = z.infer<typeof leftOutRow>;

export const listLeftOut = defineCall({
  id: 'listLeftOut',
  method: 'GET',
  path: '/jobs/:id/left-out',
  summary:
    'Contracts or customers a job has left out, because it was cancelled or gave up their pieces; of those the caller sees now. Also as a file.',
  access: 'signedIn',
  tokenNeeds: 'contracts.view',
  params: pathId,
  query: z.strictObject({
    ...paging,
    format: listQuery.format,
    columns: listQuery.columns,
  }),
  answer: z.array(leftOutRow),
  isExportable: true,
  errors: ['common.notFound'],
});

export const cancelJob = defineCall({
  id: 'cancelJob',
  method: 'POST',
  path: '/jobs/:id/cancel',
  summary:
    'Cancels work over many objects that goes on: own work, with jobs.retry that of others. What is done stays; pieces nobody has begun are never done.',
  access: 'signedIn',
  // Who was given it to look on does not put an end to the work of a person.
  tokenNeeds: 'jobs.retry',
  params: pathId,
  needsIdempotencyKey: true,
  answer: job,
  errors: ['common.notFound', 'jobs.notCancellable'],
});

export const retryJob = defineCall({
  id: 'retryJob',
  method: 'POST',
  path: '/jobs/:id/retry',
  summary:
    'Lets a job that was given up or cancelled run again from where it stopped: own work one cancelled oneself, any other with jobs.retry.',
  access: 'signedIn',
  tokenNeeds: 'jobs.retry',
  params: pathId,
  needsIdempotencyKey: true,
  answer: job,
  errors: ['common.notFound', 'jobs.notRetryable'],
});
