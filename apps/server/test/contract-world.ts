import { randomUUID } from 'node:crypto';
import {
  type GroupRight,
  groupRights,
  type PermissionCode,
  permissionCodes,
} from '@depotwerk/domain/permissions';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import type pg from 'pg';
import { auditRoutes } from '../src/areas/audit/routes.ts';
import { elementRoutes } from '../src/areas/contracts/elements/routes.ts';
import { contractRoutes } from '../src/areas/contracts/routes.ts';
import { customerRoutes } from '../src/areas/customers/routes.ts';
import { tariffRoutes } from '../src/areas/tariffs/routes.ts';
import type { Database } from '../src/platform/database/database.ts';
import type { DocumentStore } from '../src/platform/document-store/document-store.ts';
import { createServer } from '../src/platform/http/create-server.ts';
import type { SignedIn } from '../src/platform/http/request-context.ts';
import type { Route } from '../src/platform/http/route.ts';
import type { Quotas } from '../src/platform/quotas.ts';
import { buildScope } from '../src/platform/scope.ts';
import { plainServer, withOtherCalls } from './plain-server.ts';
import { storeRights } from './store-rights.ts';

/** Two tenants; in the first a region with a group below it, and a group beside it. */
export const tenantA = '0a000000-0000-4000-8000-000000000001';
export const tenantB = '0b000000-0000-4000-8000-000000000001';
export const region = '0a000000-0000-4000-8000-000000000010';
export const north = '0a000000-0000-4000-8000-000000000011';
export const south = '0a000000-0000-4000-8000-000000000012';
const groupsA = [
  { id: region, parentGroupId: null, name: 'Region' },
  { id: north, parentGroupId: region, name: 'Nord' },
  { id: south, parentGroupId: null, name: 'Süd' },
];

export interface TestCustomer {
  id: string;
  groupId: string | null;
  firstName: string;
  lastName: string;
}

/** Puts a tenant with groups, tariffs, one customer and contract per entry into an empty database. */
export class ContractWorld {
  readonly #owner: pg.Client | (() => pg.Client);

  /** @param owner the connection, or how to get it where it is opened later */
  constructor(owner: pg.Client | (() => pg.Client)) {
    this.#owner = owner;
  }

  get owner(): pg.Client {
    return typeof this.#owner === 'function' ? this.#owner() : this.#owner;
  }

  async fill(): Promise<void> {
    await this.owner.query(
      `insert into tenants (tenant_id, tenant_key, tenant_name) values ($1, 'a', 'A'), ($2, 'b', 'B')`,
      [tenantA, tenantB],
    );
    for (const group of groupsA) {
      await this.owner.query(
        'insert into groups (tenant_id, id, group_name, parent_group_id) values ($1, $2, $3, $4)',
        [tenantA, group.id, group.name, group.parentGroupId],
      );
    }
    for (const tenantId of [tenantA, tenantB]) {
      await this.owner.query(
        `insert into insurers (tenant_id, id, insurer_name, short_name) values ($1, 1, 'Nordstern', 'NS'), ($1, 2, 'Ähre', '')`,
        [tenantId],
      );
      await this.owner.query(
        `insert into issuers (tenant_id, id, issuer_name, insurer_id) values ($1, 1, 'Bank eins', 1), ($1, 2, 'Bank zwei', 2)`,
        [tenantId],
      );
      await this.owner.query(`insert into roles (tenant_id, id, role_name) values ($1, $1, 'Rolle')`, [
        tenantId,
      ]);
    }
  }

  async addTariff(
    tenantId: string,
    name: string,
    insurerId: number,
    id: string = randomUUID(),
  ): Promise<string> {
    await this.owner.query(
      `insert into tariffs (tenant_id, id, name, key, issuer_id, insurer_id, tariff_type_id, published_version_number,
         risk_class_count, risk_type_id, use_quota)
       values ($1, $2, $3, $4, $5, $5, 7, 1, 5, 1, false)`,
      [tenantId, id, name, `k-${id.slice(0, 8)}`, insurerId],
    );
    await this.owner.query(
      `insert into fund_matrices (tenant_id, tariff_id, risk_type_id, risk_items_number, use_quota) values ($1, $2, 1, 5, false)`,
      [tenantId, id],
    );
    return id;
  }

  async addCustomer(
    tenantId: string,
    values: {
      groupId?: string | null;
      firstName?: string;
      lastName?: string;
      dateOfBirth?: string;
      email?: string;
    } = {},
  ): Promise<TestCustomer> {
    const customer = {
      id: randomUUID(),
      groupId: values.groupId === undefined ? north : values.groupId,
      firstName: values.firstName ?? 'Anna',
      lastName: values.lastName ?? 'Müller',
    };
    await this.owner.query(
      `insert into customers (tenant_id, id, group_id, first_name, last_name, date_of_birth, email)
       values ($1, $2, $3, $4, $5, $6, $7)`,
      [
        tenantId,
        customer.id,
        customer.groupId,
        customer.firstName,
        customer.lastName,
        values.dateOfBirth ?? '1964-04-03',
        values.email ?? null,
      ],
    );
    return customer;
  }

  /** As if the end of a contract had been recorded on that day. */
  async recordEnd(contractId: string, day: string): Promise<void> {
    await this.owner.query('alter table contracts disable trigger note_recorded_end');
    await this.owner.query('update contracts set end_recorded_at = $2 where id = $1', [contractId, day]);
    await this.owner.query('alter table contracts enable trigger note_recorded_end');
  }

  /** Columns of `contracts` by name; unnamed ones take a plain value. */
  async addContract(
    tenantId: string,
    customerId: string,
    tariffId: string,
    columns: Record<string, unknown> = {},
  ): Promise<string> {
    const row: Record<string, unknown> = {
      tenant_id: tenantId,
      id: randomUUID(),
      customer_id: customerId,
      tariff_id: tariffId,
      insurer_id: 1,
      issuer_id: 1,
      external_key: `V-${randomUUID().slice(0, 8)}`,
      start_date: '2015-06-01',
      ...columns,
    };
    const names = Object.keys(row);
    await this.owner.query(
      `insert into contracts (${names.join(', ')}) values (${names.map((_, index) => `$${index + 1}`).join(', ')})`,
      Object.values(row),
    );
    // Every row above names its id.
    return row['id'] as string;
  }
}

interface CallerOptions {
  /** Default a new one. */
  userId?: string;
  tenantId?: string;
  permissions?: readonly PermissionCode[];
  /** Rights by group; default every right in every group. */
  memberships?: readonly { groupId: string; groupRights: readonly GroupRight[] }[];
  ownCustomerId?: string;
  /** Has a second factor, and showed it then; null = never. */
  readonly secondFactorAt?: string | null;
  /** The token of another system this caller comes with. */
  readonly apiTokenId?: string;
}

export interface Answer {
  status: number;
  body: unknown;
  text: string;
  bytes: Buffer;
  headers: LightMyRequestResponse['headers'];
}

/** A server with the areas under test on a real database; callers are tokens made by `caller`. */
export class TestServer {
  readonly app: FastifyInstance;
  readonly #callers: Map<string, SignedIn>;
  readonly #owner: pg.Client;

  private constructor(app: FastifyInstance, callers: Map<string, SignedIn>, owner: pg.Client) {
    this.app = app;
    this.#callers = callers;
    this.#owner = owner;
  }

  /** `more`: routes of further areas; `quotas`: of what is kept for repeated keys. */
  static async start(
    database: Database,
    owner: pg.Client,
    more: readonly Route[] = [],
    quotas?: Quotas,
    documentStore: DocumentStore | null = null,
  ): Promise<TestServer> {
    const callers = new Map<string, SignedIn>();
    const services = { database, clock: Date.now, documentStore };
    const bound = [auditRoutes, contractRoutes, elementRoutes, customerRoutes, tariffRoutes].flatMap(
      (routes) => routes(services),
    );
    bound.push(...more);
    const app = await createServer({
      quotas,
      routes: withOtherCalls(bound),
      authenticator: { authenticate: (token) => Promise.resolve(callers.get(token) ?? null) },
      ...plainServer,
      operation: {
        ...plainServer.operation,
        pingDatabase: async () => {
          if (!(await database.ping())) throw new Error('the database does not answer');
        },
        metrics: { token: 'operator-token', render: () => Promise.resolve(''), observe: () => {} },
      },
      clock: Date.now,
    });
    return new TestServer(app, callers, owner);
  }

  /** A user with rights of his own; the result is his access token. */
  async caller(options: CallerOptions = {}): Promise<string> {
    const userId = options.userId ?? randomUUID();
    const tenantId = options.tenantId ?? tenantA;
    await this.#owner.query(
      'insert into users (tenant_id, id, user_name, full_name, role_id) values ($1, $2, $3, $4, $1)',
      [tenantId, userId, `${userId}@test.example`, 'Berta Berater'],
    );
    if (options.ownCustomerId !== undefined)
      await this.#becomeClient(tenantId, userId, options.ownCustomerId);
    const groups = tenantId === tenantA ? groupsA : [];
    const everywhere = groups.map((group) => ({ groupId: group.id, groupRights }));
    const scope = buildScope({
      tenantId,
      userId,
      ownCustomerId: options.ownCustomerId ?? null,
      permissions: options.permissions ?? permissionCodes,
      groups,
      memberships: options.memberships ?? everywhere,
    });
    this.#callers.set(userId, {
      actor: {
        kind: 'user',
        userId,
        sessionId: randomUUID(),
        tenantId,
        userName: `${userId}@test.example`,
        fullName: 'Berta Berater',
        ...(options.apiTokenId !== undefined && { apiTokenId: options.apiTokenId }),
      },
      scope,
      ...(options.secondFactorAt !== undefined && {
        hasSecondFactor: true,
        secondFactorAt: options.secondFactorAt,
      }),
    });
    return userId;
  }

  /** The same with his rights in the database: work he starts in the background goes by those. */
  async lastingCaller(options: CallerOptions = {}): Promise<string> {
    const token = await this.caller(options);
    const caller = this.#callers.get(token);
    if (caller) await storeRights(this.#owner, caller.scope);
    return token;
  }

  /** Gives a user a role of customers, and the customer he is. */
  async #becomeClient(tenantId: string, userId: string, customerId: string): Promise<void> {
    const roleId = randomUUID();
    await this.#owner.query(
      'insert into roles (tenant_id, id, role_name, is_client_role) values ($1, $2, $3, true)',
      [tenantId, roleId, `Kunde ${roleId}`],
    );
    await this.#owner.query(
      'update users set role_id = $3, customer_id = $4 where tenant_id = $1 and id = $2',
      [tenantId, userId, roleId, customerId],
    );
  }

  async call(
    token: string | null,
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    options: { headers?: Record<string, string>; body?: unknown } = {},
  ): Promise<Answer> {
    const response = await this.app.inject({
      method,
      url: `/api${path}`,
      headers: { ...(token === null ? {} : { authorization: `Bearer ${token}` }), ...options.headers },
      ...(options.body === undefined ? {} : { payload: options.body as object }),
    });
    const isJson = String(response.headers['content-type']).includes('json');
    return {
      status: response.statusCode,
      body: isJson ? response.json<unknown>() : null,
      text: response.body,
      bytes: response.rawPayload,
      headers: response.headers,
    };
  }

  get(token: string | null, path: string): Promise<Answer> {
    return this.call(token, 'GET', path);
  }
}
