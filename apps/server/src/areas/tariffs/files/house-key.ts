import { createHash, createPrivateKey, createPublicKey, hkdfSync, type KeyObject } from 'node:crypto';

/** The key a house signs tariff files with. */
export interface HouseKey {
  readonly privateKey: KeyObject;
  /** 32 bytes. */
  readonly publicKey: Buffer;
  readonly fingerprint: string;
}

/** What stands before the 32 bytes of an Ed25519 key in DER (RFC 8410). */
const privatePrefix = Buffer.from('302e020100300506032b657004220420', 'hex');
const publicPrefix = Buffer.from('302a300506032b6570032100', 'hex');

/** SHA-256 of a public key's 32 bytes, in hex. */
export const fingerprintOf = (publicKey: Buffer): string =>
  createHash('sha256').update(publicKey).digest('hex');

/** A public key of 32 bytes to verify with. */
export const publicKeyOf = (bytes: Buffer): KeyObject =>
  createPublicKey({ key: Buffer.concat([publicPrefix, bytes]), format: 'der', type: 'spki' });

/**
 * The key of one house, derived from the installation's (HKDF, RFC 5869): no house of an installation can sign as another,
 * and there is nothing to keep beside the key file.
 */
export function houseKey(installationKey: Buffer, tenantId: string): HouseKey {
  const seed = Buffer.from(hkdfSync('sha256', installationKey, '', `tariff files of ${tenantId}`, 32));
  const privateKey = createPrivateKey({
    key: Buffer.concat([privatePrefix, seed]),
    format: 'der',
    type: 'pkcs8',
  });
  const spki = createPublicKey(privateKey).export({ type: 'spki', format: 'der' });
  const publicKey = spki.subarray(publicPrefix.length);
  return { privateKey, publicKey, fingerprint: fingerprintOf(publicKey) };
}
