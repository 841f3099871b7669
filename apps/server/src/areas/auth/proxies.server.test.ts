import { expect, it } from 'vitest';
import { useTestDatabase } from '../../../test/database.ts';
import { aUser, createSignInWorld, testPassword } from '../../../test/sign-in-world.ts';
import { startedForTests } from '../../../test/started-for-tests.ts';

const db = useTestDatabase();
const world = startedForTests(() => createSignInWorld(db, { hasCheapPasswords: true, trustedProxyHops: 1 }));

const login = (payload: object, forwardedFor: string) =>
  world.app.inject({
    method: 'POST',
    url: '/api/auth/login',
    payload,
    headers: { 'x-forwarded-for': forwardedFor },
    remoteAddress: '10.0.0.9',
  });

it.each([
  ['203.0.113.7:50123', '203.0.113.7'],
  ['[2001:db8::7]:50123', '2001:db8::7'],
  ['fe80::7%eth0', 'fe80::7'],
  ['unknown', '10.0.0.9'],
])('somebody a proxy names %s signs in, from %s', async (named, address) => {
  const { userName, userId } = await aUser(db);
  const answer = await login({ userName, password: testPassword }, named);
  expect(answer.statusCode).toBe(200);
  const { rows } = await db.owner.query(
    'select host(ip_address) as address from sessions where user_id = $1',
    [userId],
  );
  expect(rows).toEqual([{ address }]);
});

it('another port is no other address', async () => {
  const statuses: number[] = [];
  for (let port = 40_000; port < 40_070; port += 1) {
    const payload = { userName: `port-${port}@example.org`, password: 'falsches Passwort' };
    statuses.push((await login(payload, `198.51.100.3:${port}`)).statusCode);
  }
  expect([statuses[0], statuses.at(-1)]).toEqual([401, 429]);
});

it('an office renews its sessions from one address, whatever a visitor there asks', async () => {
  const ask = (method: 'GET' | 'POST', path: string) =>
    world.app.inject({
      method,
      url: `/api${path}`,
      headers: { 'x-forwarded-for': '203.0.113.60', 'x-requested-with': 'depotwerk' },
      remoteAddress: '10.0.0.9',
      ...(method === 'POST' && { payload: {} }),
    });
  for (let count = 0; count < 60; count += 1) await ask('POST', '/auth/forgot-password');
  expect((await ask('POST', '/auth/forgot-password')).statusCode).toBe(429);
  // Not renewed, as there is no session, but asked.
  expect((await ask('POST', '/auth/refresh')).statusCode).toBe(401);
});
