import type { KeyObject } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';

/** The one algorithm there is; what a token's header says cannot change it. */
const algorithm = 'EdDSA';
const type = 'at+jwt';
export const tokenIssuer = 'depotwerk';
export const tokenAudience = 'depotwerk-api';
/** Seconds an access token is good for; the session behind it is checked on every request all the same. */
export const accessTokenSeconds = 600;
const clockToleranceSeconds = 5;
const maxTokenLength = 1_000;
const maxRemembered = 20_000;

/** Signing keys from our own configuration, by key id; new tokens use the current one. */
export interface SigningKeys {
  readonly currentKeyId: string;
  readonly privateKey: KeyObject;
  readonly publicKeys: ReadonlyMap<string, KeyObject>;
}

export interface AccessTokenClaims {
  readonly userId: string;
  readonly sessionId: string;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
}

export interface AccessTokens {
  issue(input: { userId: string; sessionId: string }): Promise<string>;
  /**
   * Null for everything that is not one of our valid access tokens.
   * @param sinceMs asks whether it was valid so many milliseconds ago
   */
  verify(token: string, sinceMs?: number): Promise<AccessTokenClaims | null>;
  /** Who a token was issued to, also when its time is over: for saying so, never for letting anybody in. */
  read(token: string): Promise<AccessTokenClaims | null>;
}

/**
 * Issues and verifies access tokens. A verified signature is remembered until the token ends (at most
 * `maxRemembered` tokens); whether its session lives is not this module's question.
 * @param clock milliseconds since the epoch
 */
export function createAccessTokens(keys: SigningKeys, clock: () => number): AccessTokens {
  const remembered = new Map<string, AccessTokenClaims>();

  function remember(token: string, claims: AccessTokenClaims): void {
    if (remembered.size >= maxRemembered) {
      // Insertion order is age: the oldest is the likeliest to have ended.
      for (const oldest of [...remembered.keys()].slice(0, maxRemembered / 10)) remembered.delete(oldest);
    }
    remembered.set(token, claims);
  }

  return {
    async issue({ userId, sessionId }) {
      const now = Math.floor(clock() / 1000);
      return new SignJWT({ sid: sessionId })
        .setProtectedHeader({ alg: algorithm, typ: type, kid: keys.currentKeyId })
        .setIssuer(tokenIssuer)
        .setAudience(tokenAudience)
        .setSubject(userId)
        .setJti(crypto.randomUUID())
        .setIssuedAt(now)
        .setExpirationTime(now + accessTokenSeconds)
        .sign(keys.privateKey);
    },

    async verify(token, sinceMs = 0) {
      const now = clock() - sinceMs;
      const known = remembered.get(token);
      if (known) {
        if (now < known.expiresAt + clockToleranceSeconds * 1000) return known;
        remembered.delete(token);
        return null;
      }
      if (token.length > maxTokenLength) return null;
      const claims = await verifySignature(keys, token, now);
      if (claims) remember(token, claims);
      return claims;
    },

    async read(token) {
      return token.length > maxTokenLength
        ? null
        : verifySignature(keys, token, clock(), Number.MAX_SAFE_INTEGER);
    },
  };
}

async function verifySignature(
  keys: SigningKeys,
  token: string,
  now: number,
  toleranceSeconds = clockToleranceSeconds,
): Promise<AccessTokenClaims | null> {
  try {
    const { payload } = await jwtVerify(token, (header) => keyOf(keys, header.kid), {
      algorithms: [algorithm],
      typ: type,
      issuer: tokenIssuer,
      audience: tokenAudience,
      clockTolerance: toleranceSeconds,
      maxTokenAge: accessTokenSeconds,
      requiredClaims: ['sub', 'sid', 'jti', 'exp', 'iat'],
      currentDate: new Date(now),
    });
    const { sub, sid, exp, aud } = payload;
    if (typeof sub !== 'string' || typeof sid !== 'string' || typeof exp !== 'number') return null;
    if (typeof aud !== 'string') return null;
    return { userId: sub, sessionId: sid, expiresAt: exp * 1000 };
  } catch {
    // Malformed, forged, expired: the caller learns only that it is not valid.
    return null;
  }
}

/** Only the map decides; jwk, jku, x5u and x5c of the header are never looked at. */
function keyOf(keys: SigningKeys, keyId: string | undefined): KeyObject {
  const key = keyId === undefined ? undefined : keys.publicKeys.get(keyId);
  if (!key) throw new Error('unknown key id');
  return key;
}
