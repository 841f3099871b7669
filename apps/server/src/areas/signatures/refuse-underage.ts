import { underageUntil } from '@depotwerk/domain/customers/majority';
import { sql, type Transaction } from 'kysely';
import type { Schema } from '../../platform/database/schema.ts';
import { AppError } from '../../platform/http/app-error.ts';

/**
 * A child's signature binds nobody without her representatives (§§ 107, 1629 BGB), whom the product does not know: they sign on
 * paper. Looks at the customer of a document and at everybody who holds its contract, or at one of them. `today` is the day of
 * the house. no audit entry: nothing is written here. @throws signatures.underage
 */
export async function refuseUnderage(
  transaction: Transaction<Schema>,
  documentId: string,
  today: string,
  signerId: string | null = null,
): Promise<void> {
  const { rows } = await sql<{ dateOfBirth: string }>`select u.date_of_birth as "dateOfBirth" from documents d
      left join contracts c on c.tenant_id = d.tenant_id and c.id = d.contract_id
      join customers u on u.tenant_id = d.tenant_id and u.date_of_birth is not null
       and (u.id in (d.customer_id, c.customer_id) or u.id in (select h.customer_id from contract_holders h
         where h.tenant_id = c.tenant_id and h.contract_id = c.id))
     where d.tenant_id = app_tenant_id() and d.id = ${documentId}
       and (${signerId}::uuid is null or u.id = ${signerId}::uuid)`.execute(transaction);
  if (rows.some(({ dateOfBirth }) => underageUntil(dateOfBirth, today) !== null))
    throw new AppError('signatures.underage');
}
