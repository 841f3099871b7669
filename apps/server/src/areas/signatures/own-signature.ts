import type { ArchivedDocument } from '@depotwerk/api/documents/documents';
import { sql, type Transaction } from 'kysely';
import type { Schema } from '../../platform/database/schema.ts';
import { notFound } from '../../platform/http/app-error.ts';

/** Who signs, or will not: the customer of the document, or somebody who was asked beside her. @throws 404 for everybody else */
export function signerIn(
  document: ArchivedDocument,
  ownCustomerId: string,
): { customerId: string; name: string } {
  const signers = document.signers ?? [
    { customerId: document.customerId, name: document.customerName ?? '' },
  ];
  const own = signers.find(({ customerId }) => customerId === ownCustomerId);
  if (!own) throw notFound();
  return { customerId: ownCustomerId, name: own.name };
}

/**
 * Two who sign or decline at once wait for each other here. no audit entry: nothing is written here. @throws 404
 */
export async function lockOwn(transaction: Transaction<Schema>, documentId: string): Promise<string | null> {
  const { rows } = await sql<{ groupId: string | null }>`select u.group_id as "groupId" from documents d
      join customers u on u.tenant_id = d.tenant_id and u.id = d.customer_id
     where d.tenant_id = app_tenant_id() and d.id = ${documentId} for update of d`.execute(transaction);
  if (!rows[0]) throw notFound();
  return rows[0].groupId;
}
