import { AppError } from '../../platform/http/app-error.ts';
import { readOne } from '../../platform/read-one.ts';
import type { Scope } from '../../platform/scope.ts';
import type { Services } from '../../platform/services.ts';
import type { ConsultationFacts } from './report/build-suitability.ts';

/**
 * What a report takes from a consultation in draft that is about the contract (whose visibility is the caller's
 * right to it). @throws 404 when it is not about it, 409 when it is not a draft any more
 */
export async function readConsultationFacts(
  services: Services,
  scope: Scope,
  consultationId: string,
  contractId: string,
): Promise<ConsultationFacts> {
  const row = await readOne<ConsultationFacts & { state: string }>(services.database, scope, {
    sql: `select k.started_at as "startedAt", k.initiative, k.reason_text as "reasonText",
        k.is_periodic_review_agreed as "isPeriodicReviewAgreed", k.state
      from consultations k
      join consultation_contracts cc on cc.tenant_id = k.tenant_id and cc.consultation_id = k.id
     where k.id = $1 and cc.contract_id = $2`,
    parameters: [consultationId, contractId],
  });
  if (row.state !== 'draft') throw new AppError('consultations.completed');
  return row;
}
