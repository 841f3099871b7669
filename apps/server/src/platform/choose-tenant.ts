import type { Database } from './database/database.ts';
import { OperatorError } from './operator-error.ts';

/** A tenant as the console names it. */
export interface Tenant {
  readonly id: string;
  readonly key: string;
  readonly name: string;
}

/**
 * The tenant asked for; without one, the only one there is. The embedded database of a single machine may also
 * have the demo's second tenant: there the first one is meant, and named on the console.
 */
export async function chooseTenant(
  database: Database,
  key: string | undefined,
  isEmbedded: boolean,
): Promise<Tenant> {
  const tenants = await database.read<Tenant>(
    { tenantId: null, userId: null },
    {
      sql: 'select tenant_id as id, tenant_key as key, tenant_name as name from list_tenants()',
      parameters: [],
    },
  );
  const keys = tenants.map((tenant) => tenant.key).join(', ');
  const [first] = tenants;
  if (!first) {
    throw new OperatorError(
      'Die Datenbank hat noch keinen Mandanten. Starten Sie zuerst die Anwendung mit npm start.',
    );
  }
  if (key === undefined) {
    if (tenants.length === 1 || isEmbedded) return first;
    throw new OperatorError(`Es gibt mehrere Mandanten (${keys}). Bitte geben Sie mit --tenant einen an.`);
  }
  const chosen = tenants.find((tenant) => tenant.key === key);
  if (!chosen) throw new OperatorError(`Den Mandanten „${key}“ gibt es nicht; es gibt ${keys}.`);
  return chosen;
}
