import type { JobHandler } from '../../../platform/jobs/job-handler.ts';
import type { Services } from '../../../platform/services.ts';
import { createApprovalJob } from '../approvals/approval-job.ts';
import type { TariffData } from '../tariff-data.ts';
import { createReleaseJob } from './release-job.ts';

/** Work that decides about the plans of many contracts: releasing them, and agreeing to them as second person. */
export const decisionJobs = (services: Services, tariffs: TariffData): JobHandler[] => [
  createReleaseJob(services.database, tariffs, services.clock),
  createApprovalJob(services, tariffs),
];
