import type { checkContracts as checkContractsCall } from '@depotwerk/api/optimization/optimization';
import type { Verb } from '../../platform/http/verb.ts';
import { requirePermission } from '../../platform/scope.ts';
import { checkJobType, checkPermissions } from './check-job.ts';
import { startSelectionJob } from './start-selection-job.ts';

/** Starts the check of many contracts as a job. */
export const checkContracts: Verb<typeof checkContractsCall> = (services, context, { body }) => {
  for (const permission of checkPermissions) requirePermission(context.scope, permission);
  return startSelectionJob(services, context, {
    call: 'checkContracts',
    jobType: checkJobType,
    action: 'contracts.bulkCheck',
    request: body,
    selection: body,
  });
};
