import type { CallAnswer, CallInput } from '@depotwerk/api/call';
import type { checkContracts as checkContractsCall } from '@depotwerk/api/optimization';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { requirePermission } from '../../platform/scope.ts';
import type { Services } from '../../platform/services.ts';
import { checkJobType, checkPermissions } from './check-job.ts';
import { startSelectionJob } from './start-selection-job.ts';

/** Starts the check of many contracts as a job. */
export function checkContracts(
  services: Services,
  context: SignedInContext,
  { body }: CallInput<typeof checkContractsCall>,
): Promise<CallAnswer<typeof checkContractsCall>> {
  for (const permission of checkPermissions) requirePermission(context.scope, permission);
  return startSelectionJob(services, context, {
    call: 'checkContracts',
    jobType: checkJobType,
    action: 'contracts.bulkCheck',
    request: body,
    selection: body,
  });
}
