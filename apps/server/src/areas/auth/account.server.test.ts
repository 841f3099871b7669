import { describe, expect, it } from 'vitest';
import { useTestDatabase } from '../../../test/database.ts';
import { readMails } from '../../../test/read-mails.ts';
import {
  aUser,
  callAs,
  createSignInWorld,
  refresh,
  signIn,
  type TestUser,
  testPassword,
} from '../../../test/sign-in-world.ts';
import { startedForTests } from '../../../test/started-for-tests.ts';
import { createActivation } from '../../platform/tokens/activation-token.ts';
import { ensureFirstAdministrator } from '../../tenants/first-administrator.ts';

const strong = 'Sieben Lampen im Regen';

describe('own account', () => {
  const db = useTestDatabase();
  const world = startedForTests(() => createSignInWorld(db, { hasCheapPasswords: true, isDemo: true }));

  let nextAddress = 0;
  /** Each call from an address of its own, unless the bound for one address is the point. */
  const send = (path: string, payload: object, remoteAddress?: string) => {
    nextAddress += 1;
    return world.app.inject({
      method: 'POST',
      url: `/api/auth/${path}`,
      payload,
      remoteAddress: remoteAddress ?? `198.51.${Math.floor(nextAddress / 250)}.${nextAddress % 250}`,
    });
  };
  const outbox = (user: TestUser) => readMails(db, world, user);
  const stateOf = async (accessToken: string) => {
    const claims = await world.services.accessTokens.verify(accessToken);
    if (!claims) throw new Error('no access token');
    return claims;
  };
  const guidOf = (text = '') => /guid=([0-9a-f-]{36})/.exec(text)?.[1] ?? '';
  const invite = (user: TestUser) =>
    db.database.transaction(user, (transaction) =>
      createActivation(transaction, user, 'invitation', world.services.clock()),
    );

  describe('password', () => {
    it('changes with the old one and ends every other session', async () => {
      const user = await aUser(db);
      const other = await signIn(world, user.userName);
      const { accessToken } = await signIn(world, user.userName);
      const change = (payload: object) => callAs(world, accessToken, 'POST', '/api/auth/password', payload);
      expect((await change({ oldPassword: 'falsches Passwort', newPassword: strong })).json().code).toBe(
        'auth.oldPasswordWrong',
      );
      expect((await change({ oldPassword: testPassword, newPassword: strong })).statusCode).toBe(204);
      expect((await callAs(world, other.accessToken, 'GET', '/api/auth/user')).statusCode).toBe(401);
      expect((await refresh(world, other.refreshCookie)).statusCode).toBe(401);
      expect((await callAs(world, accessToken, 'GET', '/api/auth/user')).statusCode).toBe(200);
      await signIn(world, user.userName, strong);
      await expect(signIn(world, user.userName)).rejects.toThrow('auth.invalidCredentials');
      expect((await outbox(user))[0]?.body).toContain('Passwort wurde geändert');
    });

    it('is refused when weak, with the reason', async () => {
      const user = await aUser(db, { userName: 'karla.brunner@example.org' });
      const { accessToken } = await signIn(world, user.userName);
      for (const [newPassword, code] of [
        ['zu kurz', 'tooShort'],
        ['Passwort12345!', 'common'],
        ['aaaaaaaaaaaaaa', 'pattern'],
        ['Brunner trinkt Tee', 'context'],
        ['Mein Depotwerk Zugang', 'context'],
      ] as const) {
        const answer = await callAs(world, accessToken, 'POST', '/api/auth/password', {
          oldPassword: testPassword,
          newPassword,
        });
        expect(answer.json()).toMatchObject({
          code: 'auth.passwordTooWeak',
          validation: [{ path: 'body.newPassword', code }],
        });
      }
    });

    it('forgets remembered browsers', async () => {
      const user = await aUser(db);
      const { accessToken, deviceCookie } = await signIn(world, user.userName);
      const body = { oldPassword: testPassword, newPassword: strong };
      await callAs(world, accessToken, 'POST', '/api/auth/password', body);
      for (let failure = 0; failure < 6; failure += 1) {
        await send('login', { userName: user.userName, password: 'falsches Passwort' });
      }
      const answer = await world.app.inject({
        method: 'POST',
        url: '/api/auth/login',
        headers: { cookie: `__Host-device=${deviceCookie}` },
        payload: { userName: user.userName, password: strong },
      });
      expect(answer.statusCode).toBe(429);
    });
  });

  describe('a password somebody else has set', () => {
    it('is replaced before anything else answers, and not by itself', async () => {
      const user = await aUser(db);
      const { accessToken } = await signIn(world, user.userName);
      await db.owner.query('update users set must_change_password = true where id = $1', [user.userId]);
      world.services.sessions.forget([(await stateOf(accessToken)).sessionId]);
      const get = (path: string) => callAs(world, accessToken, 'GET', `/api${path}`);
      for (const path of ['/auth/sessions', '/contracts', '/customers']) {
        expect([path, (await get(path)).json().code]).toEqual([path, 'auth.newPasswordRequired']);
      }
      expect((await get('/auth/user')).json().mustChangePassword).toBe(true);
      const change = (newPassword: string) =>
        callAs(world, accessToken, 'POST', '/api/auth/password', { oldPassword: testPassword, newPassword });
      expect((await change(testPassword)).json().code).toBe('auth.passwordTooWeak');
      expect((await change(strong)).statusCode).toBe(204);
      expect((await get('/auth/sessions')).statusCode).toBe(200);
      expect((await get('/auth/user')).json().mustChangePassword).toBe(false);
    });
  });

  describe('forgotten password', () => {
    it('is answered alike for everybody and mails a link that works once', async () => {
      const user = await aUser(db);
      const session = await signIn(world, user.userName);
      const known = await send('forgot-password', { userName: user.userName });
      const unknown = await send('forgot-password', { userName: 'nobody@example.org' });
      expect([known.statusCode, known.body]).toEqual([202, '']);
      expect([unknown.statusCode, unknown.body]).toEqual([202, '']);
      const [mail] = await outbox(user);
      expect(mail?.body).toContain('https://depotwerk.example/auth/activation/credentials?guid=');
      const guid = guidOf(mail?.body);
      const stored = await db.owner.query('select * from activation_tokens where tenant_id = $1', [
        user.tenantId,
      ]);
      expect(JSON.stringify(stored.rows)).not.toContain(guid);
      const other = await aUser(db);
      const body = { guid, userName: user.userName, password: strong };
      expect((await send('activation/credentials', { ...body, userName: other.userName })).json().code).toBe(
        'auth.activationInvalid',
      );
      expect((await send('activation/credentials', { ...body, password: 'zu kurz' })).json().code).toBe(
        'auth.passwordTooWeak',
      );
      const answer = await send('activation/credentials', body);
      expect([answer.statusCode, answer.headers['set-cookie']]).toEqual([201, undefined]);
      expect((await send('activation/credentials', body)).json().code).toBe('auth.activationInvalid');
      expect((await callAs(world, session.accessToken, 'GET', '/api/auth/user')).statusCode).toBe(401);
      await signIn(world, user.userName, strong);
    });

    it('takes the same time for known and unknown names', async () => {
      const user = await aUser(db);
      const timeOf = async (userName: string) => {
        const start = performance.now();
        await send('forgot-password', { userName });
        return performance.now() - start;
      };
      const known = await timeOf(user.userName);
      const unknown = await timeOf('nobody@example.org');
      // Both wait for the same moment; what had to be done meanwhile does not show.
      for (const time of [known, unknown]) {
        expect(time).toBeGreaterThan(290);
      }
    });

    it('ends after 24 hours, and at most three links are open', async () => {
      const user = await aUser(db);
      for (let count = 0; count < 5; count += 1) await send('forgot-password', { userName: user.userName });
      const mails = await outbox(user);
      expect(mails).toHaveLength(3);
      world.clock.ahead += 24 * 3_600_000 + 1000;
      const body = { guid: guidOf(mails[0]?.body), userName: user.userName, password: strong };
      expect((await send('activation/credentials', body)).json().code).toBe('auth.activationInvalid');
      world.clock.ahead -= 24 * 3_600_000 + 1000;
    });

    it('of two who use a link at once only one wins', async () => {
      const user = await aUser(db);
      await send('forgot-password', { userName: user.userName });
      const guid = guidOf((await outbox(user))[0]?.body);
      const answers = await Promise.all(
        Array.from({ length: 5 }, (_, index) =>
          send('activation/credentials', { guid, userName: user.userName, password: `${strong} ${index}` }),
        ),
      );
      expect(answers.filter((answer) => answer.statusCode === 201)).toHaveLength(1);
    });

    it('is bounded for an address', async () => {
      const statuses: number[] = [];
      for (let count = 0; count < 21; count += 1) {
        const body = { guid: crypto.randomUUID(), userName: 'a', password: strong };
        statuses.push((await send('activation/credentials', body, '127.0.0.9')).statusCode);
      }
      expect(statuses.slice(0, 20).every((status) => status === 400)).toBe(true);
      expect(statuses[20]).toBe(429);
    });
  });

  describe('invitation', () => {
    it('with a number on record needs the code sent to it', async () => {
      const user = await aUser(db, { passwordHash: null, phoneNumber: '+4915127777777' });
      const guid = await invite(user);
      const body = { guid, userName: `new-${user.userName}`, password: strong };
      const named = await send('activation/credentials', { ...body, userName: 'karla' });
      expect([named.statusCode, named.json().validation]).toEqual([
        400,
        [expect.objectContaining({ path: 'userName', code: 'mailAddress' })],
      ]);
      expect((await send('activation/credentials', body)).json().code).toBe('auth.secondFactorRequired');
      expect((await send('activation/reset-token', { guid })).statusCode).toBe(202);
      const sms = await db.owner.query('select message_text from sms_outbox where tenant_id = $1', [
        user.tenantId,
      ]);
      const token = /\d{6}/.exec(sms.rows[0].message_text)?.[0] ?? '';
      const wrong = token === '000000' ? '000001' : '000000';
      expect((await send('activation/credentials', { ...body, token: wrong })).json().code).toBe(
        'secondFactor.invalidToken',
      );
      expect((await send('activation/credentials', { ...body, token })).statusCode).toBe(201);
      const { accessToken } = await signIn(world, body.userName, strong);
      const factor = (await callAs(world, accessToken, 'GET', '/api/auth/second-factor')).json();
      expect(factor).toMatchObject({
        maskedPhoneNumber: '+49 ••• •••• 7777',
        isSmsActive: false,
        isSmsOffered: true,
      });
    });

    it('refuses a name somebody has, in whatever tenant and case', async () => {
      const taken = await aUser(db);
      const user = await aUser(db, { passwordHash: null });
      const body = { guid: await invite(user), userName: taken.userName.toUpperCase(), password: strong };
      expect((await send('activation/credentials', body)).json().code).toBe('contracts.mailIsTaken');
      expect((await send('activation/credentials', { ...body, userName: user.userName })).statusCode).toBe(
        201,
      );
    });

    it('sends codes only to whoever has an open one, and answers alike', async () => {
      const user = await aUser(db, { phoneNumber: '+4915128888888' });
      for (const body of [
        { userName: user.userName },
        { userName: 'nobody@example.org' },
        { guid: crypto.randomUUID() },
      ]) {
        const answer = await send('activation/reset-token', body);
        expect([answer.statusCode, answer.body]).toEqual([202, '']);
      }
      const sms = await db.owner.query('select 1 from sms_outbox where tenant_id = $1', [user.tenantId]);
      expect(sms.rowCount).toBe(0);
    });
  });

  it('stores how the screen looks', async () => {
    const user = await aUser(db);
    const { accessToken } = await signIn(world, user.userName);
    const url = '/api/settings/display';
    expect((await callAs(world, accessToken, 'GET', url)).json()).toEqual({
      theme: 'system',
      density: 'comfortable',
      startPage: '/contracts',
    });
    const wanted = { theme: 'dark', density: 'compact', language: 'en', startPage: '/customers' };
    expect((await callAs(world, accessToken, 'PUT', url, wanted)).json()).toEqual(wanted);
    expect((await callAs(world, accessToken, 'GET', url)).json()).toEqual(wanted);
    const loaded = (await callAs(world, accessToken, 'GET', '/api/auth/user')).json();
    expect(loaded).toMatchObject({
      id: user.userId,
      roleName: 'Berater',
      clientConfig: { startPage: '/customers' },
    });
    const wrong = await callAs(world, accessToken, 'PUT', url, {
      ...wanted,
      startPage: 'https://evil.example',
    });
    expect(wrong.statusCode).toBe(400);
    const unknown = await callAs(world, accessToken, 'PUT', url, { ...wanted, language: 'fr' });
    expect(unknown.statusCode).toBe(400);
  });

  it('shows the outbox in the demo only', async () => {
    const user = await aUser(db);
    await send('forgot-password', { userName: user.userName });
    const shown = await world.app.inject({ url: '/api/demo/outbox' });
    expect(shown.json()).toContainEqual(expect.objectContaining({ kind: 'mail', recipient: user.userName }));
    for (const headers of [
      { host: 'depotwerk.example' },
      { host: '192.0.2.7:8080' },
      { 'x-forwarded-for': '192.0.2.7' },
      { forwarded: 'for=192.0.2.7' },
      { 'x-forwarded-proto': 'https' },
      { via: '1.1 proxy' },
    ]) {
      expect((await world.app.inject({ url: '/api/demo/outbox', headers })).statusCode).toBe(404);
    }
    const real = await createSignInWorld(db);
    expect((await real.app.inject({ url: '/api/demo/outbox' })).statusCode).toBe(404);
    await real.app.close();
  });
});

/** A house begins with them: peer groups stand below categories. */
const usualCategories = ['Aktien', 'Renten', 'Mischfonds', 'Immobilien', 'Geldmarkt', 'Alternative'];

describe('first administrator', () => {
  const db = useTestDatabase();

  it('activates with the newest console token, once, and must set up a second factor', async () => {
    const world = await createSignInWorld(db, { hasCheapPasswords: true });
    const options = { database: db.database, target: db.target, clock: world.services.clock };
    const old = await ensureFirstAdministrator(options);
    const guid = await ensureFirstAdministrator(options);
    expect(guid).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    expect(guid).not.toBe(old);
    const activate = (payload: object) =>
      world.app.inject({ method: 'POST', url: '/api/auth/activation/credentials', payload });
    const body = { guid, userName: 'chefin@example.org', password: strong };
    expect((await activate({ ...body, guid: old })).statusCode).toBe(400);
    expect((await activate(body)).statusCode).toBe(201);
    expect((await activate(body)).statusCode).toBe(400);
    expect(await ensureFirstAdministrator(options)).toBeNull();
    const { accessToken } = await signIn(world, 'chefin@example.org', strong);
    const user = (await callAs(world, accessToken, 'GET', '/api/auth/user')).json();
    expect(user).toMatchObject({
      roleName: 'Administrator',
      permissions: [],
      clientConfig: { requireSecondFactor: true },
    });
    const { rows } = await db.owner.query<{ name: string }>(
      'select category_name as name from fund_categories order by sort_order',
    );
    expect(rows.map(({ name }) => name)).toEqual(usualCategories);
    await world.app.close();
  });
});
