import { expect, it } from 'vitest';
import { useTestDatabase } from '../../../test/database.ts';
import { aUser, callAs, createSignInWorld, signIn } from '../../../test/sign-in-world.ts';
import { startedForTests } from '../../../test/started-for-tests.ts';

const db = useTestDatabase();
const world = startedForTests(() => createSignInWorld(db, { hasCheapPasswords: true }));

it('starts the tour of the first day by itself until it was closed, for new people only', async () => {
  const user = await aUser(db);
  const { accessToken } = await signIn(world, user.userName);
  const due = async (): Promise<unknown> =>
    (await callAs(world, accessToken, 'GET', '/api/auth/user')).json<{ isTourDue?: boolean }>().isTourDue;
  const set = (values: string) => db.owner.query(`update users set ${values} where id = $1`, [user.userId]);
  expect(await due()).toBe(true);
  await set('is_demo = true');
  expect(await due()).toBeUndefined();
  await set(`is_demo = false, created_at = now() - interval '15 days'`);
  expect(await due()).toBeUndefined();
  await set('created_at = now()');
  expect(await due()).toBe(true);
  expect((await callAs(world, accessToken, 'PUT', '/api/settings/tour', {})).statusCode).toBe(204);
  expect(await due()).toBeUndefined();
  // The other settings stay, and theirs do not bring it back.
  const display = { theme: 'dark', density: 'compact', startPage: '/customers' };
  await callAs(world, accessToken, 'PUT', '/api/settings/display', display);
  expect((await callAs(world, accessToken, 'PUT', '/api/settings/tour', {})).statusCode).toBe(204);
  expect((await callAs(world, accessToken, 'GET', '/api/settings/display')).json()).toEqual(display);
  expect(await due()).toBeUndefined();
});
