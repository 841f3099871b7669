import type { CallAnswer, CallInput } from '@depotwerk/api/call';
import type { deactivateCustomer as deactivateCall } from '@depotwerk/api/customers/customers';
import { CompiledQuery, sql, type Transaction } from 'kysely';
import { writeAudit } from '../../platform/audit/write-audit.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { answerOnce } from '../../platform/idempotency.ts';
import { requirePermission } from '../../platform/scope.ts';
import type { Services } from '../../platform/services.ts';
import { isHeldBy } from '../contracts/public.ts';
import { readCustomer } from './get-customer.view.ts';
import { lockCustomer } from './locked-customer.view.ts';

/** Says that a customer is no longer served, or is again. @throws 404, 403, 409 while he is blocked or holds a contract that runs */
export async function deactivateCustomer(
  services: Services,
  context: SignedInContext,
  { params, body }: CallInput<typeof deactivateCall>,
  today: string,
): Promise<CallAnswer<typeof deactivateCall>> {
  const { scope, actor } = context;
  requirePermission(scope, 'customers.edit');
  return answerOnce(
    services.database,
    context,
    'deactivateCustomer',
    { ...body, id: params.id },
    async (transaction) => {
      const customer = await lockCustomer(transaction, scope, params.id);
      if (customer.is_blocked) throw new AppError('customers.blocked');
      if (customer.is_inactive === body.isInactive) return;
      if (body.isInactive) await refuseWhileContractsRun(transaction, customer.id, today);
      await sql`update customers set is_inactive = ${body.isInactive} where id = ${customer.id}`.execute(
        transaction,
      );
      await writeAudit(transaction, {
        actor,
        action: body.isInactive ? 'customers.deactivate' : 'customers.activate',
        objectType: 'customer',
        objectId: customer.id,
        groupId: customer.group_id,
        before: { isInactive: customer.is_inactive },
        after: { isInactive: body.isInactive },
      });
    },
    (reading) => readCustomer(reading, scope, params.id, today),
  );
}

/** Whoever holds a contract is advised in it: what runs is checked, planned and reported, whoever sees it. */
async function refuseWhileContractsRun(
  transaction: Transaction<Schema>,
  customerId: string,
  today: string,
): Promise<void> {
  const { rows } = await transaction.executeQuery(
    CompiledQuery.raw(
      `select 1 from contracts c where c.tenant_id = app_tenant_id() and c.deleted_at is null
         and (c.end_date is null or c.end_date > $2::date) and ${isHeldBy('$1')} limit 1`,
      [customerId, today],
    ),
  );
  if (rows.length > 0) throw new AppError('customers.runningContracts');
}
