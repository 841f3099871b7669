import pg from 'pg';
import { createActivation } from './areas/auth/activation-token.ts';
import { defaultRoles } from './areas/users/default-roles.ts';
import { writeAudit } from './platform/audit/write-audit.ts';
import { connectionConfig, type DatabaseTarget, requestTimeouts } from './platform/database/connection.ts';
import type { Database } from './platform/database/database.ts';

/** Stands for the first administrator until the one-time token gives him name and password. */
const placeholderName = 'administrator@setup.invalid';

interface Options {
  readonly database: Database;
  /** The tenant and its roles are made as the owner: the application itself may not create tenants. */
  readonly target: DatabaseTarget;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}

/**
 * One-time token (24 h) for the first administrator of an installation without users, for the console only
 * (S20); null when there are users already. Called at each start outside the demo: until somebody used a
 * token, every start makes a new one and the ones before stop working.
 */
export async function ensureFirstAdministrator(options: Options): Promise<string | null> {
  const { database } = options;
  const [state] = await database.read<{ hasUsers: boolean; tenantId: string | null; userId: string | null }>(
    { tenantId: null, userId: null },
    {
      sql: `select has_any_user() as "hasUsers", f.tenant_id as "tenantId", f.user_id as "userId"
        from (select 1) as one left join find_login($1) f on true`,
      parameters: [placeholderName],
    },
  );
  let user: { tenantId: string; userId: string };
  if (state?.tenantId && state.userId) user = { tenantId: state.tenantId, userId: state.userId };
  else if (state?.hasUsers) return null;
  else user = await createTenant(options.target);
  const now = options.clock();
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

/** First tenant with the default roles and, for administrators, a mandatory second factor. */
async function createTenant(target: DatabaseTarget): Promise<{ tenantId: string; userId: string }> {
  const owner = new pg.Client(connectionConfig(target, { role: 'owner', timeouts: requestTimeouts }));
  await owner.connect();
  try {
    const tenantId = crypto.randomUUID();
    const userId = crypto.randomUUID();
    await owner.query('begin');
    await owner.query("select set_config('app.tenant_id', $1, true)", [tenantId]);
    await owner.query(
      `insert into tenants (tenant_id, tenant_key, tenant_name, requires_second_factor_for_admins)
        values ($1, 'main', 'Depotwerk', true)`,
      [tenantId],
    );
    for (const role of defaultRoles) {
      const roleId = crypto.randomUUID();
      await owner.query(
        `insert into roles (tenant_id, id, role_key, role_name, is_client_role) values ($1, $2, $3, $4, $5)`,
        [tenantId, roleId, role.key, role.name, role.isClientRole],
      );
      await owner.query(
        `insert into role_permissions (tenant_id, role_id, permission_id) select $1, $2, unnest($3::text[])`,
        [tenantId, roleId, role.permissions],
      );
      if (role.key !== 'administrator') continue;
      await owner.query(
        `insert into users (tenant_id, id, user_name, full_name, role_id) values ($1, $2, $3, 'Administrator', $4)`,
        [tenantId, userId, placeholderName, roleId],
      );
    }
    await owner.query('commit');
    return { tenantId, userId };
  } finally {
    // Without commit the end of the connection undoes everything.
    await owner.end();
  }
}
