import { sql, type Transaction } from 'kysely';
import type { Schema } from '../../platform/database/schema.ts';

/**
 * A document is signed when its customer has signed and everybody asked beside her.
 * no audit entry: what brought this about has one.
 */
export async function noteAllSigned(transaction: Transaction<Schema>, documentId: string): Promise<void> {
  await sql`update documents d set state = 'signed'
    where d.tenant_id = app_tenant_id() and d.id = ${documentId}
      and exists (select from document_signatures g where g.tenant_id = d.tenant_id and g.document_id = d.id)
      and not exists (select from document_signers s where s.tenant_id = d.tenant_id and s.document_id = d.id
        and s.signed_at is null)`.execute(transaction);
}
