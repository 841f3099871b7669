import { isOpenPlan } from '@depotwerk/domain/contracts/plan-states';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { findStoredPlan } from '../optimization/public.ts';
import type { DocumentServices } from './document-services.ts';
import type { Plan } from './report/report-source.ts';

/** A stored plan as paper says it: the one named, or the open one, and whether it still fits; null without one. */
export async function readStoredPlan(
  services: DocumentServices,
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
