import type { TestDatabase } from './database.ts';
import {
  clientSecret,
  type IdentityProvider,
  ProviderBrowser,
  type ProviderPerson,
} from './identity-provider.ts';
import { providerDraft } from './provider-draft.ts';
import { aUser, callAs, type SignInWorld, signIn } from './sign-in-world.ts';

const host = 'depotwerk.example';
const origin = `https://${host}`;

interface Now {
  readonly world: SignInWorld;
  readonly provider: IdentityProvider;
  readonly tenantId: string;
}

/** A house with a provider, and browsers of its people. */
export function providerSteps(db: TestDatabase, now: () => Now) {
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
    const admin = await aUser(db, { tenantId: now().tenantId, role: 'administrator' });
    const { accessToken } = await signIn(now().world, admin.userName);
    const authorization = `Bearer ${accessToken}`;
    const stored = await callAs(now().world, accessToken, 'GET', '/api/admin/identity-provider');
    const answer = await now().world.app.inject({
      method: 'PUT',
      url: '/api/admin/identity-provider',
      headers: { authorization, 'if-match': String(stored.headers.etag) },
      payload: providerDraft({
        issuer: now().provider.issuer,
        clientSecret,
        factorValues: ['mfa'],
        ...values,
      }),
    });
    if (answer.statusCode !== 200) throw new Error(answer.body);
    return { accessToken, admin };
  }

  /** Cookies of ours in one browser, and its walk to the provider. */
  class Browser {
    cookies = '';
    readonly away = new ProviderBrowser();

    async send(path: string, payload: object) {
      const answer = await now().world.app.inject({
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
      const { provider } = now();
      provider.subject = subject;
      provider.people.set(subject, person);
      const back = await this.away.follow(address ?? (await this.start()), `${origin}/auth/oidc`);
      return Object.fromEntries(back.searchParams);
    }

    async signIn(subject: string, person: ProviderPerson) {
      return this.send('callback', await this.bring(subject, person));
    }
  }

  return { aHost, setUp, Browser };
}
