/** Writes tenants with their white label, roles, groups and users. */

import { type DefaultRoleKey, defaultRoles } from '@depotwerk/server/public';
import type pg from 'pg';
import { CopyTable } from './copy-table.ts';
import { adviserGroupRights, type DemoTenant } from './organisation.ts';
import { Random } from './random.ts';

/** Writes one tenant; `passwordHash` opens every demo sign-in, `clientCustomerId` is the customer of the role Kunde. */
export async function writeOrganisation(
  client: pg.ClientBase,
  tenant: DemoTenant,
  seed: number,
  passwordHash: string,
  clientCustomerId: string,
): Promise<void> {
  const random = new Random(seed, 'organisation', tenant.key);
  const { whiteLabel } = tenant;
  const whiteLabelId = random.uuid();
  const tables = {
    tenants: new CopyTable('tenants', ['tenant_id', 'tenant_key', 'tenant_name']),
    whiteLabels: new CopyTable('white_label_configs', [
      'tenant_id',
      'id',
      'application_title',
      'primary_colour',
      'accent_colour',
      'registration_mode',
      'support_phone',
      'support_mail',
      'imprint_url',
      'privacy_url',
      'terms_url',
      'accessibility_statement_url',
      'features',
      'is_default',
    ]),
    hosts: new CopyTable('white_label_hosts', ['tenant_id', 'host', 'white_label_id']),
    roles: new CopyTable('roles', ['tenant_id', 'id', 'role_key', 'role_name', 'is_client_role']),
    rolePermissions: new CopyTable('role_permissions', ['tenant_id', 'role_id', 'permission_id']),
    groups: new CopyTable('groups', [
      'tenant_id',
      'id',
      'group_name',
      'group_description',
      'parent_group_id',
    ]),
    users: new CopyTable('users', [
      'tenant_id',
      'id',
      'user_name',
      'full_name',
      'company',
      'phone_number',
      'phone_validated_at',
      'role_id',
      'customer_id',
      'is_demo',
      'password_hash',
      'password_changed_at',
    ]),
    groupUsers: new CopyTable('group_users', ['tenant_id', 'group_id', 'user_id', 'group_rights']),
  };
  tables.tenants.add(tenant.id, tenant.key, tenant.name);
  tables.whiteLabels.add(
    tenant.id,
    whiteLabelId,
    whiteLabel.title,
    whiteLabel.primary,
    whiteLabel.accent,
    whiteLabel.registrationMode,
    '+49 40 0000000',
    `hilfe@${tenant.key}`,
    '/impressum',
    '/datenschutz',
    '/agb',
    // None of its own: the product says what it tests itself.
    null,
    JSON.stringify({
      depotanalysis: whiteLabel.registrationMode > 0,
      preregistration: whiteLabel.registrationMode > 0,
      bankCredentials: true,
      esg: true,
      bulk: true,
    }),
    true,
  );
  for (const host of whiteLabel.hosts) tables.hosts.add(tenant.id, host, whiteLabelId);
  const roleIds = new Map<DefaultRoleKey, string>();
  for (const role of defaultRoles) {
    const id = random.uuid();
    roleIds.set(role.key, id);
    tables.roles.add(tenant.id, id, role.key, role.name, role.isClientRole);
    for (const permission of role.permissions) tables.rolePermissions.add(tenant.id, id, permission);
  }
  for (const group of tenant.groups)
    tables.groups.add(tenant.id, group.id, group.name, group.description, group.parentId);
  for (const user of tenant.users) {
    tables.users.add(
      tenant.id,
      user.id,
      user.userName,
      user.fullName,
      tenant.name,
      user.phone,
      user.phone === null ? null : '2024-01-02T09:00:00Z',
      roleIds.get(user.role) ?? null,
      user.role === 'client' ? clientCustomerId : null,
      true,
      passwordHash,
      '2024-01-02T09:00:00Z',
    );
    const rights =
      user.role === 'administrator'
        ? [...adviserGroupRights, 'groupUsers.manage']
        : user.role === 'compliance'
          ? adviserGroupRights.filter((right) => right.endsWith('.view'))
          : adviserGroupRights;
    for (const groupId of user.groupIds)
      tables.groupUsers.add(tenant.id, groupId, user.id, `{${rights.join(',')}}`);
  }
  for (const table of Object.values(tables)) await table.flush(client);
  await client.query('select add_delivered_questionnaires($1)', [tenant.id]);
}
