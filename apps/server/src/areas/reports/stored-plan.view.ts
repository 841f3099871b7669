import { isOpenPlan } from '@depotwerk/domain/contracts/plan-states';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { findStoredPlan } from '../optimization/public.ts';
import type { Plan } from './report/report-source.ts';
import type { ReportServices } from './report-services.ts';

/** What reading a stored plan takes. */
export type StoredPlanServices = Pick<ReportServices, 'database' | 'outdatedReasons'>;

/** A stored plan as paper says it: the one named, or the open one, and whether it still fits; null without one. */
export async function readStoredPlan(
  services: StoredPlanServices,
  context: Pick<SignedInContext, 'scope' | 'zone'>,
  contractId: string,
  planId: string | null,
): Promise<Plan | null> {
  const plan = await findStoredPlan(services, context.scope, contractId, planId);
  if (plan === null) return null;
  const reasons = isOpenPlan(plan) ? await services.outdatedReasons(context, contractId) : [];
  return {
    ...plan,
    isOutdated: reasons.length > 0,
    outdatedReasons: [...reasons],
    documents: [],
  };
}
