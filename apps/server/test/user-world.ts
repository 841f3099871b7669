import { randomUUID } from 'node:crypto';
import {
  type GroupRight,
  groupRights,
  type PermissionCode,
  permissionCodes,
} from '@depotwerk/domain/permissions';
import * as z from 'zod/mini';
import { mailRoutes } from '../src/areas/mail/routes.ts';
import { setupRoutes } from '../src/areas/setup/routes.ts';
import { defaultRoles } from '../src/areas/users/default-roles.ts';
import { userRoutes } from '../src/areas/users/routes.ts';
import { CountCache } from '../src/platform/lists/count-cache.ts';
import type { PrivateMailHosts } from '../src/platform/mail/private-hosts.ts';
import { createSignInServices, type SignInServices } from '../src/platform/services.ts';
import { outboxSmsProvider } from '../src/platform/sms/sms-provider.ts';
import { type Answer, ContractWorld, TestServer, tenantA, tenantB } from './contract-world.ts';
import type { TestDatabase } from './database.ts';
import { testKeys } from './sign-in-world.ts';

/** An error as it is answered. */
export const problem = z.looseObject({
  code: z.string(),
  validation: z.optional(z.array(z.looseObject({ path: z.string(), code: z.string() }))),
  current: z.optional(z.unknown()),
});
export const problemCodeOf = (answer: { body: unknown }) => problem.parse(answer.body).code;

/** What a form says of a new person in the given role. */
export const personBody = (roleId: string, values: Record<string, unknown> = {}) => ({
  userName: `${randomUUID()}@firma.example`,
  fullName: 'Ämilie Groß',
  company: 'Nord GmbH',
  phoneNumber: null,
  roleId,
  isInactive: false,
  ...values,
});

/** Two tenants with groups and roles, behind the calls that keep people, groups and roles. */
export class UserWorld {
  readonly #db: TestDatabase;
  readonly contracts: ContractWorld;
  readonly services: SignInServices;
  server!: TestServer;
  administratorRole = '';
  adviserRole = '';
  emptyRole = '';
  /** A role of customers. */
  clientRole = '';
  /** The only person who can manage people, with every permission and no right in any group. */
  administrator = '';
  admin = '';
  foreignAdmin = '';

  private constructor(db: TestDatabase, privateMailHosts: PrivateMailHosts) {
    this.#db = db;
    this.contracts = new ContractWorld(db.owner);
    this.services = createSignInServices({
      database: db.database,
      clock: Date.now,
      privateMailHosts,
      privateSmsHosts: privateMailHosts,
      privateSignInHosts: privateMailHosts,
      keys: testKeys(),
      settings: { isDemo: false, publicOrigin: 'https://depotwerk.example', bankUrl: null },
      logger: { info: () => {}, error: () => {} },
      sms: outboxSmsProvider,
    });
  }

  /** @param privateMailHosts its mail servers and SMS interfaces are on this machine unless a test says otherwise */
  static async start(db: TestDatabase, privateMailHosts: PrivateMailHosts = 'allowed'): Promise<UserWorld> {
    const world = new UserWorld(db, privateMailHosts);
    await world.contracts.fill();
    world.administratorRole = await world.#addRole('Administrator', permissionCodes);
    const adviser = defaultRoles.find(({ key }) => key === 'adviser');
    world.adviserRole = await world.#addRole('Berater', adviser?.permissions ?? []);
    world.emptyRole = await world.#addRole('Leer', []);
    world.clientRole = await world.#addRole('Kunde', []);
    await db.owner.query('update roles set is_client_role = true where id = $1', [world.clientRole]);
    world.server = await TestServer.start(db.database, db.owner, [
      ...userRoutes(world.services, new CountCache(Date.now)),
      ...setupRoutes(world.services),
      ...mailRoutes(world.services),
    ]);
    world.admin = await world.caller(permissionCodes, []);
    world.administrator = world.admin;
    await db.owner.query("update users set role_id = $2, password_hash = '$argon2id$x' where id = $1", [
      world.admin,
      world.administratorRole,
    ]);
    world.foreignAdmin = await world.server.caller({ tenantId: tenantB });
    return world;
  }

  async #addRole(name: string, permissions: readonly PermissionCode[]): Promise<string> {
    const id = randomUUID();
    await this.#db.owner.query('insert into roles (tenant_id, id, role_name) values ($1, $2, $3)', [
      tenantA,
      id,
      name,
    ]);
    await this.#db.owner.query(
      'insert into role_permissions (tenant_id, role_id, permission_id) select $1, $2, unnest($3::text[])',
      [tenantA, id, permissions],
    );
    return id;
  }

  stop(): Promise<void> {
    return this.server.app.close();
  }

  caller(
    permissions: readonly PermissionCode[],
    memberships: readonly { groupId: string; groupRights: readonly GroupRight[] }[] = [],
  ): Promise<string> {
    return this.server.caller({ permissions, memberships });
  }

  /** Every permission, and every right in every group there is. */
  async callerInEveryGroup(): Promise<string> {
    const { rows } = await this.#db.owner.query<{ id: string }>(
      'select id from groups where tenant_id = $1',
      [tenantA],
    );
    return this.caller(
      permissionCodes,
      rows.map(({ id }) => ({ groupId: id, groupRights })),
    );
  }

  /** A code app, a confirmed number and an open session. */
  async giveFactors(userId: string): Promise<void> {
    await this.#db.owner.query(
      `update users set totp_secret_envelope = '{}', totp_confirmed_at = now() where id = $1`,
      [userId],
    );
    await this.#db.owner.query(
      `insert into token_providers (tenant_id, user_id, token_provider_type, validated_at) values ($1, $2, 'sms', now())`,
      [tenantA, userId],
    );
    await this.#db.owner.query(
      `insert into sessions (tenant_id, user_id, client_type, mac_key_envelope, idle_expires_at, absolute_expires_at)
       values ($1, $2, 'web', '{}', now() + interval '1 day', now() + interval '1 day')`,
      [tenantA, userId],
    );
  }

  async actionsOf(objectType: string, objectId: string): Promise<string[]> {
    const { rows } = await this.#db.owner.query<{ action: string }>(
      'select action from audit_entries where tenant_id = $1 and object_type = $2 and object_id = $3 order by id',
      [tenantA, objectType, objectId],
    );
    return rows.map(({ action }) => action);
  }

  get(path: string, token: string | null = this.admin): Promise<Answer> {
    return this.server.get(token, path);
  }

  post(path: string, body: unknown, token: string | null = this.admin): Promise<Answer> {
    return this.server.call(token, 'POST', path, { body, headers: { 'idempotency-key': randomUUID() } });
  }

  put(path: string, body: unknown, version: number, token: string | null = this.admin): Promise<Answer> {
    return this.server.call(token, 'PUT', path, { body, headers: { 'if-match': `"${version}"` } });
  }

  remove(path: string, version: number, token: string | null = this.admin): Promise<Answer> {
    return this.server.call(token, 'DELETE', path, { headers: { 'if-match': `"${version}"` } });
  }
}
