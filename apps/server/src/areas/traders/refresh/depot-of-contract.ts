import { sql, type Transaction } from 'kysely';
import type { Schema } from '../../../platform/database/schema.ts';
import { type DealtWith, parseDealtWith } from './dealt-with.ts';

/** What is kept of the depot behind a contract; null without a link. Locks the row. */
export async function lockDepotOf(
  transaction: Transaction<Schema>,
  contractId: string,
): Promise<{ readonly id: string; readonly dealtWith: DealtWith | null } | null> {
  const { rows } = await sql<{ id: string; dealt_with: unknown }>`
    select id, dealt_with from trader_depots
     where tenant_id = app_tenant_id() and contract_id = ${contractId} for no key update`.execute(
    transaction,
  );
  const row = rows[0];
  return row ? { id: row.id, dealtWith: parseDealtWith(row.dealt_with) } : null;
}

/** Keeps what has been dealt with; `revision` null lets the next answer be compared even when it is the same. */
export async function storeDealtWith(
  transaction: Transaction<Schema>,
  depotId: string,
  dealtWith: DealtWith,
): Promise<void> {
  await sql`update trader_depots set dealt_with = ${JSON.stringify(dealtWith)}::jsonb, revision = null
     where tenant_id = app_tenant_id() and id = ${depotId}`.execute(transaction);
}
