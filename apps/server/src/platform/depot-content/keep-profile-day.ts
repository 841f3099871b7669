import { sql, type Transaction } from 'kysely';
import type { Schema } from '../database/schema.ts';

/** A customer's profile holds as long as the newest of the contracts she holds, alone or beside others. */
export async function keepProfileDay(
  transaction: Transaction<Schema>,
  customerIds: readonly string[],
): Promise<void> {
  await sql`update customers u set profile_valid_until = held.day
     from (select h.id, greatest(
        (select max(a.valid_until) from contracts c
           join risk_assessments a on a.tenant_id = c.tenant_id and a.contract_id = c.id and a.status = 'valid'
          where c.tenant_id = h.tenant_id and c.customer_id = h.id and c.deleted_at is null),
        (select max(o.valid_until) from contract_holders o
           join contracts c on c.tenant_id = o.tenant_id and c.id = o.contract_id and c.deleted_at is null
          where o.tenant_id = h.tenant_id and o.customer_id = h.id)) as day
       from customers h where h.tenant_id = app_tenant_id() and h.id = any (${customerIds}::uuid[])) held
    where u.tenant_id = app_tenant_id() and u.id = held.id and u.profile_valid_until is distinct from held.day`.execute(
    transaction,
  );
}

/** The same of everybody who holds a contract: after its profile or the contract itself came or went. */
export async function keepProfileDayOfContract(
  transaction: Transaction<Schema>,
  contractId: string,
): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select customer_id as id from contracts where tenant_id = app_tenant_id() and id = ${contractId}
    union select customer_id from contract_holders where tenant_id = app_tenant_id() and contract_id = ${contractId}`.execute(
    transaction,
  );
  await keepProfileDay(
    transaction,
    rows.map(({ id }) => id),
  );
}
