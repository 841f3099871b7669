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

export interface KnownTenant {
  readonly tenantId: string;
  readonly tenantName: string;
}

/** Every house, whether it is active or not: what it has stored must outlast its pause. */
export const listAllTenants = (database: Database): Promise<KnownTenant[]> =>
  database.read<KnownTenant>(
    { tenantId: null, userId: null },
    {
      sql: 'select tenant_id as "tenantId", tenant_name as "tenantName" from list_all_tenants()',
      parameters: [],
    },
  );

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

type Work<Row> = (transaction: Transaction<Schema>) => Promise<readonly Row[]>;

/** Runs `work` once in a transaction of each active tenant, one after another; answers all it found. */
export const inEveryTenant = async <Row>(database: Database, work: Work<Row>): Promise<Row[]> =>
  inTenants(database, await listTenants(database), work);

/** The same with the inactive ones. */
export const inAllTenants = async <Row>(database: Database, work: Work<Row>): Promise<Row[]> =>
  inTenants(
    database,
    (await listAllTenants(database)).map(({ tenantId }) => tenantId),
    work,
  );

async function inTenants<Row>(
  database: Database,
  tenantIds: readonly string[],
  work: Work<Row>,
): Promise<Row[]> {
  const found: Row[] = [];
  for (const tenantId of tenantIds) {
    found.push(
      ...(await database.transaction({ tenantId, userId: null }, (transaction) => work(transaction))),
    );
  }
  return found;
}
