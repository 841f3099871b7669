import { firstAdministratorName } from '@depotwerk/domain/first-administrator';
import { builtInWhiteLabel } from '@depotwerk/domain/white-label/built-in';
import pg from 'pg';
import { defaultRoles } from '../areas/users/default-roles.ts';
import { connectionConfig, type DatabaseTarget, requestTimeouts } from '../platform/database/connection.ts';

export interface NewTenant {
  /** Short name on the console: small letters, digits, dots and dashes. */
  readonly key: string;
  /** As people call the firm; also the title of its pages until somebody chooses another. */
  readonly name: string;
  /** Host names that lead to the tenant, in small letters and without port. */
  readonly hosts: readonly string[];
}

/** The first user of a tenant, nameless until the one-time link gives name and password. */
export interface FirstUser {
  readonly tenantId: string;
  readonly userId: string;
}

/** Stands for the first administrator of a tenant until the link was used. */
export const placeholderName = (key: string): string =>
  key === 'main' ? 'administrator@setup.invalid' : `administrator@${key}.setup.invalid`;

/**
 * A tenant with the default roles, the usual fund categories, an appearance for its hosts and a first administrator, who
 * must set up a second factor. As the owner of the tables: the application itself may not create tenants. Fails with a
 * unique violation where the key or a host is taken.
 */
export async function createTenant(target: DatabaseTarget, tenant: NewTenant): Promise<FirstUser> {
  const owner = new pg.Client(connectionConfig(target, { role: 'owner', timeouts: requestTimeouts }));
  await owner.connect();
  try {
    const tenantId = crypto.randomUUID();
    const userId = crypto.randomUUID();
    await owner.query('begin');
    await owner.query("select set_config('app.tenant_id', $1, true)", [tenantId]);
    await owner.query(
      `insert into tenants (tenant_id, tenant_key, tenant_name, requires_second_factor_for_admins)
        values ($1, $2, $3, true)`,
      [tenantId, tenant.key, tenant.name],
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
        `insert into users (tenant_id, id, user_name, full_name, role_id) values ($1, $2, $3, $4, $5)`,
        [tenantId, userId, placeholderName(tenant.key), firstAdministratorName, roleId],
      );
    }
    // Peer groups stand below categories: a house begins with the usual ones.
    await owner.query('select add_usual_fund_categories($1)', [tenantId]);
    await owner.query('select add_delivered_questionnaires($1)', [tenantId]);
    await addAppearance(owner, tenantId, tenant);
    await owner.query('commit');
    return { tenantId, userId };
  } finally {
    // Without commit the end of the connection undoes everything.
    await owner.end();
  }
}

/** Title and hosts; colours are the product's own until the firm chooses. */
async function addAppearance(owner: pg.Client, tenantId: string, tenant: NewTenant): Promise<void> {
  const id = crypto.randomUUID();
  await owner.query(
    `insert into white_label_configs (tenant_id, id, application_title, primary_colour, accent_colour, is_default)
      values ($1, $2, $3, $4, $5, true)`,
    [tenantId, id, tenant.name, builtInWhiteLabel.primaryColour, builtInWhiteLabel.accentColour],
  );
  await owner.query(
    `insert into white_label_hosts (tenant_id, host, white_label_id) select $1, unnest($2::text[]), $3`,
    [tenantId, tenant.hosts, id],
  );
}
