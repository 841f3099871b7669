import type { Transaction } from 'kysely';
import type { Database } from './database.ts';
import type { Schema } from './schema.ts';

/** Runs `work` once in a transaction of each active tenant, one after another; answers all it found. */
export async function inEveryTenant<Row>(
  database: Database,
  work: (transaction: Transaction<Schema>) => Promise<readonly Row[]>,
): Promise<Row[]> {
  const tenants = await database.read<{ tenantId: string }>(
    { tenantId: null, userId: null },
    { sql: 'select tenant_id as "tenantId" from list_tenants()', parameters: [] },
  );
  const found: Row[] = [];
  for (const { tenantId } of tenants) {
    found.push(
      ...(await database.transaction({ tenantId, userId: null }, (transaction) => work(transaction))),
    );
  }
  return found;
}
