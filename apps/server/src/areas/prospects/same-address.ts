import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { Schema } from '../../platform/database/schema.ts';

/**
 * Locks all registrations of the address of one, in an order that is always the same: two links of one mailbox may be followed at
 * once. `which` is a condition on the one, `o`. no audit entry: locks only, and whoever forgets says what made it.
 */
export async function lockSameAddress(
  transaction: Transaction<Schema>,
  tenantId: string,
  which: RawBuilder<unknown>,
): Promise<void> {
  await sql`select from registrations r where r.tenant_id = ${tenantId} and lower(r.email) in
      (select lower(o.email) from registrations o where o.tenant_id = ${tenantId} and ${which})
    order by r.id for update`.execute(transaction);
}

/**
 * Of one address the registration counts that was confirmed last: whoever registers again, to mend a name or because nobody answered,
 * waits once, and nobody waits who has an access by now.
 */
export async function forgetOthers(
  transaction: Transaction<Schema>,
  tenantId: string,
  { id, email }: { readonly id: string; readonly email: string },
): Promise<void> {
  await sql`delete from registrations where tenant_id = ${tenantId} and lower(email) = lower(${email}) and id <> ${id}`.execute(
    transaction,
  );
}
