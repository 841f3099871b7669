import { hkdfSync } from 'node:crypto';
import type { Keys } from './keys.ts';
import type { KeyEncryptionKeys } from './secrets/envelope.ts';
import type { SigningKeys } from './tokens/access-token.ts';

/** Keys by purpose; one key never serves two (asvs 9.2.2). All but the first two are 32 bytes. */
export interface SignInKeys {
  readonly accessTokens: SigningKeys;
  readonly keyEncryption: KeyEncryptionKeys;
  /** Names, addresses and numbers in the throttle table. */
  readonly throttle: Buffer;
  /** Signature of device cookies. */
  readonly device: Buffer;
  /** SMS and recovery codes as stored. */
  readonly code: Buffer;
  /** Proof that a second factor was shown, handed to the browser for minutes. */
  readonly factorProof: Buffer;
  /** Challenges for passkeys, which say by themselves what they are for. */
  readonly passkey: Buffer;
  /** What each house derives the key from by which it signs tariff files. */
  readonly tariffFile: Buffer;
}

/** Splits the installation's MAC key into one for each purpose (HKDF, RFC 5869). */
export function signInKeysOf(keys: Keys): SignInKeys {
  const derive = (purpose: string) =>
    Buffer.from(hkdfSync('sha256', keys.sessionMacKey, '', `depotwerk ${purpose}`, 32));
  return {
    accessTokens: keys.accessTokenSigningKeys,
    keyEncryption: keys.keyEncryptionKeys,
    throttle: derive('throttle'),
    device: keys.deviceCookieKey,
    code: derive('code'),
    factorProof: derive('factor proof'),
    passkey: derive('passkey'),
    tariffFile: derive('tariff file'),
  };
}
