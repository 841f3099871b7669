import { sql, type Transaction } from 'kysely';
import { writeAudit } from '../../../platform/audit/write-audit.ts';
import type { Schema } from '../../../platform/database/schema.ts';

/** Files of business that were uploaded and never taken over are personal data nobody needs. */
const unfinishedDays = 30;
/** Refused lines of fund files are for whoever brought the file. */
const refusedLineDays = 90;
/** A book has up to a hundred thousand lines: what is left waits for the next night. */
const mostAtOnce = 25;

/** Deletes what uploads left behind; each book leaves an entry in the log. */
export async function forgetImports(transaction: Transaction<Schema>): Promise<void> {
  const { rows } = await sql<{ id: string; fileHash: string; lines: number }>`
    delete from book_imports where tenant_id = app_tenant_id() and id in (
      select id from book_imports where tenant_id = app_tenant_id() and state in ('mapping', 'checked', 'failed')
         and updated_at < now() - ${unfinishedDays} * interval '1 day' order by updated_at, id limit ${mostAtOnce})
    returning id, encode(file_hash, 'hex') as "fileHash", row_count as lines`.execute(transaction);
  for (const { id, fileHash, lines } of rows) {
    await writeAudit(transaction, {
      actor: { kind: 'system' },
      action: 'retention.erase',
      objectType: 'import',
      objectId: id,
      details: { fileHash, rowCount: lines },
    });
  }
  await sql`delete from import_rows where tenant_id = app_tenant_id() and import_id in (
      select i.id from imports i where i.tenant_id = app_tenant_id()
         and i.created_at < now() - ${refusedLineDays} * interval '1 day'
         and exists (select from import_rows r where r.tenant_id = i.tenant_id and r.import_id = i.id)
       order by i.created_at limit ${mostAtOnce})`.execute(transaction);
}
