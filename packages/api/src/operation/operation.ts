import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { instant } from '../fields.ts';

const count = z.int();

/** What can be wrong with the document store, or with an object in it. */
export const storeProblems = [
  'unreachable',
  'credentials',
  'forbidden',
  'bucketMissing',
  'clock',
  'lockUnknown',
  'region',
  'refused',
  'missing',
  'altered',
] as const;
export type StoreProblem = (typeof storeProblems)[number];
const storeProblem = z.enum(storeProblems);

/** What runs, since when, what waits, and what was kept. */
export const operationState = z.strictObject({
  productVersion: z.string(),
  /** When the process that answers began; others may be older or younger. */
  startedAt: instant,
  database: z.strictObject({
    serverVersion: z.string(),
    /** Number of the newest migration. */
    schemaVersion: z.int(),
    sizeBytes: z.number(),
    startedAt: instant,
  }),
  /** Of the disk the data folder lies on; null where nobody can tell. */
  disk: z.nullable(z.strictObject({ freeBytes: z.number(), totalBytes: z.number() })),
  /** Of the product's own command; null = none was made by it. */
  lastBackup: z.nullable(z.strictObject({ madeAt: instant, bytes: z.number() })),
  /** Of the WAL archive of the database; null = it archives nothing. Servers of the release before do not say it. */
  archive: z.optional(
    z.nullable(z.strictObject({ archivedAt: z.nullable(instant), failedAt: z.nullable(instant) })),
  ),
  /**
   * Of the https address people use, as the process that answers sees it; null = none is named. `validUntil` null: it could not
   * be seen, or is refused by browsers. Servers of the release before do not say it.
   */
  certificate: z.optional(
    z.nullable(z.strictObject({ host: z.string(), validUntil: z.nullable(instant), isRefused: z.boolean() })),
  ),
  /** Work of the caller's house. */
  queues: z.strictObject({
    openJobs: count,
    deadJobs: count,
    /** Seconds since which work has been due that nobody does; null = there is none. */
    oldestJobSeconds: z.nullable(z.number()),
    waitingMails: count,
    /** How long the oldest mail has been waiting; null = none waits. Servers of the release before do not say it. */
    oldestMailSeconds: z.optional(z.nullable(z.number())),
    failedMails: count,
    waitingSms: count,
    failedSms: count,
    /** What systems are to be told; the same holds of them. */
    waitingWebhooks: z.optional(count),
    oldestWebhookSeconds: z.optional(z.nullable(z.number())),
  }),
  /**
   * Stored secrets of the house that no key opens, and whose owner therefore stands still: of the mail server, of the SMS
   * interface, of the identity provider. Servers of the release before do not say it.
   */
  closedSecrets: z.optional(z.strictObject({ mail: z.boolean(), sms: z.boolean(), provider: z.boolean() })),
  /** Contents of the house's documents that leave the database; null = they stay there, no store is named. */
  documentStore: z.nullable(
    z.strictObject({
      /** What is wrong with the store at this moment; null = it answers. */
      problem: z.nullable(storeProblem),
      waiting: count,
      /** When the oldest content that waits was filed. */
      oldestWaitingAt: z.nullable(instant),
      /** Objects of deleted documents that are still in the store. */
      deleting: count,
      /** Objects whose last attempt failed, and why the newest of them did. */
      failing: count,
      lastProblem: z.nullable(storeProblem),
      lastFailureAt: z.nullable(instant),
    }),
  ),
});
export type OperationState = z.infer<typeof operationState>;

export const getOperationState = defineCall({
  id: 'getOperationState',
  area: 'operation',
  method: 'GET',
  path: '/operation',
  summary:
    'How the product is: versions, database, disk, last backup, certificate, and what waits in the house’s queues.',
  access: 'jobs.view',
  answer: operationState,
});
