import { describe, expect, it } from 'vitest';
import { useTestDatabase } from '../../../../test/database.ts';
import { secondFactorSteps } from '../../../../test/second-factor-steps.ts';
import {
  aTenant,
  aUser,
  callAs,
  createSignInWorld,
  refresh,
  signIn,
  testPassword,
} from '../../../../test/sign-in-world.ts';
import { startedForTests } from '../../../../test/started-for-tests.ts';
import { CountCache } from '../../../platform/lists/count-cache.ts';
import { purgeSignIn } from '../../../platform/sessions/purge-sign-in.ts';
import { userRoutes } from '../routes.ts';

describe('looking at the product as somebody else', () => {
  const db = useTestDatabase();
  const world = startedForTests(() =>
    createSignInWorld(db, {
      hasCheapPasswords: true,
      routes: (services) => userRoutes(services, new CountCache(services.clock)),
    }),
  );
  const { withTotp } = secondFactorSteps(db, () => world);

  async function aHouse() {
    const tenantId = await aTenant(db);
    const admin = await aUser(db, { tenantId, role: 'administrator' });
    const adviser = await aUser(db, { tenantId, role: 'adviser' });
    return { tenantId, admin, adviser, ...(await signIn(world, admin.userName)) };
  }
  const start = (accessToken: string, userId: string) =>
    callAs(world, accessToken, 'POST', `/api/users/${userId}/viewing`, {});
  const self = async (accessToken: string) =>
    (await callAs(world, accessToken, 'GET', '/api/auth/user')).json();
  const entriesOf = async (userId: string) =>
    (
      await db.owner.query(
        `select action, details->>'reason' as reason from audit_entries where object_id = $1 and action like 'users.%Viewing' order by id`,
        [userId],
      )
    ).rows;
  it('shows what both may, changes nothing, and stands in the log from beginning to end', async () => {
    const { admin, adviser, accessToken } = await aHouse();
    const mine = await self(accessToken);
    const begun = await start(accessToken, adviser.userId);
    expect(begun.json()).toMatchObject({ userId: adviser.userId, fullName: 'Karla Prüfer' });
    const shown = await self(accessToken);
    expect(shown).toMatchObject({ id: admin.userId, viewing: { userId: adviser.userId } });
    const adviserSees = await self((await signIn(world, adviser.userName)).accessToken);
    expect(shown.permissions).toEqual(
      adviserSees.permissions.filter((each: string) => mine.permissions.includes(each)),
    );
    expect(shown.permissions).not.toContain('userManagement.view');
    expect((await callAs(world, accessToken, 'GET', '/api/users')).json().code).toBe('auth.forbidden');
    const refused = await callAs(world, accessToken, 'POST', '/api/roles', { roleName: 'Neu' });
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'auth.viewingAs']);
    expect(refused.json().message).toContain('als andere Person');
    expect((await callAs(world, accessToken, 'DELETE', '/api/auth/viewing')).statusCode).toBe(204);
    expect(await self(accessToken)).toEqual({ ...mine, lastLogin: expect.anything() });
    expect(await entriesOf(adviser.userId)).toEqual([
      { action: 'users.startViewing', reason: null },
      { action: 'users.endViewing', reason: 'ended' },
    ]);
  });

  it('ends after fifteen minutes, and with the session, and says so', async () => {
    const { admin, adviser, accessToken, refreshCookie } = await aHouse();
    await start(accessToken, adviser.userId);
    world.clock.ahead += 15 * 60_000;
    const renewed = (await refresh(world, refreshCookie)).json().accessToken;
    await expect.poll(() => self(renewed)).not.toHaveProperty('viewing');
    expect(await self(renewed)).toHaveProperty('id', admin.userId);
    expect((await entriesOf(adviser.userId)).map(({ reason }) => reason)).toEqual([null, 'expired']);
    const other = await signIn(world, admin.userName);
    await start(other.accessToken, adviser.userId);
    await callAs(world, other.accessToken, 'DELETE', '/api/auth/token');
    expect((await entriesOf(adviser.userId)).map(({ reason }) => reason)).toEqual([
      null,
      'expired',
      null,
      'logout',
    ]);
    const third = await signIn(world, admin.userName);
    await start(third.accessToken, adviser.userId);
    world.clock.ahead += 61 * 60_000;
    await purgeSignIn(world.services);
    expect((await entriesOf(adviser.userId)).map(({ reason }) => reason).at(-1)).toBe('expired');
  });

  it('is for those with the right and a fresh factor, within the house, and never as oneself or who cannot sign in', async () => {
    const { tenantId, admin, adviser, accessToken } = await aHouse();
    const stranger = await aUser(db);
    const inactive = await aUser(db, { tenantId, isInactive: true });
    const tenantAdmin = await aUser(db, { tenantId, role: 'tenantAdministrator' });
    const codeOf = async (token: string, userId: string) => (await start(token, userId)).json().code;
    expect(await codeOf(accessToken, stranger.userId)).toBe('common.notFound');
    expect(await codeOf(accessToken, crypto.randomUUID())).toBe('common.notFound');
    expect(await codeOf(accessToken, admin.userId)).toBe('users.ownSignIn');
    expect(await codeOf(accessToken, inactive.userId)).toBe('users.notViewable');
    const below = (await signIn(world, tenantAdmin.userName)).accessToken;
    expect(await codeOf(below, adviser.userId)).toBe('auth.forbidden');
    const guarded = await withTotp(await aUser(db, { tenantId, role: 'administrator' }));
    world.clock.ahead += 6 * 60_000;
    expect(await codeOf(guarded.accessToken, adviser.userId)).toBe('auth.secondFactorRequired');
  });

  it('lets nobody through who shares no right, and ends every right with the person', async () => {
    const { adviser, accessToken } = await aHouse();
    await start(accessToken, adviser.userId);
    await db.owner.query('update users set is_inactive = true where id = $1', [adviser.userId]);
    await expect.poll(async () => (await self(accessToken)).permissions).toEqual([]);
  });

  it('holds for tokens of other systems too: meanwhile they change nothing, and never look as anybody', async () => {
    const { adviser, accessToken } = await aHouse();
    const scopes = ['userManagement.view', 'customers.create'];
    const wish = { name: 'Buchhaltung', scopes, validDays: 30, password: testPassword };
    const { secret } = (await callAs(world, accessToken, 'POST', '/api/settings/api-tokens', wish)).json();
    const create = async () => (await callAs(world, secret, 'POST', '/api/customers', {})).json().code;
    expect(await create()).toBe('common.idempotencyKeyMissing');
    expect((await start(secret, adviser.userId)).json().code).toBe('auth.forbidden');
    await start(accessToken, adviser.userId);
    expect(await create()).toBe('auth.viewingAs');
    expect((await callAs(world, secret, 'GET', '/api/users')).statusCode).toBe(200);
    await callAs(world, accessToken, 'DELETE', '/api/auth/viewing');
    expect(await create()).toBe('common.idempotencyKeyMissing');
  });
});
