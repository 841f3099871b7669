import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { Scope } from '../src/platform/scope.ts';

/**
 * Gives a user the rights of a caller in the database, too: work in the background asks for those when its turn comes. What a test
 * takes away there afterwards is lost between the start of the work and the work.
 */
export async function storeRights(owner: pg.Client, scope: Scope): Promise<void> {
  const { tenantId, userId, permissions, groupsByRight } = scope;
  const roleId = randomUUID();
  await owner.query('insert into roles (tenant_id, id, role_name) values ($1, $2::uuid, $2::uuid::text)', [
    tenantId,
    roleId,
  ]);
  await owner.query(
    'insert into role_permissions (tenant_id, role_id, permission_id) select $1, $2, unnest($3::text[])',
    [tenantId, roleId, [...permissions]],
  );
  await owner.query('update users set role_id = $2 where id = $1', [userId, roleId]);
  const rightsOf = new Map<string, string[]>();
  for (const [right, groups] of groupsByRight)
    for (const group of groups) rightsOf.set(group, [...(rightsOf.get(group) ?? []), right]);
  for (const [group, rights] of rightsOf)
    await owner.query(
      'insert into group_users (tenant_id, group_id, user_id, group_rights) values ($1, $2, $3, $4)',
      [tenantId, group, userId, rights],
    );
}

/** Takes permissions from a user's role. */
export async function loseRights(
  owner: pg.Client,
  userId: string,
  permissions: readonly string[],
): Promise<void> {
  await owner.query(
    `delete from role_permissions where permission_id = any ($2::text[])
      and role_id = (select role_id from users where id = $1)`,
    [userId, permissions],
  );
}
