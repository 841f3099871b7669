import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { useTestDatabase } from '../../../../test/database.ts';
import { HostileProvider, type ProviderFault } from '../../../../test/hostile-provider.ts';
import { IdentityProvider } from '../../../../test/identity-provider.ts';
import { providerSteps } from '../../../../test/provider-steps.ts';
import { createProviderWorld } from '../../../../test/provider-world.ts';
import { aTenant } from '../../../../test/sign-in-world.ts';
import { startedForTests } from '../../../../test/started-for-tests.ts';

const host = 'depotwerk.example';

describe('what is kept of a provider, and what is counted', () => {
  const db = useTestDatabase();
  const world = startedForTests(() => createProviderWorld(db));
  let usual: IdentityProvider;
  let provider: HostileProvider;
  let tenantId: string;
  let browser: InstanceType<typeof Browser>;
  beforeAll(async () => {
    usual = await IdentityProvider.start([`https://${host}`]);
    provider = await HostileProvider.start();
    tenantId = await aTenant(db);
    await aHost(tenantId, host);
    await setUp({ issuer: provider.issuer });
  });
  afterAll(async () => {
    await usual.stop();
    await provider.stop();
  });
  beforeEach(() => {
    browser = new Browser();
    provider.fault = null;
    provider.hasForeignKey = false;
    // What was read before belongs to the test before.
    world.clock.ahead += 11 * 60_000;
  });
  const { aHost, setUp, Browser } = providerSteps(db, () => ({ world, provider: usual, tenantId }));

  /** Walks to the provider and comes back with a token; `auth.providerNotLinked` = the token was believed. */
  async function comeBack() {
    const started = new URL(await browser.start());
    provider.nonce = started.searchParams.get('nonce') ?? '';
    const state = started.searchParams.get('state');
    const answer = await browser.send('callback', { code: 'abc', state, iss: provider.issuer });
    return answer.json().code;
  }

  it('asks for the keys once for everybody who comes within ten minutes', async () => {
    const before = provider.keysAsked;
    for (let round = 0; round < 4; round += 1) expect(await comeBack()).toBe('auth.providerNotLinked');
    expect(provider.keysAsked - before).toBe(1);
  });

  it('believes a new key at the next way there, and the former one no longer', async () => {
    expect(await comeBack()).toBe('auth.providerNotLinked');
    await provider.renewKeys();
    world.clock.ahead += 16_000;
    expect(await comeBack()).toBe('auth.providerNotLinked');
    provider.hasForeignKey = true;
    expect(await comeBack()).toBe('auth.providerSignInInvalid');
  });

  it.each<[ProviderFault, 'description' | 'token']>([
    ['silence', 'description'],
    ['one letter', 'description'],
    ['silence', 'token'],
    ['one letter', 'token'],
  ])(
    '%s at the %s keeps nobody waiting',
    async (how, at) => {
      if (at === 'token') await comeBack();
      provider.fault = { at, how };
      const start = performance.now();
      const answer = at === 'token' ? await comeBack() : (await browser.send('start', {})).json().code;
      expect([answer, performance.now() - start < 7000]).toEqual(['auth.providerUnavailable', true]);
    },
    30_000,
  );

  it.each<[ProviderFault, string, number]>([
    // A code nobody was given, as some providers answer one: whoever makes them up is counted.
    ['invalid_request', 'auth.providerSignInInvalid', 3],
    ['invalid_client', 'auth.providerUnavailable', 0],
    ['challenge', 'auth.providerUnavailable', 0],
    ['server_error', 'auth.providerUnavailable', 0],
  ])('of %s tells %s, and counts %s of three tries of the address', async (how, code, counted) => {
    const countOf = async () => (await world.services.throttle.attempt('address', '127.0.0.1')).count;
    provider.fault = { at: 'token', how };
    const before = await countOf();
    for (let round = 0; round < 3; round += 1) expect(await comeBack()).toBe(code);
    expect((await countOf()) - before - 1).toBe(counted);
  });
});
