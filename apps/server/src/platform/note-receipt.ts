import { sql, type Transaction } from 'kysely';
import type { Schema } from './database/schema.ts';

/**
 * Notes that a customer, or somebody who signs beside her, opened a document, the first time only; whoever else opened it leaves no receipt.
 * @param at when, ISO 8601
 */
export async function noteReceipt(
  transaction: Transaction<Schema>,
  { documentId, userId, at }: { documentId: string; userId: string | null; at: string },
): Promise<void> {
  await sql`insert into document_receipts (tenant_id, document_id, read_by, read_at)
    select d.tenant_id, d.id, u.id, ${at}::timestamptz from documents d
      join users u on u.tenant_id = d.tenant_id and u.customer_id = d.customer_id and u.id = ${userId}
      join roles r on r.tenant_id = u.tenant_id and r.id = u.role_id and r.is_client_role
     where d.tenant_id = app_tenant_id() and d.id = ${documentId}
    on conflict do nothing`.execute(transaction);
  await sql`update document_signers s set read_at = ${at}::timestamptz, read_by = u.id from users u
      join roles r on r.tenant_id = u.tenant_id and r.id = u.role_id and r.is_client_role
     where u.tenant_id = s.tenant_id and u.customer_id = s.customer_id and u.id = ${userId}
       and s.tenant_id = app_tenant_id() and s.document_id = ${documentId} and s.read_at is null and s.signed_at is null`.execute(
    transaction,
  );
}
