import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as z from 'zod/mini';
import { OperatorError } from './operator-error.ts';
import type { KeyEncryptionKeys } from './secrets/envelope.ts';
import type { SigningKeys } from './tokens/access-token.ts';
import { writeWhole } from './write-whole.ts';

/** Every secret of the installation; none of them is in the database or its backups. */
export interface Keys {
  /** Signs access tokens; older keys still verify theirs. */
  readonly accessTokenSigningKeys: SigningKeys;
  /** Wraps the data keys of stored secrets. */
  readonly keyEncryptionKeys: KeyEncryptionKeys;
  /** For MACs of short-lived server-made values (challenges, one-time tokens). */
  readonly sessionMacKey: Buffer;
  /** For MACs of the cookie by which a known device is recognised. */
  readonly deviceCookieKey: Buffer;
}

const keyBytes = 32;

const keyFileSchema = z.strictObject({
  signing: z.strictObject({ current: z.string(), keys: z.record(z.string(), z.string()) }),
  encryption: z.strictObject({ current: z.int(), keys: z.record(z.string(), z.string()) }),
  session: z.string(),
  device: z.string(),
});
export type KeyFile = z.infer<typeof keyFileSchema>;

export const newSecret = (): string => randomBytes(keyBytes).toString('base64');

/** A fresh private key that signs access tokens. */
export const newSigningKey = (): string =>
  generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();

export const keyFileText = (content: KeyFile): string => `${JSON.stringify(content, null, 2)}\n`;

/** Text of a key file with fresh random keys. */
export const createKeyFile = (): string =>
  keyFileText({
    signing: { current: '1', keys: { 1: newSigningKey() } },
    encryption: { current: 1, keys: { 1: newSecret() } },
    session: newSecret(),
    device: newSecret(),
  });

/** Random bytes hardly ever repeat; words, patterns and zeros of samples do. */
function looksRandom(key: Buffer): boolean {
  return new Set(key).size >= (key.length * 5) / 8 && !/^[\x20-\x7e]+$/.test(key.toString('latin1'));
}

function readSecret(text: string, name: string, file: string): Buffer {
  const key = Buffer.from(text, 'base64');
  if (key.length < keyBytes) {
    throw new OperatorError(`The ${name} key in ${file} has ${key.length} bytes; ${keyBytes} are needed.`);
  }
  if (!looksRandom(key)) {
    throw new OperatorError(`The ${name} key in ${file} is a sample and no random secret.`);
  }
  return key.subarray(0, keyBytes);
}

function readSigningKey(pem: string, file: string): KeyObject {
  try {
    const key = createPrivateKey(pem);
    if (key.asymmetricKeyType === 'ed25519') return key;
  } catch {
    // Told below.
  }
  throw new OperatorError(`A signing key in ${file} is no Ed25519 private key in PEM format.`);
}

/** @throws `OperatorError` when the text is none of a key file */
export function parseContent(text: string, file: string): KeyFile {
  try {
    return keyFileSchema.parse(JSON.parse(text));
  } catch (error) {
    throw new OperatorError(
      `${file} is no key file: make one with "node tools/run.mjs tools/make-keys.ts FILE".`,
      { cause: error },
    );
  }
}

/** Reads the text of a key file. Throws `OperatorError` on short, sample or missing keys; `file` is for messages. */
export function parseKeyFile(text: string, file: string): Keys {
  const content = parseContent(text, file);
  const signing = Object.entries(content.signing.keys).map(
    ([id, pem]) => [id, readSigningKey(pem, file)] as const,
  );
  const privateKey = new Map(signing).get(content.signing.current);
  const encryption = new Map(
    Object.entries(content.encryption.keys).map(
      ([version, secret]) => [Number(version), readSecret(secret, 'encryption', file)] as const,
    ),
  );
  if (!privateKey || !encryption.has(content.encryption.current)) {
    throw new OperatorError(`The current key is missing in ${file}.`);
  }
  return {
    accessTokenSigningKeys: {
      currentKeyId: content.signing.current,
      privateKey,
      publicKeys: new Map(signing.map(([id, key]) => [id, createPublicKey(key)])),
    },
    keyEncryptionKeys: { currentVersion: content.encryption.current, byVersion: encryption },
    sessionMacKey: readSecret(content.session, 'session', file),
    deviceCookieKey: readSecret(content.device, 'device', file),
  };
}

/** Where the keys of an installation lie. */
export function keyFileOf(keyFile: string | null, dataDirectory: string): string {
  return keyFile ?? join(dataDirectory, 'keys', 'keys.json');
}

/** Whoever may read the file may open every secret; its group may (systemd, secret mounts), nobody else. */
function checkMode(file: string): void {
  if (process.platform === 'win32') return;
  const { mode } = statSync(file);
  if ((mode & 0o027) === 0) return;
  const shown = (mode & 0o777).toString(8).padStart(4, '0');
  throw new OperatorError(
    `The key file ${file} can be read or changed by others (mode ${shown}): run "chmod 600 ${file}".`,
  );
}

/**
 * The keys of `keyFile`, or those of the data folder, which are made at the first start.
 * @param mayCreate false where the database already holds what only its own keys open
 * Throws `OperatorError` when the file is missing, unreadable, open to others or holds weak keys.
 */
export function loadKeys(keyFile: string | null, dataDirectory: string, mayCreate: boolean): Keys {
  const file = keyFileOf(keyFile, dataDirectory);
  if (!existsSync(file)) {
    if (!mayCreate) {
      throw new OperatorError(
        `The key file ${file} is missing, and this database holds secrets that only its keys open: put it back there from where it is kept, or name it with KEY_FILE.`,
      );
    }
    if (keyFile === null) {
      mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
      chmodSync(dirname(file), 0o700);
      writeWhole(file, createKeyFile());
    }
  }
  let text: string;
  try {
    checkMode(file);
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof OperatorError) throw error;
    throw new OperatorError(`The key file ${file} cannot be read.`, { cause: error });
  }
  return parseKeyFile(text, file);
}
