import { randomUUID } from 'node:crypto';
import { inspect } from 'node:util';
import {
  type GroupRight,
  groupRights,
  type PermissionCode,
  permissionCodes,
} from '@depotwerk/domain/permissions';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { contractRoutes } from '../src/areas/contracts/routes.ts';
import { draftRoutes } from '../src/areas/drafts/routes.ts';
import { jobRoutes } from '../src/areas/jobs/routes.ts';
import { optimizationRoutes } from '../src/areas/optimization/routes.ts';
import { TariffData } from '../src/areas/optimization/tariff-data.ts';
import { tariffRoutes } from '../src/areas/tariffs/routes.ts';
import { createServer } from '../src/platform/http/create-server.ts';
import type { SignedIn } from '../src/platform/http/request-context.ts';
import type { Route } from '../src/platform/http/route.ts';
import { buildScope, type Scope } from '../src/platform/scope.ts';
import type { Services } from '../src/platform/services.ts';
import type { OwnTestDatabase, TestDatabase } from './database.ts';
import { demoSizes, demoTemplate } from './demo-template.ts';
import { plainServer, withOtherCalls } from './plain-server.ts';
import { storeRights } from './store-rights.ts';

/** Last day of the demo world; the clock of these tests stands on it. */
export const anchorDate = '2026-11-20';
const noon = Date.parse(`${anchorDate}T11:00:00Z`);

export interface HttpAnswer<Body = Record<string, unknown>> {
  readonly status: number;
  readonly body: Body;
  readonly etag: string | null;
  readonly headers: Headers;
}

interface CallerOptions {
  readonly permissions?: readonly PermissionCode[];
  /** Rights in every group of the tenant; default all. */
  readonly rights?: readonly GroupRight[];
  readonly tenant?: 'demo.example' | 'nord.example';
  /** Only these groups; default all. */
  readonly groupIds?: readonly string[];
  /** A client himself: the customer he is. */
  readonly ownCustomerId?: string;
  /** Who it is, for a token known beforehand. */
  readonly userId?: string;
}

/** The demo world behind the calls of contracts, jobs and optimisation, reached over HTTP. */
export class AdviceWorld {
  readonly owner: pg.Client;
  readonly tenantId: string;
  /** Milliseconds the tests' clock is past noon of the anchor. */
  later = 0;
  /** What the server logged as its own mistakes; shown where a test looks at it. */
  readonly failures: object[] = [];
  readonly #app: FastifyInstance;
  readonly #origin: string;
  readonly #callers: Map<string, SignedIn>;

  private constructor(
    db: TestDatabase,
    app: FastifyInstance,
    origin: string,
    tenantId: string,
    callers: Map<string, SignedIn>,
  ) {
    this.owner = db.owner;
    this.tenantId = tenantId;
    this.#app = app;
    this.#origin = origin;
    this.#callers = callers;
  }

  static async start(
    db: OwnTestDatabase,
    size: keyof typeof demoSizes,
    more: (services: Services, tariffs: TariffData) => readonly Route[] = () => [],
  ): Promise<AdviceWorld> {
    await db.becomeCopyOf(await demoTemplate(demoSizes[size], anchorDate));
    const { rows } = await db.owner.query<{ tenant_id: string }>(
      `select tenant_id from tenants where tenant_key = 'demo.example'`,
    );
    const callers = new Map<string, SignedIn>();
    const world: { current?: AdviceWorld } = {};
    const clock = () => noon + (world.current?.later ?? 0);
    const services = { database: db.database, clock };
    const tariffs = new TariffData(db.database);
    const bound = [
      ...contractRoutes(services),
      ...jobRoutes(services),
      ...tariffRoutes(services),
      ...draftRoutes(services),
      ...optimizationRoutes(services, () => {}, tariffs),
      ...more(services, tariffs),
    ];
    const app = await createServer({
      routes: withOtherCalls(bound),
      authenticator: { authenticate: (token) => Promise.resolve(callers.get(token) ?? null) },
      ...plainServer,
      operation: {
        ...plainServer.operation,
        metrics: { token: 'operator-token', render: () => Promise.resolve(''), observe: () => {} },
      },
      logger: { error: (values) => void world.current?.failures.push(values) },
      clock: Date.now,
    });
    const origin = await app.listen({ host: '127.0.0.1', port: 0 });
    world.current = new AdviceWorld(db, app, origin, rows[0]?.tenant_id ?? '', callers);
    return world.current;
  }

  stop(): Promise<void> {
    // Callers keep their connections; nothing of a finished test is worth waiting for.
    this.#app.server.closeAllConnections();
    return this.#app.close();
  }

  /** A user of a tenant with rights of his own; the result is his access token. */
  async caller(options: CallerOptions = {}): Promise<string> {
    const { rows: tenants } = await this.owner.query<{ tenant_id: string }>(
      'select tenant_id from tenants where tenant_key = $1',
      [options.tenant ?? 'demo.example'],
    );
    const tenantId = tenants[0]?.tenant_id ?? '';
    const { rows: groups } = await this.owner.query<{ id: string; parentGroupId: string | null }>(
      'select id, parent_group_id as "parentGroupId" from groups where tenant_id = $1',
      [tenantId],
    );
    const { userId = randomUUID() } = options;
    await this.owner.query(
      `insert into users (tenant_id, id, user_name, full_name, role_id)
       select $1, $2, $3, 'Berta Berater', id from roles where tenant_id = $1 limit 1`,
      [tenantId, userId, `${userId}@test.example`],
    );
    const member = groups.filter(({ id }) => options.groupIds?.includes(id) ?? true);
    this.#callers.set(userId, {
      actor: {
        kind: 'user',
        userId,
        sessionId: randomUUID(),
        tenantId,
        userName: `${userId}@test.example`,
        fullName: 'Berta Berater',
      },
      scope: buildScope({
        tenantId,
        userId,
        ownCustomerId: options.ownCustomerId ?? null,
        permissions: options.permissions ?? permissionCodes,
        groups,
        memberships: member.map(({ id }) => ({ groupId: id, groupRights: options.rights ?? groupRights })),
      }),
    });
    return userId;
  }

  /** The same with his rights in the database: work he starts in the background goes by those. */
  async lastingCaller(options: CallerOptions = {}): Promise<string> {
    const token = await this.caller(options);
    const caller = this.#callers.get(token);
    if (caller) await storeRights(this.owner, caller.scope);
    return token;
  }

  /** What a caller may do and see. */
  scopeOf(token: string): Scope {
    return this.signedIn(token).scope;
  }

  /** Who a caller is, and what he may do and see. */
  signedIn(token: string): SignedIn {
    const caller = this.#callers.get(token);
    if (!caller) throw new Error('Nobody has this token.');
    return caller;
  }

  async call<Body = Record<string, unknown>>(
    token: string | null,
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<HttpAnswer<Body>> {
    const response = await fetch(`${this.#origin}/api${path}`, {
      method,
      headers: {
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(method === 'POST' ? { 'idempotency-key': randomUUID() } : {}),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return {
      status: response.status,
      // Every answer of these calls is JSON, empty or a file; the tests name its shape.
      body: (text === ''
        ? {}
        : response.headers.get('content-type')?.includes('json')
          ? JSON.parse(text)
          : text) as Body,
      etag: response.headers.get('etag'),
      headers: response.headers,
    };
  }

  /** After each test: an answer of 500 says little, the log says what it was. */
  expectNoFailure(): void {
    const failures = this.failures.splice(0);
    if (failures.length > 0) throw new Error(`the server failed: ${inspect(failures, { depth: 5 })}`);
  }

  /** A file with its status and the header that names it. */
  async bytes(
    token: string,
    method: 'GET' | 'POST',
    path: string,
    body?: unknown,
  ): Promise<{ status: number; bytes: Buffer; disposition: string }> {
    const response = await fetch(`${this.#origin}/api${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return {
      status: response.status,
      bytes: Buffer.from(await response.arrayBuffer()),
      disposition: response.headers.get('content-disposition') ?? '',
    };
  }

  /** The text of a file. */
  async text(token: string, path: string): Promise<string> {
    const response = await fetch(`${this.#origin}/api${path}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    return response.text();
  }

  /** The answer itself, for what goes on while it is read. */
  open(token: string, path: string, signal: AbortSignal): Promise<Response> {
    return fetch(`${this.#origin}/api${path}`, { headers: { authorization: `Bearer ${token}` }, signal });
  }

  /** A call that answers a file, or says why not. */
  async file(
    token: string | null,
    method: 'GET' | 'POST',
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<{ status: number; bytes: Buffer; headers: Headers }> {
    const response = await fetch(`${this.#origin}/api${path}`, {
      method,
      headers: {
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return {
      status: response.status,
      bytes: Buffer.from(await response.arrayBuffer()),
      headers: response.headers,
    };
  }

  /** Ids of contracts of the first tenant under a condition on `contracts c`. */
  async contractIds(condition: string, limit = 1): Promise<string[]> {
    const { rows } = await this.owner.query<{ id: string }>(
      `select c.id from contracts c where c.tenant_id = $1 and c.deleted_at is null and ${condition} order by c.id limit $2`,
      [this.tenantId, limit],
    );
    return rows.map(({ id }) => id);
  }
}
