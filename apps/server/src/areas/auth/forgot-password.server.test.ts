import { expect, it } from 'vitest';
import { useTestDatabase } from '../../../test/database.ts';
import { aUser, createSignInWorld } from '../../../test/sign-in-world.ts';
import { startedForTests } from '../../../test/started-for-tests.ts';

const db = useTestDatabase();
const world = startedForTests(() => createSignInWorld(db, { hasCheapPasswords: true }));

it('makes no link where none can go out, and answers as ever', async () => {
  const user = await aUser(db);
  const ask = (userName: string) =>
    world.app.inject({ method: 'POST', url: '/api/auth/forgot-password', payload: { userName } });
  const made = async () => {
    const { rows } = await db.owner.query<{ links: number; mails: number }>(
      `select (select count(*)::int from activation_tokens where user_id = $1) as links,
        (select count(*)::int from mail_outbox where user_id = $1) as mails`,
      [user.userId],
    );
    return rows[0];
  };
  const known = await ask(user.userName);
  const unknown = await ask('nobody@example.org');
  expect([known.statusCode, known.body]).toEqual([unknown.statusCode, unknown.body]);
  expect(await made()).toEqual({ links: 0, mails: 0 });
  await db.owner.query(
    `insert into mail_settings (tenant_id, host, port, security, sender_address, sender_name)
      values ($1, 'mail.firma.example', 587, 'startTls', 'a@firma.example', 'A')`,
    [user.tenantId],
  );
  expect((await ask(user.userName)).statusCode).toBe(202);
  expect(await made()).toEqual({ links: 1, mails: 1 });
});
