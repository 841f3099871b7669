import { describe, expect, it } from 'vitest';
import { useTestDatabase } from '../../../test/database.ts';
import { aUser, callAs, createSignInWorld, signIn } from '../../../test/sign-in-world.ts';
import { startedForTests } from '../../../test/started-for-tests.ts';
import { purgeSignIn } from './purge-sign-in.ts';

describe('purge', () => {
  const db = useTestDatabase();
  const world = startedForTests(() => createSignInWorld(db, { hasCheapPasswords: true }));

  const count = async (table: string) => Number((await db.owner.query(`select 1 from ${table}`)).rowCount);
  const left = () => Promise.all(['sessions', 'activation_tokens', 'login_throttles', 'drafts'].map(count));

  it('deletes what is long over and nothing else', async () => {
    const user = await aUser(db);
    await signIn(world, user.userName);
    const { userName } = user;
    // Without a mail server no link is made.
    await db.owner.query(
      `insert into mail_settings (tenant_id, host, port, security, sender_address, sender_name)
        values ($1, 'mail.firma.example', 587, 'startTls', 'a@firma.example', 'A')`,
      [user.tenantId],
    );
    await world.app.inject({ method: 'POST', url: '/api/auth/forgot-password', payload: { userName } });
    world.clock.ahead += 20 * 86_400_000;
    const { accessToken } = await signIn(world, userName);
    // One draft ends in ten days, the other in fifty.
    await db.owner.query(
      `insert into drafts (tenant_id, user_id, draft_type, entity_key, step, data, expires_at)
       select tenant_id, id, 'tariff', 'T' || days, 'info', '{}', to_timestamp($2) + days * interval '1 day'
         from users, unnest(array[10, 50]) as days where user_name = $1`,
      [userName, world.services.clock() / 1000],
    );
    await purgeSignIn(world.services);
    expect(await left()).toEqual([2, 1, 1, 2]);
    world.clock.ahead += 15 * 86_400_000;
    const entries = await count('audit_entries');
    await purgeSignIn(world.services);
    expect(await left()).toEqual([1, 0, 0, 1]);
    expect(await count('audit_entries')).toBe(entries);
    world.clock.ahead -= 15 * 86_400_000;
    expect((await callAs(world, accessToken, 'GET', '/api/auth/user')).statusCode).toBe(200);
  });
});
