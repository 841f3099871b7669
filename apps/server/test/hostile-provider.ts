import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';

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
  #server: Server = createServer();
  #keys = new Map<'own' | 'foreign', CryptoKey>();

  static async start(): Promise<HostileProvider> {
    const provider = new HostileProvider();
    const own = await generateKeyPair('RS256');
    const foreign = await generateKeyPair('RS256');
    provider.#keys = new Map([
      ['own', own.privateKey],
      ['foreign', foreign.privateKey],
    ]);
    const jwk = { ...(await exportJWK(own.publicKey)), alg: 'RS256', use: 'sig', kid: 'own' };
    provider.#server = createServer((request, response) => {
      const answer = async (): Promise<object> => {
        if (request.url?.endsWith('/openid-configuration')) return provider.#description();
        if (request.url === '/jwks') return { keys: [jwk] };
        return { access_token: 'x', token_type: 'Bearer', id_token: await provider.token() };
      };
      void answer().then((body) => {
        response.setHeader('content-type', 'application/json');
        return response.end(JSON.stringify(body));
      });
    });
    await new Promise<void>((resolve) => {
      provider.#server.listen(0, '127.0.0.1', resolve);
    });
    provider.issuer = `http://127.0.0.1:${(provider.#server.address() as AddressInfo).port}`;
    return provider;
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
