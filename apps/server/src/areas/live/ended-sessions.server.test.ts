import { expect, it } from 'vitest';
import { useTestDatabase } from '../../../test/database.ts';
import { aUser, callAs, createSignInWorld, signIn, testPassword } from '../../../test/sign-in-world.ts';
import { startedForTests } from '../../../test/started-for-tests.ts';
import { CountCache } from '../../platform/lists/count-cache.ts';
import { startChangeListener } from '../../platform/live/change-listener.ts';
import { followWith } from '../../platform/live/follow-changes.ts';
import { LiveStreams, usualLimits } from '../../platform/live/live-streams.ts';
import { liveRoutes } from './routes.ts';

const db = useTestDatabase();
const streams = new LiveStreams({ ...usualLimits, gather: 20, recent: 0 });
const world = startedForTests(async () => {
  const started = await createSignInWorld(db, {
    hasCheapPasswords: true,
    routes: () => liveRoutes(streams),
  });
  const origin = await started.app.listen({ host: '127.0.0.1', port: 0 });
  const listener = startChangeListener(
    db.target,
    followWith(streams, started.services.sessions, new CountCache(started.services.clock), () => {}),
  );
  return {
    origin,
    ...started,
    stop: async () => {
      await listener.stop();
      started.app.server.closeAllConnections();
      await started.stop();
    },
  };
});

/** A stream as a browser holds it open. */
async function follow(accessToken: string) {
  const response = await fetch(`${world.origin}/api/live`, {
    headers: { authorization: `Bearer ${accessToken}` },
  });
  let heard = '';
  let isOver = false;
  const listen = async () => {
    for await (const part of response.body?.pipeThrough(new TextDecoderStream()) ?? []) heard += part;
  };
  const over = () => {
    isOver = true;
  };
  void listen().then(over, over);
  return { status: response.status, heard: () => heard, isOver: () => isOver };
}
/** What a page hears that asks for a stream again. */
const refusal = async (accessToken: string): Promise<unknown> =>
  (await callAs(world, accessToken, 'GET', '/api/live')).json().code;

/** An entry of the log, as a change of any process leaves it. */
const entry = (tenantId: string, action: string) =>
  db.owner.query(`select pg_notify('depotwerk_changes', $1)`, [`${tenantId} ${action}`]);

it('ends what a session hears with the session, by whatever ends it, and no other', async () => {
  const user = await aUser(db);
  const colleague = await aUser(db, { tenantId: user.tenantId });
  const [here, there] = [await signIn(world, user.userName), await signIn(world, user.userName)];
  const other = await follow((await signIn(world, colleague.userName)).accessToken);
  const [own, second] = [await follow(here.accessToken), await follow(there.accessToken)];
  expect([own.status, second.status, other.status]).toEqual([200, 200, 200]);

  expect((await callAs(world, here.accessToken, 'DELETE', '/api/auth/token')).statusCode).toBe(204);
  await expect.poll(own.isOver).toBe(true);
  expect(second.isOver()).toBe(false);
  // The page asks anew and hears that there is nothing to wait for.
  expect(await refusal(here.accessToken)).toBe('auth.sessionOver');

  const third = await signIn(world, user.userName);
  const last = await follow(third.accessToken);
  const changed = await callAs(world, third.accessToken, 'POST', '/api/auth/password', {
    oldPassword: testPassword,
    newPassword: 'Kirschbaum singt laut',
  });
  expect([changed.statusCode, changed.body]).toEqual([204, '']);
  await expect.poll(second.isOver).toBe(true);
  expect([last.isOver(), other.isOver()]).toEqual([false, false]);
});

it('lets a stream hear what its user may see now, and nobody whose account is off', async () => {
  const user = await aUser(db);
  const stream = await follow((await signIn(world, user.userName)).accessToken);
  await entry(user.tenantId, 'contracts');
  await expect.poll(stream.heard).toContain('"contracts"');
  await db.owner.query("select set_config('app.tenant_id', $1, false)", [user.tenantId]);
  await db.owner.query(
    "delete from role_permissions where tenant_id = $1 and permission_id = 'contracts.view'",
    [user.tenantId],
  );
  await entry(user.tenantId, 'roles');
  await new Promise((passed) => setTimeout(passed, 200));
  const before = stream.heard().length;
  await entry(user.tenantId, 'contracts');
  await entry(user.tenantId, 'customers');
  await expect.poll(() => stream.heard().slice(before)).toContain('"customers"');
  expect(stream.heard().slice(before)).not.toContain('"contracts"');

  await db.owner.query('update users set is_inactive = true where tenant_id = $1', [user.tenantId]);
  await entry(user.tenantId, 'users');
  await expect.poll(stream.isOver).toBe(true);
});

it('looks again at every stream after a gap in what it heard', async () => {
  const [gone, changed] = [await aUser(db), await aUser(db)];
  const [ended, kept] = [await signIn(world, gone.userName), await signIn(world, changed.userName)];
  const [over, stays] = [await follow(ended.accessToken), await follow(kept.accessToken)];
  // Nobody hears what happens in the moment until the connection is there again.
  await db.owner.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'depotwerk-live' and datname = current_database()",
  );
  await db.owner.query(
    "update sessions set revoked_at = now(), revoked_reason = 'logout' where user_id = $1",
    [gone.userId],
  );
  await expect.poll(over.isOver, { timeout: 5000 }).toBe(true);
  await expect.poll(stays.heard, { timeout: 5000 }).toContain('"everything":true');
  expect(stays.isOver()).toBe(false);
});

it('tells a session that is over from a token that is merely too old, and says it to nobody else', async () => {
  const user = await aUser(db);
  const { accessToken } = await signIn(world, user.userName);
  world.clock.ahead += 11 * 60_000;
  expect(await refusal(accessToken)).toBe('auth.unauthenticated');
  await db.owner.query('update users set is_inactive = true where id = $1', [user.userId]);
  world.services.sessions.forgetAll();
  expect(await refusal(accessToken)).toBe('auth.sessionOver');
  world.clock.ahead -= 11 * 60_000;
  const forged = accessToken.slice(0, -4) + (accessToken.endsWith('AAAA') ? 'BBBB' : 'AAAA');
  expect([await refusal(forged), await refusal('x'), await refusal('dw_x')]).toEqual(
    Array(3).fill('auth.unauthenticated'),
  );
});
