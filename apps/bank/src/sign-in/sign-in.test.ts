import { expect, test } from 'vitest';
import { authorize, signedIn, signIn, startWorld } from '../../test/practice-world.ts';

const sessions = '/banks/90010001/sessions';
const minute = 60_000;

test('the bank says who it is and what its passwords look like, without sign-in', async () => {
  const { call } = await startWorld();
  const { status, body } = await call('GET', '/banks/90010001');
  expect(status).toBe(200);
  expect(body).toMatchObject({
    bankId: '90010001',
    bankName: 'Quaderbank',
    isClosed: false,
    passwordRules: { minLength: 8, maxLength: 40 },
  });
  expect((await call('GET', '/banks')).body).toHaveLength(2);
  expect(await call('GET', '/banks/12345678')).toMatchObject({ status: 404, body: { code: 'bank.unknown' } });
});

test('a session lasts fifteen minutes and ends on request', async () => {
  const { call, clock } = await startWorld();
  const { status, body } = await call('POST', sessions, { ...signIn, loginName: 'BERATER@demo.example' });
  expect(status).toBe(201);
  expect(body).toMatchObject({ displayName: 'Jürgen Weiß', expiresAt: '2026-11-20T10:15:00.000Z' });
  const headers = { authorization: `Bearer ${String(body['token'])}` };
  const list = () => call('GET', '/banks/90010001/depots', undefined, headers);
  clock.now += 15 * minute - 1;
  expect((await list()).status).toBe(200);
  clock.now += 1;
  expect(await list()).toMatchObject({ status: 401, body: { code: 'auth.sessionExpired' } });

  const fresh = await authorize(call);
  expect((await call('DELETE', `${sessions}/current`, undefined, fresh)).status).toBe(204);
  expect((await call('GET', '/banks/90010001/depots', undefined, fresh)).status).toBe(401);
  expect((await call('GET', '/banks/90010001/depots')).status).toBe(401);
});

test('a session of one bank opens no other', async () => {
  const { call } = await startWorld();
  const headers = await authorize(call, '90020002');
  expect((await call('GET', '/banks/90020002/depots', undefined, headers)).status).toBe(200);
  expect((await call('GET', '/banks/90010001/depots', undefined, headers)).status).toBe(401);
});

test('five wrong passwords lock, a right one in between starts the count anew', async () => {
  const { call } = await startWorld();
  const attempt = (password: string) => call('POST', sessions, { ...signIn, password });
  for (const left of [4, 3, 2, 1])
    expect(await attempt('falsch-1')).toMatchObject({
      status: 401,
      body: { code: 'auth.wrongPassword', attemptsLeft: left },
    });
  expect((await attempt(signIn.password)).status).toBe(201);
  for (const left of [4, 3, 2, 1]) expect((await attempt('falsch-1')).body['attemptsLeft']).toBe(left);
  expect(await attempt('falsch-1')).toMatchObject({ status: 423, body: { code: 'auth.locked' } });
  expect((await attempt(signIn.password)).status).toBe(423);

  const path = `/control/banks/90010001/logins/${encodeURIComponent(signIn.loginName)}`;
  expect(await call('PATCH', path, { passwordState: 'valid' })).toMatchObject({ status: 200 });
  expect((await attempt(signIn.password)).status).toBe(201);
});

test('a name the bank does not know answers like a wrong password', async () => {
  const { call } = await startWorld();
  expect(await call('POST', sessions, { ...signIn, loginName: 'niemand@demo.example' })).toMatchObject({
    status: 401,
    body: { code: 'auth.wrongPassword', attemptsLeft: 4 },
  });
});

test('expired and locked logins say so; an expired password is changed without session', async () => {
  const { call } = await startWorld();
  const old = { loginName: 'alt@demo.example', password: signIn.password };
  expect(await call('POST', sessions, old)).toMatchObject({
    status: 403,
    body: { code: 'auth.passwordExpired' },
  });
  expect((await call('POST', sessions, { ...old, password: 'falsch-1' })).body['code']).toBe(
    'auth.wrongPassword',
  );
  expect((await call('POST', sessions, { ...signIn, loginName: 'zu@demo.example' })).status).toBe(423);

  const change = (oldPassword: string, newPassword: string) =>
    call('PUT', '/banks/90010001/password', { loginName: old.loginName, oldPassword, newPassword });
  expect(await change('falsch-1', 'Anders-2026')).toMatchObject({
    status: 401,
    body: { code: 'auth.oldPasswordWrong', attemptsLeft: 3 },
  });
  for (const bad of ['kurz-1', 'ohneziffer', '12345678', signIn.password, `x1${'y'.repeat(40)}`])
    expect(await change(signIn.password, bad)).toMatchObject({
      status: 400,
      body: { code: 'auth.passwordRules', rules: { minLength: 8 } },
    });
  expect((await change(signIn.password, 'Anders-2026')).status).toBe(204);
  expect((await call('POST', sessions, { ...old, password: 'Anders-2026' })).status).toBe(201);
  expect((await call('POST', sessions, old)).status).toBe(401);
});

test('a changed password ends the sessions of its login', async () => {
  const world = await startWorld();
  const bank = await signedIn(world);
  await world.call('PUT', '/banks/90010001/password', {
    loginName: signIn.loginName,
    oldPassword: signIn.password,
    newPassword: 'Anders-2026',
  });
  expect((await bank('GET', '/depots')).status).toBe(401);
});

test('a closed bank answers so to everything but the question who it is', async () => {
  const world = await startWorld();
  const bank = await signedIn(world);
  await world.call('PATCH', '/control/banks/90010001', { isClosed: true });
  expect(await bank('GET', '/depots')).toMatchObject({
    status: 503,
    body: { code: 'bank.closed', retryAfterSeconds: 60 },
  });
  expect((await world.call('POST', sessions, signIn)).status).toBe(503);
  expect((await world.call('GET', '/banks/90010001')).body).toMatchObject({ isClosed: true });
  await world.call('PATCH', '/control/banks/90010001', { isClosed: false });
  expect((await bank('GET', '/depots')).status).toBe(200);
});

test('what is not understood is refused with what is wrong where', async () => {
  const { call } = await startWorld();
  expect(await call('POST', sessions, { loginName: 'x', password: 1, extra: true })).toMatchObject({
    status: 400,
    body: { code: 'request.invalid', issues: [{ path: 'password' }, {}] },
  });
  const broken = await call('POST', sessions, '{', { 'content-type': 'application/json' });
  expect(broken).toMatchObject({ status: 400, body: { code: 'request.invalid' } });
  expect((await call('GET', '/nirgends')).body).toMatchObject({ code: 'control.unknown' });
});
