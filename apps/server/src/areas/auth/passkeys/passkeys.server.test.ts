import { describe, expect, it } from 'vitest';
import { useTestDatabase } from '../../../../test/database.ts';
import { secondFactorSteps } from '../../../../test/second-factor-steps.ts';
import {
  aUser,
  createSignInWorld,
  signIn,
  type TestUser,
  testPassword,
} from '../../../../test/sign-in-world.ts';
import { softAuthenticator } from '../../../../test/soft-authenticator.ts';
import { startedForTests } from '../../../../test/started-for-tests.ts';

const host = 'depotwerk.example';
const origin = `https://${host}`;
const password = testPassword;

describe('passkeys', () => {
  const db = useTestDatabase();
  const world = startedForTests(() => createSignInWorld(db, { hasCheapPasswords: true, isDemo: true }));

  const { codeAt, withTotp } = secondFactorSteps(db, () => world);
  const send = (method: 'GET' | 'POST', path: string, payload?: object, accessToken?: string, at = host) =>
    world.app.inject({
      method,
      url: `/api/auth/${path}`,
      headers: { host: at, ...(accessToken && { authorization: `Bearer ${accessToken}` }) },
      ...(payload && { payload }),
    });

  async function withPasskey(user: TestUser) {
    const { accessToken } = await signIn(world, user.userName);
    const device = softAuthenticator(origin);
    const started = await send('POST', 'passkeys/start', { password }, accessToken);
    expect(started.statusCode).toBe(200);
    const response = device.create(started.json().challenge);
    const added = await send('POST', 'passkeys', { name: 'Laptop', response }, accessToken);
    expect(added.statusCode).toBe(201);
    return { accessToken, device, ...added.json() };
  }

  const challengeOf = async () => (await send('POST', 'login/passkey/start', {})).json().challenge;

  it('signs in alone, and an answer works once', async () => {
    const user = await aUser(db);
    const { device, recoveryCodes } = await withPasskey(user);
    expect(recoveryCodes).toHaveLength(10);
    const response = device.get(await challengeOf());
    const first = await send('POST', 'login/passkey', { response });
    expect([first.statusCode, first.json().userId]).toEqual([200, user.userId]);
    expect(String(first.headers['set-cookie'])).toContain('__Host-refresh=');
    expect((await send('POST', 'login/passkey', { response })).json().code).toBe('auth.passkeyInvalid');
    // The session counts as one that showed a factor.
    const renewed = await send('POST', 'second-factor/totp', { password }, first.json().accessToken);
    expect(renewed.statusCode).toBe(200);
  });

  it('is enough for new recovery codes, which whoever has no factor is not given', async () => {
    const user = await aUser(db);
    const { device, recoveryCodes } = await withPasskey(user);
    const fresh = await send('POST', 'login/passkey', { response: device.get(await challengeOf()) });
    const renewed = await send(
      'POST',
      'second-factor/recovery-codes',
      { password },
      fresh.json().accessToken,
    );
    expect([renewed.statusCode, renewed.json().recoveryCodes.length]).toEqual([200, 10]);
    expect(renewed.json().recoveryCodes).not.toContain(recoveryCodes[0]);
    const stranger = await signIn(world, (await aUser(db)).userName);
    const none = await send('POST', 'second-factor/recovery-codes', { password }, stranger.accessToken);
    expect(none.json().code).toBe('auth.secondFactorRequired');
  });

  it('opens a session without cookies inside a mobile app', async () => {
    const user = await aUser(db);
    const { device } = await withPasskey(user);
    const response = device.get(await challengeOf());
    const answer = await send('POST', 'login/passkey', { response, clientType: 'mobile' });
    expect([answer.statusCode, typeof answer.json().refreshToken]).toEqual([200, 'string']);
    expect(answer.headers['set-cookie']).toBeUndefined();
    const { refreshToken } = answer.json();
    expect((await send('POST', 'refresh', { refreshToken })).statusCode).toBe(200);
  });

  it('takes no answer for another site, of an owner the device did not verify, of a stranger or too late', async () => {
    const user = await aUser(db);
    const { device } = await withPasskey(user);
    const attempts = [
      device.get(await challengeOf(), { from: 'https://depotwerk.example.org' }),
      device.get(await challengeOf(), { isVerified: false }),
      softAuthenticator(origin).get(await challengeOf()),
      { ...softAuthenticator(origin).get(await challengeOf()), id: device.get('x').id },
      device.get(Buffer.alloc(54).toString('base64url')),
    ];
    for (const response of attempts) {
      const answer = await send('POST', 'login/passkey', { response });
      expect([answer.statusCode, answer.json().code]).toEqual([400, 'auth.passkeyInvalid']);
    }
    const late = device.get(await challengeOf());
    world.clock.ahead += 301_000;
    expect((await send('POST', 'login/passkey', { response: late })).json().code).toBe('auth.passkeyInvalid');
  });

  it('is made and used inside the frame of an app of the house, and of nobody else', async () => {
    const user = await aUser(db);
    const { device, accessToken } = await withPasskey(user);
    const other = softAuthenticator(origin);
    const makeAround = async (page: string) => {
      const { challenge } = (await send('POST', 'passkeys/start', { password }, accessToken)).json();
      const response = other.create(challenge, { around: page });
      return (await send('POST', 'passkeys', { name: 'Telefon', response }, accessToken)).statusCode;
    };
    const around = 'https://app.depotwerk.example';
    const signInAround = async (origins: string) =>
      (
        await send('POST', 'login/passkey', {
          response: device.get(await challengeOf(), { around: origins }),
        })
      ).statusCode;
    expect(await signInAround(around)).toBe(400);
    expect(await makeAround(around)).toBe(400);
    await db.owner.query(
      `insert into white_label_configs (tenant_id, application_title, primary_colour, accent_colour, allowed_frame_ancestors)
       values ($1, 'Haus', '#112233', '#112233', array[$2])`,
      // A port that goes without saying is none for the browser.
      [user.tenantId, `${around}:443`],
    );
    expect(await signInAround(around)).toBe(200);
    expect(await signInAround('https://app.depotwerk.example.org')).toBe(400);
    expect(await makeAround('https://app.depotwerk.example.org')).toBe(400);
    expect(await makeAround(around)).toBe(201);
  });

  it('is a second factor at sign-in and before sensitive steps', async () => {
    const user = await aUser(db);
    const { device, accessToken } = await withPasskey(user);
    const login = (more: object) => send('POST', 'login', { userName: user.userName, password, ...more });
    const { secondFactor } = (await login({})).json();
    expect(secondFactor.tokenProviders[0]).toMatchObject({ tokenProviderId: 'passkey' });
    const chosen = { challengeId: secondFactor.challengeId, tokenProviderId: 'passkey' };
    const options = (await login(chosen)).json().secondFactor.passkeyOptions;
    expect(options.allowCredentials).toHaveLength(1);
    // A challenge for signing in alone is none for this step.
    const foreign = device.get(await challengeOf());
    expect((await login({ ...chosen, passkey: foreign })).json().code).toBe('auth.passkeyInvalid');
    const passkey = device.get(options.challenge);
    expect((await login({ ...chosen, passkey })).statusCode).toBe(200);
    world.clock.ahead += 301_000;
    const step = () => send('POST', 'passkeys/start', { password }, accessToken);
    expect((await step()).json().code).toBe('auth.secondFactorRequired');
    const proof = (await send('POST', 'passkeys/proof/start', {}, accessToken)).json();
    const shown = { response: device.get(proof.challenge) };
    expect((await send('POST', 'passkeys/proof', shown, accessToken)).statusCode).toBe(204);
    expect((await step()).statusCode).toBe(200);
  });

  it('is added only with password and an existing factor, never by a thief of the token', async () => {
    const user = await aUser(db);
    const { accessToken, secret } = await withTotp(user);
    world.clock.ahead += 301_000;
    const start = (payload: object) => send('POST', 'passkeys/start', payload, accessToken);
    expect((await start({ password: 'falsch falsch' })).json().code).toBe('auth.oldPasswordWrong');
    expect((await start({ password })).json().code).toBe('auth.secondFactorRequired');
    const started = await start({ password, token: codeAt(secret) });
    const response = softAuthenticator(origin).create(started.json().challenge);
    // Another session of the same user has not asked for it.
    const other = await aUser(db, { tenantId: user.tenantId });
    const stranger = await signIn(world, other.userName);
    const body = { name: 'Telefon', response };
    expect((await send('POST', 'passkeys', body, stranger.accessToken)).json().code).toBe(
      'auth.passkeyInvalid',
    );
    expect((await send('POST', 'passkeys', body, accessToken)).statusCode).toBe(201);
  });

  it('is named, removed with password and factor, and takes the recovery codes along as last factor', async () => {
    const user = await aUser(db);
    const { id, accessToken, device, recoveryCodes } = await withPasskey(user);
    expect((await send('POST', `passkeys/${id}/name`, { name: 'Büro' }, accessToken)).statusCode).toBe(204);
    const listed = await send('GET', 'passkeys', undefined, accessToken);
    expect(listed.json()).toMatchObject({ isAvailable: true, passkeys: [{ id, name: 'Büro' }] });
    const other = await aUser(db, { tenantId: user.tenantId });
    const stranger = await signIn(world, other.userName);
    for (const [path, payload] of [
      [`passkeys/${id}/name`, { name: 'x' }],
      [`passkeys/${id}/remove`, { password }],
    ] as const) {
      expect((await send('POST', path, payload, stranger.accessToken)).statusCode).toBe(404);
    }
    world.clock.ahead += 301_000;
    const remove = (payload: object) => send('POST', `passkeys/${id}/remove`, payload, accessToken);
    expect((await remove({ password })).json().code).toBe('auth.secondFactorRequired');
    expect((await remove({ password, token: recoveryCodes[0] })).statusCode).toBe(204);
    const factor = (await send('GET', 'second-factor', undefined, accessToken)).json();
    expect(factor).toMatchObject({ passkeyCount: 0, recoveryCodesLeft: 0 });
    const response = device.get(await challengeOf());
    expect((await send('POST', 'login/passkey', { response })).json().code).toBe('auth.passkeyInvalid');
  });

  it('needs a name for an address: none for IP addresses and hosts somebody else claims', async () => {
    for (const at of ['127.0.0.1:8080', 'depotwerk.example.evil', '192.0.2.7']) {
      expect((await send('POST', 'login/passkey/start', {}, undefined, at)).json().code).toBe(
        'auth.passkeyUnavailable',
      );
    }
  });
});
