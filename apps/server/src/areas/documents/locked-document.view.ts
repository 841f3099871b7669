import { sql, type Transaction } from 'kysely';
import type { Schema } from '../../platform/database/schema.ts';
import { readerIn } from '../../platform/database/transaction-reader.ts';
import { requireGroupRight } from '../../platform/group-right.ts';
import type { Scope } from '../../platform/scope.ts';
import { readDocument } from './document.view.ts';

/** A document of a customer the caller may file for, locked until the transaction ends. @throws 404 unseen, 403 without the right to file */
export async function lockDocument(
  transaction: Transaction<Schema>,
  scope: Scope,
  documentId: string,
): Promise<{ readonly groupId: string | null; readonly state: string }> {
  await readDocument({ database: readerIn(transaction) }, scope, documentId);
  const { rows } = await sql<{ groupId: string | null; state: string }>`
    select u.group_id as "groupId", d.state from documents d
      join customers u on u.tenant_id = d.tenant_id and u.id = d.customer_id
     where d.id = ${documentId} for update of d`.execute(transaction);
  const found = rows[0];
  requireGroupRight(scope, 'groupDocuments.upload', found?.groupId ?? null);
  return { groupId: found?.groupId ?? null, state: found?.state ?? '' };
}
