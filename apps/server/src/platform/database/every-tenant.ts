import type { Transaction } from 'kysely';
import { Slots } from '../slots.ts';
import type { Database } from './database.ts';
import type { Schema } from './schema.ts';

async function listTenants(database: Database): Promise<string[]> {
  const tenants = await database.read<{ tenantId: string }>(
    { tenantId: null, userId: null },
    { sql: 'select tenant_id as "tenantId" from list_tenants()', parameters: [] },
  );
  return tenants.map(({ tenantId }) => tenantId);
}

/** Tenants that are worked for at the same time: more would only wait for connections. */
const besideEachOther = 4;

/**
 * Works for each active tenant, a few beside each other, and answers the sum. One whose server hangs holds up no other,
 * and one that fails keeps none from its turn.
 * @throws the first failure, when all had their turn
 */
export async function forEveryTenant(
  database: Database,
  work: (tenantId: string, tenantCount: number) => Promise<number>,
): Promise<number> {
  const tenants = await listTenants(database);
  const slots = new Slots(besideEachOther);
  const outcomes = await Promise.allSettled(
    tenants.map((tenantId) => slots.use(() => work(tenantId, tenants.length))),
  );
  const failed = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failed) throw failed.reason;
  return outcomes.reduce((sum, outcome) => sum + (outcome.status === 'fulfilled' ? outcome.value : 0), 0);
}

/** Runs `work` once in a transaction of each active tenant, one after another; answers all it found. */
export async function inEveryTenant<Row>(
  database: Database,
  work: (transaction: Transaction<Schema>) => Promise<readonly Row[]>,
): Promise<Row[]> {
  const found: Row[] = [];
  for (const tenantId of await listTenants(database)) {
    found.push(
      ...(await database.transaction({ tenantId, userId: null }, (transaction) => work(transaction))),
    );
  }
  return found;
}
