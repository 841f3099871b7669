import type { planContracts as planContractsCall } from '@depotwerk/api/optimization/bulk-plans';
import { refuseIssues, unknownReference } from '../../../platform/editing.ts';
import type { SignedInContext } from '../../../platform/http/request-context.ts';
import type { Verb } from '../../../platform/http/verb.ts';
import { requirePermission } from '../../../platform/scope.ts';
import type { Services } from '../../../platform/services.ts';
import { startSelectionJob } from '../start-selection-job.ts';
import { planContractsType, planPermissions } from './plan-contracts-job.ts';

/**
 * Starts planning many contracts as a job.
 * @throws 400 where a fund shall be replaced by itself, or one of the two is unknown
 */
export const startPlans: Verb<typeof planContractsCall> = async (services, context, { body }) => {
  const { scope } = context;
  for (const permission of planPermissions) requirePermission(scope, permission);
  const { selection, replacement } = body;
  return startSelectionJob(services, context, {
    call: 'planContracts',
    jobType: planContractsType,
    action: 'optimization.bulkPlan',
    request: body,
    selection,
    payload: { replacement },
    ...(replacement !== null && { details: await isinsOf(services, context, replacement) }),
  });
};

/** The two funds as the log names them. */
async function isinsOf(
  { database }: Services,
  { scope }: SignedInContext,
  { fromFundId, toFundId }: { readonly fromFundId: number; readonly toFundId: number },
): Promise<{ readonly from: string; readonly to: string }> {
  if (fromFundId === toFundId) refuseIssues([{ path: 'replacement.toFundId', code: 'fundTwice' }]);
  const rows = await database.read<{ id: number; isin: string }>(scope, {
    sql: 'select id, isin from funds where tenant_id = app_tenant_id() and id = any ($1::integer[])',
    parameters: [[fromFundId, toFundId]],
  });
  const [from, to] = [fromFundId, toFundId].map((wanted) => rows.find(({ id }) => id === wanted)?.isin);
  if (from === undefined) throw unknownReference('replacement.fromFundId');
  if (to === undefined) throw unknownReference('replacement.toFundId');
  return { from, to };
}
