import type { startApprovals as startCall } from '@depotwerk/api/optimization/bulk-approvals';
import type { Verb } from '../../../platform/http/verb.ts';
import { requirePermission } from '../../../platform/scope.ts';
import { startSelectionJob } from '../start-selection-job.ts';
import { approvePlansType } from './approval-job.ts';

/** Starts agreeing to exactly the plans named, in the versions named: what its caller has confirmed is these and no others. */
export const startApprovals: Verb<typeof startCall> = async (services, context, { body }) => {
  requirePermission(context.scope, 'optimization.approve');
  return startSelectionJob(services, context, {
    call: 'startApprovals',
    jobType: approvePlansType,
    action: 'optimization.bulkApprove',
    request: body,
    selection: { contractIds: body.plans.map(({ contractId }) => contractId) },
    right: 'groupContracts.execute',
    payload: {
      note: body.note ?? null,
      plans: Object.fromEntries(body.plans.map(({ contractId, planVersion }) => [contractId, planVersion])),
    },
  });
};
