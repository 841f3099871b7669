import type { setLegalHold as holdCall } from '@depotwerk/api/customers/customer-privacy';
import { sql, type Transaction } from 'kysely';
import { writeAudit } from '../../../platform/audit/write-audit.ts';
import type { Schema } from '../../../platform/database/schema.ts';
import { refuseIssues, storedText } from '../../../platform/editing.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import type { Verb } from '../../../platform/http/verb.ts';
import { answerOnce } from '../../../platform/idempotency.ts';
import { requirePermission } from '../../../platform/scope.ts';
import { lockCustomer } from '../locked-customer.view.ts';
import { readPrivacy } from './privacy.view.ts';

/**
 * Sets a legal hold on a customer's data, or lifts it; both stay readable with their reasons.
 * @throws 404, 403, 400 without a reason, 409 when it is so already
 */
export const setLegalHold: Verb<typeof holdCall> = async (services, context, { params, body }) => {
  const { scope, actor } = context;
  requirePermission(scope, 'customers.erase');
  const reason = storedText(body.reason);
  if (reason === null) refuseIssues([{ path: 'reason', code: 'required' }]);
  const request = { ...body, id: params.id };
  const change = async (transaction: Transaction<Schema>) => {
    const customer = await lockCustomer(transaction, scope, params.id);
    const { rows } = body.isHeld
      ? await sql`insert into customer_legal_holds (tenant_id, customer_id, reason, set_by)
          values (${scope.tenantId}, ${customer.id}, ${reason}, ${scope.userId})
          on conflict (tenant_id, customer_id) where lifted_at is null do nothing returning id`.execute(
          transaction,
        )
      : await sql`update customer_legal_holds
          set lift_reason = ${reason}, lifted_by = ${scope.userId}, lifted_at = now()
          where tenant_id = ${scope.tenantId} and customer_id = ${customer.id} and lifted_at is null returning id`.execute(
          transaction,
        );
    if (rows.length === 0) throw new AppError('customers.holdUnchanged');
    await writeAudit(transaction, {
      actor,
      action: body.isHeld ? 'customers.hold' : 'customers.liftHold',
      objectType: 'customer',
      objectId: customer.id,
      groupId: customer.group_id,
      after: { reason },
    });
  };
  return answerOnce(services.database, context, 'setLegalHold', request, change, (reading) =>
    readPrivacy(reading, scope, params.id),
  );
};
