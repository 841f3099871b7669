import { describe, expect, it } from 'vitest';
import { useTestDatabase } from '../../../test/database.ts';
import {
  aUser,
  callAs,
  cookieOf,
  createSignInWorld,
  refresh,
  signIn,
  testPassword,
} from '../../../test/sign-in-world.ts';
import { startedForTests } from '../../../test/started-for-tests.ts';

describe('POST /auth/refresh', () => {
  const db = useTestDatabase();
  const world = startedForTests(() => createSignInWorld(db, { hasCheapPasswords: true }));

  const userWith = (accessToken: string) => callAs(world, accessToken, 'GET', '/api/auth/user');
  const minute = 60_000;
  const hour = 60 * minute;

  it('rotates: a new token each time, the session stays', async () => {
    const user = await aUser(db);
    const first = await signIn(world, user.userName);
    const answer = await refresh(world, first.refreshCookie);
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({ expiresIn: 600, refreshExpiresIn: 3600, userId: user.userId });
    expect(answer.json()).not.toHaveProperty('refreshToken');
    const second = cookieOf(answer, '__Host-refresh');
    expect(second).not.toBe(first.refreshCookie);
    expect((await userWith(answer.json().accessToken)).statusCode).toBe(200);
    expect((await refresh(world, second)).statusCode).toBe(200);
  });

  it('gives ten tabs at once one and the same successor, 50 times over', async () => {
    const user = await aUser(db);
    let { refreshCookie: current } = await signIn(world, user.userName);
    for (let round = 0; round < 50; round += 1) {
      const token = current;
      const answers = await Promise.all(Array.from({ length: 10 }, () => refresh(world, token)));
      expect(answers.map((answer) => answer.statusCode)).toEqual(Array.from({ length: 10 }, () => 200));
      const successors = new Set(answers.map((answer) => cookieOf(answer, '__Host-refresh')));
      expect(successors.size).toBe(1);
      current = [...successors][0] ?? '';
    }
    const { rows } = await db.owner.query('select counter, revoked_at from sessions where tenant_id = $1', [
      user.tenantId,
    ]);
    expect(rows).toEqual([{ counter: 50, revoked_at: null }]);
  }, 60_000);

  it('forgives the direct predecessor for 10 seconds and not longer', async () => {
    const user = await aUser(db);
    const first = await signIn(world, user.userName);
    const second = cookieOf(await refresh(world, first.refreshCookie), '__Host-refresh');
    world.clock.ahead += 9_000;
    const again = await refresh(world, first.refreshCookie);
    expect(cookieOf(again, '__Host-refresh')).toBe(second);
    world.clock.ahead += 2_000;
    const late = await refresh(world, first.refreshCookie);
    expect([late.statusCode, late.json().code]).toEqual([401, 'auth.refreshTokenReused']);
  });

  it('revokes the family on reuse: tokens end, the user is told, other sessions live on', async () => {
    const user = await aUser(db);
    const stolen = await signIn(world, user.userName);
    const other = await signIn(world, user.userName);
    const second = cookieOf(await refresh(world, stolen.refreshCookie), '__Host-refresh');
    const third = await refresh(world, second);
    const reused = await refresh(world, stolen.refreshCookie);
    expect(reused.json().code).toBe('auth.refreshTokenReused');
    expect((await userWith(third.json().accessToken)).statusCode).toBe(401);
    expect((await userWith(stolen.accessToken)).statusCode).toBe(401);
    expect((await refresh(world, cookieOf(third, '__Host-refresh'))).statusCode).toBe(401);
    expect((await userWith(other.accessToken)).statusCode).toBe(200);
    expect((await refresh(world, other.refreshCookie)).statusCode).toBe(200);
    const audit = await db.owner.query(
      "select 1 from audit_entries where tenant_id = $1 and action = 'auth.refreshTokenReuse'",
      [user.tenantId],
    );
    expect(audit.rowCount).toBe(1);
    const mails = await db.owner.query('select recipient from mail_outbox where tenant_id = $1', [
      user.tenantId,
    ]);
    expect(mails.rows).toEqual([{ recipient: user.userName }]);
  });

  it('answers 401 for unknown and malformed tokens and revokes nothing', async () => {
    const user = await aUser(db);
    const session = await signIn(world, user.userName);
    const [version, id, counter, mac = ''] = session.refreshCookie.split('.');
    const flipped = `${mac.startsWith('A') ? 'B' : 'A'}${mac.slice(1)}`;
    const tokens = ['x', 'r1...', `${version}.${id}.${counter}.${flipped}`, `${version}.${id}.7.${mac}`];
    for (const token of [...tokens, `${version}.${'A'.repeat(22)}.0.${mac}`, 'x'.repeat(3000)]) {
      const answer = await refresh(world, token);
      expect([answer.statusCode, answer.json().code]).toEqual([401, 'auth.refreshTokenInvalid']);
    }
    expect(
      (await world.app.inject({ method: 'POST', url: '/api/auth/refresh', payload: {} })).statusCode,
    ).toBe(401);
    expect((await refresh(world, session.refreshCookie)).statusCode).toBe(200);
  });

  it('ends sessions whose key-encryption key is lost, without an error', async () => {
    const user = await aUser(db);
    const session = await signIn(world, user.userName);
    const other = await createSignInWorld(db, { hasCheapPasswords: true });
    const answer = await refresh(other, session.refreshCookie);
    expect([answer.statusCode, answer.json().code]).toEqual([401, 'auth.refreshTokenInvalid']);
    const logout = await other.app.inject({
      method: 'DELETE',
      url: '/api/auth/token',
      headers: { cookie: `__Host-refresh=${session.refreshCookie}`, 'x-requested-with': 'depotwerk' },
    });
    expect(logout.statusCode).toBe(204);
    await other.app.close();
  });

  it('keeps the transports apart', async () => {
    const user = await aUser(db);
    const web = await signIn(world, user.userName);
    const login = { userName: user.userName, password: testPassword, clientType: 'mobile' };
    const mobile = (
      await world.app.inject({ method: 'POST', url: '/api/auth/login', payload: login })
    ).json();
    const byBody = (refreshToken: string) =>
      world.app.inject({ method: 'POST', url: '/api/auth/refresh', payload: { refreshToken } });
    expect((await byBody(web.refreshCookie)).statusCode).toBe(401);
    expect((await refresh(world, mobile.refreshToken)).statusCode).toBe(401);
    const rotated = await byBody(mobile.refreshToken);
    expect(rotated.statusCode).toBe(200);
    expect(rotated.json().refreshToken).not.toBe(mobile.refreshToken);
    expect(rotated.headers['set-cookie']).toBeUndefined();
    expect((await refresh(world, web.refreshCookie)).statusCode).toBe(200);
  });

  it('needs our own header and origin with the cookie', async () => {
    const user = await aUser(db);
    const { refreshCookie } = await signIn(world, user.userName);
    const own = {
      cookie: `__Host-refresh=${refreshCookie}`,
      'x-requested-with': 'depotwerk',
      host: 'app.example',
    };
    const send = (headers: Record<string, string>) =>
      world.app.inject({ method: 'POST', url: '/api/auth/refresh', headers, payload: {} });
    const { 'x-requested-with': _header, ...withoutHeader } = own;
    expect((await send(withoutHeader)).statusCode).toBe(403);
    for (const foreign of [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }]) {
      expect((await send({ ...own, ...foreign })).json().code).toBe('auth.foreignOrigin');
    }
    expect(
      (await send({ ...own, origin: 'https://app.example', 'sec-fetch-site': 'same-origin' })).statusCode,
    ).toBe(200);
  });

  it('ends after an hour without use and after twelve hours whatever the use', async () => {
    const user = await aUser(db);
    const before = world.clock.ahead;
    const idle = await signIn(world, user.userName);
    world.clock.ahead += hour + 1000;
    expect((await refresh(world, idle.refreshCookie)).statusCode).toBe(401);
    let { refreshCookie: current } = await signIn(world, user.userName);
    const lasting: number[] = [];
    for (let passed = 50; passed < 12 * 60; passed += 50) {
      world.clock.ahead += 50 * minute;
      const answer = await refresh(world, current);
      expect([passed, answer.statusCode]).toEqual([passed, 200]);
      lasting.push(answer.json().refreshExpiresIn);
      current = cookieOf(answer, '__Host-refresh');
    }
    // The last refresh comes 20 minutes before the absolute end, and promises no more than that.
    expect(lasting.at(-1)).toBeLessThanOrEqual(20 * 60);
    world.clock.ahead += 21 * minute;
    expect((await refresh(world, current)).statusCode).toBe(401);
    world.clock.ahead = before;
  });

  it('gives mobile clients 7 days without use and 30 in all', async () => {
    const user = await aUser(db);
    const before = world.clock.ahead;
    const login = { userName: user.userName, password: testPassword, clientType: 'mobile' };
    const send = (url: string, payload: object) => world.app.inject({ method: 'POST', url, payload });
    let token: string = (await send('/api/auth/login', login)).json().refreshToken;
    for (let day = 6; day < 30; day += 6) {
      world.clock.ahead += 6 * 24 * hour;
      const answer = await send('/api/auth/refresh', { refreshToken: token });
      expect([day, answer.statusCode]).toEqual([day, 200]);
      token = answer.json().refreshToken;
    }
    world.clock.ahead += 6 * 24 * hour + minute;
    expect((await send('/api/auth/refresh', { refreshToken: token })).statusCode).toBe(401);
    world.clock.ahead = before;
  });
});
