import { writeAudit } from '../platform/audit/write-audit.ts';
import type { DatabaseTarget } from '../platform/database/connection.ts';
import type { Database } from '../platform/database/database.ts';
import { createActivation } from '../platform/tokens/activation-token.ts';
import { createTenant, type FirstUser, placeholderName } from './create-tenant.ts';

const firstTenant = { key: 'main', name: 'Depotwerk', hosts: [] };

interface Options {
  readonly database: Database;
  /** The tenant and its roles are made as the owner: the application itself may not create tenants. */
  readonly target: DatabaseTarget;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}

/**
 * One-time token (24 h) for the first administrator of an installation without users, for the console only; null when there are users already. Called at each start outside the demo: until somebody used a
 * token, every start makes a new one and the ones before stop working.
 */
export async function ensureFirstAdministrator(options: Options): Promise<string | null> {
  const { database } = options;
  const [state] = await database.read<{ hasUsers: boolean; tenantId: string | null; userId: string | null }>(
    { tenantId: null, userId: null },
    {
      sql: `select has_any_user() as "hasUsers", f.tenant_id as "tenantId", f.user_id as "userId"
        from (select 1) as one left join find_login($1) f on true`,
      parameters: [placeholderName(firstTenant.key)],
    },
  );
  let user: FirstUser;
  if (state?.tenantId && state.userId) user = { tenantId: state.tenantId, userId: state.userId };
  else if (state?.hasUsers) return null;
  else user = await createTenant(options.target, firstTenant);
  return newFirstLink(database, user, options.clock());
}

/** A new one-time token for a first administrator; the ones before stop working. */
export async function newFirstLink(database: Database, user: FirstUser, now: number): Promise<string> {
  return database.transaction(user, async (transaction) => {
    await transaction
      .updateTable('activation_tokens')
      .set({ used_at: new Date(now).toISOString() })
      .where('tenant_id', '=', user.tenantId)
      .where('user_id', '=', user.userId)
      .where('used_at', 'is', null)
      .execute();
    const guid = await createActivation(transaction, user, 'firstAdministrator', now);
    await writeAudit(transaction, {
      actor: { kind: 'system' },
      action: 'auth.inviteFirstAdministrator',
      objectType: 'user',
      objectId: user.userId,
    });
    return guid;
  });
}
