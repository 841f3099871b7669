import { sql, type Transaction } from 'kysely';
import type { Schema } from '../../../platform/database/schema.ts';

/** Ids of our funds by ISIN; unknown ones are missing. */
export async function findFunds(
  transaction: Transaction<Schema>,
  isins: readonly string[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: number; isin: string }>`
    select id, isin from funds where tenant_id = app_tenant_id() and isin = any (${[...new Set(isins)]}::text[])`.execute(
    transaction,
  );
  return new Map(rows.map((row) => [row.isin, row.id]));
}
