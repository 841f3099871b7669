import { sql, type Transaction } from 'kysely';
import type { Schema } from '../database/schema.ts';

/**
 * Keeps customers as they are until the end of the transaction: whoever makes one of them another one or erases him comes
 * before or after it. What is filed with a customer is filed within it, or it could be left with one who is gone.
 * @returns whether all of them are still there
 */
export async function holdCustomers(
  transaction: Transaction<Schema>,
  customerIds: readonly string[],
): Promise<boolean> {
  const { rows } = await sql`select 1 from customers where tenant_id = app_tenant_id()
    and id = any (${customerIds}::uuid[]) and deleted_at is null order by id for share`.execute(transaction);
  return rows.length === new Set(customerIds).size;
}
