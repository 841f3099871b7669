import type pg from 'pg';
import { describe, expect, it } from 'vitest';
import { useTestDatabase } from '../../../../test/database.ts';
import { meanwhile } from '../../../../test/meanwhile.ts';
import {
  aTenant,
  aUser,
  callAs,
  createSignInWorld,
  signIn,
  type TestUser,
  testPassword,
} from '../../../../test/sign-in-world.ts';
import { startedForTests } from '../../../../test/started-for-tests.ts';
import { CountCache } from '../../../platform/lists/count-cache.ts';
import { jobRoutes } from '../../jobs/routes.ts';
import { userRoutes } from '../../users/routes.ts';

const day = 86_400_000;

describe('tokens of other systems', () => {
  const db = useTestDatabase();
  const world = startedForTests(() =>
    createSignInWorld(db, {
      hasCheapPasswords: true,
      routes: (services) => [...userRoutes(services, new CountCache(Date.now)), ...jobRoutes(services)],
    }),
  );

  const own = '/api/settings/api-tokens';
  const all = '/api/admin/api-tokens';
  const ask = (accessToken: string, body: object = {}) =>
    callAs(world, accessToken, 'POST', own, {
      name: 'Buchhaltung',
      scopes: ['userManagement.view'],
      validDays: 30,
      password: testPassword,
      ...body,
    });
  const codeOf = async (token: string, url = '/api/users') => {
    const answer = await callAs(world, token, 'GET', url);
    return answer.statusCode === 200 ? 200 : [answer.statusCode, answer.json().code];
  };
  const refused = [401, 'auth.unauthenticated'];
  const forbidden = [403, 'auth.forbidden'];

  /** An administrator in a session, with a token of hers. */
  async function owner(tenantId?: string) {
    const user = await aUser(db, { role: 'administrator', ...(tenantId !== undefined && { tenantId }) });
    const { accessToken } = await signIn(world, user.userName);
    const made = await ask(accessToken);
    const { secret, apiToken } = made.json<{ secret: string; apiToken: { id: string } }>();
    return { user, accessToken, secret, id: apiToken.id };
  }
  const change = async ({ tenantId, userId }: TestUser, set: string) => {
    await db.owner.query("select set_config('app.tenant_id', $1, false)", [tenantId]);
    await db.owner.query(`update users set ${set} where id = $1`, [userId]);
  };

  it('open what their scopes say and nothing else; the log says that a system acted', async () => {
    const { user, accessToken, secret, id } = await owner();
    expect(secret).toMatch(/^dw_[A-Za-z0-9_-]{43}$/);
    expect(await codeOf(secret)).toBe(200);
    // Another right of its owner, tokens themselves, and her own account.
    expect(await codeOf(secret, '/api/jobs')).toEqual(forbidden);
    expect(await codeOf(secret, own)).toEqual(forbidden);
    // Work its person started it may follow, but not what that found in contracts; that of others is not there.
    const jobOf = async (userId: string | null) => {
      const { rows } = await db.owner.query<{ id: string }>(
        `insert into jobs (tenant_id, job_type, payload, state, created_by) values ($1, 'checkContracts', '{}', 'done', $2) returning id`,
        [user.tenantId, userId],
      );
      return `/api/jobs/${rows[0]?.id}`;
    };
    const job = await jobOf(user.userId);
    expect(await codeOf(secret, job)).toBe(200);
    expect(await codeOf(secret, `${job}/problems`)).toEqual(forbidden);
    expect(await codeOf(secret, await jobOf(null))).toEqual([404, 'common.notFound']);
    expect(await codeOf(secret, '/api/auth/user')).toEqual(forbidden);
    expect(await codeOf(secret, '/api/settings/profile')).toEqual(forbidden);
    // What asks a person for a factor asks nobody here, so it stays shut.
    expect((await callAs(world, secret, 'POST', '/api/admin/issuers', {})).json().code).toBe(
      'auth.forbidden',
    );
    // To signing in and out it is nobody.
    expect((await callAs(world, secret, 'DELETE', '/api/auth/token')).statusCode).toBe(204);
    expect(await codeOf(accessToken, '/api/auth/user')).toBe(200);

    const { tokens, categories } = (await callAs(world, accessToken, 'GET', own)).json();
    expect(tokens).toMatchObject([
      {
        id,
        name: 'Buchhaltung',
        scopes: ['userManagement.view'],
        scopeNames: ['Benutzerverwaltung ansehen'],
      },
    ]);
    expect(Date.parse(tokens[0].lastUsedAt)).toBeGreaterThan(Date.now() - 60_000);
    const offered = categories.flatMap(({ permissions }: { permissions: { id: string }[] }) =>
      permissions.map((permission) => permission.id),
    );
    expect(offered).toContain('contracts.view');
    expect(offered).not.toContain('apiTokens.manage');

    await world.services.background.settled();
    const log = await db.owner.query(
      `select actor_kind, session_id, action from audit_entries where tenant_id = $1
         and actor_user_id = $2 and details ->> 'apiTokenId' = $3 limit 1`,
      [user.tenantId, user.userId, id],
    );
    expect(log.rows).toEqual([{ actor_kind: 'api', session_id: null, action: 'access.refuse' }]);
    const kept = await db.owner.query('select t::text as text from api_tokens t where id = $1', [id]);
    expect(kept.rows[0]?.text).not.toContain(secret.slice(3));
  });

  it('are made with the password, within a year and own rights, and never for what a person must do', async () => {
    const { user, accessToken } = await owner();
    expect((await ask(accessToken, { password: 'falsches Passwort' })).json().code).toBe(
      'auth.oldPasswordWrong',
    );
    for (const body of [
      { validDays: 366 },
      { scopes: [] },
      { scopes: ['apiTokens.manage'] },
      { name: ' ' },
    ]) {
      expect((await ask(accessToken, body)).json().code).toBe('common.validationFailed');
    }
    await db.owner.query(
      "delete from role_permissions where tenant_id = $1 and role_id = $2 and permission_id = 'customers.erase'",
      [user.tenantId, user.roleId],
    );
    const { accessToken: later } = await signIn(world, user.userName);
    expect((await ask(later, { scopes: ['customers.erase'] })).json().code).toBe('users.aboveOwnRights');
    const adviser = await aUser(db, { tenantId: user.tenantId });
    expect((await ask((await signIn(world, adviser.userName)).accessToken)).json().code).toBe(
      'auth.forbidden',
    );
  });

  it('end with their day, their owner and their owner’s rights', async () => {
    const { user, secret } = await owner();
    world.clock.ahead = 29 * day;
    expect(await codeOf(secret)).toBe(200);
    world.clock.ahead = 31 * day;
    expect(await codeOf(secret)).toEqual(refused);
    world.clock.ahead = 0;
    await change(user, 'must_change_password = true');
    expect(await codeOf(secret)).toEqual(refused);
    await change(user, 'must_change_password = false, is_second_factor_required = true');
    expect(await codeOf(secret)).toEqual(refused);
    await change(user, 'is_second_factor_required = false, is_inactive = true');
    expect(await codeOf(secret)).toEqual(refused);
    await change(user, 'is_inactive = false');
    expect(await codeOf(secret)).toBe(200);
    await db.owner.query(
      "delete from role_permissions where tenant_id = $1 and role_id = $2 and permission_id = 'userManagement.view'",
      [user.tenantId, user.roleId],
    );
    expect(await codeOf(secret)).toEqual(forbidden);
    expect(await codeOf(`dw_${'A'.repeat(43)}`)).toEqual(refused);
  });

  it('are not made in the moment in which the password is changed: none outlives that', async () => {
    const user = await aUser(db, { role: 'administrator' });
    const { accessToken } = await signIn(world, user.userName);
    const end = (other: pg.Client) =>
      other.query(
        "update sessions set revoked_at = now(), revoked_reason = 'passwordChanged' where user_id = $1",
        [user.userId],
      );
    for (const request of [
      () => ask(accessToken),
      () =>
        callAs(world, accessToken, 'POST', '/api/auth/password', {
          oldPassword: testPassword,
          newPassword: 'Kirschbaum singt laut',
        }),
    ]) {
      expect((await callAs(world, accessToken, 'GET', '/api/auth/user')).statusCode).toBe(200);
      const answer = await meanwhile(db, user.tenantId, end, async () => request());
      expect([answer.statusCode, answer.json().code]).toEqual(refused);
      await db.owner.query("select set_config('app.tenant_id', $1, false)", [user.tenantId]);
      await db.owner.query(
        'update sessions set revoked_at = null, revoked_reason = null where user_id = $1',
        [user.userId],
      );
      world.services.sessions.forgetAll();
    }
    const { rows } = await db.owner.query('select 1 from api_tokens where user_id = $1', [user.userId]);
    expect(rows).toEqual([]);
  });

  it('are revoked by their owner or an administrator of the house, at once', async () => {
    const first = await owner(await aTenant(db));
    const colleague = await owner(first.user.tenantId);
    const stranger = await owner();
    const end = async (accessToken: string, url: string) =>
      (await callAs(world, accessToken, 'DELETE', url)).statusCode;
    const idsOf = async (accessToken: string) =>
      (await callAs(world, accessToken, 'GET', all)).json().map(({ id }: { id: string }) => id);
    expect(new Set(await idsOf(colleague.accessToken))).toEqual(new Set([first.id, colleague.id]));
    expect(await idsOf(stranger.accessToken)).toEqual([stranger.id]);
    expect(await end(stranger.accessToken, `${all}/${first.id}`)).toBe(404);
    expect(await end(colleague.accessToken, `${own}/${first.id}`)).toBe(404);
    expect(await codeOf(first.secret)).toBe(200);
    expect(await end(colleague.accessToken, `${all}/${first.id}`)).toBe(204);
    expect(await codeOf(first.secret)).toEqual(refused);
    expect(await end(first.accessToken, `${own}/${first.id}`)).toBe(404);
    expect(await end(colleague.accessToken, `${own}/${colleague.id}`)).toBe(204);
    expect(await idsOf(colleague.accessToken)).toEqual([]);
  });

  it('know from the OpenAPI document what each call needs', async () => {
    const { paths } = (await world.app.inject({ url: '/api/openapi.json' })).json();
    expect(paths['/api/users'].get).toMatchObject({
      'x-scope': 'userManagement.view',
      security: [{ bearer: [] }, { apiToken: ['userManagement.view'] }],
    });
    expect(paths['/api/contracts/{id}/notes'].get).toMatchObject({
      'x-scope': 'customers.view',
      'x-scopes': ['customers.view', 'contracts.view'],
      security: [{ bearer: [] }, { apiToken: ['customers.view', 'contracts.view'] }],
    });
    // What its own call started it may follow.
    expect(paths['/api/jobs/{id}'].get).toMatchObject({
      'x-scopes': [],
      security: [{ bearer: [] }, { apiToken: [] }],
    });
    expect(paths['/api/settings/api-tokens'].post).toMatchObject({
      'x-scope': null,
      security: [{ bearer: [] }],
    });
    expect(paths['/api/auth/login'].post).toMatchObject({ 'x-scope': null, security: [] });
  });
});
