import { generateKeyPairSync, randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { authRoutes } from '../src/areas/auth/routes.ts';
import { type DefaultRoleKey, defaultRoles } from '../src/areas/users/default-roles.ts';
import { whiteLabelRoutes } from '../src/areas/white-label/routes.ts';
import { createRefusalRecorder } from '../src/platform/audit/record-refusal.ts';
import { createServer } from '../src/platform/http/create-server.ts';
import type { Route } from '../src/platform/http/route.ts';
import { createPasswordHasher, type PasswordHasher } from '../src/platform/passwords/password-hash.ts';
import { createSignInServices, type SignInServices } from '../src/platform/services.ts';
import { authenticatorOf } from '../src/platform/sessions/authenticator.ts';
import type { SignInKeys } from '../src/platform/sign-in-keys.ts';
import { outboxSmsProvider } from '../src/platform/sms/sms-provider.ts';
import type { TestDatabase } from './database.ts';
import { plainServer, withOtherCalls } from './plain-server.ts';

/** Keys of one test run. */
export function testKeys(): SignInKeys {
  const pair = generateKeyPairSync('ed25519');
  return {
    accessTokens: {
      currentKeyId: 'test',
      privateKey: pair.privateKey,
      publicKeys: new Map([['test', pair.publicKey]]),
    },
    keyEncryption: { currentVersion: 1, byVersion: new Map([[1, randomBytes(32)]]) },
    throttle: randomBytes(32),
    device: randomBytes(32),
    code: randomBytes(32),
    factorProof: randomBytes(32),
    passkey: randomBytes(32),
    tariffFile: randomBytes(32),
  };
}

/** The time of a test; real time unless moved. */
export interface TestClock {
  /** Milliseconds ahead of real time. */
  ahead: number;
}

export interface SignInWorld {
  readonly app: FastifyInstance;
  readonly services: SignInServices;
  readonly clock: TestClock;
  /** Everything that went to the log, as text. */
  readonly log: string[];
  stop(): Promise<void>;
}

interface Options {
  readonly isDemo?: boolean;
  readonly bankUrl?: string;
  readonly trustedProxyHops?: number;
  /** Whether providers to sign in through may be on this machine. */
  readonly privateSignInHosts?: 'allowed' | 'refused';
  /** Cheap hashing for tests that sign in often. */
  readonly hasCheapPasswords?: boolean;
  /** Further areas under test. */
  readonly routes?: (services: SignInServices) => readonly Route[];
}

/** The real server with the routes of sign-in and white label on a test database. */
export async function createSignInWorld(db: TestDatabase, options: Options = {}): Promise<SignInWorld> {
  const clock: TestClock = { ahead: 0 };
  const log: string[] = [];
  const write = (values: object, message: string) => log.push(JSON.stringify({ message, ...values }));
  const services: SignInServices = {
    ...createSignInServices({
      database: db.database,
      clock: () => Date.now() + clock.ahead,
      keys: testKeys(),
      settings: {
        isDemo: options.isDemo ?? false,
        publicOrigin: 'https://depotwerk.example',
        bankUrl: options.bankUrl ?? null,
      },
      logger: { info: write, error: write },
      sms: outboxSmsProvider,
    }),
    ...(options.privateSignInHosts && { privateSignInHosts: options.privateSignInHosts }),
    ...(options.hasCheapPasswords && { passwords: cheapHasher }),
  };
  const routes = [
    ...authRoutes(services),
    ...whiteLabelRoutes(services),
    ...(options.routes?.(services) ?? []),
  ];
  const app = await createServer({
    routes: withOtherCalls(routes),
    authenticator: authenticatorOf(services),
    ...plainServer,
    trustedProxyHops: options.trustedProxyHops ?? 0,
    onRefusal: createRefusalRecorder(services),
    logger: { error: write },
    clock: services.clock,
  });
  return { app, services, clock, log, stop: () => app.close() };
}

export const cheapHasher: PasswordHasher = createPasswordHasher({ memory: 64, passes: 1, parallelism: 1 });

export const testPassword = 'Birnbaum tanzt leise';

export interface TestUser {
  readonly tenantId: string;
  readonly userId: string;
  readonly userName: string;
  readonly roleId: string;
}

/** A tenant of its own with the default roles. */
export async function aTenant(
  db: TestDatabase,
  values: { requiresSecondFactor?: boolean } = {},
): Promise<string> {
  const tenantId = crypto.randomUUID();
  await db.owner.query("select set_config('app.tenant_id', $1, false)", [tenantId]);
  await db.owner.query(
    `insert into tenants (tenant_id, tenant_key, tenant_name, requires_second_factor_for_admins)
      values ($1, $2, 'Prüfmandant', $3)`,
    [tenantId, `t-${tenantId}`, values.requiresSecondFactor ?? false],
  );
  for (const role of defaultRoles) {
    const roleId = crypto.randomUUID();
    await db.owner.query(
      'insert into roles (tenant_id, id, role_key, role_name, is_client_role) values ($1, $2, $3, $4, $5)',
      [tenantId, roleId, role.key, role.name, role.isClientRole],
    );
    await db.owner.query(
      'insert into role_permissions (tenant_id, role_id, permission_id) select $1, $2, unnest($3::text[])',
      [tenantId, roleId, role.permissions],
    );
  }
  return tenantId;
}

interface UserValues {
  tenantId?: string;
  role?: DefaultRoleKey;
  userName?: string;
  phoneNumber?: string | null;
  passwordHash?: string | null;
  isInactive?: boolean;
}

/** A user with `testPassword`, in a new tenant unless one is given. */
export async function aUser(db: TestDatabase, values: UserValues = {}): Promise<TestUser> {
  const tenantId = values.tenantId ?? (await aTenant(db));
  await db.owner.query("select set_config('app.tenant_id', $1, false)", [tenantId]);
  const userId = crypto.randomUUID();
  const userName = values.userName ?? `user-${userId.slice(0, 8)}@example.org`;
  const passwordHash =
    values.passwordHash === undefined ? await cheapHasher.hash(testPassword) : values.passwordHash;
  const role = await db.owner.query<{ id: string }>(
    'select id from roles where tenant_id = $1 and role_key = $2',
    [tenantId, values.role ?? 'adviser'],
  );
  const roleId = role.rows[0]?.id ?? '';
  await db.owner.query(
    `insert into users (tenant_id, id, user_name, full_name, phone_number, role_id, password_hash, is_inactive)
      values ($1, $2, $3, 'Karla Prüfer', $4, $5, $6, $7)`,
    [
      tenantId,
      userId,
      userName,
      values.phoneNumber ?? null,
      roleId,
      passwordHash,
      values.isInactive ?? false,
    ],
  );
  return { tenantId, userId, userName, roleId };
}

export interface SignedInBrowser {
  readonly accessToken: string;
  readonly refreshCookie: string;
  readonly deviceCookie: string;
}

/** Value of a cookie in the Set-Cookie lines of an answer. */
export function cookieOf(answer: { cookies: { name: string; value: string }[] }, name: string): string {
  return answer.cookies.find((cookie) => cookie.name === name)?.value ?? '';
}

/** Signs in over HTTP as a browser does; fails unless tokens come back. */
export async function signIn(
  world: SignInWorld,
  userName: string,
  password: string = testPassword,
): Promise<SignedInBrowser> {
  const answer = await world.app.inject({
    method: 'POST',
    url: '/api/auth/login',
    payload: { userName, password },
  });
  const body: { accessToken?: string } = answer.json();
  if (answer.statusCode !== 200 || body.accessToken === undefined)
    throw new Error(`no sign-in: ${answer.body}`);
  return {
    accessToken: body.accessToken,
    refreshCookie: cookieOf(answer, '__Host-refresh'),
    deviceCookie: cookieOf(answer, '__Host-device'),
  };
}

/** Refreshes as a browser does. */
export function refresh(world: SignInWorld, refreshCookie: string) {
  return world.app.inject({
    method: 'POST',
    url: '/api/auth/refresh',
    headers: { 'x-requested-with': 'depotwerk', cookie: `__Host-refresh=${refreshCookie}` },
    payload: {},
  });
}

/** A call with an access token. */
export function callAs(
  world: SignInWorld,
  accessToken: string,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  url: string,
  payload?: object,
) {
  return world.app.inject({
    method,
    url,
    headers: { authorization: `Bearer ${accessToken}` },
    ...(payload && { payload }),
  });
}
