import { generateKeyPairSync } from 'node:crypto';
import { allCalls } from '@depotwerk/api/all-calls';
import { SignJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import { useTestDatabase } from '../../../test/database.ts';
import { aUser, callAs, cookieOf, createSignInWorld, refresh, signIn } from '../../../test/sign-in-world.ts';
import { startedForTests } from '../../../test/started-for-tests.ts';

describe('sessions', () => {
  const db = useTestDatabase();
  const world = startedForTests(() => createSignInWorld(db, { hasCheapPasswords: true }));

  const userWith = (accessToken: string) => callAs(world, accessToken, 'GET', '/api/auth/user');
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
      await world.services.background.settled();
      const { rows } = await db.owner.query(
        "select result, details->>'route' as route from audit_entries where tenant_id = $1 and action = 'access.refuse'",
        [user.tenantId],
      );
      expect(rows).toEqual([{ result: 'refused', route: 'GET /api/contracts' }]);
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
