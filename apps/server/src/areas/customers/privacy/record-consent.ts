import type { CallInput } from '@depotwerk/api/call';
import type { recordConsent as recordCall } from '@depotwerk/api/customers/customer-privacy';
import { formatDate } from '@depotwerk/domain/date-text';
import { noSuchDay } from '@depotwerk/domain/master-data/field-issue';
import { sql, type Transaction } from 'kysely';
import { writeAudit } from '../../../platform/audit/write-audit.ts';
import type { Schema } from '../../../platform/database/schema.ts';
import { refuseIssues, storedText } from '../../../platform/editing.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import type { SignedInContext } from '../../../platform/http/request-context.ts';
import { answerOnce } from '../../../platform/idempotency.ts';
import { requirePermission } from '../../../platform/scope.ts';
import type { Services } from '../../../platform/services.ts';
import { lockCustomer } from '../locked-customer.view.ts';
import { type Privacy, readPrivacy } from './privacy.view.ts';

/**
 * Adds a decision of a customer to his consents; what stood before stays. A withdrawal takes the version of what is
 * withdrawn. Also for blocked customers: a withdrawal must always be possible.
 * @throws 404, 403, 400 with the fields that are wrong, 409 for the withdrawal of what was not given
 */
export async function recordConsent(
  services: Services,
  context: SignedInContext,
  { params, body }: CallInput<typeof recordCall>,
  today: string,
): Promise<Privacy> {
  const { scope } = context;
  requirePermission(scope, 'customers.edit');
  if (body.decision === 'given' && storedText(body.textVersion) === null) {
    refuseIssues([{ path: 'textVersion', code: 'required' }]);
  }
  if (body.decidedOn > today) refuseIssues([{ path: 'decidedOn', code: 'dayInFuture' }]);
  if (body.decidedOn < '1990-01-01') refuseIssues([noSuchDay('decidedOn', today, '1990-01-01')]);
  const request = { ...body, id: params.id };
  const change = async (transaction: Transaction<Schema>) => {
    const customer = await lockCustomer(transaction, scope, params.id);
    await addDecision(transaction, context, customer, body);
  };
  return answerOnce(services.database, context, 'recordConsent', request, change, (reading) =>
    readPrivacy(reading, scope, params.id),
  );
}

/**
 * Adds the decision of a locked customer and its entry in the log; a withdrawal takes version and words of what is withdrawn.
 * @throws 409 for the withdrawal of what was not given on that day
 */
export async function addDecision(
  transaction: Transaction<Schema>,
  { scope, actor }: SignedInContext,
  customer: { readonly id: string; readonly group_id: string | null },
  body: CallInput<typeof recordCall>['body'],
  /** She decided by herself, on her own side. */
  isOwn = false,
): Promise<void> {
  const isGiven = body.decision === 'given';
  const { last, now } = await decisionsOf(transaction, customer.id, body.consentKind, body.decidedOn);
  if (!isGiven && last?.decision !== 'given') {
    throw new AppError(
      'customers.consentNotGiven',
      now?.decision === 'given'
        ? {
            reason: `Am ${formatDate(body.decidedOn)} war diese Einwilligung nicht erteilt. Bitte prüfen Sie den Tag des Widerrufs.`,
          }
        : {},
    );
  }
  const textVersion = isGiven ? storedText(body.textVersion) : last?.textVersion;
  const consentText = isGiven ? (storedText(body.consentText) ?? '') : last?.consentText;
  const { rows } = await sql<{ id: string }>`
      insert into customer_consents (tenant_id, customer_id, consent_kind, decision, text_version, consent_text, decided_on,
        recorded_by, is_own)
      values (${scope.tenantId}, ${customer.id}, ${body.consentKind}, ${body.decision}, ${textVersion}, ${consentText},
        ${body.decidedOn}, ${scope.userId}, ${isOwn}) returning id`.execute(transaction);
  await writeAudit(transaction, {
    actor,
    action: isGiven ? 'customers.giveConsent' : 'customers.withdrawConsent',
    objectType: 'customer',
    objectId: customer.id,
    groupId: customer.group_id,
    after: body,
    details: { consentId: rows[0]?.id ?? null, consentKind: body.consentKind },
  });
}

/**
 * What stood on a day and what stands now. The day of a decision counts, not when it was entered: two records that became
 * one hold theirs in the order in which each was written.
 */
async function decisionsOf(transaction: Transaction<Schema>, customerId: string, kind: string, day: string) {
  const { rows } = await sql<Decision>`
    select decision, text_version as "textVersion", consent_text as "consentText", decided_on <= ${day} as "isOfThen"
      from customer_consents
     where tenant_id = app_tenant_id() and customer_id = ${customerId} and consent_kind = ${kind}
     order by decided_on desc, entry_number desc limit 500`.execute(transaction);
  return { last: rows.find(({ isOfThen }) => isOfThen), now: rows[0] };
}

interface Decision {
  readonly decision: string;
  readonly textVersion: string;
  readonly consentText: string;
  readonly isOfThen: boolean;
}
