import type { releasePlans } from '@depotwerk/api/optimization/bulk-releases';
import type { Verb } from '../../../platform/http/verb.ts';
import { requirePermission } from '../../../platform/scope.ts';
import { startSelectionJob } from '../start-selection-job.ts';
import { releasePlansType } from './release-job.ts';
import { releasePermissions } from './releases-ahead.view.ts';

/**
 * Starts releasing exactly the plans named, in the versions named: what its caller has confirmed with the second factor is these and
 * no others.
 */
export const startReleases: Verb<typeof releasePlans> = async (services, context, { body }) => {
  for (const permission of releasePermissions) requirePermission(context.scope, permission);
  return startSelectionJob(services, context, {
    call: 'releasePlans',
    jobType: releasePlansType,
    action: 'optimization.bulkRelease',
    request: body,
    selection: { contractIds: body.plans.map(({ contractId }) => contractId) },
    right: 'groupContracts.execute',
    payload: {
      plans: Object.fromEntries(body.plans.map(({ contractId, planVersion }) => [contractId, planVersion])),
    },
  });
};
