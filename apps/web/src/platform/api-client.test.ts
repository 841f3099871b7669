import { endSession, listSessions } from '@depotwerk/api/auth/account';
import { getAuthenticatedUser, login } from '@depotwerk/api/auth/auth';
import { requestSms } from '@depotwerk/api/auth/second-factor';
import { defineCall } from '@depotwerk/api/call';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { aClient, creates, input, json, refused, type Seen, tokens } from './api-client-for-test.ts';
import { ApiError } from './api-error.ts';

const isFresh = (request: Seen) => request.headers.get('authorization') === 'Bearer new';

describe('access token', () => {
  it('refreshes once for all waiting calls, then repeats each with the new token', async () => {
    const { client, count, state } = aClient((request) => {
      if (request.path === '/api/auth/refresh') return tokens('new');
      return isFresh(request) ? json([]) : refused('auth.unauthenticated');
    });
    const answers = await Promise.all(Array.from({ length: 10 }, () => client.callApi(listSessions, {})));
    expect(answers).toHaveLength(10);
    expect(count('/api/auth/refresh')).toBe(1);
    expect(count('/api/auth/sessions')).toBe(20);
    expect(state).toMatchObject({ lost: 0, locks: 1, token: 'new' });
  });

  it('refreshes first when there is no token at all', async () => {
    const { client, seen } = aClient(
      (request) => (request.path === '/api/auth/refresh' ? tokens('new') : json([])),
      null,
    );
    await client.callApi(listSessions, {});
    expect(seen.map((request) => request.path)).toEqual(['/api/auth/refresh', '/api/auth/sessions']);
    expect(seen[0]?.headers.get('x-requested-with')).toBe('depotwerk');
    expect(seen[0]?.headers.get('authorization')).toBeNull();
  });

  it('takes the token another call has refreshed meanwhile', async () => {
    const { client, count } = aClient((request, times) => {
      if (request.path === '/api/auth/refresh') return tokens('new');
      if (isFresh(request)) return json([]);
      // The second call's 401 arrives long after the first one's refresh is done.
      return times === 1
        ? refused('auth.unauthenticated')
        : new Promise((resolve) => setTimeout(() => resolve(refused('auth.unauthenticated')), 40));
    });
    await Promise.all([client.callApi(listSessions, {}), client.callApi(listSessions, {})]);
    expect(count('/api/auth/refresh')).toBe(1);
  });

  it('signs out once when the refresh is refused, and passes the 401 on to every caller', async () => {
    const { client, state, count } = aClient((request) =>
      refused(request.path === '/api/auth/refresh' ? 'auth.refreshTokenReused' : 'auth.unauthenticated'),
    );
    const results = await Promise.allSettled([
      client.callApi(listSessions, {}),
      client.callApi(listSessions, {}),
    ]);
    expect(results.map((result) => result.status === 'rejected' && result.reason.status)).toEqual([401, 401]);
    expect(state.lost).toBe(1);
    expect(count('/api/auth/refresh')).toBe(1);
  });

  it.each([
    ['answers 503', () => refused('common.unavailable', 503)],
    ['is away', () => Promise.reject(new TypeError('Failed to fetch'))],
  ])('signs nobody out when the server %s during the refresh', async (_name, answer) => {
    const { client, state } = aClient((request) =>
      request.path === '/api/auth/refresh' ? answer() : refused('auth.unauthenticated'),
    );
    await expect(client.callApi(listSessions, {})).rejects.toMatchObject({ isServerTrouble: true });
    expect(state.lost).toBe(0);
    expect(state.token).toBe('old');
  });

  it('refreshes again for a later 401', async () => {
    let accepted = 'new';
    const { client, count } = aClient((request, times) => {
      if (request.path === '/api/auth/refresh') return tokens(times === 1 ? 'new' : 'newer');
      return request.headers.get('authorization') === `Bearer ${accepted}`
        ? json([])
        : refused('auth.unauthenticated');
    });
    await client.callApi(listSessions, {});
    accepted = 'newer';
    await client.callApi(listSessions, {});
    expect(count('/api/auth/refresh')).toBe(2);
  });

  it('does not loop when the repeated call is refused as well', async () => {
    const { client, seen } = aClient((request) =>
      request.path === '/api/auth/refresh' ? tokens('new') : refused('auth.unauthenticated'),
    );
    await expect(client.callApi(getAuthenticatedUser, {})).rejects.toMatchObject({ status: 401 });
    expect(seen).toHaveLength(3);
  });

  it('leaves a wrong password a plain error: no refresh, no logout, no token sent', async () => {
    const { client, seen, state } = aClient(() => refused('auth.invalidCredentials'));
    const call = client.callApi(login, { body: { userName: 'a', password: 'b' } });
    await expect(call).rejects.toMatchObject({
      code: 'auth.invalidCredentials',
      status: 401,
      traceId: 'trace-1',
    });
    expect(seen).toHaveLength(1);
    expect(seen[0]?.headers.get('authorization')).toBeNull();
    expect(state.lost).toBe(0);
  });
});

describe('requests', () => {
  it('carry the zone headers and the token', async () => {
    const { client, seen } = aClient(() => json([]));
    await client.callApi(listSessions, {});
    const headers = seen[0]?.headers;
    expect(headers?.get('x-timezone-offset')).toBe(String(0 - new Date().getTimezoneOffset()));
    expect(headers?.get('x-timezone-name')).toBe(Intl.DateTimeFormat().resolvedOptions().timeZone);
    expect(headers?.get('authorization')).toBe('Bearer old');
    expect(headers?.get('x-requested-with')).toBeNull();
  });

  it('encode the path, repeat lists in the query and leave out what is not set', async () => {
    const { client, seen } = aClient(() => json({ id: '1' }));
    await client.callApi(creates, { ...input, query: { names: ['x y', 'z'] } }, { ifMatch: '"3"' });
    expect(seen[0]).toMatchObject({
      path: '/api/things/a%2Fb?names=x+y&names=z',
      method: 'POST',
      body: '{"name":"x"}',
    });
    expect(seen[0]?.headers.get('if-match')).toBe('"3"');
  });

  it('repeat a POST with an idempotency key under the same key', async () => {
    const { client, seen, state } = aClient((_request, times) =>
      times < 3 ? Promise.reject(new TypeError('Failed to fetch')) : json({ id: '1' }),
    );
    await client.callApi(creates, input);
    const keys = seen.map((request) => request.headers.get('idempotency-key'));
    expect(keys).toHaveLength(3);
    expect(new Set(keys).size).toBe(1);
    expect(state.reachable).toEqual([true]);
    expect(state.waits).toHaveLength(2);
  });

  it('are not repeated when they are neither reading nor keyed', async () => {
    const { client, seen } = aClient(() => Promise.reject(new TypeError('Failed to fetch')));
    const body = { tokenProviderType: 'sms', tokenProviderId: '0170 1234567', description: '' } as const;
    await expect(client.callApi(requestSms, { body })).rejects.toMatchObject({ kind: 'network' });
    await expect(client.callApi(endSession, { params: { id: 'x' } })).rejects.toMatchObject({
      kind: 'network',
    });
    expect(seen).toHaveLength(2);
  });

  it('are repeated while a busy server asks to wait, and only tell of it when it stays so', async () => {
    const busy = () => new Response('{}', { status: 503, headers: { 'retry-after': '1' } });
    const { client, seen, state } = aClient((_request, times) => (times < 3 ? busy() : json([])));
    await client.callApi(listSessions, {});
    expect(seen).toHaveLength(3);
    expect(state.reachable).toEqual([true]);
    expect(Math.min(...state.waits)).toBeGreaterThanOrEqual(500);
    expect(Math.max(...state.waits)).toBeLessThanOrEqual(2000);

    const { client: other, state: otherState } = aClient(busy);
    await expect(other.callApi(listSessions, {})).rejects.toMatchObject({ status: 503 });
    expect(otherState.reachable).toEqual([false]);
  });

  it('are repeated whatever they are when a busy server says that it has not begun them', async () => {
    const busy = (isBegun: boolean) => {
      const answer = refused('common.unavailable', 503);
      if (!isBegun) answer.headers.set('x-not-begun', '1');
      return answer;
    };
    const { client, seen } = aClient((_request, times) => (times < 3 ? busy(false) : tokens('new')));
    const body = { userName: 'a', password: 'b' };
    await client.callApi(login, { body });
    expect(seen).toHaveLength(3);

    const { client: other, seen: otherSeen } = aClient(() => busy(true));
    await expect(other.callApi(login, { body })).rejects.toMatchObject({ status: 503 });
    expect(otherSeen).toHaveLength(1);
  });

  it.each([502, 504])(
    'are not repeated when the server itself says with %d that a bank is away',
    async (status) => {
      const { client, seen, state } = aClient(() => {
        const answer = refused('fundsApi.traderUnavailable', status);
        answer.headers.set('content-type', 'application/problem+json; charset=utf-8');
        return answer;
      });
      await expect(client.callApi(listSessions, {})).rejects.toMatchObject({ status });
      expect(seen).toHaveLength(1);
      expect(state.reachable).toEqual([true]);

      const gateway = aClient(() => new Response('<h1>Bad gateway</h1>', { status }));
      await expect(gateway.client.callApi(listSessions, {})).rejects.toMatchObject({ status });
      expect(gateway.seen).toHaveLength(3);
    },
  );

  it('give up reading after three tries', async () => {
    const { client, seen } = aClient(() => Promise.reject(new TypeError('Failed to fetch')));
    await expect(client.callApi(listSessions, {})).rejects.toBeInstanceOf(ApiError);
    expect(seen).toHaveLength(3);
  });

  it('pass a cancellation through untouched', async () => {
    const { client, state } = aClient(() => json([]));
    const abort = new AbortController();
    const call = client.callApi(listSessions, {}, { signal: abort.signal });
    abort.abort();
    await expect(call).rejects.toMatchObject({ name: 'AbortError' });
    expect(state.reachable).toEqual([]);
  });
});

describe('answers', () => {
  it('give ETag and total count', async () => {
    const { client } = aClient(() => json([], 200, { etag: '"7"', 'x-total-count': '1234' }));
    expect(await client.callWithHeaders(listSessions, {})).toEqual({
      answer: [],
      etag: '"7"',
      totalCount: 1234,
      isTotalExact: true,
    });
  });

  it('tell a count that stopped early from an exact one', async () => {
    const { client } = aClient(() =>
      json([], 200, { 'x-total-count': '1000', 'x-total-count-relation': 'atLeast' }),
    );
    expect(await client.callWithHeaders(listSessions, {})).toMatchObject({
      totalCount: 1000,
      isTotalExact: false,
    });
  });

  it('are refused when they do not keep the contract', async () => {
    const { client } = aClient(() => json([{ id: 5 }]));
    await expect(client.callApi(listSessions, {})).rejects.toMatchObject({
      kind: 'answer',
      code: 'common.unexpected',
    });
  });

  it('become an error even when the body is no problem document', async () => {
    const { client } = aClient(() => new Response('<h1>Bad gateway</h1>', { status: 502 }));
    await expect(client.callApi(listSessions, {})).rejects.toMatchObject({
      status: 502,
      code: 'common.unexpected',
      isServerTrouble: true,
    });
  });

  it('are files with the name of the header', async () => {
    const file = new Response('a;b', {
      headers: {
        'content-disposition': 'attachment; filename="x.csv"; filename*=UTF-8\'\'Vertr%C3%A4ge.csv',
      },
    });
    const { client } = aClient(() => file);
    const { fileName, blob } = await client.callFile(listSessions, {}, 'export.csv');
    expect(fileName).toBe('Verträge.csv');
    expect(await blob.text()).toBe('a;b');
  });
});

describe('how far the database has been seen', () => {
  const lags = defineCall({
    id: 'listThings',
    area: 'test',
    method: 'GET',
    path: '/lagging',
    summary: '',
    access: 'signedIn',
    mayLag: true,
    answer: z.strictObject({ id: z.string() }),
  });
  const exact = defineCall({
    id: 'getThing',
    area: 'test',
    method: 'GET',
    path: '/exact',
    summary: '',
    access: 'signedIn',
    answer: z.strictObject({ id: z.string() }),
  });
  const at = (position?: string) =>
    json({ id: 'x' }, 200, position === undefined ? undefined : { 'x-data-position': position });

  it('is said with reads that may lag, and with no other', async () => {
    const { client, seen } = aClient(() => at('0/A'));
    for (const call of [lags, lags, exact]) await client.callApi(call, {});
    expect(seen.map(({ headers }) => headers.get('x-data-position'))).toEqual([null, '0/A', null]);
  });

  it('is where an own change ended, here and in other tabs', async () => {
    const { client, seen, state } = aClient(({ method }) => at(method === 'GET' ? '0/A' : '0/B'));
    await client.callApi(lags, {});
    await client.callApi(creates, input, { ifMatch: '"1"' });
    await client.callApi(lags, {});
    expect(seen.at(-1)?.headers.get('x-data-position')).toBe('0/B');
    expect(state.told).toEqual(['0/B']);
  });

  it.each([
    ['does not say where it ended', () => at()],
    ['is refused', () => refused('common.conflict', 409)],
    ['gets lost', () => Promise.reject(new TypeError('network'))],
  ])('is unknown after a change whose answer %s', async (_what, answer) => {
    const { client, seen, state } = aClient(({ method }) => (method === 'GET' ? at('0/A') : answer()));
    await client.callApi(lags, {});
    await client.callApi(creates, input, { ifMatch: '"1"' }).catch(() => {});
    await client.callApi(lags, {});
    expect(seen.at(-1)?.headers.get('x-data-position')).toBeNull();
    expect(state.told).toContain(null);
  });
});
