import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { useTestDatabase } from '../../../../test/database.ts';
import { HostileProvider } from '../../../../test/hostile-provider.ts';
import { IdentityProvider, type ProviderPerson } from '../../../../test/identity-provider.ts';
import { providerSteps } from '../../../../test/provider-steps.ts';
import { createProviderWorld } from '../../../../test/provider-world.ts';
import { secondFactorSteps } from '../../../../test/second-factor-steps.ts';
import { aTenant, aUser, callAs, cookieOf, testPassword } from '../../../../test/sign-in-world.ts';
import { startedForTests } from '../../../../test/started-for-tests.ts';

const host = 'depotwerk.example';
const origin = `https://${host}`;

describe('signing in through the provider of the house', () => {
  const db = useTestDatabase();
  const world = startedForTests(() => createProviderWorld(db));
  let provider: IdentityProvider;
  let tenantId: string;
  let browser: InstanceType<typeof Browser>;
  beforeAll(async () => {
    provider = await IdentityProvider.start([origin]);
    tenantId = await aTenant(db);
    await aHost(tenantId, host);
    await setUp();
  });
  afterAll(async () => {
    await provider.stop();
  });
  beforeEach(() => {
    browser = new Browser();
  });

  const { aHost, setUp, Browser } = providerSteps(db, () => ({ world, provider, tenantId }));

  const { withTotp } = secondFactorSteps(db, () => world);
  const verified = (email: string): ProviderPerson => ({ email, email_verified: true, name: 'Karla Haus' });
  const linksOf = async (userId: string) =>
    (await db.owner.query('select subject, issuer from identity_links where user_id = $1', [userId])).rows;
  const actionsOf = async (userId: string) =>
    (
      await db.owner.query('select action from audit_entries where object_id = $1 order by id', [userId])
    ).rows.map(({ action }) => action);

  it('links an account by verified address and password, and opens it by itself from then on', async () => {
    const user = await aUser(db, { tenantId });
    const asked = await browser.signIn('s-link', verified(user.userName));
    expect(asked.json()).toEqual({ linking: { userName: user.userName }, returnUrl: '/customers' });
    const wrong = await browser.send('continue', { password: 'falsch falsch falsch' });
    expect(wrong.json().code).toBe('auth.invalidCredentials');
    expect(await linksOf(user.userId)).toEqual([]);
    const linked = await browser.send('continue', { password: testPassword });
    expect(linked.json()).toMatchObject({ signedIn: { userId: user.userId }, returnUrl: '/customers' });
    expect(cookieOf(linked, '__Host-refresh')).not.toBe('');
    expect(await linksOf(user.userId)).toEqual([{ subject: 's-link', issuer: provider.issuer }]);
    expect(await actionsOf(user.userId)).toContain('auth.linkProvider');
    const again = await new Browser().signIn('s-link', {
      email: 'anders@haus.example',
      email_verified: false,
    });
    expect(again.json()).toMatchObject({ signedIn: { userId: user.userId } });
  });

  it('links anew, by the password again, where the house has moved to another provider', async () => {
    const user = await aUser(db, { tenantId });
    await browser.signIn('s-moved', verified(user.userName));
    await browser.send('continue', { password: testPassword });
    const former = 'https://frueher.haus.example';
    await db.owner.query('update identity_links set issuer = $2 where user_id = $1', [user.userId, former]);
    const later = new Browser();
    const asked = await later.signIn('s-moved-new', verified(user.userName));
    expect(asked.json()).toMatchObject({ linking: { userName: user.userName } });
    expect(await linksOf(user.userId)).toEqual([{ subject: 's-moved', issuer: former }]);
    const linked = await later.send('continue', { password: testPassword });
    expect(linked.json()).toMatchObject({ signedIn: { userId: user.userId } });
    expect(await linksOf(user.userId)).toEqual([{ subject: 's-moved-new', issuer: provider.issuer }]);
  });

  it('refuses an address nobody verified, one of nobody, and one of another house', async () => {
    const user = await aUser(db, { tenantId });
    const stranger = await aUser(db);
    const codeOf = async (subject: string, person: ProviderPerson) =>
      (await new Browser().signIn(subject, person)).json().code;
    expect(await codeOf('s-a', { email: user.userName, email_verified: false })).toBe(
      'auth.providerMailUnverified',
    );
    expect(await codeOf('s-b', { email: user.userName })).toBe('auth.providerMailUnverified');
    expect(await codeOf('s-c', verified('niemand@haus.example'))).toBe('auth.providerNotLinked');
    expect(await codeOf('s-d', verified(stranger.userName))).toBe('auth.providerNotLinked');
    expect(await linksOf(user.userId)).toEqual([]);
  });

  it('takes what comes back once, with the state that was begun, in the browser that began', async () => {
    const user = await aUser(db, { tenantId });
    const brought = await browser.bring('s-once', verified(user.userName));
    const before = browser.cookies;
    const codes = [
      await browser.send('callback', { ...brought, state: 'anderer' }),
      await new Browser().send('callback', brought),
    ];
    // The code of one browser with the state of another: PKCE binds the code to the verifier of the first.
    const other = new Browser();
    const own = await other.bring('s-once', verified(user.userName));
    codes.push(await other.send('callback', { ...own, code: brought['code'] }));
    expect(codes.map((answer) => answer.json().code)).toEqual(Array(3).fill('auth.providerSignInInvalid'));
    const second = await new Browser().bring('s-once', verified(user.userName));
    expect(second['code']).not.toBe(brought['code']);
    const browserAgain = new Browser();
    const fresh = await browserAgain.bring('s-once', verified(user.userName));
    const cookies = browserAgain.cookies;
    expect((await browserAgain.send('callback', fresh)).json()).toHaveProperty('linking');
    browserAgain.cookies = cookies;
    expect((await browserAgain.send('callback', fresh)).json().code).toBe('auth.providerSignInInvalid');
    expect(before).not.toBe('');
  });

  it('is over after ten minutes, and after the provider said no', async () => {
    const brought = await browser.bring('s-late', verified('x@haus.example'));
    world.clock.ahead += 11 * 60_000;
    expect((await browser.send('callback', brought)).json().code).toBe('auth.providerSignInInvalid');
    world.clock.ahead -= 11 * 60_000;
    await browser.start();
    const state = new URL(await browser.start()).searchParams.get('state');
    expect((await browser.send('callback', { state, error: 'access_denied' })).json().code).toBe(
      'auth.providerRefused',
    );
  });

  it('asks for the own factor, unless the provider has asked for one and that counts', async () => {
    const user = await aUser(db, { tenantId });
    await withTotp(user);
    const person = { ...verified(user.userName), amr: ['pwd', 'mfa'] };
    await browser.signIn('s-factor', person);
    const asked = (await browser.send('continue', { password: testPassword })).json();
    expect(asked.secondFactor.tokenProviders[0].tokenProviderType).toBe('totp');
    expect(await linksOf(user.userId)).toEqual([]);
    await db.owner.query(
      `insert into identity_links (tenant_id, user_id, issuer, subject) values ($1, $2, $3, 's-factor')`,
      [tenantId, user.userId, provider.issuer],
    );
    expect((await new Browser().signIn('s-factor', person)).json()).toHaveProperty('secondFactor');
    await setUp({ acceptsFactor: true });
    const { signedIn } = (await new Browser().signIn('s-factor', person)).json();
    const change = { oldPassword: testPassword, newPassword: 'Sieben Lampen im Regen' };
    const changed = await callAs(world, signedIn.accessToken, 'POST', '/api/auth/password', change);
    expect(changed.statusCode).toBe(403);
    expect(changed.json().code).toBe('auth.secondFactorRequired');
    const weak = { ...person, amr: ['pwd'] };
    expect((await new Browser().signIn('s-factor', weak)).json()).toHaveProperty('secondFactor');
    await setUp();
  });

  it('gives role and groups as the claims say, and takes back only what it gave', async () => {
    const group = async (name: string) =>
      (
        await db.owner.query<{ id: string }>(
          'insert into groups (tenant_id, group_name) values ($1, $2) returning id',
          [tenantId, name],
        )
      ).rows[0]?.id ?? '';
    const [given, byHand] = [await group('Vom Anmeldedienst'), await group('Von Hand')];
    const roleOf = async (key: string) =>
      (await db.owner.query('select id from roles where tenant_id = $1 and role_key = $2', [tenantId, key]))
        .rows[0]?.id;
    const [assistant, adviser] = [await roleOf('assistant'), await roleOf('adviser')];
    await setUp({
      groupsClaim: 'groups',
      unknownPeople: 'create',
      defaultRoleId: assistant,
      mappings: [
        { claimValue: 'berater', roleId: adviser, groupId: given, groupRights: ['groupContracts.view'] },
      ],
    });
    const person = { ...verified(`neu-${crypto.randomUUID()}@haus.example`), groups: ['berater', 'anderes'] };
    const made = (await browser.signIn('s-groups', person)).json().signedIn;
    const stateOf = async () =>
      (
        await db.owner.query(
          `select u.role_id as role, array(select group_id from group_users m where m.user_id = u.id order by is_from_provider desc) as groups
             from users u where u.id = $1`,
          [made.userId],
        )
      ).rows[0];
    expect(await stateOf()).toEqual({ role: adviser, groups: [given] });
    await db.owner.query(
      `insert into group_users (tenant_id, group_id, user_id, group_rights) values ($1, $2, $3, '{groupContracts.view}')`,
      [tenantId, byHand, made.userId],
    );
    expect((await new Browser().signIn('s-groups', { ...person, groups: { odd: true } })).statusCode).toBe(
      200,
    );
    expect(await stateOf()).toEqual({ role: assistant, groups: [byHand] });
    await setUp();
  });

  it('ends both sessions: ours names the way to sign out there, and a logout token of the provider ends ours', async () => {
    const user = await aUser(db, { tenantId });
    await browser.signIn('s-out', verified(user.userName));
    const { signedIn } = (await browser.send('continue', { password: testPassword })).json();
    const again = new Browser();
    const second = (await again.signIn('s-out', verified(user.userName))).json().signedIn;
    const left = await world.app.inject({
      method: 'DELETE',
      url: '/api/auth/token',
      headers: { host, authorization: `Bearer ${signedIn.accessToken}` },
    });
    const { endSessionUrl } = left.json();
    expect(new URL(endSessionUrl).origin).toBe(provider.issuer);
    expect(new URL(endSessionUrl).searchParams.get('post_logout_redirect_uri')).toBe(`${origin}/auth/login`);
    expect((await callAs(world, second.accessToken, 'GET', '/api/auth/user')).statusCode).toBe(200);
    const token = await provider.signLogoutToken('s-out');
    const told = await tell(token);
    expect([told.statusCode, told.headers['cache-control']]).toEqual([200, 'no-store']);
    await expect
      .poll(async () => (await callAs(world, second.accessToken, 'GET', '/api/auth/user')).statusCode)
      .toBe(401);
    expect((await tell(token)).statusCode).toBe(400);
  });

  const tell = (token: string) =>
    world.app.inject({
      method: 'POST',
      url: '/api/auth/oidc/backchannel-logout',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ logout_token: token }).toString(),
    });

  describe('with a provider that lies', () => {
    let hostile: HostileProvider;
    beforeAll(async () => {
      hostile = await HostileProvider.start();
      await setUp({ issuer: hostile.issuer, unknownPeople: 'refuse' });
    });
    afterAll(() => hostile.stop());
    beforeEach(() => {
      hostile.change = (claims) => claims;
      hostile.isUnsigned = false;
      hostile.hasForeignKey = false;
      hostile.fault = null;
    });

    async function answerTo(iss: string | undefined = hostile.issuer) {
      const started = new URL(await browser.start());
      if (hostile.nonce === '' || hostile.nonce !== 'keep')
        hostile.nonce = started.searchParams.get('nonce') ?? '';
      const state = started.searchParams.get('state');
      return (
        await browser.send('callback', { code: 'abc', state, ...(iss !== undefined && { iss }) })
      ).json().code;
    }
    const past = () => Math.floor(Date.now() / 1000) - 3600;

    it('reads an honest token, and refuses every dishonest one', async () => {
      expect(await answerTo()).toBe('auth.providerNotLinked');
      const lies: Record<string, HostileProvider['change']> = {
        'another nonce': (claims) => ({ ...claims, nonce: 'anders' }),
        'no nonce': ({ nonce: _nonce, ...claims }) => claims,
        'for another client': (claims) => ({ ...claims, aud: 'anderes-produkt' }),
        'of another issuer': (claims) => ({ ...claims, iss: 'https://boese.example' }),
        'long over': (claims) => ({ ...claims, iat: past(), exp: past() + 60 }),
        'not yet valid': (claims) => ({ ...claims, nbf: past() + 7200 }),
      };
      for (const [name, lie] of Object.entries(lies)) {
        hostile.change = lie;
        expect([name, await answerTo()]).toEqual([name, 'auth.providerSignInInvalid']);
      }
      hostile.change = (claims) => claims;
      hostile.isUnsigned = true;
      expect(await answerTo()).toBe('auth.providerSignInInvalid');
      hostile.isUnsigned = false;
      hostile.hasForeignKey = true;
      expect(await answerTo()).toBe('auth.providerSignInInvalid');
    });

    it('refuses an answer that names another issuer, or none where the provider names itself', async () => {
      expect(await answerTo('https://boese.example')).toBe('auth.providerSignInInvalid');
      const started = new URL(await browser.start());
      const state = started.searchParams.get('state');
      expect((await browser.send('callback', { code: 'abc', state })).json().code).toBe(
        'auth.providerSignInInvalid',
      );
    });

    it('says so when the provider dies before or in the middle, and blames nobody', async () => {
      const faults = ['error page', 'lost connection', 'page', 'server_error', 'invalid_client'] as const;
      // More often than an address may fail.
      for (const how of [...faults, ...faults, ...faults, ...faults, {}]) {
        hostile.fault = null;
        await browser.start();
        hostile.fault = { at: 'token', how };
        const isNonsense = typeof how === 'object';
        expect([how, await answerTo()]).toEqual([
          how,
          isNonsense ? 'auth.providerSignInInvalid' : 'auth.providerUnavailable',
        ]);
      }
      hostile.fault = null;
      const state = new URL(await browser.start()).searchParams.get('state');
      const said = await browser.send('callback', { state, error: 'temporarily_unavailable' });
      expect(said.json().code).toBe('auth.providerUnavailable');
      const { issuer } = hostile;
      const nonsense = [
        ...faults,
        {},
        { issuer },
        { issuer, authorization_endpoint: 'nirgends' },
        { issuer, authorization_endpoint: 'javascript:alert(1)' },
        { issuer, authorization_endpoint: `${issuer}/auth`, token_endpoint_auth_methods_supported: 7 },
      ];
      for (const how of nonsense) {
        // What was read a moment ago is believed for as long.
        world.clock.ahead += 16_000;
        hostile.fault = { at: 'description', how };
        expect([how, (await browser.send('start', {})).json().code]).toEqual([
          how,
          'auth.providerUnavailable',
        ]);
      }
      world.clock.ahead = 0;
      hostile.fault = null;
      expect(await answerTo()).toBe('auth.providerNotLinked');
    });

    it('ends no session by a token that is no logout token', async () => {
      const events = { 'http://schemas.openid.net/event/backchannel-logout': {} };
      const honest = { sub: 'h', events, nonce: undefined };
      const numbered = () => ({ ...honest, jti: crypto.randomUUID() });
      expect((await tell(await hostile.token(numbered()))).statusCode).toBe(200);
      const lies = [
        { ...numbered(), nonce: 'x' },
        { ...numbered(), events: {} },
        { ...numbered(), aud: 'anderes-produkt' },
        { ...numbered(), iat: past(), exp: past() + 9000 },
        { ...honest, jti: undefined },
        { ...numbered(), sub: undefined },
      ];
      for (const lie of lies) expect((await tell(await hostile.token(lie as never))).statusCode).toBe(400);
      hostile.isUnsigned = true;
      expect((await tell(await hostile.token(numbered()))).statusCode).toBe(400);
      hostile.isUnsigned = false;
      hostile.hasForeignKey = true;
      expect((await tell(await hostile.token(numbered()))).statusCode).toBe(400);
      for (const text of ['', 'x', 'a.b.c', 'x'.repeat(9000)])
        expect((await tell(text)).statusCode).toBe(400);
    });
  });
});
