import { createHmac, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { exportJWK, SignJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import { accessTokenSeconds, createAccessTokens, type SigningKeys } from './access-token.ts';

const pair = generateKeyPairSync('ed25519');
const foreign = generateKeyPairSync('ed25519');
const keys: SigningKeys = {
  currentKeyId: 'k1',
  privateKey: pair.privateKey,
  publicKeys: new Map([['k1', pair.publicKey]]),
};
const start = Date.parse('2026-03-02T10:00:00Z');
const who = { userId: 'user-1', sessionId: 'session-1' };

function tokensAt(now: { value: number }) {
  return createAccessTokens(keys, () => now.value);
}

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const seconds = Math.floor(start / 1000);
const goodClaims = {
  iss: 'depotwerk',
  aud: 'depotwerk-api',
  sub: 'user-1',
  sid: 'session-1',
  jti: 'j',
  iat: seconds,
  exp: seconds + 600,
};

function signed(changes: { header?: object; claims?: object; key?: KeyObject } = {}): Promise<string> {
  return new SignJWT({ ...goodClaims, ...changes.claims })
    .setProtectedHeader({ alg: 'EdDSA', typ: 'at+jwt', kid: 'k1', ...changes.header })
    .sign(changes.key ?? pair.privateKey);
}

describe('access token', () => {
  it('is accepted, also from memory, until it ends', async () => {
    const now = { value: start };
    const tokens = tokensAt(now);
    const token = await tokens.issue(who);
    const claims = { ...who, expiresAt: start + accessTokenSeconds * 1000 };
    expect(await tokens.verify(token)).toEqual(claims);
    expect(await tokens.verify(token)).toEqual(claims);
    now.value += (accessTokenSeconds + 4) * 1000;
    expect(await tokens.verify(token)).toEqual(claims);
    now.value += 2000;
    expect(await tokens.verify(token)).toBeNull();
    expect(await tokensAt(now).verify(token)).toBeNull();
  });

  it('is asked for the moment at which it was shown, and for no other', async () => {
    const now = { value: start };
    const tokens = tokensAt(now);
    const token = await tokens.issue(who);
    now.value += (accessTokenSeconds + 100) * 1000;
    const claims = { ...who, expiresAt: start + accessTokenSeconds * 1000 };
    expect(await tokens.verify(token, 96_000)).toEqual(claims);
    expect(await tokens.verify(token, 96_000)).toEqual(claims);
    expect(await tokens.verify(token, 94_000)).toBeNull();
    expect(await tokens.verify(token)).toBeNull();
  });

  it('lives at most 600 seconds and carries no rights and no name', async () => {
    const token = await tokensAt({ value: start }).issue(who);
    const payload: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
    expect(payload).toEqual({ ...goodClaims, jti: expect.any(String) });
  });

  it('refuses every changed character of the signature and the claims', async () => {
    const tokens = tokensAt({ value: start });
    const token = await tokens.issue(who);
    for (let index = 0; index < token.length; index += 7) {
      const changed = `${token.slice(0, index)}${token[index] === 'A' ? 'B' : 'A'}${token.slice(index + 1)}`;
      expect([index, await tokens.verify(changed)]).toEqual([index, null]);
    }
  });

  it('refuses other algorithms, also when signed with what is public', async () => {
    const tokens = tokensAt({ value: start });
    const body = encode(goodClaims);
    for (const alg of ['none', 'None', 'NONE', '']) {
      const header = encode({ alg, typ: 'at+jwt', kid: 'k1' });
      expect(await tokens.verify(`${header}.${body}.`)).toBeNull();
    }
    const header = encode({ alg: 'HS256', typ: 'at+jwt', kid: 'k1' });
    for (const secret of [
      pair.publicKey.export({ type: 'spki', format: 'pem' }),
      pair.publicKey.export({ type: 'spki', format: 'der' }),
    ]) {
      const mac = createHmac('sha256', secret).update(`${header}.${body}`).digest('base64url');
      expect(await tokens.verify(`${header}.${body}.${mac}`)).toBeNull();
    }
  });

  it('takes keys from its map only, whatever the header offers', async () => {
    const tokens = tokensAt({ value: start });
    const jwk = await exportJWK(foreign.publicKey);
    const headers = [
      { jwk },
      { jku: 'https://example.org/keys' },
      { x5u: 'https://example.org/cert' },
      { kid: '../../etc/passwd' },
      { kid: 'k2' },
      { kid: '__proto__' },
      { kid: undefined },
    ];
    for (const header of headers) {
      expect(await tokens.verify(await signed({ header, key: foreign.privateKey }))).toBeNull();
    }
    expect(await tokens.verify(await signed({ header: { jwk } }))).not.toBeNull();
  });

  it('refuses the wrong type, issuer, audience, time and missing members', async () => {
    const tokens = tokensAt({ value: start });
    expect(await tokens.verify(await signed())).not.toBeNull();
    for (const header of [{ typ: 'JWT' }, { typ: undefined }, { typ: 'rt+jwt' }]) {
      expect(await tokens.verify(await signed({ header }))).toBeNull();
    }
    for (const claims of [
      { iss: 'other' },
      { aud: 'reports' },
      { aud: ['depotwerk-api', 'other'] },
      { sub: undefined },
      { sid: undefined },
      { jti: undefined },
      { sid: 7 },
      { exp: seconds - 6 },
      { exp: undefined },
      { iat: seconds + 60 },
      { iat: seconds - 700, exp: seconds + 600 },
      { nbf: seconds + 60 },
    ]) {
      expect([claims, await tokens.verify(await signed({ claims }))]).toEqual([claims, null]);
    }
  });

  it('answers null for what is no token', async () => {
    const tokens = tokensAt({ value: start });
    for (const text of ['', '.', '..', 'a.b.c', 'x'.repeat(5000), 'eyJhbGciOiJub25lIn0..', '🙂.🙂.🙂']) {
      expect(await tokens.verify(text)).toBeNull();
    }
  });
});
