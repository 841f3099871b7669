import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useTestDatabase } from '../../../test/database.ts';
import { aUser, callAs, createSignInWorld, type SignInWorld, signIn } from '../../../test/sign-in-world.ts';
import { purgeSignIn } from './purge-sign-in.ts';

describe('purge', () => {
  const db = useTestDatabase();
  let world: SignInWorld;
  beforeAll(async () => {
    world = await createSignInWorld(db, { hasCheapPasswords: true });
  });
  afterAll(() => world.app.close());

  const count = async (table: string) => Number((await db.owner.query(`select 1 from ${table}`)).rowCount);

  it('deletes what is long over and nothing else', async () => {
    const user = await aUser(db);
    await signIn(world, user.userName);
    const { userName } = user;
    await world.app.inject({ method: 'POST', url: '/api/auth/forgot-password', payload: { userName } });
    world.clock.ahead += 20 * 86_400_000;
    const { accessToken } = await signIn(world, userName);
    await purgeSignIn(world.services);
    expect([
      await count('sessions'),
      await count('activation_tokens'),
      await count('login_throttles'),
    ]).toEqual([2, 1, 1]);
    world.clock.ahead += 15 * 86_400_000;
    const entries = await count('audit_entries');
    await purgeSignIn(world.services);
    expect([
      await count('sessions'),
      await count('activation_tokens'),
      await count('login_throttles'),
    ]).toEqual([1, 0, 0]);
    expect(await count('audit_entries')).toBe(entries);
    world.clock.ahead -= 15 * 86_400_000;
    expect((await callAs(world, accessToken, 'GET', '/api/auth/user')).statusCode).toBe(200);
  });
});
