import { randomUUID } from 'node:crypto';
import type { CallInput } from '@depotwerk/api/call';
import type {
  Consultation,
  createConsultation as createConsultationCall,
} from '@depotwerk/api/consultations/consultations';
import { CompiledQuery, sql, type Transaction } from 'kysely';
import { writeAudit } from '../../platform/audit/write-audit.ts';
import { Parameters } from '../../platform/database/parameters.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { readerIn } from '../../platform/database/transaction-reader.ts';
import { requireGroupRight } from '../../platform/group-right.ts';
import { AppError, notFound } from '../../platform/http/app-error.ts';
import { todayIn } from '../../platform/http/client-zone.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import type { BodyVerb } from '../../platform/http/verb.ts';
import { answerPrepared } from '../../platform/idempotency.ts';
import { requirePermission } from '../../platform/scope.ts';
import { documentVisibility } from '../documents/public.ts';
import { readPlanKeyInformation } from '../optimization/public.ts';
import { readStoredPlan } from '../reports/public.ts';
import { readConsultation } from './consultation.view.ts';
import { requireOwnContracts, requireStarted, writeContracts } from './consultation-rules.ts';
import type { ConsultationServices } from './consultation-services.ts';

type Body = CallInput<typeof createConsultationCall>['body'];

/** Opens a record as draft. @throws 404 for customer or plan unseen, 400 for contracts of somebody else */
export const createConsultation: BodyVerb<typeof createConsultationCall, ConsultationServices> = async (
  services,
  context,
  body,
) => {
  const { scope, actor } = context;
  requirePermission(scope, 'consultations.create');
  const now = services.clock();
  const startedAt = body.startedAt ?? new Date(now).toISOString();
  requireStarted(startedAt, now);
  const today = todayIn(context.zone, new Date(now));
  return answerPrepared(
    services.database,
    context,
    'createConsultation',
    body,
    () => recommendationsOf(services, context, body, today),
    async (transaction, recommendations) => {
      const groupId = await groupOf(transaction, context, body.customerId);
      await requireOwnContracts(transaction, body.customerId, body.contractIds);
      if (body.addendumToId !== undefined) await requireCompleted(transaction, body);
      const consultationId = randomUUID();
      await sql`insert into consultations (tenant_id, id, customer_id, consultation_kind, place, initiative, participants,
        started_at, recommendations, reason_text, addendum_to_id, created_by)
      values (${scope.tenantId}, ${consultationId}, ${body.customerId}, ${body.consultationKind}, ${body.place ?? ''},
        ${body.initiative}, ${body.participants ?? []}::text[], ${startedAt}, ${JSON.stringify(recommendations)}::jsonb,
        ${body.reasonText ?? ''}, ${body.addendumToId ?? null}, ${scope.userId})`.execute(transaction);
      await writeContracts(transaction, scope.tenantId, consultationId, body.contractIds);
      await writeAudit(transaction, {
        actor,
        action: 'consultations.create',
        objectType: 'consultation',
        objectId: consultationId,
        groupId,
        after: { ...body, startedAt, recommendations },
        details: { customerId: body.customerId, addendumToId: body.addendumToId ?? null },
      });
      const reading = { database: readerIn(transaction) };
      return (await readConsultation(reading, scope, consultationId, today)).consultation;
    },
  );
};

/** The orders of the plan as recommendations, with what is on record of the key information of those bought. */
async function recommendationsOf(
  services: ConsultationServices,
  context: SignedInContext,
  body: Body,
  today: string,
): Promise<Omit<Consultation['recommendations'][number], 'fundName' | 'isin'>[]> {
  if (body.plannedOptimizationId === undefined) return [];
  for (const contractId of body.contractIds) {
    const plan = await readStoredPlan(services, context, contractId, body.plannedOptimizationId);
    if (!plan) continue;
    const found = await readPlanKeyInformation(services.database, context.scope, [plan.id], today);
    const information = found.get(plan.id);
    return plan.transactions.map((order) => {
      const fund = information?.funds.find(({ fundId }) => fundId === order.fundId);
      const isComplete = fund !== undefined && fund.handedOver.length === information?.holders.length;
      const last = isComplete ? fund.handedOver.at(-1) : undefined;
      return {
        contractId,
        fundId: order.fundId,
        action: order.action,
        reason: order.reason,
        keyInformationHandedOverAt: last?.handedOverAt ?? null,
        keyInformationForm: last?.form ?? null,
      };
    });
  }
  throw notFound();
}

/** Group of a customer the caller sees and may edit. */
async function groupOf(
  transaction: Transaction<Schema>,
  { scope }: SignedInContext,
  customerId: string,
): Promise<string | null> {
  const parameters = new Parameters();
  const conditions = documentVisibility(scope, 'groupCustomers.view', parameters, false);
  conditions.push(`u.id = ${parameters.add(customerId)}`);
  const { rows } = await transaction.executeQuery<{ group_id: string | null }>(
    CompiledQuery.raw(
      `select u.group_id from customers u where ${conditions.join(' and ')}`,
      parameters.values,
    ),
  );
  const customer = rows[0];
  if (!customer) throw notFound();
  requireGroupRight(scope, 'groupCustomers.edit', customer.group_id);
  return customer.group_id;
}

async function requireCompleted(transaction: Transaction<Schema>, body: Body): Promise<void> {
  const { rows } = await sql<{ state: string }>`select state from consultations
     where id = ${body.addendumToId} and customer_id = ${body.customerId}`.execute(transaction);
  const original = rows[0];
  if (!original) throw notFound();
  if (original.state !== 'completed') throw new AppError('consultations.notCompleted');
}
