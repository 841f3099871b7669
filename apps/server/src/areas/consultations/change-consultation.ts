import type {
  completeConsultation as completeConsultationCall,
  putConsultation as putConsultationCall,
} from '@depotwerk/api/consultations/consultations';
import { sql, type Transaction } from 'kysely';
import { writeAudit } from '../../platform/audit/write-audit.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { readerIn } from '../../platform/database/transaction-reader.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { todayIn } from '../../platform/http/client-zone.ts';
import type { Verb } from '../../platform/http/verb.ts';
import { answerOnce } from '../../platform/idempotency.ts';
import { requirePermission } from '../../platform/scope.ts';
import { readConsultation } from './consultation.view.ts';
import {
  lockContractsOf,
  lockDraft,
  requireKnownFunds,
  requireOwnContracts,
  requireStarted,
  writeContracts,
} from './consultation-rules.ts';
import { recordHandovers } from './record-handovers.ts';

/** Saves a draft. @throws 404 for a fund nobody knows, 409 when it is completed, 412 when it changed since it was read */
export const putConsultation: Verb<typeof putConsultationCall> = async (
  services,
  context,
  { params, body },
) => {
  const { scope, actor } = context;
  requirePermission(scope, 'consultations.create');
  const now = services.clock();
  requireStarted(body.startedAt, now);
  const today = todayIn(context.zone, new Date(now));
  const before = await readConsultation(services, scope, params.id, today);
  await services.database.transaction(scope, async (transaction) => {
    const draft = await lockDraft(transaction, scope, params.id);
    if (draft.row_version !== context.ifMatch) {
      throw new AppError('common.versionConflict', { current: before.consultation });
    }
    const ids = [...body.contractIds, ...body.recommendations.map((one) => one.contractId)];
    await requireOwnContracts(transaction, draft.customer_id, ids);
    await requireKnownFunds(
      transaction,
      body.recommendations.map((one) => one.fundId),
    );
    await sql`update consultations set consultation_kind = ${body.consultationKind}, place = ${body.place},
        initiative = ${body.initiative}, participants = ${body.participants}::text[], started_at = ${body.startedAt},
        recommendations = ${JSON.stringify(body.recommendations)}::jsonb, reason_text = ${body.reasonText},
        is_periodic_review_agreed = ${body.isPeriodicReviewAgreed}
      where id = ${draft.id}`.execute(transaction);
    await writeContracts(transaction, scope.tenantId, draft.id, body.contractIds);
    await writeAudit(transaction, {
      actor,
      action: 'consultations.edit',
      objectType: 'consultation',
      objectId: draft.id,
      groupId: draft.group_id,
      before: before.consultation,
      after: body,
    });
  });
  return (await readConsultation(services, scope, params.id, today)).consultation;
};

/**
 * Completes a draft, which nobody can change from then on, or closes it as not pursued.
 * @throws 409 consultations.incomplete with what is missing in `current.missing`, 409 when it is no draft any more
 */
export const completeConsultation: Verb<typeof completeConsultationCall> = async (
  services,
  context,
  { params, body },
) => {
  const { scope, actor } = context;
  requirePermission(scope, 'consultations.complete');
  const now = services.clock();
  const today = todayIn(context.zone, new Date(now));
  const state = body.state ?? 'completed';
  const complete = async (transaction: Transaction<Schema>) => {
    const draft = await lockDraft(transaction, scope, params.id);
    await lockContractsOf(transaction, draft.id);
    // Only what is read under the locks is what gets completed.
    const seen = await readConsultation({ database: readerIn(transaction) }, scope, params.id, today);
    const { missing, profileSnapshot, contractIds } = seen.consultation;
    if (state === 'completed' && missing.length > 0) {
      throw new AppError('consultations.incomplete', { current: { missing } });
    }
    await sql`update consultations set state = ${state}, profile_snapshot = ${JSON.stringify(profileSnapshot)}::jsonb,
        completed_at = ${state === 'completed' ? new Date(now).toISOString() : null} where id = ${draft.id}`.execute(
      transaction,
    );
    if (state === 'completed') {
      const day = todayIn(context.zone, new Date(draft.started_at));
      await sql`update contracts set last_consultation = greatest(last_consultation, ${day}::date)
         where id = any (${contractIds}::uuid[])`.execute(transaction);
      const { recommendations } = seen.consultation;
      await recordHandovers(transaction, context, recommendations, new Date(now).toISOString());
    }
    await writeAudit(transaction, {
      actor,
      action: state === 'completed' ? 'consultations.complete' : 'consultations.notPursued',
      objectType: 'consultation',
      objectId: draft.id,
      groupId: draft.group_id,
      before: { state: 'draft' },
      after: { ...seen.consultation, state },
    });
  };
  const request = { id: params.id, state };
  return answerOnce(
    services.database,
    context,
    'completeConsultation',
    request,
    complete,
    async (reading) => (await readConsultation(reading, scope, params.id, today)).consultation,
  );
};
