import { CompiledQuery, type QueryResult, type Transaction } from 'kysely';
import { type AuditActor, writeAudit } from '../../../platform/audit/write-audit.ts';
import type { DbContext } from '../../../platform/database/database.ts';
import type { Schema } from '../../../platform/database/schema.ts';
import { enqueueCheck } from '../../../platform/depot-content/enqueue-check.ts';
import { countFates } from './judge-contracts.ts';

/** Milliseconds for a statement over the whole of an import. */
export const bookTimeout = 900_000;

/** What is written is all there will be: counts it, has it checked and lets the file go. Once it is done it stays as it is. */
export async function finishBook(
  transaction: Transaction<Schema>,
  { userId }: DbContext,
  importId: string,
  actor: AuditActor,
): Promise<void> {
  const { rows } = await run<{ state: string; new_count: number; changed_count: number }>(
    transaction,
    'select state, new_count, changed_count from book_imports where id = $1 for update',
    [importId],
  );
  const book = rows[0];
  if (!book || book.state === 'done') return;
  const written = await run<{ contract_id: string }>(
    transaction,
    `select contract_id from book_import_contracts where import_id = $1 and is_written order by ordinal limit 5000`,
    [importId],
  );
  // Lines refused at writing count as such.
  await run(transaction, countFates, [importId]);
  await enqueueCheck(
    transaction,
    written.rows.map((row) => row.contract_id),
    userId,
  );
  // The file has served; refused lines stay for their report, all others for taking the import back.
  await run(transaction, 'delete from book_import_files where import_id = $1', [importId]);
  await run(transaction, `update book_imports set state = 'done' where id = $1`, [importId]);
  await writeAudit(transaction, {
    actor,
    action: 'contracts.importBook',
    objectType: 'import',
    objectId: importId,
    details: { newLines: book.new_count, changedLines: book.changed_count },
  });
}

const leftOutText = 'Nicht geschrieben: Die Übernahme wurde abgebrochen.';

/**
 * Ends an import whose writing was cancelled, between two pieces or with the process that wrote: what is not written is refused and says
 * why. One of which nothing is written yet is left as it is: nothing of it stands in the way of checking it again.
 */
export async function endCancelledBook(
  transaction: Transaction<Schema>,
  context: DbContext,
  importId: string,
  actor: AuditActor,
  fault: string,
): Promise<void> {
  const tables = ['book_import_customers', 'book_import_contracts'] as const;
  const begun = await run(
    transaction,
    `select id from book_imports where id = $1 and state = 'writing' and (${tables
      .map((table) => `exists (select from ${table} where import_id = $1 and is_written)`)
      .join(' or ')}) for update`,
    [importId],
  );
  if (begun.rows.length === 0) return;
  for (const table of tables) {
    await run(
      transaction,
      `update ${table} set fate = 'refused', reason = $2
        where import_id = $1 and not is_written and fate in ('new', 'changed')`,
      [importId, leftOutText],
    );
  }
  await run(transaction, 'update book_imports set fault = $2 where id = $1', [importId, fault]);
  await finishBook(transaction, context, importId, actor);
}

/** A statement of the import within a transaction that is not of it alone. */
const run = <Row>(
  transaction: Transaction<Schema>,
  text: string,
  values: readonly unknown[],
): Promise<QueryResult<Row>> => transaction.executeQuery<Row>(CompiledQuery.raw(text, [...values]));
