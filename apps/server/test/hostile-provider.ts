import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';

/**
 * How a provider dies: an error page, a lost connection, no word at all, one letter and no more, a page instead of data, an
 * error of its own, of our client or of the code, nonsense.
 */
export type ProviderFault =
  | 'error page'
  | 'lost connection'
  | 'silence'
  | 'one letter'
  | 'page'
  | 'server_error'
  | 'invalid_client'
  | 'challenge'
  | 'invalid_request'
  | object;

/** A provider whose tokens say whatever a test wants: what a real one would never send. */
export class HostileProvider {
  issuer = '';
  /** Turns the claims of an honest token into a dishonest one. */
  change: (claims: JWTPayload) => JWTPayload = (claims) => claims;
  /** Signs with `none` instead of the key. */
  isUnsigned = false;
  /** Signs with a key the provider does not name. */
  hasForeignKey = false;
  nonce = '';
  /** What dies: it answers the description, or the token, in one of these ways. */
  fault: { readonly at: 'description' | 'token'; readonly how: ProviderFault } | null = null;
  /** How often it was asked for its keys. */
  keysAsked = 0;
  #server: Server = createServer();
  #keys = new Map<'own' | 'foreign', CryptoKey>();
  #named: object = {};

  static async start(): Promise<HostileProvider> {
    const provider = new HostileProvider();
    await provider.renewKeys();
    provider.#server = createServer((request, response) => {
      const { fault } = provider;
      const asked = request.url?.endsWith('/openid-configuration') ? 'description' : 'token';
      if (fault?.at === asked && request.url !== '/jwks') return die(response, fault.how);
      const answer = async (): Promise<object> => {
        if (request.url?.endsWith('/openid-configuration')) return provider.#description();
        if (request.url === '/jwks') {
          provider.keysAsked += 1;
          return { keys: [provider.#named] };
        }
        return { access_token: 'x', token_type: 'Bearer', id_token: await provider.token() };
      };
      return void answer().then((body) => sendJson(response, 200, body));
    });
    await new Promise<void>((resolve) => {
      provider.#server.listen(0, '127.0.0.1', resolve);
    });
    provider.issuer = `http://127.0.0.1:${(provider.#server.address() as AddressInfo).port}`;
    return provider;
  }

  /** From now on it signs with, and names, a key nobody knows yet; its former one becomes the foreign one. */
  async renewKeys(): Promise<void> {
    const own = await generateKeyPair('RS256');
    const former = this.#keys.get('own') ?? (await generateKeyPair('RS256')).privateKey;
    this.#keys = new Map([
      ['own', own.privateKey],
      ['foreign', former],
    ]);
    this.#named = { ...(await exportJWK(own.publicKey)), alg: 'RS256', use: 'sig', kid: 'own' };
  }

  #description() {
    const { issuer } = this;
    return {
      issuer,
      authorization_endpoint: `${issuer}/auth`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/jwks`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      authorization_response_iss_parameter_supported: true,
    };
  }

  /** An ID or logout token with these claims in addition. */
  async token(more: JWTPayload = {}): Promise<string> {
    const now = Math.floor(Date.now() / 1000);
    const honest = {
      iss: this.issuer,
      aud: 'depotwerk',
      sub: 'h',
      iat: now,
      exp: now + 300,
      nonce: this.nonce,
    };
    const claims = this.change({ ...honest, ...more });
    if (this.isUnsigned) {
      const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
      return `${part({ alg: 'none' })}.${part(claims)}.`;
    }
    const key = this.#keys.get(this.hasForeignKey ? 'foreign' : 'own');
    if (!key) throw new Error('the provider has not started');
    return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'own' }).sign(key);
  }

  stop(): Promise<void> {
    this.#server.closeAllConnections();
    return new Promise((resolve) => {
      this.#server.close(() => resolve());
    });
  }
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}

function die(response: ServerResponse, how: ProviderFault): void {
  if (typeof how === 'object') sendJson(response, 200, how);
  else if (how === 'server_error') sendJson(response, 500, { error: how });
  else if (how === 'invalid_client') sendJson(response, 401, { error: how });
  else if (how === 'challenge') {
    response.setHeader('www-authenticate', 'Basic realm="provider"');
    sendJson(response, 401, { error: 'invalid_client' });
  } else if (how === 'invalid_request') sendJson(response, 400, { error: how });
  else if (how === 'lost connection') response.destroy();
  else if (how === 'one letter') response.writeHead(200, { 'content-type': 'application/json' }).write('{');
  else if (how === 'silence') return;
  else {
    response.writeHead(how === 'page' ? 200 : 502, { 'content-type': 'text/html' });
    response.end('<h1>Wartung</h1>');
  }
}
