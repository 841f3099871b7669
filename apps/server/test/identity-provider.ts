import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose';
import { type ClientMetadata, Provider } from 'oidc-provider';

/** Somebody the provider knows, with what it says of him. */
export interface ProviderPerson {
  readonly email?: string;
  readonly email_verified?: boolean;
  readonly name?: string;
  readonly groups?: unknown;
  /** How he signed in there. */
  readonly amr?: readonly string[];
}

export const clientSecret = 'ein-geheimnis-des-anmeldedienstes-1';

/** A real OpenID provider on a free port of this machine; who signs in is said beforehand, nobody types anything. */
export class IdentityProvider {
  readonly people = new Map<string, ProviderPerson>();
  /** Who signs in next. */
  subject = 'nobody';
  issuer = '';
  #server: Server = createServer();
  #key: CryptoKey | Uint8Array = new Uint8Array(32);
  #jwk: JWK = {};

  /** @param origins addresses of ours it sends people back to */
  static async start(
    origins: readonly string[],
    clients: readonly string[] = ['depotwerk'],
  ): Promise<IdentityProvider> {
    const started = new IdentityProvider();
    const pair = await generateKeyPair('RS256', { extractable: true });
    started.#key = pair.privateKey;
    started.#jwk = { ...(await exportJWK(pair.privateKey)), kid: 'test', alg: 'RS256', use: 'sig' };
    let handle: (
      request: import('node:http').IncomingMessage,
      response: import('node:http').ServerResponse,
    ) => void;
    started.#server = createServer((request, response) => handle(request, response));
    await new Promise<void>((resolve) => {
      started.#server.listen(0, '127.0.0.1', resolve);
    });
    started.issuer = `http://127.0.0.1:${(started.#server.address() as AddressInfo).port}`;
    const provider = started.#provider(clients.map((id) => clientOf(id, origins)));
    const callback = provider.callback();
    handle = (request, response) => {
      if (!request.url?.startsWith('/interaction/')) {
        void callback(request, response);
        return;
      }
      const amr = started.people.get(started.subject)?.amr;
      const login = { accountId: started.subject, remember: false, ...(amr && { amr: [...amr] }) };
      void provider.interactionFinished(request, response, { login }, { mergeWithLastSubmission: false });
    };
    return started;
  }

  /** A logout token for somebody, signed by the provider's own key. */
  async signLogoutToken(subject: string): Promise<string> {
    const now = Math.floor(Date.now() / 1000);
    return new SignJWT({ events: { 'http://schemas.openid.net/event/backchannel-logout': {} } })
      .setProtectedHeader({ alg: 'RS256', kid: 'test', typ: 'logout+jwt' })
      .setIssuer(this.issuer)
      .setAudience('depotwerk')
      .setSubject(subject)
      .setIssuedAt(now)
      .setExpirationTime(now + 120)
      .setJti(crypto.randomUUID())
      .sign(this.#key);
  }

  stop(): Promise<void> {
    this.#server.closeAllConnections();
    return new Promise((resolve) => {
      this.#server.close(() => resolve());
    });
  }

  #provider(clients: ClientMetadata[]): Provider {
    const { people } = this;
    return new Provider(this.issuer, {
      clients,
      jwks: { keys: [this.#jwk] },
      cookies: { keys: ['only for tests'] },
      pkce: { required: () => true },
      conformIdTokenClaims: false,
      scopes: ['openid', 'email', 'profile', 'groups'],
      claims: {
        openid: ['sub', 'amr'],
        email: ['email', 'email_verified'],
        profile: ['name'],
        groups: ['groups'],
        sid: null,
      },
      findAccount: (_context, accountId) => ({
        accountId,
        claims: () => ({ sub: accountId, ...people.get(accountId) }),
      }),
      interactions: { url: (_context, interaction) => `/interaction/${interaction.uid}` },
      // What people would agree to is agreed.
      loadExistingGrant: async (context) => {
        const { client, session } = context.oidc;
        const grant = new context.oidc.provider.Grant({
          ...(client && { clientId: client.clientId }),
          ...(session?.accountId !== undefined && { accountId: session.accountId }),
        });
        grant.addOIDCScope('openid email profile groups');
        await grant.save();
        return grant;
      },
      features: {
        devInteractions: { enabled: false },
        backchannelLogout: { enabled: true },
        rpInitiatedLogout: {
          enabled: true,
          logoutSource: async (context, form) => {
            context.body = `<!doctype html><title>Abmelden</title>${form}<script nonce="x">document.forms[0].submit()</script>`;
          },
        },
      },
      // What it would tell us is told by the tests.
      fetch: () => Promise.resolve(new Response(null, { status: 200 })),
    });
  }
}

const clientOf = (clientId: string, origins: readonly string[]): ClientMetadata => ({
  client_id: clientId,
  client_secret: clientSecret,
  redirect_uris: origins.map((origin) => `${origin}/auth/oidc`),
  post_logout_redirect_uris: origins.map((origin) => `${origin}/auth/login`),
  backchannel_logout_uri: 'https://depotwerk.example/api/auth/oidc/backchannel-logout',
  backchannel_logout_session_required: true,
  grant_types: ['authorization_code'],
  response_types: ['code'],
});

/** A browser at the provider: keeps its cookies, follows redirects, stops before `until`. @returns where it stopped */
export class ProviderBrowser {
  readonly #cookies = new Map<string, string>();

  async follow(start: string, until: string): Promise<URL> {
    let at = new URL(start);
    for (let step = 0; step < 10 && !at.href.startsWith(until); step += 1) {
      const answer = await fetch(at, { redirect: 'manual', headers: { cookie: this.#header() } });
      for (const line of answer.headers.getSetCookie()) {
        const [pair = ''] = line.split(';');
        const [name = '', ...value] = pair.split('=');
        this.#cookies.set(name, value.join('='));
      }
      const location = answer.headers.get('location');
      if (location === null)
        throw new Error(`the provider answered ${answer.status}: ${await answer.text()}`);
      at = new URL(location, at);
    }
    return at;
  }

  #header(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }
}
