import type { Database } from '../../../platform/database/database.ts';
import type { JobParts } from '../../../platform/jobs/change-job.ts';
import type { JobHandler } from '../../../platform/jobs/job-handler.ts';
import { createCustomerChangeJob } from './change-job.ts';
import { createCustomerTakeBackJob } from './take-back-job.ts';

/** A change of many customers, and its way back. */
export const customerJobs = (database: Database, parts: JobParts): readonly JobHandler[] => [
  createCustomerChangeJob(database, parts),
  createCustomerTakeBackJob(database, parts),
];
