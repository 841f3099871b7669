import { sql, type Transaction } from 'kysely';
import type { Schema } from '../../platform/database/schema.ts';
import { AppError } from '../../platform/http/app-error.ts';

/** Whether a contract runs on a day, by its end. ISO days. */
export const runsOn = (endDate: string | null, day: string): boolean => endDate === null || endDate > day;

/**
 * A contract that runs again is advised in again: whoever holds it must be served. Nobody of them is deactivated until the end of the
 * transaction. @throws 409
 */
export async function refuseInactiveHolders(
  transaction: Transaction<Schema>,
  contractId: string,
): Promise<void> {
  const { rows } = await sql<{ isInactive: boolean }>`select u.is_inactive as "isInactive" from customers u
     where u.tenant_id = app_tenant_id() and u.id in (
       select c.customer_id from contracts c where c.tenant_id = app_tenant_id() and c.id = ${contractId}
       union all
       select h.customer_id from contract_holders h where h.tenant_id = app_tenant_id() and h.contract_id = ${contractId})
     order by u.id for share of u`.execute(transaction);
  if (rows.some(({ isInactive }) => isInactive)) throw new AppError('customers.inactive');
}
