import { connect } from 'node:net';
import { allCalls } from '@depotwerk/api/all-calls';
import { problem } from '@depotwerk/api/errors';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildScope } from '../scope.ts';
import { checkEveryAnswer } from './answer-check.ts';
import { AppError, noneThere } from './app-error.ts';
import { createServer, type ServerOptions } from './create-server.ts';
import type { SignedIn } from './request-context.ts';
import { Reply, type Route } from './route.ts';

const userId = '0b8f4f5e-6c1e-4b3a-9d59-2f7a3c1d0001';
const contractId = '0b8f4f5e-6c1e-4b3a-9d59-2f7a3c1d0002';
const signedIn: SignedIn = {
  actor: {
    kind: 'user',
    userId,
    sessionId: userId,
    tenantId: userId,
    userName: 'a@b.example',
    fullName: 'A B',
  },
  scope: buildScope({
    tenantId: userId,
    userId,
    ownCustomerId: null,
    permissions: ['contracts.view', 'contracts.check', 'contracts.delete'],
    groups: [],
    memberships: [],
  }),
};

const handlers: Record<string, Route['handle']> = {
  listInsurers: async () => [
    { id: 1, insurerName: 'Nordstern', shortName: null, isInactive: false, secret: 1 },
  ],
  listContracts: async (_context, input) => {
    if (input.query && (input.query as { page?: number }).page === 9) throw new Error('secret detail');
    return Reply.json([], { 'x-total-count': '0' });
  },
  getContract: async () => {
    throw new AppError('common.notFound');
  },
  getContractInfo: async () => {
    throw noneThere();
  },
  markContractChecked: async () => ({ lastCheck: '2026-01-01T00:00:00Z', lastCheckedBy: 'A B' }),
  deleteContract: async (context) => {
    if (context.ifMatch !== 3) throw new AppError('common.versionConflict', { current: { rowVersion: 3 } });
    return undefined;
  },
};
const routes: Route[] = allCalls.map((call) => ({
  call,
  handle: handlers[call.id] ?? (() => Promise.reject(new AppError('common.notFound'))),
}));

const refusals: string[] = [];
const logged: unknown[] = [];
const observed: string[] = [];
const options: ServerOptions = {
  routes,
  authenticator: { authenticate: async (token) => (token === 'good' ? signedIn : null) },
  answerCheck: checkEveryAnswer,
  operation: {
    isReady: () => true,
    pingDatabase: async () => {},
    waitingForDatabase: () => 0,
    eventLoopDelay: () => 0,
    metrics: {
      token: 'operator-token',
      render: async () => 'up 1\n',
      observe: (call, status) => observed.push(`${call} ${status}`),
    },
  },
  webApplication: null,
  publicOrigin: null,
  isBehindTls: false,
  trustedProxyHops: 0,
  onRefusal: (refusal) => refusals.push(`${refusal.code} ${refusal.route}`),
  logger: { error: (values) => logged.push(values) },
  clock: Date.now,
};
let app: FastifyInstance;
beforeAll(async () => {
  app = await createServer(options);
});
afterAll(() => app.close());

const authorization = 'Bearer good';
const get = (url: string, headers: Record<string, string> = { authorization }) =>
  app.inject({ url, headers });

describe('every call', () => {
  it('needs a token unless it is anonymous', async () => {
    for (const call of allCalls.filter((each) => each.access !== 'anonymous')) {
      const answer = await app.inject({
        method: call.method,
        url: `/api${call.path.replace(':id', contractId)}`,
      });
      expect([call.id, answer.statusCode]).toEqual([call.id, 401]);
    }
  });

  it('refuses unknown query members and malformed values with their path', async () => {
    const answer = await get('/api/contracts?page=x&foo=1');
    expect(answer.statusCode).toBe(400);
    const body = problem.parse(answer.json());
    expect(body.code).toBe('common.validationFailed');
    expect(body.validation?.map((issue) => issue.path)).toContain('query.page');
  });

  it('refuses a value given twice', async () => {
    expect((await get('/api/contracts?page=1&page=2')).statusCode).toBe(400);
  });

  it('answers 403 without the permission and reports the refusal', async () => {
    const answer = await get('/api/customers');
    expect(answer.statusCode).toBe(403);
    expect(refusals).toContain('auth.forbidden /api/customers');
  });

  it('reports what is out of sight as refused, and not what a visible object has none of', async () => {
    for (const path of ['', '/info'])
      expect((await get(`/api/contracts/${contractId}${path}`)).statusCode).toBe(404);
    expect(refusals).toContain('common.notFound /api/contracts/:id');
    expect(refusals).not.toContain('common.notFound /api/contracts/:id/info');
  });

  it('hides the reason of an unexpected error from the caller and logs it with the request id', async () => {
    const answer = await get('/api/contracts?page=9');
    expect(answer.statusCode).toBe(500);
    expect(answer.body).not.toContain('secret');
    expect(JSON.stringify(logged)).toContain(problem.parse(answer.json()).requestId);
  });

  it('fails when its answer has a member the descriptor does not name', async () => {
    const answer = await get('/api/insurers');
    expect(answer.statusCode).toBe(500);
    expect(answer.body).not.toContain('Nordstern');
  });

  it('never lets an answer be stored or sniffed', async () => {
    const answer = await get('/api/contracts');
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.headers['x-content-type-options']).toBe('nosniff');
    expect(answer.headers['x-total-count']).toBe('0');
  });
});

it('a token that was good before is let in whatever others of its network try', async () => {
  const token = (letter: string) => `dw_${letter.repeat(43)}`;
  const own = await createServer({
    ...options,
    authenticator: { authenticate: async (given) => (given === token('a') ? signedIn : null) },
  });
  const ask = async (letter: string, remoteAddress = '203.0.113.7') => {
    const headers = { authorization: `Bearer ${token(letter)}` };
    return (await own.inject({ url: '/api/contracts', headers, remoteAddress })).statusCode;
  };
  expect(await ask('a')).not.toBe(401);
  for (let count = 0; count < 60; count += 1) expect(await ask('b')).toBe(401);
  // Whose token is unknown waits, as before; the known one is not held up.
  expect(await ask('b')).toBe(429);
  expect([401, 429]).not.toContain(await ask('a'));
  await own.close();
});

describe('versions and idempotency', () => {
  const url = `/api/contracts/${contractId}`;
  const remove = (headers: Record<string, string>) =>
    app.inject({ method: 'DELETE', url, headers: { authorization, ...headers } });

  it('428 without If-Match, 412 with a stale one, done with the right one', async () => {
    expect((await remove({})).statusCode).toBe(428);
    const stale = await remove({ 'if-match': '"2"' });
    expect(stale.statusCode).toBe(412);
    expect(problem.parse(stale.json()).current).toEqual({ rowVersion: 3 });
    expect((await remove({ 'if-match': '"3"' })).statusCode).toBe(204);
  });

  it('400 for what is no version at all: nobody changed anything', async () => {
    for (const value of ['3', '*', '""', '"x"', '"-1"', '"3", "4"', '"1234567890"']) {
      const answer = await remove({ 'if-match': value });
      const said = `${value} ${answer.statusCode} ${problem.parse(answer.json()).code}`;
      expect(said).toBe(`${value} 400 common.ifMatchInvalid`);
    }
  });

  it('400 without Idempotency-Key', async () => {
    const answer = await app.inject({
      method: 'POST',
      url: `${url}/last-checked`,
      headers: { authorization },
    });
    expect(problem.parse(answer.json()).code).toBe('common.idempotencyKeyMissing');
  });
});

describe('bodies', () => {
  const login = (payload: string, type = 'application/json') =>
    app.inject({ method: 'POST', url: '/api/auth/login', headers: { 'content-type': type }, payload });

  it.each(['text/plain', 'application/json; charset=utf-16', 'application/jsonx', 'application/json\t; x'])(
    'of type %s are refused with 415',
    async (type) => expect((await login('{}', type)).statusCode).toBe(415),
  );

  it.each([
    '{',
    '{"__proto__":{}}',
    '{"a":{"constructor":1}}',
    `${'['.repeat(40)}${']'.repeat(40)}`,
    '\u0000',
  ])('like %s are refused with 400', async (payload) => expect((await login(payload)).statusCode).toBe(400));

  it('over 256 KiB are refused with 413', async () => {
    expect((await login(JSON.stringify({ userName: 'x'.repeat(300_000) }))).statusCode).toBe(413);
  });
});

describe('the edge of the server', () => {
  it('names the allowed methods with 405', async () => {
    const answer = await app.inject({ method: 'PUT', url: '/api/contracts' });
    expect([answer.statusCode, answer.headers.allow]).toEqual([405, 'GET, POST']);
  });

  it('answers unknown and broken paths with the common error body', async () => {
    for (const [url, status] of [
      ['/api/nothing', 404],
      ['/api/%zz', 400],
      [`/api/contracts?search=${'x'.repeat(9000)}`, 400],
    ] as const) {
      const answer = await get(url);
      expect([url.slice(0, 20), answer.statusCode]).toEqual([url.slice(0, 20), status]);
      expect(problem.safeParse(answer.json()).success).toBe(true);
    }
  });

  it('answers what is no HTTP with 400 instead of a dropped connection', async () => {
    const address = await app.listen({ host: '127.0.0.1', port: 0 });
    const text = await new Promise<string>((resolve, reject) => {
      const socket = connect(Number(new URL(address).port), '127.0.0.1', () =>
        socket.write('NONSENSE\r\n\r\n'),
      );
      socket.setEncoding('utf8');
      let received = '';
      socket
        .on('data', (part) => (received += part))
        .on('end', () => resolve(received))
        .on('error', reject);
    });
    expect(text).toMatch(/^HTTP\/1\.1 400 .*application\/problem\+json/s);
  });

  it('shows metrics to the operator only', async () => {
    expect((await get('/api/metrics')).statusCode).toBe(401);
    expect((await get('/api/metrics', { authorization: 'Bearer operator-token' })).body).toBe('up 1\n');
  });

  it('describes every call in its OpenAPI document', async () => {
    const document = (await get('/api/openapi.json', {})).json<{
      openapi: string;
      paths: Record<string, object>;
    }>();
    expect(document.openapi).toBe('3.1.0');
    for (const call of allCalls) {
      const path = document.paths[`/api${call.path.replaceAll(/:(\w+)/g, '{$1}')}`];
      expect(path).toHaveProperty(call.method.toLowerCase());
    }
  });

  it('does not start while a call has no handler', async () => {
    await expect(createServer({ ...options, routes: routes.slice(1) })).rejects.toThrow('without a handler');
  });

  it('sheds load before it drowns, but not its probes', async () => {
    const busy = await createServer({
      ...options,
      operation: { ...options.operation, waitingForDatabase: () => 51 },
    });
    const answer = await busy.inject('/api/contracts');
    const { 'retry-after': retryAfter, 'x-not-begun': notBegun } = answer.headers;
    expect([answer.statusCode, retryAfter, notBegun]).toEqual([503, '1', '1']);
    expect((await busy.inject('/api/health/live')).statusCode).toBe(200);
    await busy.close();
  });
});

it('counts every answer of the interface by its route, never by an id', async () => {
  const server = await createServer(options);
  observed.length = 0;
  await server.inject('/api/contracts/6f1c1d0e-5f0f-4c1f-8a51-000000000000');
  await server.inject('/api/health/live');
  await server.inject('/nowhere');
  expect(observed).toEqual(['GET /api/contracts/:id 401', 'GET /api/health/live 200']);
  await server.close();
});

it('a process that only works in the background answers probes and metrics, and nobody else', async () => {
  const worker = await createServer({ ...options, operation: { ...options.operation, isWorker: true } });
  const statusOf = async (url: string, token = 'good') =>
    (await worker.inject({ url, headers: { authorization: `Bearer ${token}` } })).statusCode;
  expect(await statusOf('/api/health/live')).toBe(200);
  expect(await statusOf('/api/health/ready')).toBe(200);
  expect(await statusOf('/api/metrics', 'operator-token')).toBe(200);
  expect(await statusOf('/api/contracts')).toBe(404);
  expect(await statusOf('/api/health/../contracts')).toBe(404);
  expect(await statusOf('/')).toBe(404);
  await worker.close();
});

describe('the readiness probe', () => {
  it('says 503 while the database does not answer', async () => {
    const away = await createServer({
      ...options,
      operation: { ...options.operation, pingDatabase: () => Promise.reject(new Error('away')) },
    });
    expect((await away.inject('/api/health/ready')).statusCode).toBe(503);
    expect((await away.inject('/api/health/live')).statusCode).toBe(200);
    await away.close();
  });
});

describe('cookie calls', () => {
  const refresh = (headers: Record<string, string>) =>
    app.inject({
      method: 'POST',
      url: '/api/auth/refresh',
      headers: { 'content-type': 'application/json', host: 'app.example', ...headers },
      payload: '{}',
    });

  it.each([
    [{ origin: 'https://evil.example' }],
    [{ 'sec-fetch-site': 'cross-site' }],
    [{ cookie: '__Host-refresh=x' }],
  ])('refuse %j', async (headers) => {
    const answer = await refresh(headers);
    expect(problem.parse(answer.json()).code).toBe('auth.foreignOrigin');
  });

  it('let the own page through', async () => {
    const answer = await refresh({ origin: 'https://app.example', 'x-requested-with': 'depotwerk' });
    expect(problem.parse(answer.json()).code).toBe('common.notFound');
  });
});
