import { sql, type Transaction } from 'kysely';
import { canonicalJson } from '../../../platform/audit/write-audit.ts';
import type { Schema } from '../../../platform/database/schema.ts';
import type { NewPendingChange } from './pending-change-rows.ts';

/**
 * Makes the open differences of a contract exactly the given ones: equal ones stay as they are, others are replaced,
 * those the bank no longer reports go. Answers whether anything changed.
 */
export async function writePendingChanges(
  transaction: Transaction<Schema>,
  contractId: string,
  changes: readonly NewPendingChange[],
): Promise<boolean> {
  const { rows } = await sql<{ id: string; field_name: string; our_value: unknown; bank_value: unknown }>`
    select id, field_name, our_value, bank_value from contract_pending_changes
     where tenant_id = app_tenant_id() and contract_id = ${contractId} and processed_at is null for update`.execute(
    transaction,
  );
  const kept = new Set<string>();
  const added = changes.filter((change) => {
    const open = rows.find((row) => row.field_name === change.kind);
    const isSame =
      open !== undefined &&
      canonicalJson(open.our_value) === canonicalJson(change.ours) &&
      decisive(open.bank_value) === decisive(change.bank);
    if (isSame) kept.add(open.id);
    return !isSame;
  });
  const gone = rows.filter((row) => !kept.has(row.id)).map((row) => row.id);
  if (gone.length > 0) {
    await sql`delete from contract_pending_changes
       where tenant_id = app_tenant_id() and contract_id = ${contractId} and id = any (${gone}::uuid[])`.execute(
      transaction,
    );
  }
  for (const change of added) {
    await sql`insert into contract_pending_changes (tenant_id, contract_id, field_name, description, our_value, bank_value)
      values (app_tenant_id(), ${contractId}, ${change.kind}, ${change.description},
        ${JSON.stringify(change.ours)}::jsonb, ${JSON.stringify(change.bank)}::jsonb)`.execute(transaction);
  }
  return gone.length > 0 || added.length > 0;
}

/** A difference is another one when quantities, plan, cash or name are; new prices alone do not renew it. */
function decisive(value: unknown): string {
  if (!Array.isArray(value)) return canonicalJson(value);
  return canonicalJson(
    value.map((entry: unknown) =>
      typeof entry === 'object' && entry !== null && 'isin' in entry && 'quantity' in entry
        ? { isin: entry.isin, quantity: entry.quantity }
        : entry,
    ),
  );
}
