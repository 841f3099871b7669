import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { instant } from './fields.ts';

const count = z.int();

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
  /** Work of the caller's house. */
  queues: z.strictObject({
    openJobs: count,
    deadJobs: count,
    /** Seconds the oldest job that is due has been waiting; null = none waits. */
    oldestJobSeconds: z.nullable(z.number()),
    waitingMails: count,
    failedMails: count,
    waitingSms: count,
    failedSms: count,
  }),
});
export type OperationState = z.infer<typeof operationState>;

export const getOperationState = defineCall({
  id: 'getOperationState',
  area: 'operation',
  method: 'GET',
  path: '/operation',
  summary: 'How the product is: versions, database, disk, last backup, and what waits in the house’s queues.',
  access: 'jobs.view',
  answer: operationState,
});
