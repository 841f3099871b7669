import { sql, type Transaction } from 'kysely';
import type { Schema } from '../database/schema.ts';

/** A customer's profile holds as long as the newest of the contracts she holds, alone or beside others. */
export async function keepProfileDay(
  transaction: Transaction<Schema>,
  customerIds: readonly string[],
): Promise<void> {
  await sql`update customers u set profile_valid_until = (
      select greatest(
        (select max(a.valid_until) from contracts c
           join risk_assessments a on a.tenant_id = c.tenant_id and a.contract_id = c.id and a.status = 'valid'
          where c.tenant_id = u.tenant_id and c.customer_id = u.id and c.deleted_at is null),
        (select max(h.valid_until) from contract_holders h
           join contracts c on c.tenant_id = h.tenant_id and c.id = h.contract_id and c.deleted_at is null
          where h.tenant_id = u.tenant_id and h.customer_id = u.id)))
     where u.tenant_id = app_tenant_id() and u.id = any (${customerIds}::uuid[])`.execute(transaction);
}
