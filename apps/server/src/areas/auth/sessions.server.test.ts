import { allCalls } from '@depotwerk/api/all-calls';
import { generateKeyPairSync } from 'node:crypto';
import { SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useTestDatabase } from '../../../test/database.ts';
import {
  aUser,
  callAs,
  cookieOf,
  createSignInWorld,
  refresh,
  type SignInWorld,
  signIn,
  testPassword,
} from '../../../test/sign-in-world.ts';

describe('sessions', () => {
  const db = useTestDatabase();
  let world: SignInWorld;
  beforeAll(async () => {
    world = await createSignInWorld(db, { hasCheapPasswords: true });
  });
  afterAll(() => world.app.close());

  const userWith = (accessToken: string) => callAs(world, accessToken, 'GET', '/api/auth/user');
  const minute = 60_000;
  const hour = 60 * minute;

  describe('refresh', () => {
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
        expect(answer.statusCode, `after ${passed} minutes`).toBe(200);
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
        expect(answer.statusCode, `day ${day}`).toBe(200);
        token = answer.json().refreshToken;
      }
      world.clock.ahead += 6 * 24 * hour + minute;
      expect((await send('/api/auth/refresh', { refreshToken: token })).statusCode).toBe(401);
      world.clock.ahead = before;
    });
  });

  describe('ends at once', () => {
    it('by logout, for access and refresh token, and always answers 204', async () => {
      const user = await aUser(db);
      const session = await signIn(world, user.userName);
      const logout = (headers: Record<string, string>) =>
        world.app.inject({ method: 'DELETE', url: '/api/auth/token', headers });
      const headers = {
        authorization: `Bearer ${session.accessToken}`,
        cookie: `__Host-refresh=${session.refreshCookie}`,
        'x-requested-with': 'depotwerk',
      };
      const answer = await logout(headers);
      expect(answer.statusCode).toBe(204);
      expect(cookieOf(answer, '__Host-refresh')).toBe('');
      expect((await userWith(session.accessToken)).statusCode).toBe(401);
      expect((await refresh(world, session.refreshCookie)).statusCode).toBe(401);
      for (const again of [headers, {}, { authorization: 'Bearer nonsense' }]) {
        expect((await logout(again)).statusCode).toBe(204);
      }
    });

    it('by logout with the cookie alone, when the access token is gone', async () => {
      const user = await aUser(db);
      const session = await signIn(world, user.userName);
      const headers = { cookie: `__Host-refresh=${session.refreshCookie}`, 'x-requested-with': 'depotwerk' };
      await world.app.inject({ method: 'DELETE', url: '/api/auth/token', headers });
      expect((await userWith(session.accessToken)).statusCode).toBe(401);
      expect((await refresh(world, session.refreshCookie)).statusCode).toBe(401);
    });

    it('by logout while a refresh is under way: nothing survives', async () => {
      const user = await aUser(db);
      for (let round = 0; round < 10; round += 1) {
        const session = await signIn(world, user.userName);
        const [rotated] = await Promise.all([
          refresh(world, session.refreshCookie),
          world.app.inject({
            method: 'DELETE',
            url: '/api/auth/token',
            headers: { authorization: `Bearer ${session.accessToken}` },
          }),
        ]);
        expect([200, 401]).toContain(rotated.statusCode);
        expect((await userWith(session.accessToken)).statusCode).toBe(401);
        if (rotated.statusCode !== 200) continue;
        expect((await userWith(rotated.json().accessToken)).statusCode).toBe(401);
        expect((await refresh(world, cookieOf(rotated, '__Host-refresh'))).statusCode).toBe(401);
      }
    });

    it.each([
      ['user made inactive', 'update users set is_inactive = true where tenant_id = $1'],
      ['role made inactive', 'update roles set is_inactive = true where tenant_id = $1'],
      ['tenant made inactive', 'update tenants set is_inactive = true where tenant_id = $1'],
      [
        'session revoked elsewhere',
        "update sessions set revoked_at = now(), revoked_reason = 'administrator' where tenant_id = $1",
      ],
    ])('within a second: %s', async (_name, statement) => {
      const user = await aUser(db);
      const session = await signIn(world, user.userName);
      expect((await userWith(session.accessToken)).statusCode).toBe(200);
      await db.owner.query("select set_config('app.tenant_id', $1, false)", [user.tenantId]);
      await db.owner.query(statement, [user.tenantId]);
      await new Promise((resolve) => setTimeout(resolve, 1000));
      expect((await userWith(session.accessToken)).statusCode).toBe(401);
      expect((await refresh(world, session.refreshCookie)).statusCode).toBe(401);
    });

    it('within a second: rights taken from the role and from the group', async () => {
      const user = await aUser(db);
      const groupId = crypto.randomUUID();
      await db.owner.query('insert into groups (tenant_id, id, group_name) values ($1, $2, $3)', [
        user.tenantId,
        groupId,
        'Nord',
      ]);
      await db.owner.query(
        `insert into group_users (tenant_id, group_id, user_id, group_rights) values ($1, $2, $3, '{groupContracts.view}')`,
        [user.tenantId, groupId, user.userId],
      );
      const { accessToken } = await signIn(world, user.userName);
      const before = (await userWith(accessToken)).json();
      expect(before.permissions).toContain('contracts.view');
      expect(before.groups).toEqual([{ groupId, groupRights: ['groupContracts.view'] }]);
      await db.owner.query(
        "delete from role_permissions where tenant_id = $1 and permission_id = 'contracts.view'",
        [user.tenantId],
      );
      await db.owner.query('update groups set is_inactive = true where tenant_id = $1', [user.tenantId]);
      await new Promise((resolve) => setTimeout(resolve, 1000));
      const after = (await userWith(accessToken)).json();
      expect(after.permissions).not.toContain('contracts.view');
      expect(after.groups).toEqual([]);
      expect((await callAs(world, accessToken, 'GET', '/api/contracts')).statusCode).toBe(403);
    });
  });

  describe('own list', () => {
    it('shows and ends own sessions, never foreign ones', async () => {
      const user = await aUser(db);
      const colleague = await aUser(db, { tenantId: user.tenantId });
      const stranger = await aUser(db);
      const here = await signIn(world, user.userName);
      const there = await signIn(world, user.userName);
      const foreign = [await signIn(world, colleague.userName), await signIn(world, stranger.userName)];
      const list = (await callAs(world, here.accessToken, 'GET', '/api/auth/sessions')).json();
      expect(list).toHaveLength(2);
      expect(list.filter((session: { isCurrent: boolean }) => session.isCurrent)).toHaveLength(1);
      for (const session of foreign) {
        const ids = (await callAs(world, session.accessToken, 'GET', '/api/auth/sessions')).json();
        const answer = await callAs(world, here.accessToken, 'DELETE', `/api/auth/sessions/${ids[0].id}`);
        expect(answer.statusCode).toBe(404);
        expect((await userWith(session.accessToken)).statusCode).toBe(200);
      }
      const other = list.find((session: { isCurrent: boolean }) => !session.isCurrent).id;
      expect(
        (await callAs(world, here.accessToken, 'DELETE', `/api/auth/sessions/${other}`)).statusCode,
      ).toBe(204);
      expect((await userWith(there.accessToken)).statusCode).toBe(401);
      expect(
        (await callAs(world, here.accessToken, 'DELETE', `/api/auth/sessions/${other}`)).statusCode,
      ).toBe(404);
      expect((await callAs(world, here.accessToken, 'DELETE', '/api/auth/sessions/x')).statusCode).toBe(400);
    });

    it('ends all others at once', async () => {
      const user = await aUser(db);
      const here = await signIn(world, user.userName);
      const others = [await signIn(world, user.userName), await signIn(world, user.userName)];
      expect((await callAs(world, here.accessToken, 'DELETE', '/api/auth/sessions')).statusCode).toBe(204);
      for (const other of others) expect((await userWith(other.accessToken)).statusCode).toBe(401);
      expect((await userWith(here.accessToken)).statusCode).toBe(200);
    });
  });

  it('every call of the area refuses what is no valid access token', async () => {
    const user = await aUser(db);
    const session = await signIn(world, user.userName);
    const { accessTokens } = world.services.keys;
    const now = Math.floor(Date.now() / 1000);
    const sid = (await db.owner.query('select id from sessions where tenant_id = $1', [user.tenantId]))
      .rows[0].id;
    const signed = (header: object, claims: object, key = accessTokens.privateKey) =>
      new SignJWT({
        sub: user.userId,
        sid,
        jti: 'j',
        iss: 'depotwerk',
        aud: 'depotwerk-api',
        iat: now,
        exp: now + 60,
        ...claims,
      })
        .setProtectedHeader({ alg: 'EdDSA', typ: 'at+jwt', kid: 'test', ...header })
        .sign(key);
    expect((await userWith(await signed({}, {}))).statusCode).toBe(200);
    const [head, body, signature = ''] = session.accessToken.split('.');
    const none = Buffer.from('{"alg":"none","typ":"at+jwt","kid":"test"}').toString('base64url');
    const tokens = [
      `${none}.${body}.`,
      `${head}.${body}.`,
      `${head}.${body}.${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`,
      await signed({ typ: 'JWT' }, {}),
      await signed({}, { aud: 'reports' }),
      await signed({}, { exp: now - 10 }),
      await signed({}, { sid: crypto.randomUUID() }),
      await signed({}, { sub: crypto.randomUUID() }),
      await signed({}, {}, generateKeyPairSync('ed25519').privateKey),
      session.refreshCookie,
    ];
    const calls = allCalls.filter((call) => call.area === 'auth' && call.access !== 'anonymous');
    expect(calls.length).toBeGreaterThan(10);
    for (const call of calls) {
      const url = `/api${call.path.replace(':id', crypto.randomUUID())}`;
      for (const token of tokens) {
        const headers = { authorization: `Bearer ${token}` };
        const answer = await world.app.inject({ method: call.method, url, headers });
        expect([call.id, answer.statusCode]).toEqual([call.id, 401]);
      }
      const without = await world.app.inject({ method: call.method, url });
      expect([call.id, without.statusCode]).toEqual([call.id, 401]);
      const cookieOnly = await world.app.inject({
        method: call.method,
        url,
        headers: { cookie: `__Host-refresh=${session.refreshCookie}`, 'x-requested-with': 'depotwerk' },
      });
      expect([call.id, cookieOnly.statusCode]).toEqual([call.id, 401]);
    }
  });
});
