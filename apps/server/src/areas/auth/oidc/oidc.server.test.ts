import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { useTestDatabase } from '../../../../test/database.ts';
import {
  clientSecret,
  IdentityProvider,
  ProviderBrowser,
  type ProviderPerson,
} from '../../../../test/identity-provider.ts';
import {
  aTenant,
  aUser,
  callAs,
  cookieOf,
  createSignInWorld,
  type SignInWorld,
  signIn,
  testPassword,
} from '../../../../test/sign-in-world.ts';
import { userRoutes } from '../../users/routes.ts';

const host = 'depotwerk.example';
const origin = `https://${host}`;

describe('signing in through the provider of the house', () => {
  const db = useTestDatabase();
  let world: SignInWorld;
  let provider: IdentityProvider;
  let tenantId: string;
  let browser: Browser;
  beforeAll(async () => {
    world = await createSignInWorld(db, {
      hasCheapPasswords: true,
      privateSignInHosts: 'allowed',
      routes: (services) => userRoutes(services, { forget: () => {} } as never),
    });
    provider = await IdentityProvider.start([origin]);
    tenantId = await aTenant(db);
    await aHost(tenantId, host);
    await setUp();
  });
  afterAll(async () => {
    await world.app.close();
    await provider.stop();
  });
  beforeEach(() => {
    browser = new Browser();
  });

  async function aHost(tenant: string, name: string): Promise<void> {
    const id = crypto.randomUUID();
    await db.owner.query(
      `insert into white_label_configs (tenant_id, id, application_title, primary_colour, accent_colour) values ($1, $2, 'Haus', '#0b5c6b', '#7a4a00')`,
      [tenant, id],
    );
    await db.owner.query(
      'insert into white_label_hosts (tenant_id, host, white_label_id) values ($1, $2, $3)',
      [tenant, name, id],
    );
  }

  /** Sets the provider up as an administrator does; members given replace the usual ones. */
  async function setUp(values: object = {}) {
    const admin = await aUser(db, { tenantId, role: 'administrator' });
    const { accessToken } = await signIn(world, admin.userName);
    const authorization = `Bearer ${accessToken}`;
    const stored = await callAs(world, accessToken, 'GET', '/api/admin/identity-provider');
    const answer = await world.app.inject({
      method: 'PUT',
      url: '/api/admin/identity-provider',
      headers: { authorization, 'if-match': String(stored.headers.etag) },
      payload: {
        issuer: provider.issuer,
        clientId: 'depotwerk',
        clientSecret,
        buttonText: 'Mit Hauskonto anmelden',
        isActive: true,
        groupsClaim: null,
        mappings: [],
        unknownPeople: 'refuse',
        defaultRoleId: null,
        acceptsFactor: false,
        factorValues: ['mfa'],
        ...values,
      },
    });
    expect(answer.body).toContain('Mit Hauskonto');
    return { accessToken, admin };
  }

  /** Cookies of ours in one browser, and its walk to the provider. */
  class Browser {
    cookies = '';
    readonly away = new ProviderBrowser();

    async send(path: string, payload: object) {
      const answer = await world.app.inject({
        method: 'POST',
        url: `/api/auth/oidc/${path}`,
        headers: { host, origin, 'x-requested-with': 'depotwerk', cookie: this.cookies },
        payload,
      });
      const oidc = answer.cookies.find(({ name }) => name === '__Host-oidc');
      if (oidc) this.cookies = `__Host-oidc=${oidc.value}`;
      return answer;
    }

    async start() {
      const started = await this.send('start', { returnUrl: '/customers' });
      if (started.statusCode !== 200) throw new Error(started.body);
      return started.json<{ authorizationUrl: string }>().authorizationUrl;
    }

    /** Signs in at the provider. @returns what it sends back to us */
    async bring(subject: string, person: ProviderPerson, address?: string) {
      provider.subject = subject;
      provider.people.set(subject, person);
      const back = await this.away.follow(address ?? (await this.start()), `${origin}/auth/oidc`);
      return Object.fromEntries(back.searchParams);
    }

    async signIn(subject: string, person: ProviderPerson) {
      return this.send('callback', await this.bring(subject, person));
    }
  }

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
});
