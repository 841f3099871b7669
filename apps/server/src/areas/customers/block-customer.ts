import type { CallAnswer, CallInput } from '@depotwerk/api/call';
import type { blockCustomer as blockCall } from '@depotwerk/api/customers/customers';
import { CompiledQuery, sql, type Transaction } from 'kysely';
import { writeAudit } from '../../platform/audit/write-audit.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { refuseIssues, storedText } from '../../platform/editing.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { answerOnce } from '../../platform/idempotency.ts';
import { requirePermission } from '../../platform/scope.ts';
import type { Services } from '../../platform/services.ts';
import { erasureWaits } from './erasure-waits.ts';
import { readCustomer } from './get-customer.view.ts';
import { lockCustomer } from './locked-customer.view.ts';

/** Blocks a customer's data against changes, or lifts it. @throws 404, 403, 400 without a reason to block, 409 to lift it while an erasure waits */
export async function blockCustomer(
  services: Services,
  context: SignedInContext,
  { params, body }: CallInput<typeof blockCall>,
  today: string,
): Promise<CallAnswer<typeof blockCall>> {
  const { scope, actor } = context;
  requirePermission(scope, 'customers.edit');
  const reason = storedText(body.reason);
  if (body.isBlocked && reason === null) refuseIssues([{ path: 'reason', code: 'required' }]);
  return answerOnce(
    services.database,
    context,
    'blockCustomer',
    { ...body, id: params.id },
    async (transaction) => {
      const customer = await lockCustomer(transaction, scope, params.id);
      if (!body.isBlocked) await refuseWhileErasureWaits(transaction, customer.id);
      await sql`update customers set is_blocked = ${body.isBlocked}, blocked_reason = ${body.isBlocked ? reason : null}
       where id = ${customer.id}`.execute(transaction);
      await writeAudit(transaction, {
        actor,
        action: 'customers.block',
        objectType: 'customer',
        objectId: customer.id,
        groupId: customer.group_id,
        before: { isBlocked: customer.is_blocked },
        after: { isBlocked: body.isBlocked },
        details: { isBlocked: body.isBlocked },
      });
    },
    (reading) => readCustomer(reading, scope, params.id, today),
  );
}

async function refuseWhileErasureWaits(transaction: Transaction<Schema>, customerId: string): Promise<void> {
  const { rows } = await transaction.executeQuery<{ waits: boolean }>(
    CompiledQuery.raw(`select ${erasureWaits('$1')} as waits`, [customerId]),
  );
  if (rows[0]?.waits) throw new AppError('customers.erasureWaiting');
}
