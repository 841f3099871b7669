import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import * as z from 'zod/mini';

const algorithm = 'aes-256-gcm';
const ivLength = 12;
/** Given explicitly: without it Node accepts tags of 4 bytes, which can be guessed. */
const authTagLength = 16;
const keyLength = 32;

/** A secret as stored: a data key of its own, wrapped by the key-encryption key of `keyVersion`. */
export const envelope = z.strictObject({
  algorithm: z.literal('A256GCM'),
  keyVersion: z.int(),
  wrappedKey: z.string(),
  ciphertext: z.string(),
});
export type Envelope = z.infer<typeof envelope>;

/** Key-encryption keys by version; at least the current one and, while rotating, the one before. */
export interface KeyEncryptionKeys {
  readonly currentVersion: number;
  readonly byVersion: ReadonlyMap<number, Buffer>;
}

/** Where a secret belongs. It is authenticated with it: a ciphertext copied to another row fails to open. */
export interface SecretPlace {
  readonly table: string;
  readonly row: string;
  readonly user: string;
  /** Further binding, e.g. the issuer of a bank password. */
  readonly detail?: string;
}

/** The envelope does not open: wrong place, changed bytes, or a key version nobody has. */
export class EnvelopeBroken extends Error {
  override readonly name = 'EnvelopeBroken';
}

/** Encrypts a secret for one place under a fresh data key. */
export function seal(keys: KeyEncryptionKeys, place: SecretPlace, secret: Buffer): Envelope {
  const dataKey = randomBytes(keyLength);
  return {
    algorithm: 'A256GCM',
    keyVersion: keys.currentVersion,
    wrappedKey: wrapKey(keys, keys.currentVersion, place, dataKey),
    ciphertext: encrypt(dataKey, bindingOf('data', place), secret).toString('base64'),
  };
}

/** @throws EnvelopeBroken */
export function open(keys: KeyEncryptionKeys, place: SecretPlace, sealed: unknown): Buffer {
  const parsed = envelope.safeParse(sealed);
  if (!parsed.success) throw new EnvelopeBroken('not an envelope');
  const dataKey = unwrapKey(keys, place, parsed.data);
  return decrypt(dataKey, bindingOf('data', place), Buffer.from(parsed.data.ciphertext, 'base64'));
}

/** Like `open`, but null when the envelope does not open: a session of lost keys is simply over. */
export function tryOpen(keys: KeyEncryptionKeys, place: SecretPlace, sealed: unknown): Buffer | null {
  try {
    return open(keys, place, sealed);
  } catch (error) {
    if (error instanceof EnvelopeBroken) return null;
    throw error;
  }
}

/** Beside settings whose stored secret does not open, and nothing beside others: somebody has to enter it again. */
export const closedSecret = (
  keys: KeyEncryptionKeys,
  place: SecretPlace,
  sealed: unknown,
): { isSecretClosed?: true } =>
  sealed === null || tryOpen(keys, place, sealed) !== null ? {} : { isSecretClosed: true };

/** The same secret under the current key-encryption key; the secret itself stays closed. Null = nothing to do. */
export function rewrap(keys: KeyEncryptionKeys, place: SecretPlace, sealed: unknown): Envelope | null {
  const parsed = envelope.safeParse(sealed);
  if (!parsed.success) throw new EnvelopeBroken('not an envelope');
  if (parsed.data.keyVersion === keys.currentVersion) return null;
  const dataKey = unwrapKey(keys, place, parsed.data);
  return {
    ...parsed.data,
    keyVersion: keys.currentVersion,
    wrappedKey: wrapKey(keys, keys.currentVersion, place, dataKey),
  };
}

function wrapKey(keys: KeyEncryptionKeys, version: number, place: SecretPlace, dataKey: Buffer): string {
  const binding = bindingOf(`key ${version}`, place);
  return encrypt(keyOf(keys, version), binding, dataKey).toString('base64');
}

function unwrapKey(keys: KeyEncryptionKeys, place: SecretPlace, sealed: Envelope): Buffer {
  const binding = bindingOf(`key ${sealed.keyVersion}`, place);
  return decrypt(keyOf(keys, sealed.keyVersion), binding, Buffer.from(sealed.wrappedKey, 'base64'));
}

function keyOf(keys: KeyEncryptionKeys, version: number): Buffer {
  const key = keys.byVersion.get(version);
  if (!key) throw new EnvelopeBroken(`no key-encryption key of version ${version}`);
  return key;
}

/** JSON keeps the members apart whatever characters they contain. */
function bindingOf(purpose: string, place: SecretPlace): Buffer {
  return Buffer.from(JSON.stringify([purpose, place.table, place.row, place.user, place.detail ?? '']));
}

function encrypt(key: Buffer, binding: Buffer, plain: Buffer): Buffer {
  const iv = randomBytes(ivLength);
  const cipher = createCipheriv(algorithm, key, iv, { authTagLength });
  cipher.setAAD(binding);
  return Buffer.concat([iv, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

function decrypt(key: Buffer, binding: Buffer, sealed: Buffer): Buffer {
  if (sealed.length < ivLength + authTagLength) throw new EnvelopeBroken('too short');
  const decipher = createDecipheriv(algorithm, key, sealed.subarray(0, ivLength), { authTagLength });
  decipher.setAAD(binding);
  decipher.setAuthTag(sealed.subarray(sealed.length - authTagLength));
  try {
    const body = decipher.update(sealed.subarray(ivLength, sealed.length - authTagLength));
    return Buffer.concat([body, decipher.final()]);
  } catch (cause) {
    throw new EnvelopeBroken('not authentic', { cause });
  }
}
