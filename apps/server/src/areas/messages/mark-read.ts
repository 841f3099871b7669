import { sql, type Transaction } from 'kysely';
import { type AuditActor, writeAudit } from '../../platform/audit/write-audit.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { readerIn } from '../../platform/database/transaction-reader.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { requireOwnSide, requirePermission } from '../../platform/scope.ts';
import type { Services } from '../../platform/services.ts';
import { readWrittenTo } from './thread.view.ts';

/** The customer has seen what was written to her; seeing it again changes nothing. */
export async function markOwnRead(services: Services, { scope, actor }: SignedInContext): Promise<void> {
  const customerId = requireOwnSide(scope);
  await services.database.transaction(scope, (transaction) =>
    mark(services, transaction, { actor, customerId, groupId: undefined, isFromCustomer: false }),
  );
}

/** Somebody of the house has seen what the customer wrote. @throws 404, 403 */
export async function markCustomerRead(
  services: Services,
  { scope, actor }: SignedInContext,
  customerId: string,
): Promise<void> {
  requirePermission(scope, 'customers.edit');
  await services.database.transaction(scope, async (transaction) => {
    const { groupId } = await readWrittenTo({ database: readerIn(transaction) }, scope, customerId);
    await mark(services, transaction, { actor, customerId, groupId, isFromCustomer: true });
  });
}

interface Seen {
  readonly actor: AuditActor;
  readonly customerId: string;
  readonly groupId: string | null | undefined;
  readonly isFromCustomer: boolean;
}

async function mark(
  services: Services,
  transaction: Transaction<Schema>,
  { actor, customerId, groupId, isFromCustomer }: Seen,
): Promise<void> {
  const { rows } = await sql`update messages set read_at = ${new Date(services.clock()).toISOString()}
    where tenant_id = app_tenant_id() and customer_id = ${customerId} and is_from_customer = ${isFromCustomer}
      and read_at is null returning 1`.execute(transaction);
  if (rows.length > 0)
    await writeAudit(transaction, {
      actor,
      action: 'messages.read',
      objectType: 'customer',
      objectId: customerId,
      ...(groupId !== undefined && { groupId }),
      details: { count: rows.length },
    });
}
