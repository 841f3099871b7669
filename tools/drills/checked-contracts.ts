import pg from 'pg';
import {
  connectionConfig,
  type DatabaseTarget,
  unlimited,
} from '../../apps/server/src/platform/database/connection.ts';
import { type KeptPlace, keptNameOf } from '../../apps/server/src/platform/kept-answer.ts';
import type { Product } from './product.ts';

/** One write of a drill: sent again with the same key until it is answered. */
export interface Write {
  readonly key: string;
  readonly contractId: string;
}

/** Marks a contract as checked, once for its key; the status of the answer. */
export async function send({ url }: Pick<Product, 'url'>, token: string, write: Write): Promise<number> {
  const answer = await fetch(`${url}/api/contracts/${write.contractId}/last-checked`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'idempotency-key': write.key },
  });
  await answer.arrayBuffer();
  return answer.status;
}

/** Ids of contracts the caller sees. */
export async function listContracts({ url }: Pick<Product, 'url'>, token: string): Promise<string[]> {
  const answer = await fetch(`${url}/api/contracts?pageSize=50`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const items = (await answer.json()) as { id: string }[];
  return items.map((item) => item.id);
}

/** Whether a key is in the database. */
export interface Kept {
  has(key: string): boolean;
}

/** Keys in the database, and audit rows of these writes: as many as there were writes. */
export async function readStored(target: DatabaseTarget): Promise<{ keys: Kept; auditRows: number }> {
  const client = new pg.Client(connectionConfig(target, { role: 'owner', timeouts: unlimited }));
  await client.connect();
  try {
    // The owner of an outside database is bound by row level security as everybody is.
    const tenants = await client.query<{ tenant_id: string }>('select tenant_id from list_tenants()');
    const names = new Set<string>();
    const places: KeptPlace[] = [];
    let auditRows = 0;
    for (const { tenant_id: tenantId } of tenants.rows) {
      await client.query("select set_config('app.tenant_id', $1, false)", [tenantId]);
      const found = await client.query<{ name: string; userId: string }>(
        "select idempotency_key as name, user_id as \"userId\" from idempotency_keys where tenant_id = $1 and route = 'markContractChecked' and state = 'done'",
        [tenantId],
      );
      for (const { name } of found.rows) names.add(name);
      for (const userId of new Set(found.rows.map((row) => row.userId)))
        places.push({ tenantId, userId, route: 'markContractChecked' });
      const audit = await client.query<{ count: number }>(
        "select count(*) as count from audit_entries where tenant_id = $1 and action = 'contracts.check' and result = 'done'",
        [tenantId],
      );
      auditRows += audit.rows[0]?.count ?? 0;
    }
    // The table knows keys by a hash over their place only.
    const has = (key: string) => places.some((place) => names.has(keptNameOf(place, key)));
    return { keys: { has }, auditRows };
  } finally {
    await client.end();
  }
}
