import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Call } from '@depotwerk/api/call';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { readCheckedNow } from '../src/areas/optimization/checked-now.view.ts';
import { readRecommendedAdvice } from '../src/areas/optimization/recommended-advice.view.ts';
import { createTargetMix } from '../src/areas/optimization/target-mix.view.ts';
import { TariffData } from '../src/areas/optimization/tariff-data.ts';
import { createPdfPool } from '../src/areas/reports/pdf/pdf-pool.ts';
import type { ReportServices } from '../src/areas/reports/report-services.ts';
import { createReportTurns } from '../src/areas/reports/report-turns.ts';
import { createPositionFolders } from '../src/areas/traders/gateway/file/position-folders.ts';
import { createTraderGateways } from '../src/areas/traders/gateway/gateway-registry.ts';
import { createHouseReaders } from '../src/areas/white-label/white-label.view.ts';
import { createCustomerBanks } from '../src/customer-banks.ts';
import { createServer } from '../src/platform/http/create-server.ts';
import type { SignedIn } from '../src/platform/http/request-context.ts';
import { CountCache } from '../src/platform/lists/count-cache.ts';
import { LiveStreams, usualLimits } from '../src/platform/live/live-streams.ts';
import { type Scope, visibilityOf } from '../src/platform/scope.ts';
import { createSignInServices } from '../src/platform/services.ts';
import { readUserScope } from '../src/platform/sessions/read-user-scope.ts';
import { outboxSmsProvider } from '../src/platform/sms/sms-provider.ts';
import { productRoutes } from '../src/product-routes.ts';
import { createProspectServices } from '../src/prospect-services.ts';
import { anchorDate } from './advice-world.ts';
import type { OwnTestDatabase } from './database.ts';
import { demoSizes, demoTemplate } from './demo-template.ts';
import { ObjectIds, type Viewer } from './object-ids.ts';
import { pathPartsOf } from './path-objects.ts';
import { plainServer } from './plain-server.ts';
import { sampleOf } from './request-samples.ts';
import { testKeys } from './sign-in-world.ts';

/** Somebody of the demo world, with what his role and groups permit. */
export interface Caller {
  readonly roleName: string;
  readonly userId: string;
  readonly sessionId: string;
  readonly scope: Scope;
  readonly viewer: Viewer;
}

export interface Shot {
  readonly call: Call;
  /** Below /api, parameters filled in. */
  readonly path: string;
  readonly caller: Caller | null;
  readonly body?: unknown;
  readonly version?: string;
  readonly key?: string;
}

export interface Shown {
  readonly status: number;
  readonly code: string | undefined;
  /** Without what names the request itself. */
  readonly text: string;
}

/** The whole product on the demo world, without its background work, asked as any of its users. */
export class AuthorisationWorld {
  readonly owner: pg.Client;
  readonly tenantId: string;
  readonly otherTenantId: string;
  /** One caller a role of the tenant. */
  readonly callers: readonly Caller[];
  readonly failures: object[];
  readonly ids: ObjectIds;
  readonly #app: FastifyInstance;
  readonly #signedIn: Map<string, SignedIn>;
  readonly #stop: () => Promise<void>;

  private constructor(parts: {
    owner: pg.Client;
    tenantId: string;
    otherTenantId: string;
    callers: readonly Caller[];
    failures: object[];
    ids: ObjectIds;
    app: FastifyInstance;
    signedIn: Map<string, SignedIn>;
    stop: () => Promise<void>;
  }) {
    this.owner = parts.owner;
    this.tenantId = parts.tenantId;
    this.otherTenantId = parts.otherTenantId;
    this.callers = parts.callers;
    this.failures = parts.failures;
    this.ids = parts.ids;
    this.#app = parts.app;
    this.#signedIn = parts.signedIn;
    this.#stop = parts.stop;
  }

  /** @param bankUrl the interface of the banks; without one nobody listens there */
  static async start(
    db: OwnTestDatabase,
    { bankUrl = 'http://127.0.0.1:9' }: { bankUrl?: string } = {},
  ): Promise<AuthorisationWorld> {
    await db.becomeCopyOf(await demoTemplate(demoSizes.small, anchorDate));
    const { database, owner } = db;
    const clock = Date.now;
    const failures: object[] = [];
    const logger = { info: () => {}, error: (values: object) => void failures.push(values) };
    const signIn = createSignInServices({
      database,
      clock,
      // Mails of the tests go to this machine.
      privateMailHosts: 'allowed',
      keys: testKeys(),
      settings: { isDemo: false, publicOrigin: 'https://depotwerk.example', bankUrl: null },
      logger,
      sms: outboxSmsProvider,
    });
    const counts = new CountCache(clock);
    const tariffData = new TariffData(database);
    const folder = mkdtempSync(join(tmpdir(), 'depotwerk-test-'));
    const pdf = createPdfPool({ size: 1, timeoutMs: 60_000 });
    const traders = {
      ...signIn,
      gateways: createTraderGateways(bankUrl),
      outdatedReasons: () => Promise.resolve([]),
      positionFolders: createPositionFolders(database, folder),
      forgetCounts: (tenantId: string) => counts.forget(tenantId),
    };
    const tenants = await owner.query<{ id: string; key: string }>(
      'select tenant_id as id, tenant_key as key from tenants',
    );
    const tenantOf = (key: string) => tenants.rows.find((each) => each.key === key)?.id ?? '';
    const tenantId = tenantOf('demo.example');
    await addMissingUsers(owner, tenantId);
    const ids = new ObjectIds(owner, tenantId, tenantOf('nord.example'));
    await ids.fill();
    const callers = await readCallers(db, tenantId);
    await ids.takeAway(callers.map(({ viewer }) => viewer));
    const signedIn = new Map(callers.map((caller) => [caller.userId, signedInAs(tenantId, caller)]));
    const documents: ReportServices = {
      ...signIn,
      pdf,
      ...createHouseReaders(signIn),
      limitCreation: () => {},
      reportTurns: createReportTurns(),
      outdatedReasons: traders.outdatedReasons,
      recommendedAdvice: (context, contractId) =>
        readRecommendedAdvice(signIn, tariffData, context, contractId),
      checkedNow: (scope, contractId, today) =>
        readCheckedNow(signIn, tariffData, scope, contractId, today, Date.now()),
      targetMix: createTargetMix(db.database, tariffData),
    };
    const app = await createServer({
      routes: productRoutes({
        signIn,
        documents,
        prospects: createProspectServices(signIn, documents, tariffData, createCustomerBanks(bankUrl)),
        traders,
        tariffData,
        counts,
        // Ended at once: nobody listens here.
        streams: new LiveStreams({ ...usualLimits, perUser: 1000, lifetime: 20 }),
        product: {
          productVersion: '0',
          startedAt: new Date().toISOString(),
          dataDirectory: '/',
          certificate: async () => null,
        },
        wakeJobs: () => void endRefreshes(owner),
      }),
      authenticator: { authenticate: (token) => Promise.resolve(signedIn.get(token) ?? null) },
      ...plainServer,
      operation: {
        ...plainServer.operation,
        metrics: { token: 'operator-token', render: () => Promise.resolve(''), observe: () => {} },
      },
      logger,
      clock,
    });
    return new AuthorisationWorld({
      owner,
      tenantId,
      otherTenantId: tenantOf('nord.example'),
      callers,
      failures,
      ids,
      app,
      signedIn,
      stop: async () => {
        await app.close();
        pdf.stop();
        await signIn.background.settled();
        rmSync(folder, { recursive: true, force: true });
      },
    });
  }

  /** Who of the house may do most. */
  get mightiest(): Caller {
    const [most] = this.callers.toSorted((a, b) => b.scope.permissions.size - a.scope.permissions.size);
    if (!most) throw new Error('nobody may do anything');
    return most;
  }

  /** The path of a call with what its caller's house has of what the path names. */
  async pathOf(call: Call, { viewer }: Caller): Promise<string> {
    let { path } = call;
    for (const { name, kind, value } of pathPartsOf(call)) {
      const found = kind === null ? value : await this.ids.find(kind, 'own', viewer);
      path = path.replace(`:${name}`, found ?? '');
    }
    return path;
  }

  /** From now on this caller looks at the product as somebody else. */
  lookAs({ userId }: Caller, viewing: NonNullable<SignedIn['viewing']>): void {
    const own = this.#signedIn.get(userId);
    if (own) this.#signedIn.set(userId, { ...own, viewing });
  }

  stop(): Promise<void> {
    return this.#stop();
  }

  /** One request; what the call wants beside the path is the smallest that its schemas take. */
  async ask({ call, path, caller, body, version, key }: Shot): Promise<Shown> {
    const sendsBody = call.method !== 'GET' && call.method !== 'DELETE';
    const answer = await this.#app.inject({
      method: call.method,
      url: `/api${path}${path.includes('?') ? '' : queryOf(call)}`,
      headers: {
        ...(caller && { authorization: `Bearer ${caller.userId}` }),
        'x-timezone-name': 'Europe/Berlin',
        'if-match': version ?? '"1"',
        'idempotency-key': key ?? randomUUID(),
        ...(sendsBody && { 'content-type': 'application/json' }),
      },
      ...(sendsBody && { payload: JSON.stringify(body ?? sampleOf(call.body)) }),
    });
    const isJson = String(answer.headers['content-type']).includes('json');
    const parsed: unknown = isJson && answer.body !== '' ? JSON.parse(answer.body) : null;
    const code = typeof parsed === 'object' && parsed !== null && 'code' in parsed ? parsed.code : undefined;
    return {
      status: answer.statusCode,
      code: typeof code === 'string' ? code : undefined,
      text:
        typeof code === 'string'
          ? JSON.stringify({
              ...(parsed as object),
              requestId: undefined,
              traceId: undefined,
              instance: undefined,
            })
          : answer.body,
    };
  }

  /** What the log of the tenant holds. */
  async loggedActions(): Promise<string[]> {
    const { rows } = await this.owner.query<{ entry: string }>(
      `select concat_ws(' ', action, object_type, object_id) as entry from audit_entries where tenant_id = $1 order by id`,
      [this.tenantId],
    );
    return rows.map(({ entry }) => entry);
  }

  /** Every table with the number of its rows and its last writer: two that are equal saw no write in between. */
  async digest(): Promise<Map<string, string>> {
    const { rows: tables } = await this.owner.query<{ name: string }>(
      `select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
          and not c.relispartition order by 1`,
    );
    const sql = tables
      .map(
        ({ name }) =>
          `select '${name}' as name, count(*) || ' ' || coalesce(max(xmin::text::bigint), 0) as state from ${name}`,
      )
      .join(' union all ');
    const { rows } = await this.owner.query<{ name: string; state: string }>(sql);
    return new Map(rows.map(({ name, state }) => [name, state]));
  }
}

function queryOf(call: Call): string {
  // Queries are objects of texts.
  const query = new URLSearchParams(sampleOf(call.query) as Record<string, string>);
  return query.size > 0 ? `?${query.toString()}` : '';
}

function signedInAs(tenantId: string, { userId, sessionId, roleName, scope }: Caller): SignedIn {
  const userName = `${userId}@test.example`;
  return { actor: { kind: 'user', userId, sessionId, tenantId, userName, fullName: roleName }, scope };
}

/** The one job a call waits for is over as soon as it is asked for. */
const endRefreshes = (owner: pg.Client) =>
  owner.query(
    "update jobs set state = 'done', finished_at = now() where job_type = 'remoteRefresh' and state = 'queued'",
  );

/** Somebody of every role nobody has yet. */
async function addMissingUsers(owner: pg.Client, tenantId: string): Promise<void> {
  await owner.query(
    `insert into users (tenant_id, user_name, full_name, role_id)
     select r.tenant_id, r.id || '@test.example', r.role_name, r.id from roles r
      where r.tenant_id = $1 and not exists (select from users u where u.tenant_id = r.tenant_id and u.role_id = r.id)`,
    [tenantId],
  );
}

/** The first user of every role that permits anything, with a session that is open. */
async function readCallers({ database, owner }: OwnTestDatabase, tenantId: string): Promise<Caller[]> {
  const { rows } = await owner.query<{ userId: string; roleName: string }>(
    `select distinct on (r.role_name) u.id as "userId", r.role_name as "roleName"
       from roles r join users u on u.tenant_id = r.tenant_id and u.role_id = r.id
      where r.tenant_id = $1 and exists (select from role_permissions p where p.tenant_id = r.tenant_id and p.role_id = r.id)
      order by r.role_name, u.user_name`,
    [tenantId],
  );
  const callers: Caller[] = [];
  for (const { userId, roleName } of rows) {
    const scope = await readUserScope(database, tenantId, userId);
    if (!scope) throw new Error(`${roleName} is inactive`);
    const sessionId = randomUUID();
    await owner.query(
      `insert into sessions (tenant_id, id, user_id, client_type, mac_key_envelope, idle_expires_at, absolute_expires_at)
       values ($1, $2, $3, 'web', '{}', now() + interval '1 day', now() + interval '1 day')`,
      [tenantId, sessionId, userId],
    );
    const { groupIds, ownCustomerId, includesWithoutGroup } = visibilityOf(scope, 'groupContracts.view');
    const seesAllJobs = scope.permissions.has('jobs.view') && ownCustomerId === null;
    callers.push({
      roleName,
      userId,
      sessionId,
      scope,
      viewer: { userId, groupIds, ownCustomerId, seesAllJobs, seesWithoutGroup: includesWithoutGroup },
    });
  }
  return callers;
}
