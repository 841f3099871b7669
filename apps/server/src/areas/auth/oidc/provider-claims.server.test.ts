import type { JWTPayload } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useTestDatabase } from '../../../../test/database.ts';
import { HostileProvider } from '../../../../test/hostile-provider.ts';
import { IdentityProvider } from '../../../../test/identity-provider.ts';
import { providerSteps } from '../../../../test/provider-steps.ts';
import { createProviderWorld } from '../../../../test/provider-world.ts';
import { aTenant, aUser } from '../../../../test/sign-in-world.ts';
import { startedForTests } from '../../../../test/started-for-tests.ts';

const host = 'depotwerk.example';

describe('claims no database could keep', () => {
  const db = useTestDatabase();
  const world = startedForTests(() => createProviderWorld(db));
  let usual: IdentityProvider;
  let provider: HostileProvider;
  let tenantId: string;
  beforeAll(async () => {
    usual = await IdentityProvider.start([`https://${host}`]);
    provider = await HostileProvider.start();
    tenantId = await aTenant(db);
    await aHost(tenantId, host);
    await setUp({ issuer: provider.issuer, unknownPeople: 'refuse' });
  });
  afterAll(async () => {
    await usual.stop();
    await provider.stop();
  });
  const { aHost, setUp, Browser } = providerSteps(db, () => ({ world, provider: usual, tenantId }));

  /** Comes back from the provider with these claims; `auth.providerNotLinked` = they were believed. */
  async function comeBack(claims: JWTPayload): Promise<string> {
    const browser = new Browser();
    provider.change = (honest) => ({ ...honest, ...claims });
    const started = new URL(await browser.start());
    provider.nonce = started.searchParams.get('nonce') ?? '';
    const state = started.searchParams.get('state');
    return (await browser.send('callback', { code: 'abc', state, iss: provider.issuer })).json().code;
  }

  it('make nobody of a subject, and are passed over beside one', async () => {
    expect(await comeBack({})).toBe('auth.providerNotLinked');
    for (const sub of ['a\u0000b', ' h', 'x'.repeat(256)])
      expect([sub, await comeBack({ sub })]).toEqual([sub, 'auth.providerSignInInvalid']);
    const others = { email: 'a\u0000@b.example', email_verified: true, name: '\ud800', sid: '\u0000' };
    expect(await comeBack(others)).toBe('auth.providerNotLinked');
  });

  it('lead to no account by an address that only looks like that of one', async () => {
    const user = await aUser(db, { tenantId, userName: 'karl@haus.example' });
    const comesAs = (email: string) => comeBack({ sub: 'looks-alike', email, email_verified: true });
    expect(await comesAs(user.userName)).not.toBe('auth.providerNotLinked');
    for (const email of ['\u212aarl@haus.example', 'karl@\uff48aus.example'])
      expect([email, await comesAs(email)]).toEqual([email, 'auth.providerNotLinked']);
  });

  it('end no session and no request, told as a sign-out by somebody who signed nothing', async () => {
    const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const names = ['a\u0000b', ['\u0000'], { a: 1 }, 5, null, '\ud800', [[provider.issuer]], provider.issuer];
    for (const iss of names)
      for (const aud of names) {
        const token = `${part({ alg: 'RS256' })}.${part({ iss, aud })}.${part('x')}`;
        const answer = await world.app.inject({
          method: 'POST',
          url: '/api/auth/oidc/backchannel-logout',
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          payload: new URLSearchParams({ logout_token: token }).toString(),
        });
        expect([iss, aud, answer.statusCode]).toEqual([iss, aud, 400]);
      }
  });
});
